// get_transfers of a wallet with thousands of transfers: streamed, with one height for all, and ended by the end of the wallet.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { sourceNow, transferObject } from '../../../../src/rpc/calls/transfers.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { incomingEntries } from '../../../../src/wallet/history/history.ts'
import { syncedWallets } from '../../../bench/support/chains.ts'
import { parseRpcResponse } from '../../../support/rpc/response.ts'
import { moneroPagesNode } from '../../../support/wallet/pages-node.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-streamed-'))
const wallets = new WalletFiles({
  network: moneroRegtest,
  folder,
  log: new Log('0', undefined),
  stop: () => undefined,
  createScanner,
  node: { url: 'http://node.test', login: undefined, trusted: true, proxy: '', fetch: moneroPagesNode().fetch },
})
const rpc = createWalletRpc(wallets.source)

const post = (method: string, params: object = {}): Promise<Response> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  return rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
}

const openWallet = () => {
  const { wallet } = wallets
  if (wallet === undefined) throw new Error('no wallet is open')
  return wallet
}

beforeAll(async () => {
  wallets.autoRefresh(false, 0)
  await wallets.restoreFromWords(
    { filename: 'a', password: '' },
    { words: syncedWallets().wallet_a.words, offset: '' },
    0,
  )
  await openWallet().sync.refresh()
}, 120_000)

afterAll(async () => {
  await wallets.shutDown()
  rmSync(folder, { recursive: true })
})

const SELECTION = { in: true, all_accounts: true }

it('streams all transfers', async () => {
  const wallet = openWallet()
  const expected = incomingEntries(wallet.network, wallet.state).map((entry) => transferObject(wallet, entry))
  expect(expected.length).toBeGreaterThan(3000)
  const answer = await post('get_transfers', SELECTION)
  const { result } = parseRpcResponse(await answer.text())
  const ids = (list: unknown) =>
    (list as { txid: string; amount: unknown; address: string; confirmations: number }[]) // both are lists of transfers
      .map(({ txid, amount, address, confirmations }) => `${txid} ${amount} ${address} ${confirmations}`)
      .sort()
  expect(ids(result?.['in'])).toEqual(ids(expected))
})

it('completes although the wallet is closed meanwhile', async () => {
  const whole = await (await post('get_transfers', SELECTION)).text()
  // A wallet that has not shown its addresses yet.
  await wallets.close()
  await wallets.open({ filename: 'a', password: '' })
  const answer = await post('get_transfers', SELECTION)
  await wallets.close()
  expect(wallets.wallet).toBeUndefined()
  expect(await answer.text()).toBe(whole)
})

it('makes all transfers of a response at the height of its request', async () => {
  await wallets.open({ filename: 'a', password: '' })
  const { network, moment, state } = openWallet()
  const [entry] = incomingEntries(network, state)
  if (entry === undefined) throw new Error('the wallet has no transfers')
  const { lastReward, immutableHeight, blinks, notes } = state
  const mutable = { height: 5000, lastReward, immutableHeight, blinks, notes }
  const source = sourceNow({ network, moment, addressText: () => 'address', state: mutable }, [entry])
  const before = transferObject(source, entry)
  mutable.height = 6000
  expect(transferObject(source, entry)).toEqual(before)
  expect(before.confirmations).toBe(5000 - (entry.height ?? 0))
})

// Sync with a real monerod: from a chain with the genesis block only, and while it mines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { type Peer, startMonerod } from '../../support/peers/monero.ts'
import { callWallet, type RpcParams, resultOf } from '../../support/rpc/wallet-calls.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../support/wallet/engine-host.ts'

const NETWORK = 'monero-regtest'
const OTHER = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'

let monerod: Peer

beforeAll(async () => {
  monerod = await startMonerod()
})

afterAll(async () => await monerod?.stop())

describe('a wallet on a monerod with the genesis block only', () => {
  it('syncs, and receives what the monerod mines', async () => {
    const engine = createEngine(testHost(createNodeClient({ url: monerod.url, fetch })))
    await engine.draftSeed('English')
    await engine.createWallet(newWallet(NETWORK), [])
    const wallet = openedIn(engine)
    await wallet.sync.refresh()
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 1, target: 1, problem: '' })
    // A second refresh returns nothing new.
    await wallet.sync.refresh()
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 1, problem: '' })

    const rpc = createWalletRpc({ wallet, rpcEnabled: true })
    const call = async (method: string): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method })
      const answer = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
      return ((await answer.json()) as { result?: unknown }).result // response of Faba
    }
    expect(await call('refresh')).toEqual({ blocks_fetched: 0, received_money: false })
    await monerod.call('generateblocks', {
      amount_of_blocks: 2,
      wallet_address: wallet.addressText({ major: 0, minor: 0 }),
    })
    expect(await call('refresh')).toEqual({ blocks_fetched: 2, received_money: true })
    expect(await call('get_height')).toEqual({ height: 3 })
    expect(wallet.state.ledger.outputs.size).toBe(2)
    await engine.closeWallet()
  })

  it('scans single transactions that the wallet has skipped, and their later spends', async () => {
    const node = createNodeClient({ url: monerod.url, fetch })
    const engine = createEngine(testHost(node))
    const words = { words: (await engine.draftSeed('English')).join(' '), offset: '' }
    await engine.restoreFromWords(newWallet(NETWORK), words, BEGINNING)
    const wallet_address = openedIn(engine).addressText({ major: 0, minor: 0 })
    await monerod.call('generateblocks', { amount_of_blocks: 80, wallet_address })
    const call = async (method: string, params: RpcParams): Promise<RpcParams> => await resultOf(engine, method, params)
    await call('refresh', {})
    const destinations = [{ address: wallet_address, amount: 1_000_000_000 }]
    const { tx_hash: spending } = await call('transfer', { destinations })
    await monerod.call('generateblocks', { amount_of_blocks: 3, wallet_address: OTHER })
    await call('refresh', {})
    const whole = openedIn(engine).state.ledger
    const height = whole.payments.get(String(spending))?.height ?? 0
    expect(height).toBeGreaterThan(80)
    const spent = [...whole.outputs.values()].filter((output) => output.spent !== undefined)
    const outputs = [...whole.outputs]
    const payments = [...whole.payments.keys()]
    await engine.closeWallet()

    const late = createEngine(testHost(node))
    await late.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: height + 1 })
    const callLate = async (method: string, params: RpcParams) => await resultOf(late, method, params)
    await callLate('refresh', {})
    const { ledger } = openedIn(late).state
    expect(ledger.outputs.size).toBe(0)
    const txids = [String(spending), ...spent.map(({ txid }) => toHex(txid))]
    expect(await callLate('scan_tx', { txids })).toEqual({})
    expect([...ledger.payments.keys()]).toEqual(payments)
    for (const [id, output] of ledger.outputs) expect(output).toEqual(new Map(outputs).get(id))
    // A payment and its change.
    expect(ledger.outputs.size).toBe(2 + spent.length)
    await callLate('scan_tx', { txids: outputs.map(([, { txid }]) => toHex(txid)) })
    expect([...ledger.outputs]).toEqual(outputs)
    expect(await callWallet(late, 'scan_tx', { txids: ['ab'.repeat(32)] })).toEqual({
      error: { code: -1, message: 'Failed to get transaction from daemon' },
    })
    await late.closeWallet()
  })
})

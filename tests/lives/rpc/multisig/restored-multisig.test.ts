// `restore_deterministic_wallet` with `enable_multisig_experimental`: the seed of a participant of a multisig wallet, or an error.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-multisig-seeds-'))
const wallets = new WalletFiles({
  network: moneroRegtest,
  folder,
  node: { url: 'http://127.0.0.1:1', login: undefined, trusted: true, fetch: undefined, proxy: '' },
  log: new Log('', undefined),
  stop: () => undefined,
})
afterAll(async () => {
  await wallets.shutDown()
  rmSync(folder, { recursive: true })
})

const rpc = createWalletRpc(wallets.source)

const call = async (method: string, params: object): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  return await (await rpc(new Request('http://here/json_rpc', { method: 'POST', body }))).json()
}

const restore = (filename: string, seed: string, more: object = {}): Promise<unknown> =>
  call('restore_deterministic_wallet', { filename, seed, enable_multisig_experimental: true, ...more })

const WORDS: string = vector('monero/bench-chain/wallets.json').wallets.A.mnemonic
const [{ M, N, wallets: participants } = { M: 0, N: 0, wallets: [] }] = vector('monero/multisig.json').cases

it.each(participants)('restores participant %$ of a multisig wallet', async ({ final_mnemonic, final_address }) => {
  expect(await restore(`participant ${final_mnemonic.slice(-8)}`, final_mnemonic)).toMatchObject({
    result: { address: final_address, seed: '', info: 'Wallet has been restored successfully.' },
  })
  expect(await call('is_multisig', {})).toMatchObject({ result: { multisig: true, threshold: M, total: N } })
})

// As monero-wallet-rpc 0.18.5.3 answered.
it.each([
  ['words of an ordinary wallet', WORDS, {}, 'Multisig seed not represented as hexadecimal string'],
  ['other hex', '00', {}, 'invalid multisig seed'],
  ['a seed offset', '00', { seed_offset: 'x' }, 'Multisig seeds are not compatible with seed offsets'],
  ['an altered seed', `${participants[0]?.final_mnemonic.slice(0, -2)}00`, {}, 'invalid multisig seed'],
])('refuses %s', async (name, seed, more, message) => {
  expect(await restore(name, seed, more)).toMatchObject({ error: { code: -1, message } })
  expect(await call('open_wallet', { filename: name })).toMatchObject({ error: { code: -1 } })
})

// A wallet file of a participant of a multisig wallet that is copied while `faba rpc` has it open: the copy has none of its nonces.

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { formatMultisigSeed } from '../../../../src/coin/multisig/multisigSeed.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { stringIn } from '../../../support/rpc/response.ts'
import { call, failure } from '../../../support/rpc/wallet-calls.ts'
import { payeeAddress } from '../../../support/wallet/multisig/multisig-proposal.ts'
import { engineAt, type MultisigStage, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'

const root = mkdtempSync(join(tmpdir(), 'faba-copied-'))
const stages = multisigStages()
const logFile = join(root, 'log')
const running: WalletFiles[] = []
afterAll(async () => {
  for (const wallets of running) await wallets.shutDown()
  await stages.close()
  rmSync(root, { recursive: true })
})

/** Starts the wallet files of a service; `state` is the folder for the state of programs of its machine. */
const service = ({ network, fetch }: MultisigStage, folder: string, state: string): WalletFiles => {
  const wallets = new WalletFiles({
    ...{ network, folder, stateFolder: join(root, state), log: new Log('*:WARNING', logFile), stop: () => undefined },
    ...{ createScanner, node: { url: 'http://devnet.test', login: undefined, trusted: true, fetch, proxy: '' } },
  })
  running.push(wallets)
  return wallets
}

const newFolder = (): string => mkdtempSync(join(root, 'wallets-'))

/** Copies all files of a wallet, as they are on disk, under another name. */
const copyWallet = (from: string, to: string, name: string): void => {
  for (const file of readdirSync(from).filter((one) => one.startsWith('original.')))
    copyFileSync(join(from, file), join(to, file.replace('original', name)))
}

const noncesOf = ({ wallet }: WalletFiles): string[] =>
  [...(wallet?.state.outputInfos.values() ?? [])].flatMap(({ own }) => own.map(({ L }) => toHex(L)))

it('signs with no nonce of the original, wherever it is opened, and with new ones after an export', {
  timeout: 120_000,
}, async () => {
  const stage = await stages.begin(oxenChain, 2, 2)
  const [first, folder] = [engineAt(stage, 0), newFolder()]
  const original = service(stage, folder, 'state')
  const [, account] = stage.accounts
  if (account === undefined) throw new TypeError('no second participant')
  const file = { filename: 'original', password: 'secret' }
  await original.restoreFromWords(file, { words: formatMultisigSeed(account), offset: '' }, 0)
  const exchange = async (with_: WalletFiles): Promise<void> => {
    await call(with_, 'refresh')
    const { info } = await call(with_, 'export_multisig_info')
    await call(first, 'import_multisig_info', { info: [info ?? ''] })
    const own = await call(first, 'export_multisig_info')
    await call(with_, 'import_multisig_info', { info: [own['info'] ?? ''] })
  }
  await exchange(original)
  const destinations = [{ address: payeeAddress(stage), amount: 1_000_000_000 }]
  const propose = async () => ({
    tx_data_hex: stringIn(await call(first, 'transfer', { destinations }), 'multisig_txset'),
  })
  const set = await propose()
  const nonces = noncesOf(original)
  expect(nonces).toHaveLength(2)
  // Beside the original, on another machine at another path, and at the same name on another machine.
  const elsewhere = newFolder()
  const copies = [
    { name: 'copy', at: folder, wallets: service(stage, folder, 'state') },
    { name: 'original', at: elsewhere, wallets: service(stage, elsewhere, 'other-state') },
  ]
  for (const { name, at, wallets } of copies) {
    copyWallet(folder, at, name)
    await wallets.open({ filename: name, password: 'secret' })
    await call(wallets, 'refresh')
    expect(noncesOf(wallets)).toEqual([])
    expect(await failure(wallets, 'sign_multisig', set)).toEqual({
      code: -35,
      message: expect.stringMatching(/stale data: export fresh multisig data, which other participants must then use$/),
    })
  }
  expect(readFileSync(logFile, 'utf8').match(/its multisig nonces were deleted/g)).toHaveLength(2)
  // The copies did not disturb the original, whose file cannot be opened twice.
  expect(noncesOf(original)).toEqual(nonces)
  const twice = service(stage, folder, 'state')
  await expect(twice.open({ filename: 'original', password: 'secret' })).rejects.toThrow('another process')
  expect((await call(original, 'sign_multisig', set))['tx_hash_list']).toHaveLength(1)
  const [copy] = copies
  if (copy === undefined) throw new TypeError('no copy')
  await exchange(copy.wallets)
  expect(noncesOf(copy.wallets).filter((nonce) => nonces.includes(nonce))).toEqual([])
  expect((await call(copy.wallets, 'sign_multisig', await propose()))['tx_hash_list']).toHaveLength(1)
})

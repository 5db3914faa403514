// Backup files: a wallet restored from one has everything of the original, and nothing of it can be read or changed without the password.
import { describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { type CborValue, encodeCbor } from '../../../../src/bytes/cbor.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { MIN_PASSWORD_PARAMETERS } from '../../../../src/crypto/ciphers/passwordKey.ts'
import { OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { BackupError, formatBackup, parseBackup } from '../../../../src/engine/vault/backupFile.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { openedIn, PASSWORD, restored, testHost, viewOf } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const B = wallets.B.keys
const node = () => new FakeNode(oxenRegtest, smallChain().slice(0, 210))

/** An engine with a wallet in which the user has typed something of each kind. */
const usedWallet = async (): Promise<Engine> => {
  const engine = await restored(testHost(node()), 'oxen-regtest', B.mnemonic)
  await engine.setLabel(0, 0, 'Shop')
  await engine.createAccount('Savings')
  await engine.addContact({ name: 'Cy', address: wallets.C.keys.address, note: 'Plumber' })
  const { index } = await engine.createSubaddress(0, 'Old')
  await engine.setAddressPlace(0, 0, 'pinned')
  await engine.setAddressPlace(0, index, 'hidden')
  const [transfer] = openedIn(engine).transfers({})
  await engine.setNote(transfer?.txid ?? '', 'For the piano')
  const [coin] = openedIn(engine).state.shownOutputs()
  await engine.setCoinLabel(toHex(coin?.key ?? new Uint8Array()), 'Rent')
  await engine.setWalletNote('The house\nand the boat')
  const nodes = { urls: ['memory:', 'memory:own'], choice: 'order', trusted: ['memory:own'] } as const
  await engine.changeSettings({ lockMinutes: 30, maxFeeRatio: 4, nodes })
  return engine
}

const contentOf = async (engine: Engine) => {
  const wallet = openedIn(engine)
  const { state } = wallet
  return {
    ...{ labels: state.labels, addressBook: state.addressBook, notes: [...state.notes], height: state.height },
    ...{ coinLabels: [...state.coinLabels], addressMarks: state.addressMarks },
    ...{ transfers: wallet.transfers({}), balance: wallet.balance(), settings: await engine.settings() },
    note: await engine.walletNote(),
    secrets: await engine.revealSecrets(PASSWORD),
  }
}

const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((reason: unknown) => reason)
  return error instanceof BackupError ? error.details.fault : String(error)
}

it('restores keys, history, labels, accounts, notes, contacts and settings on another device', async () => {
  const engine = await usedWallet()
  const file = await engine.exportBackup(PASSWORD)
  const original = await contentOf(engine)
  expect(original.notes).toHaveLength(1)
  expect(original.coinLabels).toMatchObject([[expect.any(String), 'Rent']])
  expect(original.addressMarks).toMatchObject([{ kind: 'pinned' }, { kind: 'hidden' }])
  expect(original.addressBook).toMatchObject([{ note: 'Plumber' }])
  expect(original.note).toBe('The house\nand the boat')
  expect(original.balance.total).toBeGreaterThan(0n)

  const other = createEngine(testHost(node(), undefined, 2))
  await other.restoreBackup(file, PASSWORD, '')
  expect(await contentOf(other)).toEqual(original)
  const view = await viewOf(other)
  expect(view.wallets).toMatchObject([{ name: 'Test', networkId: 'oxen-regtest', viewOnly: false }])
  // It opens again with its password, as any stored wallet.
  await other.lock()
  await other.openWallet(view.wallets[0]?.id ?? '', PASSWORD)
  expect((await contentOf(other)).notes).toEqual(original.notes)
  await other.setWalletNote('')
  expect(await other.walletNote()).toBe('')
})

it('restores beside the original under another name, and not under the same', async () => {
  const engine = await usedWallet()
  const file = await engine.exportBackup(PASSWORD)
  await expect(engine.restoreBackup(file, PASSWORD, '')).rejects.toMatchObject({ code: 'wallet-name-taken' })
  await engine.restoreBackup(file, PASSWORD, 'Copy')
  const { wallets: list } = await viewOf(engine)
  expect(list.map(({ name }) => name)).toEqual(['Copy', 'Test'])
  expect(new Set(list.map(({ id }) => id)).size).toBe(2)
})

it('restores a watch-only wallet as one', async () => {
  const engine = createEngine(testHost(node()))
  const keys = { address: B.address, viewSecret: B.view_key, spendSecret: '' }
  const wallet = {
    name: 'W',
    password: PASSWORD,
    networkId: 'oxen-regtest',
    nodes: { urls: ['memory:'], choice: 'order' as const, trusted: [] },
  }
  await engine.restoreFromKeys(wallet, keys, { from: 'beginning' })
  const file = await engine.exportBackup(PASSWORD)
  const other = createEngine(testHost(node(), undefined, 2))
  await other.restoreBackup(file, PASSWORD, '')
  expect((await viewOf(other)).wallets).toMatchObject([{ viewOnly: true }])
})

it('contains the nonces of a multisig wallet, which a restored copy never uses', async () => {
  const engine = await usedWallet()
  const own = [{ secret: new Uint8Array(32).fill(1), L: new Uint8Array(32).fill(2) }]
  const key = 'ab'.repeat(32)
  await openedIn(engine).state.update('strict', () => ({ outputInfos: new Map([[key, { drawn: 1, own, peers: [] }]]) }))
  const other = createEngine(testHost(node(), undefined, 2))
  await other.restoreBackup(await engine.exportBackup(PASSWORD), PASSWORD, '')
  expect(openedIn(engine).state.outputInfos.get(key)?.own).toHaveLength(1)
  expect(openedIn(other).state.outputInfos.get(key)).toEqual({ drawn: 1, own: [], peers: [] })
})

it('contains no output counts, which any node has', async () => {
  const engine = await usedWallet()
  const [chunk] = OutputDistribution.ofCumulative([1, 2]).chunks
  if (chunk === undefined) throw new Error('a distribution without chunks')
  const distribution = new Map([[0, { ...chunk, startHeight: 0, base: 0, nextId: undefined }]])
  await openedIn(engine).state.update('strict', () => ({ distribution }))
  expect(await openedIn(engine).state.readDistribution()).toHaveLength(1)
  const other = createEngine(testHost(node(), undefined, 2))
  await other.restoreBackup(await engine.exportBackup(PASSWORD), PASSWORD, '')
  expect(await openedIn(other).state.readDistribution()).toEqual([])
})

it('needs the password of the wallet to be written, and that of the file to be read', async () => {
  const engine = await usedWallet()
  await expect(engine.exportBackup('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
  const file = await engine.exportBackup(PASSWORD)
  const other = createEngine(testHost(node(), undefined, 2))
  expect(await faultOf(other.restoreBackup(file, 'wrong', ''))).toBe('password')
  expect((await viewOf(other)).wallets).toEqual([])
})

it('contains no key and no text in clear', async () => {
  const engine = await usedWallet()
  const file = Buffer.from(await engine.exportBackup(PASSWORD))
  for (const secret of [Buffer.from(B.view_key, 'hex'), Buffer.from(B.spend_key, 'hex'), Buffer.from('piano')])
    expect(file.includes(secret)).toBe(false)
})

it('refuses every changed or shortened file with a fault, and newer formats by name', async () => {
  const options = { random: seededRandom(1), parameters: MIN_PASSWORD_PARAMETERS }
  const records = [{ table: 'wallet', key: 'secrets', value: Uint8Array.of(1, 2, 3) }]
  const backup = { name: 'Test', networkId: 'oxen-regtest', records }
  const file = await formatBackup(backup, PASSWORD, options)
  expect(await parseBackup(file, PASSWORD)).toEqual(backup)
  for (let at = 0; at < file.length; at += 3) {
    const changed = file.slice()
    changed[at] = (changed[at] ?? 0) ^ 0x11
    expect(['format', 'version', 'password']).toContain(await faultOf(parseBackup(changed, PASSWORD)))
  }
  for (const length of [0, 5, 12, 60, file.length - 1])
    expect(await faultOf(parseBackup(file.subarray(0, length), PASSWORD))).toBe('format')
  const at = Buffer.from(file).indexOf('format') + 'format'.length
  expect(await faultOf(parseBackup(file.with(at, 2), PASSWORD))).toBe('version')
})

describe('the part of a file that is not encrypted', () => {
  const header = { format: 1, ...MIN_PASSWORD_PARAMETERS, salt: new Uint8Array(16), sealed: new Uint8Array(64) }
  const fileOf = (content: CborValue): Uint8Array => concat(utf8('FABABACKUP'), encodeCbor(content))

  it('is checked before the password is typed', async () => {
    const engine = createEngine(testHost(node()))
    await engine.checkBackup(fileOf(header))
    expect(await faultOf(engine.checkBackup(utf8('a photo')))).toBe('format')
    expect(await faultOf(engine.checkBackup(fileOf({ ...header, format: 2 })))).toBe('version')
  })

  it.each([
    { memoryKiB: 1048576, iterations: 64 },
    { memoryKiB: 1048576, iterations: 5 },
    { memoryKiB: 2 ** 40 },
    { iterations: 65 },
    { parallelism: 17 },
    { salt: new Uint8Array(15) },
  ])('is refused with $memoryKiB KiB, $iterations passes, $parallelism lanes, salt $salt', async (change) => {
    expect(await faultOf(parseBackup(fileOf({ ...header, ...change }), PASSWORD))).toBe('format')
  })

  it('is refused with more values than a header has, without decoding them', async () => {
    const file = fileOf({ ...header, more: Array<number>(100_000).fill(0) })
    expect(await faultOf(parseBackup(file, PASSWORD))).toBe('format')
    expect(await faultOf(parseBackup(fileOf({ ...header, more: null }), PASSWORD))).toBe('format')
  })
})

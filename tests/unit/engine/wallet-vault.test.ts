// Stored wallets: created in full or not listed, read, removed, and their secrets only with the password.

import { beforeEach, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { MIN_PASSWORD_PARAMETERS } from '../../../src/crypto/ciphers/passwordKey.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { RESTORED } from '../../../src/engine/vault/backupFacts.ts'
import { parseBackup } from '../../../src/engine/vault/backupFile.ts'
import { listWallets } from '../../../src/engine/vault/walletCatalog.ts'
import { newSettings, putSettings } from '../../../src/engine/vault/walletSettings.ts'
import {
  checkPassword,
  checkPasswordToRemove,
  createStoredWallet,
  openWalletVault,
  readStoredWallet,
  removeEmptyVaults,
  removeStoredWallet,
  type StoredWallet,
  storeBackup,
  vaultOptions,
  type WalletOrigin,
  withKeyring,
  writeBackup,
} from '../../../src/engine/vault/walletVault.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { createSealedStore } from '../../../src/store/sealedStore.ts'
import type { Store, StoreChange } from '../../../src/store/store.ts'
import { createVault, removeVault } from '../../../src/store/vault.ts'
import { keyringFromKeys, keyringFromWords, putKeyring, revealKeyring } from '../../../src/wallet/open/keyring.ts'
import { WalletState } from '../../../src/wallet/state/walletState.ts'
import { vector } from '../../support/data/vectors.ts'
import { seededRandom } from '../../support/random.ts'
import { testHost } from '../../support/wallet/engine-host.ts'
import { bytesOf, sampleOutput } from '../../support/wallet/ledger-samples.ts'

const { keys: B } = vector('oxen/chain-small/wallets.json').wallets.B
const PASSWORD = 'correct horse'
const NODES = { urls: ['http://node.test'], choice: 'order', trusted: [] } as const
const WRONG = { name: 'WrongPasswordError' }
const NO_VAULT = { name: 'VaultMissingError' }
const ORIGIN = { from: { from: 'beginning' }, backup: RESTORED } as const
const CLOSED = { name: 'VaultClosedError' }

const passwordCost = { parameters: MIN_PASSWORD_PARAMETERS, minParameters: MIN_PASSWORD_PARAMETERS }

let below: Store
let host: Parameters<typeof createStoredWallet>[0]
/** The commits so far, and how many more succeed. */
let commits: (readonly StoreChange[])[]
let remaining: number

beforeEach(() => {
  below = openMemoryStore()
  commits = []
  remaining = Number.POSITIVE_INFINITY
  const commit: Store['commit'] = async (changes, durability) => {
    if (remaining <= 0) throw new RangeError('the disk is full')
    remaining -= 1
    commits.push(changes)
    await below.commit(changes, durability)
  }
  host = { store: { ...below, commit }, random: seededRandom(5), passwordCost }
})

const create = async (name = ' Savings ', from: WalletOrigin['from'] = { from: 'beginning' }) =>
  await createStoredWallet(
    host,
    { name, password: PASSWORD, networkId: 'oxen-regtest', nodes: NODES },
    newSettings(NODES),
    await keyringFromWords(B.mnemonic, ''),
    { from, backup: RESTORED },
  )

const reopened = async ({ summary }: StoredWallet): Promise<StoredWallet> =>
  await readStoredWallet(host, summary, await openWalletVault(host, summary.id, PASSWORD))

it('takes the cost of passwords from the host', () => {
  expect(vaultOptions(host)).toEqual({ random: host.random, ...passwordCost })
})

describe('a new wallet', () => {
  it('is listed with a trimmed name, and is the same when it is read again', async () => {
    const wallet = await create()
    const { id } = wallet.summary
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(wallet.summary).toEqual({ id, name: 'Savings', networkId: 'oxen-regtest', viewOnly: false })
    expect(await listWallets(below)).toEqual([wallet.summary])
    const again = await reopened(wallet)
    expect(again.summary).toEqual(wallet.summary)
    expect(again.settings).toEqual(newSettings(NODES))
    expect(again.keyring).toEqual(wallet.keyring)
    expect(again.state.restoreHeight).toBe(0)
  })

  it('scans from the chosen height', async () => {
    const wallet = await create('Savings', { from: 'height', height: 77 })
    expect((await reopened(wallet)).state.restoreHeight).toBe(77)
  })

  it('without a spend key is listed as watch-only', async () => {
    const keyring = keyringFromKeys(oxenRegtest, { address: B.address, viewSecret: B.view_key, spendSecret: '' })
    const choice = { name: 'Watch', password: PASSWORD, networkId: 'oxen-regtest', nodes: NODES }
    const { summary } = await createStoredWallet(host, choice, newSettings(NODES), keyring, ORIGIN)
    expect(summary.viewOnly).toBe(true)
  })

  it('without a spend key is not listed as watch-only if it is a multisig wallet', async () => {
    const { language, keys } = keyringFromKeys(oxenRegtest, {
      address: B.address,
      viewSecret: B.view_key,
      spendSecret: '',
    })
    const { viewSecret, viewPublic, spendPublic } = keys
    const multisig = {
      ...{ threshold: 2, total: 2, rounds: 1, isReady: false, signers: [], published: [], message: 'm' },
      ...{ signerSecret: bytesOf(1), shares: [bytesOf(2)], viewSecret, viewPublic, spendPublic },
    }
    const choice = { name: 'Shared', password: PASSWORD, networkId: 'oxen-regtest', nodes: NODES }
    const keyring = { language, keys: { ...keys, multisig } }
    const wallet = await createStoredWallet(host, choice, newSettings(NODES), keyring, ORIGIN)
    expect(wallet.summary.viewOnly).toBe(false)
    expect((await reopened(wallet)).keyring.keys.multisig).toEqual(multisig)
  })

  it('is not stored without a name', async () => {
    await expect(create(' ')).rejects.toMatchObject({ name: 'WalletNameError' })
    expect(commits).toEqual([])
  })

  it('is stored in one commit, so that an interruption leaves nothing of it', async () => {
    const { summary } = await create()
    expect(commits).toHaveLength(1)
    remaining = 0
    await expect(create('Other')).rejects.toThrow('the disk is full')
    expect(await listWallets(below)).toEqual([summary])
    expect((await below.list('vaults')).map(([id]) => id)).toEqual([summary.id])
  })

  it('is stored in one commit when it is restored from a backup', async () => {
    const { summary } = await create()
    const backup = await parseBackup(await writeBackup(host, summary, PASSWORD), PASSWORD)
    commits = []
    remaining = 0
    await expect(storeBackup(host, { ...backup, name: 'Copy' }, PASSWORD)).rejects.toThrow('the disk is full')
    expect((await below.list('vaults')).map(([id]) => id)).toEqual([summary.id])
    remaining = 1
    const copy = await storeBackup(host, { ...backup, name: 'Copy' }, PASSWORD)
    expect(commits).toHaveLength(1)
    expect(await listWallets(below)).toEqual([copy.summary, summary])
    remaining = Number.POSITIVE_INFINITY
    await copy.state.update('strict', (draft) => void draft.putOutput(sampleOutput()))
    expect((await reopened(copy)).state.ledger.outputs.size).toBe(1)
  })
})

describe('a stored wallet', () => {
  it('opens with its password only', async () => {
    const { summary } = await create()
    await expect(checkPassword(host, summary.id, PASSWORD)).resolves.toBeUndefined()
    await expect(checkPassword(host, summary.id, 'wrong')).rejects.toMatchObject(WRONG)
    await expect(openWalletVault(host, summary.id, 'wrong')).rejects.toMatchObject(WRONG)
    await expect(checkPassword(host, 'other', PASSWORD)).rejects.toMatchObject(NO_VAULT)
  })

  it('exports its secrets with its password only', async () => {
    const { summary } = await create()
    expect(await withKeyring(host, summary.id, PASSWORD, revealKeyring)).toEqual({
      words: B.mnemonic,
      viewSecret: B.view_key,
      spendSecret: B.spend_key,
    })
    await expect(withKeyring(host, summary.id, 'wrong', revealKeyring)).rejects.toMatchObject(WRONG)
  })

  it('closes its vault if a record is damaged', async () => {
    const wallet = await create()
    const vault = await openWalletVault(host, wallet.summary.id, PASSWORD)
    await createSealedStore(below, vault).commit([{ table: 'wallet', key: 'settings' }], 'strict')
    await expect(readStoredWallet(host, wallet.summary, vault)).rejects.toMatchObject({ name: 'SettingsError' })
    expect(() => vault.nameOf('wallet', 'settings')).toThrow(expect.objectContaining(CLOSED))
  })

  it('starts over once if its keys are new, and keeps what it scans then', async () => {
    const wallet = await create()
    await wallet.state.update('strict', (draft) => void draft.putOutput(sampleOutput()))
    await putKeyring(wallet.store, { ...wallet.keyring, startOver: { restoreHeight: 70, restoreDate: 1_500_000_000 } })
    const { state, keyring } = await reopened(wallet)
    expect([state.restoreHeight, state.restoreDate, state.ledger.outputs.size]).toEqual([70, 1_500_000_000, 0])
    expect(keyring).toEqual(wallet.keyring)
    await state.update('strict', (draft) => void draft.putOutput(sampleOutput()))
    expect((await reopened(wallet)).state.ledger.outputs.size).toBe(1)
  })

  it('is not opened if its state is damaged', async () => {
    const wallet = await create()
    await wallet.store.commit([{ table: 'notes', key: 'a', value: Uint8Array.of(9) }], 'strict')
    await expect(reopened(wallet)).rejects.toMatchObject({ name: 'FormatError' })
  })

  it('is removed with its vault and its entry in the list; after an interruption, without a password', async () => {
    const { summary } = await create()
    await expect(checkPasswordToRemove(host, summary.id, 'wrong')).rejects.toMatchObject(WRONG)
    await expect(checkPasswordToRemove(host, summary.id, PASSWORD)).resolves.toBeUndefined()
    remaining = 1
    await expect(removeStoredWallet(host, summary.id)).rejects.toThrow('the disk is full')
    expect(await listWallets(below)).toEqual([summary])
    await expect(openWalletVault(host, summary.id, PASSWORD)).rejects.toMatchObject(NO_VAULT)
    await expect(checkPasswordToRemove(host, summary.id, 'wrong')).resolves.toBeUndefined()
    remaining = Number.POSITIVE_INFINITY
    await removeStoredWallet(host, summary.id)
    expect(await listWallets(below)).toEqual([])
  })
})

describe('a vault of no listed wallet', () => {
  const ID = 'ab'.repeat(16)
  const vaultIds = async (): Promise<string[]> => (await below.list('vaults')).map(([id]) => id).sort()

  /** The commits by which earlier versions created a wallet, before they listed it. */
  const earlierSteps = async (): Promise<(readonly StoreChange[])[]> => {
    commits = []
    const store = createSealedStore(host.store, await createVault(host.store, ID, PASSWORD, vaultOptions(host)))
    await putKeyring(store, await keyringFromWords(B.mnemonic, ''))
    await putSettings(store, newSettings(NODES))
    await WalletState.create(store, 0)
    await store.close()
    return [...commits]
  }

  it('is removed with the next start if it has no keys, and stays from the moment on that it has', async () => {
    const { summary } = await create()
    const steps = await earlierSteps()
    expect(steps).toHaveLength(4)
    for (const [done] of steps.entries()) {
      await removeVault(below, ID)
      for (const step of steps.slice(0, done + 1)) await below.commit(step, 'strict')
      await removeEmptyVaults(host.store, await listWallets(host.store))
      expect(await vaultIds()).toEqual(done === 0 ? [summary.id] : [summary.id, ID].sort())
    }
    await checkPassword(host, ID, PASSWORD)
    await checkPassword(host, summary.id, PASSWORD)
  })

  it('stays if its removal cannot be stored', async () => {
    const [first = []] = await earlierSteps()
    await removeVault(below, ID)
    await below.commit(first, 'strict')
    remaining = 0
    await expect(removeEmptyVaults(host.store, [])).rejects.toThrow('the disk is full')
    expect(await vaultIds()).toEqual([ID])
  })

  it('is removed by the engine only if the list of wallets can be read', async () => {
    const [first = []] = await earlierSteps()
    await removeVault(below, ID)
    await below.commit(first, 'strict')
    const damaged = { table: 'wallets', key: 'cd'.repeat(16), value: Uint8Array.of(1) }
    await below.commit([damaged], 'strict')
    const engineOf = () => createEngine(testHost(createNodeClient({ url: 'http://node', fetch }), below))
    await expect(engineOf().openWallet('none', PASSWORD)).rejects.toMatchObject({ name: 'CborError' })
    expect(await vaultIds()).toEqual([ID])
    await below.commit([{ table: 'wallets', key: 'cd'.repeat(16) }], 'strict')
    await expect(engineOf().openWallet('none', PASSWORD)).rejects.toMatchObject({ name: 'UnknownWalletError' })
    expect(await vaultIds()).toEqual([])
  })
})

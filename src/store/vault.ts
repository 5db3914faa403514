// A wallet's vault: encrypts and authenticates every record of the wallet with keys derived from the vault key.
//
// An attacker with access to the storage, or a copy of it, reads neither values nor keys of records; changed and moved records are
// detected. Removed records, and records or stores restored to an earlier state, are not detected.

import { wipe } from '../bytes/bytes.ts'
import { encodeCbor } from '../bytes/cbor.ts'
import { type Random, randomBytes } from '../crypto/random/random.ts'
import { TamperedRecordError, VaultClosedError } from './errors.ts'
import { passkeyRemoval } from './passkey.ts'
import { findPreviousKey, previousKeyRemoval } from './previousKey.ts'
import { type OpenRecord, RecordKeys } from './recordKeys.ts'
import { reloadRemoval } from './reloadKey.ts'
import type { Store, StoreChange } from './store.ts'
import { validateTable } from './storeNames.ts'
import { createVaultKey, openVaultKey, type VaultOptions, vaultKeyRemoval } from './vaultKey.ts'

/** Returns the name of the table that holds all records of a wallet. */
export const recordsTable = (walletId: string): string => `wallet.${walletId}`

const recordData = (walletId: string, table: string, name: string): Uint8Array =>
  encodeCbor(['faba record', walletId, table, name])

/** Characters of the name of a record: 32 bytes in hex. */
const NAME_LENGTH = 64

/**
 * Returns `recordData` of the names of one table, which is the same but for its last bytes. A large wallet has a hundred thousand records. Each
 * result is valid until the next one.
 */
const createRecordData = (walletId: string, table: string): ((name: string) => Uint8Array) => {
  const data = recordData(walletId, table, '0'.repeat(NAME_LENGTH))
  const start = data.length - NAME_LENGTH
  return (name) => {
    if (name.length !== NAME_LENGTH) return recordData(walletId, table, name)
    for (let i = 0; i < NAME_LENGTH; i++) {
      const code = name.charCodeAt(i)
      if (code > 0x7f) return recordData(walletId, table, name)
      data[start + i] = code
    }
    return data
  }
}

/** Number of nonces generated at once. */
const NONCES_PER_BATCH = 64

/** Creates a random source for nonces that reads `random` in batches. No byte is returned twice. */
const batchedRandom = (random: Random): Random => {
  let batch = new Uint8Array()
  let used = 0
  return (length) => {
    if (used + length > batch.length) {
      batch = Uint8Array.from(randomBytes(random, NONCES_PER_BATCH * length))
      used = 0
    }
    used += length
    return batch.slice(used - length, used)
  }
}

/**
 * An open vault: encrypts and decrypts the records of one wallet. Holds its keys in memory until it is closed. After a change of the vault key
 * it also opens records of the previous one.
 */
export class Vault {
  readonly walletId: string
  #keys: RecordKeys
  #previous: RecordKeys | undefined
  readonly #random: Random
  /** by table */
  readonly #recordData = new Map<string, (name: string) => Uint8Array>()
  #closed = false

  /** Wipes `vaultKey` and `previousKey`. */
  constructor(walletId: string, vaultKey: Uint8Array, random: Random, previousKey?: Uint8Array) {
    this.walletId = walletId
    this.#keys = new RecordKeys(vaultKey)
    this.#previous = previousKey && new RecordKeys(previousKey)
    this.#random = batchedRandom(random)
  }

  get isClosed(): boolean {
    return this.#closed
  }

  #requireOpen(): void {
    if (this.#closed) throw new VaultClosedError('the wallet is locked')
  }

  /** Whether records may be sealed with a previous vault key. */
  get hasPrevious(): boolean {
    return this.#previous !== undefined
  }

  /** Seals with another vault key from now on, which is wiped. There must be no previous one. */
  changeKey(vaultKey: Uint8Array): void {
    this.#requireOpen()
    this.#previous?.wipe()
    this.#previous = this.#keys
    this.#keys = new RecordKeys(vaultKey)
  }

  /** Wipes the keys of the previous vault key. */
  forgetPrevious(): void {
    this.#previous?.wipe()
    this.#previous = undefined
  }

  /** Returns the name that replaces a key in the store. */
  nameOf(table: string, key: string): string {
    this.#requireOpen()
    return this.#keys.nameOf(table, key)
  }

  /** Returns the name that a key had before the vault key changed; undefined if no record is sealed with a previous one. */
  previousNameOf(table: string, key: string): string | undefined {
    this.#requireOpen()
    return this.#previous?.nameOf(table, key)
  }

  /**
   * Encrypts a record and binds it to its table and name.
   * @param name of the key, if the caller has computed it
   */
  seal(table: string, key: string, value: Uint8Array, name = this.nameOf(table, key)): Uint8Array {
    this.#requireOpen()
    return this.#keys.seal(key, value, recordData(this.walletId, table, name), this.#random)
  }

  /**
   * Decrypts the record with the name `name` in `table`, in place: `value` is a view of `sealed`.
   * @throws TamperedRecordError if it was not sealed for that table and name
   */
  open(table: string, name: string, sealed: Uint8Array): OpenRecord {
    this.#requireOpen()
    const record = this.#keys.open(sealed, this.#dataOf(table, name)) ?? this.openPrevious(table, name, sealed)
    if (record !== undefined) return record
    throw new TamperedRecordError(
      `a record of table "${table}" was changed or damaged: restore the wallet from its seed words or a copy`,
    )
  }

  /** Decrypts a record that is sealed with the previous vault key, in place; returns undefined for others. */
  openPrevious(table: string, name: string, sealed: Uint8Array): OpenRecord | undefined {
    this.#requireOpen()
    return this.#previous?.open(sealed, this.#dataOf(table, name))
  }

  #dataOf(table: string, name: string): Uint8Array {
    const known = this.#recordData.get(table)
    if (known !== undefined) return known(name)
    const created = createRecordData(this.walletId, table)
    this.#recordData.set(table, created)
    return created(name)
  }

  /** Wipes the keys. */
  close(): void {
    this.#closed = true
    this.#keys.wipe()
    this.forgetPrevious()
  }
}

/** Returns the vault of a wallet whose vault key is known, which is wiped. */
export const vaultOfKey = async (
  store: Store,
  walletId: string,
  vaultKey: Uint8Array,
  random: Random,
): Promise<Vault> => {
  try {
    return new Vault(walletId, vaultKey, random, await findPreviousKey(store, walletId, vaultKey))
  } catch (error) {
    wipe(vaultKey)
    throw error
  }
}

/**
 * Creates the vault of a new wallet and stores it durably.
 * @param walletId up to 90 letters, digits, `_`, `.` and `-`
 * @throws VaultExistsError if the wallet has a vault, VaultParametersError for weak parameters
 */
export const createVault = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Vault> => {
  validateTable(recordsTable(walletId))
  return new Vault(walletId, await createVaultKey(store, walletId, password, options), options.random)
}

/**
 * Opens a wallet's vault. Argon2id takes about a second by design.
 * @throws the errors of openVaultKey
 */
export const openVault = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Vault> => vaultOfKey(store, walletId, await openVaultKey(store, walletId, password, options), options.random)

/** Removes a wallet's vault, its passkey, the copy of its key for reloads and all its records in one commit. */
export const removeVault = async (store: Store, walletId: string): Promise<void> => {
  const table = recordsTable(walletId)
  const records = await store.list(table)
  const changes: StoreChange[] = records.map(([key]) => ({ table, key }))
  await store.commit(
    [
      ...changes,
      ...[vaultKeyRemoval(walletId), previousKeyRemoval(walletId), passkeyRemoval(walletId), reloadRemoval(walletId)],
    ],
    'strict',
  )
}

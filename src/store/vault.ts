// A wallet's vault: encrypts and authenticates every record of the wallet with keys derived from the vault key.
//
// An attacker with access to the storage, or a copy of it, reads neither values nor keys of records; changed and moved records are
// detected. Removed records, and records or stores restored to an earlier state, are not detected.

import { blake2b } from '@noble/hashes/blake2.js'
import { utf8, wipe } from '../bytes/bytes.ts'
import { CborError, decodeCborViews, encodeCbor } from '../bytes/cbor.ts'
import { toHex } from '../bytes/hex.ts'
import { CIPHER_KEY_LENGTH, DecryptionError, openInPlace, seal } from '../crypto/ciphers/cipher.ts'
import { type Random, randomBytes } from '../crypto/random.ts'
import { TamperedRecordError, VaultClosedError } from './errors.ts'
import { passkeyRemoval } from './passkey.ts'
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

type NameHash = ReturnType<typeof blake2b.create>

const derive = (vaultKey: Uint8Array, purpose: string): Uint8Array =>
  blake2b(utf8(purpose), { key: vaultKey, dkLen: CIPHER_KEY_LENGTH })

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

/** An open vault: encrypts and decrypts the records of one wallet. Holds its keys in memory until it is closed. */
export class Vault {
  readonly walletId: string
  readonly #recordKey: Uint8Array
  /** BLAKE2b, keyed with the name key, without input */
  readonly #nameHash: NameHash
  readonly #random: Random
  /** by table */
  readonly #recordData = new Map<string, (name: string) => Uint8Array>()
  #closed = false

  /** Wipes `vaultKey`. */
  constructor(walletId: string, vaultKey: Uint8Array, random: Random) {
    this.walletId = walletId
    this.#recordKey = derive(vaultKey, 'faba record key')
    const nameKey = derive(vaultKey, 'faba name key')
    this.#nameHash = blake2b.create({ key: nameKey, dkLen: 32 })
    this.#random = batchedRandom(random)
    wipe(vaultKey, nameKey)
  }

  #requireOpen(): void {
    if (this.#closed) throw new VaultClosedError('the wallet is locked')
  }

  /** Returns the name that replaces a key in the store: a keyed hash, in hex, since keys contain transaction ids and addresses. */
  nameOf(table: string, key: string): string {
    this.#requireOpen()
    return toHex(
      this.#nameHash
        .clone()
        .update(encodeCbor([table, key]))
        .digest(),
    )
  }

  /**
   * Encrypts a record and binds it to its table and name.
   * @param name of the key, if the caller has computed it
   */
  seal(table: string, key: string, value: Uint8Array, name = this.nameOf(table, key)): Uint8Array {
    this.#requireOpen()
    return seal(this.#recordKey, encodeCbor([key, value]), recordData(this.walletId, table, name), this.#random)
  }

  /**
   * Decrypts the record with the name `name` in `table`, in place: `value` is a view of `sealed`.
   * @throws TamperedRecordError if it was not sealed for that table and name
   */
  open(table: string, name: string, sealed: Uint8Array): readonly [key: string, value: Uint8Array] {
    this.#requireOpen()
    try {
      const record = decodeCborViews(openInPlace(this.#recordKey, sealed, this.#recordDataOf(table)(name)))
      if (Array.isArray(record)) {
        const [key, value] = record
        if (typeof key === 'string' && value instanceof Uint8Array) return [key, value]
      }
    } catch (error) {
      if (!(error instanceof DecryptionError) && !(error instanceof CborError)) throw error
    }
    throw new TamperedRecordError(
      `a record of table "${table}" was changed or damaged: restore the wallet from its seed words or a copy`,
    )
  }

  #recordDataOf(table: string): (name: string) => Uint8Array {
    const known = this.#recordData.get(table)
    if (known !== undefined) return known
    const created = createRecordData(this.walletId, table)
    this.#recordData.set(table, created)
    return created
  }

  /** Wipes the keys. */
  close(): void {
    this.#closed = true
    wipe(this.#recordKey)
    this.#nameHash.destroy()
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
): Promise<Vault> => new Vault(walletId, await openVaultKey(store, walletId, password, options), options.random)

/** Removes a wallet's vault, its passkey, the copy of its key for reloads and all its records in one commit. */
export const removeVault = async (store: Store, walletId: string): Promise<void> => {
  const table = recordsTable(walletId)
  const records = await store.list(table)
  const changes: StoreChange[] = records.map(([key]) => ({ table, key }))
  await store.commit(
    [...changes, vaultKeyRemoval(walletId), passkeyRemoval(walletId), reloadRemoval(walletId)],
    'strict',
  )
}

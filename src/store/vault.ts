// A wallet's vault: the vault key, which the password opens, seals every record of the wallet.
//
// What it guards against: somebody with the file or the browser's storage, or a copy of it, learns neither values nor keys of
// records, and every change of a byte and every move of a record is noticed. What it cannot notice: a record that was taken away,
// and a record, or the whole store, put back as it was earlier.

import { blake2b } from '@noble/hashes/blake2.js'
import { utf8, wipe } from '../bytes/bytes.ts'
import { CborError, decodeCbor, encodeCbor } from '../bytes/cbor.ts'
import { toHex } from '../bytes/hex.ts'
import { CIPHER_KEY_LENGTH, DecryptionError, open, seal } from '../crypto/ciphers/cipher.ts'
import { type Random, RandomnessError } from '../crypto/random.ts'
import { TamperedRecordError, VaultClosedError } from './errors.ts'
import type { Store, StoreChange } from './store.ts'
import { validateTable } from './storeNames.ts'
import { createVaultKey, openVaultKey, type VaultOptions, vaultKeyRemoval } from './vaultKey.ts'

/** The table of the store below that holds all records of a wallet. */
export const recordsTable = (walletId: string): string => `wallet.${walletId}`

const recordData = (walletId: string, table: string, name: string): Uint8Array =>
  encodeCbor(['faba record', walletId, table, name])

type Naming = ReturnType<typeof blake2b.create>

const derive = (vaultKey: Uint8Array, purpose: string): Uint8Array =>
  blake2b(utf8(purpose), { key: vaultKey, dkLen: CIPHER_KEY_LENGTH })

/** Nonces that are drawn at once. */
const NONCES = 64

/** A source of randomness that asks another one for many nonces at a time. None is given out twice. */
const drawnTogether = (random: Random): Random => {
  let drawn = new Uint8Array()
  let used = 0
  return (length) => {
    if (used + length > drawn.length) {
      const fresh = random(NONCES * length)
      if (fresh.length !== NONCES * length)
        throw new RandomnessError(`asked for ${NONCES * length} random bytes, got ${fresh.length}`)
      drawn = Uint8Array.from(fresh)
      used = 0
    }
    used += length
    return drawn.slice(used - length, used)
  }
}

/** An open vault: seals and opens records of one wallet. It holds keys until it is closed. */
export class Vault {
  readonly walletId: string
  readonly #recordKey: Uint8Array
  /** BLAKE2b that has taken in the key of names and nothing else */
  readonly #naming: Naming
  readonly #random: Random
  #closed = false

  /** `vaultKey` is wiped. */
  constructor(walletId: string, vaultKey: Uint8Array, random: Random) {
    this.walletId = walletId
    this.#recordKey = derive(vaultKey, 'faba record key')
    const nameKey = derive(vaultKey, 'faba name key')
    this.#naming = blake2b.create({ key: nameKey, dkLen: 32 })
    this.#random = drawnTogether(random)
    wipe(vaultKey, nameKey)
  }

  #check(): void {
    if (this.#closed) throw new VaultClosedError('the wallet is locked')
  }

  /** What stands in the store for a key, which may be a transaction id or an address: a keyed hash, in hex. */
  nameOf(table: string, key: string): string {
    this.#check()
    return toHex(
      this.#naming
        .clone()
        .update(encodeCbor([table, key]))
        .digest(),
    )
  }

  /**
   * Seals a record for its place.
   * @param name of the key, where it is known already
   */
  seal(table: string, key: string, value: Uint8Array, name = this.nameOf(table, key)): Uint8Array {
    this.#check()
    return seal(this.#recordKey, encodeCbor([key, value]), recordData(this.walletId, table, name), this.#random)
  }

  /**
   * Opens the record that was found under `name` in `table`.
   * @throws TamperedRecordError when it was not sealed for that place
   */
  open(table: string, name: string, sealed: Uint8Array): readonly [key: string, value: Uint8Array] {
    this.#check()
    try {
      const record = decodeCbor(open(this.#recordKey, sealed, recordData(this.walletId, table, name)))
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

  /** Wipes the keys. */
  close(): void {
    this.#closed = true
    wipe(this.#recordKey)
    this.#naming.destroy()
  }
}

/**
 * Makes the vault of a new wallet and stores it durably.
 * @param walletId letters, digits, `_`, `.` and `-`, at most 90
 * @throws VaultExistsError when the wallet has one, VaultParametersError for weak parameters
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
 * Opens a wallet's vault, which takes about a second by design.
 * @throws as openVaultKey does
 */
export const openVault = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Vault> => new Vault(walletId, await openVaultKey(store, walletId, password, options), options.random)

/** Removes a wallet's vault and all its records, in one step. */
export const removeVault = async (store: Store, walletId: string): Promise<void> => {
  const table = recordsTable(walletId)
  const records = await store.list(table)
  const changes: StoreChange[] = records.map(([key]) => ({ table, key }))
  await store.commit([...changes, vaultKeyRemoval(walletId)], 'strict')
}

// A wallet's vault. A random vault key seals every record of the wallet; the vault key itself is sealed under Argon2id of the
// password. Changing the password seals that one key anew.
//
// What it guards against: somebody with the file or the browser's storage, or a copy of it, learns neither values nor keys of
// records, and every change of a byte and every move of a record is noticed. What it cannot notice: a record that was taken away,
// and a record, or the whole store, put back as it was earlier.

import { blake2b } from '@noble/hashes/blake2.js'
import { utf8, wipe } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import { DecryptionError, KEY_LENGTH, open, seal } from '../crypto/cipher.ts'
import {
  DEFAULT_PASSWORD_PARAMETERS,
  LEAST_SALT_LENGTH,
  type PasswordParameters,
  PasswordParametersError,
  passwordKey,
} from '../crypto/password.ts'
import { type Random, RandomnessError } from '../crypto/scalar.ts'
import { checkKey, checkPrefix, checkTable } from './names.ts'
import { decodeRecord, encodeRecord, RecordError, type RecordValue } from './records.ts'
import type { Change, Store } from './store.ts'

/** The password does not open the vault. */
export class WrongPasswordError extends Error {
  override readonly name = 'WrongPasswordError'
}

/** A record is not what this wallet wrote there: it was changed, moved, or damaged. */
export class TamperedRecordError extends Error {
  override readonly name = 'TamperedRecordError'
}

/** The vault claims to be sealed with a weaker password function than is ever used, or with none that is known. */
export class VaultParametersError extends Error {
  override readonly name = 'VaultParametersError'
}

/** There is no vault for the wallet. */
export class VaultMissingError extends Error {
  override readonly name = 'VaultMissingError'
}

/** There is a vault for the wallet already. */
export class VaultExistsError extends Error {
  override readonly name = 'VaultExistsError'
}

/** The vault was closed: its keys are wiped. */
export class VaultClosedError extends Error {
  override readonly name = 'VaultClosedError'
}

export type VaultOptions = {
  readonly random: Random
  /** what Argon2id costs when a password is set; DEFAULT_PASSWORD_PARAMETERS when left out */
  readonly parameters?: PasswordParameters
  /** weaker ones are refused; DEFAULT_PASSWORD_PARAMETERS when left out, which only tests lower */
  readonly floor?: PasswordParameters
}

const FORMAT = 1
const VAULTS = 'vaults'

/** The table of the store below that holds all records of a wallet. */
const recordsTable = (walletId: string): string => `wallet.${walletId}`

/** What rests in the table of vaults. */
type Header = {
  readonly format: number
  readonly parameters: PasswordParameters
  readonly salt: Uint8Array
  readonly sealedKey: Uint8Array
}

const headerData = (walletId: string, { format, parameters, salt }: Omit<Header, 'sealedKey'>): Uint8Array => {
  const { memoryKiB, iterations, parallelism } = parameters
  return encodeRecord(['faba vault', format, walletId, memoryKiB, iterations, parallelism, salt])
}

const recordData = (walletId: string, table: string, name: string): Uint8Array =>
  encodeRecord(['faba record', walletId, table, name])

const isObject = (value: RecordValue): value is { readonly [name: string]: RecordValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

const readHeader = (bytes: Uint8Array): Header => {
  const damaged = (what: string): TamperedRecordError =>
    new TamperedRecordError(`the wallet’s vault is damaged: ${what}. Restore the wallet from its seed words or a copy`)
  let record: RecordValue
  try {
    record = decodeRecord(bytes)
  } catch (error) {
    if (error instanceof RecordError) throw damaged(error.message)
    throw error
  }
  if (!isObject(record)) throw damaged('it has no fields')
  const { format, memoryKiB, iterations, parallelism, salt, sealedKey } = record
  if (format !== FORMAT)
    throw new VaultParametersError(
      `the vault has format ${String(format)}, this program knows ${FORMAT}: use a newer one`,
    )
  if (typeof memoryKiB !== 'number' || typeof iterations !== 'number' || typeof parallelism !== 'number')
    throw damaged('its parameters are missing')
  if (!(salt instanceof Uint8Array) || !(sealedKey instanceof Uint8Array)) throw damaged('its key is missing')
  return { format, parameters: { memoryKiB, iterations, parallelism }, salt, sealedKey }
}

const writeHeader = ({ format, parameters, salt, sealedKey }: Header): Uint8Array =>
  encodeRecord({ format, ...parameters, salt, sealedKey })

const checkFloor = (parameters: PasswordParameters, options: VaultOptions): void => {
  const floor = options.floor ?? DEFAULT_PASSWORD_PARAMETERS
  for (const name of ['memoryKiB', 'iterations', 'parallelism'] as const)
    if (parameters[name] < floor[name])
      throw new VaultParametersError(`the vault’s ${name} is ${parameters[name]}, less than ${floor[name]} is refused`)
}

const keyOfPassword = async (password: string, header: Omit<Header, 'sealedKey'>): Promise<Uint8Array> => {
  try {
    return await passwordKey(password, header.salt, header.parameters)
  } catch (error) {
    if (error instanceof PasswordParametersError) throw new VaultParametersError(error.message)
    throw error
  }
}

const sealVaultKey = async (
  walletId: string,
  vaultKey: Uint8Array,
  password: string,
  options: VaultOptions,
): Promise<Uint8Array> => {
  const parameters = options.parameters ?? DEFAULT_PASSWORD_PARAMETERS
  checkFloor(parameters, options)
  const start = { format: FORMAT, parameters, salt: options.random(LEAST_SALT_LENGTH) }
  const key = await keyOfPassword(password, start)
  try {
    const sealedKey = seal(key, vaultKey, headerData(walletId, start), options.random)
    return writeHeader({ ...start, sealedKey })
  } finally {
    wipe(key)
  }
}

const openVaultKey = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Uint8Array> => {
  const bytes = await store.get(VAULTS, walletId)
  if (bytes === undefined) throw new VaultMissingError(`there is no vault for wallet ${walletId}`)
  const header = readHeader(bytes)
  checkFloor(header.parameters, options)
  const key = await keyOfPassword(password, header)
  try {
    return open(key, header.sealedKey, headerData(walletId, header))
  } catch (error) {
    if (error instanceof DecryptionError) throw new WrongPasswordError('the password is wrong')
    throw error
  } finally {
    wipe(key)
  }
}

type Naming = ReturnType<typeof blake2b.create>

const derive = (vaultKey: Uint8Array, purpose: string): Uint8Array =>
  blake2b(utf8(purpose), { key: vaultKey, dkLen: KEY_LENGTH })

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
        .update(encodeRecord([table, key]))
        .digest(),
    )
  }

  /**
   * Seals a record for its place.
   * @param name of the key, where it is known already
   */
  seal(table: string, key: string, value: Uint8Array, name = this.nameOf(table, key)): Uint8Array {
    this.#check()
    return seal(this.#recordKey, encodeRecord([key, value]), recordData(this.walletId, table, name), this.#random)
  }

  /**
   * Opens the record that was found under `name` in `table`.
   * @throws TamperedRecordError when it was not sealed for that place
   */
  open(table: string, name: string, sealed: Uint8Array): readonly [key: string, value: Uint8Array] {
    this.#check()
    try {
      const record = decodeRecord(open(this.#recordKey, sealed, recordData(this.walletId, table, name)))
      if (Array.isArray(record)) {
        const [key, value] = record
        if (typeof key === 'string' && value instanceof Uint8Array) return [key, value]
      }
    } catch (error) {
      if (!(error instanceof DecryptionError) && !(error instanceof RecordError)) throw error
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
  checkTable(recordsTable(walletId))
  if ((await store.get(VAULTS, walletId)) !== undefined)
    throw new VaultExistsError(`wallet ${walletId} has a vault already`)
  const vaultKey = options.random(KEY_LENGTH)
  const value = await sealVaultKey(walletId, vaultKey, password, options)
  await store.commit([{ table: VAULTS, key: walletId, value }], 'strict')
  return new Vault(walletId, vaultKey, options.random)
}

/**
 * Opens a wallet's vault, which takes about a second by design.
 * @throws WrongPasswordError, VaultMissingError, VaultParametersError for weaker parameters than the floor, TamperedRecordError
 *   when the vault's own record is no such record
 */
export const openVault = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Vault> => new Vault(walletId, await openVaultKey(store, walletId, password, options), options.random)

/**
 * Seals the vault key under another password, in one durable step: a kill leaves either the old password or the new one.
 * @throws as openVault does; the old password then stays
 */
export const changePassword = async (
  store: Store,
  walletId: string,
  passwords: { readonly old: string; readonly new: string },
  options: VaultOptions,
): Promise<void> => {
  const vaultKey = await openVaultKey(store, walletId, passwords.old, options)
  try {
    const value = await sealVaultKey(walletId, vaultKey, passwords.new, options)
    await store.commit([{ table: VAULTS, key: walletId, value }], 'strict')
  } finally {
    wipe(vaultKey)
  }
}

/** Removes a wallet's vault and all its records, in one step. */
export const removeVault = async (store: Store, walletId: string): Promise<void> => {
  const table = recordsTable(walletId)
  const records = await store.list(table)
  const changes: Change[] = records.map(([key]) => ({ table, key }))
  await store.commit([...changes, { table: VAULTS, key: walletId }], 'strict')
}

/**
 * A wallet's own store: values and keys of its records are sealed before they reach `store`. Closing it closes the vault and
 * leaves `store`, which others share, open. Calls throw TamperedRecordError where a record is not what the wallet wrote.
 */
export const sealedStore = (store: Store, vault: Vault): Store => {
  const below = recordsTable(vault.walletId)
  const place = (table: string, name: string): string => `${table}/${name}`

  return {
    get: async (table, key) => {
      checkTable(table)
      checkKey(key)
      const name = vault.nameOf(table, key)
      const sealed = await store.get(below, place(table, name))
      return sealed === undefined ? undefined : vault.open(table, name, sealed)[1]
    },
    list: async (table, prefix = '') => {
      checkTable(table)
      checkPrefix(prefix)
      const start = place(table, '')
      const found = await store.list(below, start)
      return found
        .map(([at, sealed]) => vault.open(table, at.slice(start.length), sealed))
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
    },
    commit: async (changes, durability) => {
      const sealed = changes.map(({ table, key, value }): Change => {
        checkTable(table)
        checkKey(key)
        const name = vault.nameOf(table, key)
        const at = { table: below, key: place(table, name) }
        return value === undefined ? at : { ...at, value: vault.seal(table, key, value, name) }
      })
      await store.commit(sealed, durability)
    },
    close: async () => vault.close(),
  }
}

// The vault key of a wallet: drawn once, and kept sealed under Argon2id of the password. Changing the password seals that one key anew.

import { wipe } from '../bytes/bytes.ts'
import { CborError, type CborValue, decodeCbor, encodeCbor } from '../bytes/cbor.ts'
import { CIPHER_KEY_LENGTH, DecryptionError, open, seal } from '../crypto/ciphers/cipher.ts'
import {
  DEFAULT_PASSWORD_PARAMETERS,
  MIN_SALT_LENGTH,
  type PasswordParameters,
  PasswordParametersError,
  passwordKey,
} from '../crypto/ciphers/passwordKey.ts'
import type { Random } from '../crypto/random.ts'
import {
  TamperedRecordError,
  VaultExistsError,
  VaultMissingError,
  VaultParametersError,
  WrongPasswordError,
} from './errors.ts'
import type { Store, StoreChange } from './store.ts'

export type VaultOptions = {
  readonly random: Random
  /** what Argon2id costs when a password is set; DEFAULT_PASSWORD_PARAMETERS when left out */
  readonly parameters?: PasswordParameters
  /** weaker ones are refused; DEFAULT_PASSWORD_PARAMETERS when left out, which only tests lower */
  readonly minParameters?: PasswordParameters
}

const FORMAT = 1
const VAULTS = 'vaults'

/** What rests in the table of vaults. */
type Header = {
  readonly format: number
  readonly parameters: PasswordParameters
  readonly salt: Uint8Array
  readonly sealedKey: Uint8Array
}

const headerData = (walletId: string, { format, parameters, salt }: Omit<Header, 'sealedKey'>): Uint8Array => {
  const { memoryKiB, iterations, parallelism } = parameters
  return encodeCbor(['faba vault', format, walletId, memoryKiB, iterations, parallelism, salt])
}

const isObject = (value: CborValue): value is { readonly [name: string]: CborValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

const readHeader = (bytes: Uint8Array): Header => {
  const damaged = (what: string): TamperedRecordError =>
    new TamperedRecordError(`the wallet’s vault is damaged: ${what}. Restore the wallet from its seed words or a copy`)
  let record: CborValue
  try {
    record = decodeCbor(bytes)
  } catch (error) {
    if (error instanceof CborError) throw damaged(error.message)
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
  encodeCbor({ format, ...parameters, salt, sealedKey })

const checkParameters = (parameters: PasswordParameters, options: VaultOptions): void => {
  const min = options.minParameters ?? DEFAULT_PASSWORD_PARAMETERS
  for (const name of ['memoryKiB', 'iterations', 'parallelism'] as const)
    if (parameters[name] < min[name])
      throw new VaultParametersError(`the vault’s ${name} is ${parameters[name]}, the minimum is ${min[name]}`)
}

const keyOfPassword = async (password: string, header: Omit<Header, 'sealedKey'>): Promise<Uint8Array> => {
  try {
    return await passwordKey(password, header.salt, header.parameters)
  } catch (error) {
    if (error instanceof PasswordParametersError) throw new VaultParametersError(error.message)
    throw error
  }
}

/** Seals a vault key under a password and stores it durably, in place of what was there. */
const putVaultKey = async (
  store: Store,
  walletId: string,
  vaultKey: Uint8Array,
  password: string,
  options: VaultOptions,
): Promise<void> => {
  const parameters = options.parameters ?? DEFAULT_PASSWORD_PARAMETERS
  checkParameters(parameters, options)
  const start = { format: FORMAT, parameters, salt: options.random(MIN_SALT_LENGTH) }
  const key = await keyOfPassword(password, start)
  try {
    const sealedKey = seal(key, vaultKey, headerData(walletId, start), options.random)
    await store.commit([{ table: VAULTS, key: walletId, value: writeHeader({ ...start, sealedKey }) }], 'strict')
  } finally {
    wipe(key)
  }
}

/**
 * Draws the vault key of a new wallet and stores it.
 * @returns 32 bytes, to be wiped
 * @throws VaultExistsError when the wallet has one, VaultParametersError for weak parameters
 */
export const createVaultKey = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Uint8Array> => {
  if ((await store.get(VAULTS, walletId)) !== undefined)
    throw new VaultExistsError(`wallet ${walletId} has a vault already`)
  const vaultKey = options.random(CIPHER_KEY_LENGTH)
  try {
    await putVaultKey(store, walletId, vaultKey, password, options)
    return vaultKey
  } catch (error) {
    wipe(vaultKey)
    throw error
  }
}

/**
 * Opens a wallet's vault key, which takes about a second by design.
 * @returns 32 bytes, to be wiped
 * @throws WrongPasswordError, VaultMissingError, VaultParametersError for parameters below the minimum, TamperedRecordError
 *   when the stored key is no such record
 */
export const openVaultKey = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Uint8Array> => {
  const bytes = await store.get(VAULTS, walletId)
  if (bytes === undefined) throw new VaultMissingError(`there is no vault for wallet ${walletId}`)
  const header = readHeader(bytes)
  checkParameters(header.parameters, options)
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

/**
 * Seals the vault key under another password, in one durable step: a kill leaves either the old password or the new one.
 * @throws as openVaultKey does; the old password then stays
 */
export const changePassword = async (
  store: Store,
  walletId: string,
  passwords: { readonly old: string; readonly new: string },
  options: VaultOptions,
): Promise<void> => {
  const vaultKey = await openVaultKey(store, walletId, passwords.old, options)
  try {
    await putVaultKey(store, walletId, vaultKey, passwords.new, options)
  } finally {
    wipe(vaultKey)
  }
}

/** The change of a commit that takes the vault key of a wallet away. */
export const vaultKeyRemoval = (walletId: string): StoreChange => ({ table: VAULTS, key: walletId })

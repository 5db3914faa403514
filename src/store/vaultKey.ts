// The vault key of a wallet: random, stored encrypted with a key that Argon2id derives from the password. Each password has a vault key of its
// own: a header with an earlier password opens nothing that is sealed after the change.

import { blake2b } from '@noble/hashes/blake2.js'
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
import { type Random, randomBytes } from '../crypto/random/random.ts'
import {
  TamperedRecordError,
  VaultExistsError,
  VaultMissingError,
  VaultParametersError,
  WrongPasswordError,
} from './errors.ts'
import { passkeyRemoval } from './passkey.ts'
import { previousKeyChange } from './previousKey.ts'
import type { Store, StoreChange } from './store.ts'

export type VaultOptions = {
  readonly random: Random
  /** of Argon2id for new passwords; DEFAULT_PASSWORD_PARAMETERS by default */
  readonly parameters?: PasswordParameters
  /** weaker parameters are rejected; DEFAULT_PASSWORD_PARAMETERS by default; lower only in tests */
  readonly minParameters?: PasswordParameters
}

const FORMAT = 1
/** Table of the vault keys, by wallet. */
export const VAULTS_TABLE = 'vaults'

/** A record of the table of vaults. */
type Header = {
  readonly format: number
  readonly parameters: PasswordParameters
  readonly salt: Uint8Array
  readonly sealedKey: Uint8Array
}

const associatedData = (walletId: string, { format, parameters, salt }: Omit<Header, 'sealedKey'>): Uint8Array => {
  const { memoryKiB, iterations, parallelism } = parameters
  return encodeCbor(['faba vault', format, walletId, memoryKiB, iterations, parallelism, salt])
}

const isObject = (value: CborValue): value is { readonly [name: string]: CborValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

const parseHeader = (bytes: Uint8Array): Header => {
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
      `the vault has format ${String(format)}, this program supports format ${FORMAT}: use a newer program`,
    )
  if (typeof memoryKiB !== 'number' || typeof iterations !== 'number' || typeof parallelism !== 'number')
    throw damaged('its parameters are missing')
  if (!(salt instanceof Uint8Array) || !(sealedKey instanceof Uint8Array)) throw damaged('its key is missing')
  return { format, parameters: { memoryKiB, iterations, parallelism }, salt, sealedKey }
}

const serializeHeader = ({ format, parameters, salt, sealedKey }: Header): Uint8Array =>
  encodeCbor({ format, ...parameters, salt, sealedKey })

const checkParameters = (parameters: PasswordParameters, options: VaultOptions): void => {
  const min = options.minParameters ?? DEFAULT_PASSWORD_PARAMETERS
  for (const name of ['memoryKiB', 'iterations', 'parallelism'] as const)
    if (parameters[name] < min[name])
      throw new VaultParametersError(`the vault’s ${name} is ${parameters[name]}, the minimum is ${min[name]}`)
}

const derivePasswordKey = async (password: string, header: Omit<Header, 'sealedKey'>): Promise<Uint8Array> => {
  try {
    return await passwordKey(password, header.salt, header.parameters)
  } catch (error) {
    if (error instanceof PasswordParametersError) throw new VaultParametersError(error.message)
    throw error
  }
}

/** Returns the change of a commit that stores a vault key, encrypted with a password, in place of an earlier one. */
const vaultKeyChange = async (
  walletId: string,
  vaultKey: Uint8Array,
  password: string,
  options: VaultOptions,
): Promise<StoreChange> => {
  const parameters = options.parameters ?? DEFAULT_PASSWORD_PARAMETERS
  checkParameters(parameters, options)
  const start = { format: FORMAT, parameters, salt: randomBytes(options.random, MIN_SALT_LENGTH) }
  const key = await derivePasswordKey(password, start)
  try {
    const sealedKey = seal(key, vaultKey, associatedData(walletId, start), options.random)
    return { table: VAULTS_TABLE, key: walletId, value: serializeHeader({ ...start, sealedKey }) }
  } finally {
    wipe(key)
  }
}

/**
 * Generates the vault key of a new wallet and stores it.
 * @returns 32 bytes, to be wiped
 * @throws VaultExistsError if the wallet has a vault, VaultParametersError for weak parameters, RandomnessError
 */
export const createVaultKey = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Uint8Array> => {
  if ((await store.get(VAULTS_TABLE, walletId)) !== undefined)
    throw new VaultExistsError(`wallet ${walletId} already has a vault`)
  const vaultKey = randomBytes(options.random, CIPHER_KEY_LENGTH)
  try {
    await store.commit([await vaultKeyChange(walletId, vaultKey, password, options)], 'strict')
    return vaultKey
  } catch (error) {
    wipe(vaultKey)
    throw error
  }
}

/**
 * Decrypts a wallet's vault key. Argon2id takes about a second by design.
 * @returns 32 bytes, to be wiped
 * @throws WrongPasswordError, VaultMissingError, VaultParametersError for parameters below the minimum, TamperedRecordError
 *   if the stored record is malformed
 */
export const openVaultKey = async (
  store: Store,
  walletId: string,
  password: string,
  options: VaultOptions,
): Promise<Uint8Array> => {
  const bytes = await store.get(VAULTS_TABLE, walletId)
  if (bytes === undefined) throw new VaultMissingError(`there is no vault for wallet ${walletId}`)
  const header = parseHeader(bytes)
  checkParameters(header.parameters, options)
  const key = await derivePasswordKey(password, header)
  try {
    return open(key, header.sealedKey, associatedData(walletId, header))
  } catch (error) {
    if (error instanceof DecryptionError) throw new WrongPasswordError('the password is wrong')
    throw error
  } finally {
    wipe(key)
  }
}

/** A vault key for another password, and the changes that put it in the place of the present one. */
export type NewVaultKey = {
  /** 32 bytes, to be wiped */
  readonly vaultKey: Uint8Array
  readonly changes: readonly StoreChange[]
}

/**
 * Generates a vault key for another password, after verifying the present password. The changes belong into one durable commit: if the
 * process is killed, either the old or the new password is valid. Until all records are sealed again, the previous vault key is stored,
 * encrypted with the new one. The passkey of the wallet, which opens the previous one, is removed.
 * @throws the errors of openVaultKey; RandomnessError
 */
export const newVaultKey = async (
  store: Store,
  walletId: string,
  passwords: { readonly old: string; readonly new: string },
  options: VaultOptions,
): Promise<NewVaultKey> => {
  const previous = await openVaultKey(store, walletId, passwords.old, options)
  const vaultKey = randomBytes(options.random, CIPHER_KEY_LENGTH)
  try {
    const changes = [
      await vaultKeyChange(walletId, vaultKey, passwords.new, options),
      previousKeyChange(walletId, vaultKey, previous, options.random),
      passkeyRemoval(walletId),
    ]
    return { vaultKey, changes }
  } catch (error) {
    wipe(vaultKey)
    throw error
  } finally {
    wipe(previous)
  }
}

/** Returns a hash of the stored vault key, by which a change of it by another process is noticed. */
export const vaultKeyHash = async (store: Store, walletId: string): Promise<Uint8Array> =>
  blake2b((await store.get(VAULTS_TABLE, walletId)) ?? new Uint8Array(), { dkLen: 32 })

/** Returns the change of a commit that removes the vault key of a wallet. */
export const vaultKeyRemoval = (walletId: string): StoreChange => ({ table: VAULTS_TABLE, key: walletId })

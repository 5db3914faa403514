// Backup files of wallets: all records of a wallet, encrypted with a password. A restored wallet has everything of the original one: keys,
// history, notes, labels, contacts, settings.
//
// Format: the bytes `FABABACKUP`, then CBOR of the format's version, the parameters of Argon2id, and the content, sealed with
// XChaCha20-Poly1305. The content is CBOR of the name, the network and the records. Records keep the format of the store, which later programs
// can read as they read older stores.

import { concat, equalBytes, utf8, wipe } from '../../bytes/bytes.ts'
import { CborError, type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import { DecryptionError, open, seal } from '../../crypto/ciphers/cipher.ts'
import {
  checkPasswordParameters,
  DEFAULT_PASSWORD_PARAMETERS,
  MIN_SALT_LENGTH,
  type PasswordParameters,
  PasswordParametersError,
  passwordKey,
} from '../../crypto/ciphers/passwordKey.ts'
import { randomBytes } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { WalletRecord } from '../../store/sealedStore.ts'
import type { VaultOptions } from '../../store/vaultKey.ts'

export type BackupFault = 'format' | 'version' | 'password'

/** A file is no backup, is one of a newer program, or does not open with the password. */
export class BackupError extends FabaError<{ readonly fault: BackupFault }> {
  override readonly name = 'BackupError'
  readonly code = 'backup'

  constructor(fault: BackupFault, message: string) {
    super(message, { details: { fault } })
  }
}

/** The content of a backup. */
export type Backup = {
  readonly name: string
  readonly networkId: string
  readonly records: readonly WalletRecord[]
}

const MAGIC = utf8('FABABACKUP')
const FORMAT = 1

type Header = { readonly parameters: PasswordParameters; readonly salt: Uint8Array }

const associatedData = ({ parameters: { memoryKiB, iterations, parallelism }, salt }: Header): Uint8Array =>
  encodeCbor(['faba backup', FORMAT, memoryKiB, iterations, parallelism, salt])

/**
 * Encrypts a backup.
 * @throws PasswordParametersError, RandomnessError
 */
export const formatBackup = async (
  { name, networkId, records }: Backup,
  password: string,
  { random, parameters = DEFAULT_PASSWORD_PARAMETERS }: VaultOptions,
): Promise<Uint8Array> => {
  const header = { parameters, salt: randomBytes(random, MIN_SALT_LENGTH) }
  const key = await passwordKey(password, header.salt, parameters)
  const content = encodeCbor({
    ...{ name, networkId },
    records: records.map(({ table, key: recordKey, value }) => [table, recordKey, value]),
  })
  try {
    const sealed = seal(key, content, associatedData(header), random)
    return concat(MAGIC, encodeCbor({ format: FORMAT, ...parameters, salt: header.salt, sealed }))
  } finally {
    wipe(key, content)
  }
}

const notBackup = (): BackupError => new BackupError('format', 'this is no backup file, or it is damaged')

/** The values of a file: an object with six members. */
const FILE_VALUES = 7

const decode = (bytes: Uint8Array, maxValues?: number): CborValue => {
  try {
    return decodeCbor(bytes, maxValues)
  } catch (error) {
    if (error instanceof CborError) throw notBackup()
    throw error
  }
}

/** @throws BackupError for parameters that no program writes */
const checkHeader = ({ parameters, salt }: Header): void => {
  try {
    checkPasswordParameters(parameters, salt)
  } catch (error) {
    if (error instanceof PasswordParametersError) throw notBackup()
    throw error
  }
}

const isObject = (value: CborValue): value is { readonly [name: string]: CborValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

const parseFile = (bytes: Uint8Array): Header & { readonly sealed: Uint8Array } => {
  if (!equalBytes(bytes.subarray(0, MAGIC.length), MAGIC)) throw notBackup()
  const file = decode(bytes.subarray(MAGIC.length), FILE_VALUES)
  if (!isObject(file)) throw notBackup()
  const { format, memoryKiB, iterations, parallelism, salt, sealed } = file
  if (format !== FORMAT)
    throw new BackupError('version', `the backup has format ${String(format)}, this program reads format ${FORMAT}`)
  if (typeof memoryKiB !== 'number' || typeof iterations !== 'number' || typeof parallelism !== 'number')
    throw notBackup()
  if (!(salt instanceof Uint8Array) || !(sealed instanceof Uint8Array)) throw notBackup()
  const header = { parameters: { memoryKiB, iterations, parallelism }, salt }
  checkHeader(header)
  return { ...header, sealed }
}

/**
 * Checks what of a backup is not encrypted, before its password is typed.
 * @throws BackupError if it is no backup, is damaged or of a newer program
 */
export const checkBackup = (bytes: Uint8Array): void => {
  parseFile(bytes)
}

const recordOf = (value: CborValue): WalletRecord => {
  if (!Array.isArray(value)) throw notBackup()
  const [table, key, content] = value
  if (typeof table !== 'string' || typeof key !== 'string' || !(content instanceof Uint8Array)) throw notBackup()
  return { table, key, value: content }
}

const parseContent = (bytes: Uint8Array): Backup => {
  const content = decode(bytes)
  if (!isObject(content)) throw notBackup()
  const { name, networkId, records } = content
  if (typeof name !== 'string' || typeof networkId !== 'string' || !Array.isArray(records)) throw notBackup()
  return { name, networkId, records: records.map(recordOf) }
}

/**
 * Decrypts a backup.
 * @throws BackupError
 */
export const parseBackup = async (bytes: Uint8Array, password: string): Promise<Backup> => {
  const file = parseFile(bytes)
  const key = await passwordKey(password, file.salt, file.parameters)
  try {
    const content = open(key, file.sealed, associatedData(file))
    try {
      return parseContent(content)
    } finally {
      wipe(content)
    }
  } catch (error) {
    if (error instanceof DecryptionError)
      throw new BackupError('password', 'the password of the backup is wrong, or the file is damaged')
    throw error
  } finally {
    wipe(key)
  }
}

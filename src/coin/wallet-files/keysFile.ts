// The keys files of wallet2 (`NAME.keys`), the same in both families: a nonce, then JSON encrypted with ChaCha20 under the CryptoNight hash of the
// password (wallet2: get_keys_file_data, load_keys_buf). Its member `key_data` is an account in epee's portable storage, whose secrets are
// encrypted once more. The JSON is not UTF-8: bytes from 0x80 on stand for themselves.

import { concat, equalBytes, isZero, utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../bytes/portableStorage.ts'
import { asBlob, asSection, asU64, writePortable } from '../../bytes/portableStorageWriter.ts'
import { chacha20 } from '../../crypto/ciphers/cipher.ts'
import { isCanonicalScalar } from '../../crypto/curve/scalar.ts'
import { cryptonight } from '../../crypto/hash/cryptonight.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { type Random, randomBytes } from '../../crypto/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { isJsonObject, JsonError, type JsonObject, parseJson } from '../../jsonrpc/json.ts'
import type { Network } from '../networks/network.ts'

/** Why a keys file cannot be read. `password`: it is wrong, or the file is damaged; the two look alike. */
export type KeysFileFault = 'password' | 'keys' | 'network' | 'unsupported'

/** A keys file that cannot be read. */
export class KeysFileError extends FabaError<{ readonly fault: KeysFileFault }> {
  override readonly name = 'KeysFileError'
  readonly code = 'keys-file'

  constructor(fault: KeysFileFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, { ...options, details: { fault } })
  }
}

/** The content of a keys file. Keys have 32 bytes; the caller wipes the secrets. */
export type KeysFile = {
  /** undefined in a watch-only wallet */
  readonly spendSecret: Uint8Array | undefined
  readonly viewSecret: Uint8Array
  readonly spendPublic: Uint8Array
  readonly viewPublic: Uint8Array
  /** name of the language of the seed words; undefined if it is not stored */
  readonly language: string | undefined
  /** when the account was made, UNIX seconds */
  readonly createdAt: bigint
  /** first block to scan */
  readonly restoreHeight: bigint
}

const NONCE_BYTES = 8
const KEY_BYTES = 32
const NO_KEY = new Uint8Array(KEY_BYTES)

/** Appended to the key of a file to get that of the secrets (config::HASH_KEY_MEMORY). */
const MEMORY_TAG = utf8('k')

/** Returns the characters of a text as bytes. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Returns bytes as a text with one character each; TextDecoder's latin1 is windows-1252, which changes some. */
const textOf = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Encrypts or decrypts both secrets of an account, 64 bytes. */
const cryptSecrets = async (fileKey: Uint8Array, nonce: Uint8Array, secrets: Uint8Array): Promise<Uint8Array> => {
  const tagged = concat(fileKey, MEMORY_TAG)
  const key = await cryptonight(tagged)
  try {
    return chacha20(key, nonce, secrets)
  } finally {
    wipe(key, tagged)
  }
}

/** Decrypts a file with the key of its password. */
const decryptFile = (fileKey: Uint8Array, bytes: Uint8Array): JsonObject => {
  const reader = new Reader(bytes)
  const nonce = reader.bytes(NONCE_BYTES)
  const sealed = reader.bytes(reader.count(1))
  reader.end('a keys file')
  const plain = chacha20(fileKey, nonce, sealed)
  try {
    const value = parseJson(textOf(plain))
    if (!isJsonObject(value)) throw new JsonError('a keys file contains one object')
    return value
  } finally {
    wipe(plain)
  }
}

const wrongPassword = (cause: unknown): KeysFileError =>
  new KeysFileError('password', 'the password is wrong, or this is not a keys file', { cause })

/** @throws KeysFileError */
const openFile = (fileKey: Uint8Array, bytes: Uint8Array): JsonObject => {
  try {
    return decryptFile(fileKey, bytes)
  } catch (error) {
    // Another key gives random bytes.
    if (error instanceof JsonError || error instanceof FormatError) throw wrongPassword(error)
    throw error
  }
}

const invalidKeys = (what: string): KeysFileError =>
  new KeysFileError('keys', `the keys in this file are invalid: ${what}`)

const sectionAt = (section: PortableSection, name: string): PortableSection => {
  const value: PortableValue | undefined = section[name]
  if (typeof value !== 'object' || value instanceof Uint8Array || Array.isArray(value))
    throw invalidKeys(`${name} is missing`)
  return value as PortableSection // the list was excluded above
}

const blobAt = (section: PortableSection, name: string, length: number): Uint8Array => {
  const value = section[name]
  if (!(value instanceof Uint8Array) || value.length !== length)
    throw invalidKeys(`${name} does not have ${length} bytes`)
  return value
}

const portableOf = (bytes: Uint8Array): PortableSection => {
  try {
    return readPortable(bytes)
  } catch (error) {
    if (error instanceof FormatError) throw invalidKeys(error.message)
    throw error
  }
}

/** Returns the secrets of an account after comparing them with its public keys. A watch-only wallet has zeros for the spend secret. */
const checkSecrets = (secrets: Uint8Array, spendPublic: Uint8Array, viewPublic: Uint8Array) => {
  const [spend, view] = [secrets.slice(0, KEY_BYTES), secrets.slice(KEY_BYTES)]
  const spendSecret = isZero(spend) ? undefined : spend
  const belongs = (secret: Uint8Array, key: Uint8Array): boolean =>
    isCanonicalScalar(secret) && equalBytes(publicKeyOf(secret), key)
  if (belongs(view, viewPublic) && (spendSecret === undefined || belongs(spendSecret, spendPublic)))
    return { spendSecret, viewSecret: view }
  wipe(spend, view)
  throw invalidKeys('its secrets do not belong to its address')
}

/** Reads the account of a file. */
const readAccount = async (keyData: Uint8Array, fileKey: Uint8Array, areEncrypted: boolean) => {
  const account = portableOf(keyData)
  const keys = sectionAt(account, 'm_keys')
  const address = sectionAt(keys, 'm_account_address')
  const [spendPublic, viewPublic] = ['m_spend_public_key', 'm_view_public_key'].map((name) =>
    blobAt(address, name, KEY_BYTES).slice(),
  )
  if (spendPublic === undefined || viewPublic === undefined) throw invalidKeys('it has no address')
  const stored = concat(blobAt(keys, 'm_spend_secret_key', KEY_BYTES), blobAt(keys, 'm_view_secret_key', KEY_BYTES))
  const secrets = areEncrypted
    ? await cryptSecrets(fileKey, blobAt(keys, 'm_encryption_iv', NONCE_BYTES), stored)
    : stored.slice()
  try {
    const createdAt = account['m_creation_timestamp']
    return {
      ...checkSecrets(secrets, spendPublic, viewPublic),
      ...{ spendPublic, viewPublic, createdAt: typeof createdAt === 'bigint' ? createdAt : 0n },
    }
  } finally {
    wipe(secrets, stored)
  }
}

const unsupported = (what: string): KeysFileError =>
  new KeysFileError('unsupported', `this is the keys file of ${what}, which cannot be opened; restore it from its seed`)

/** Verifies that the settings are those of a wallet that can be opened for the network. */
const checkSettings = (settings: JsonObject, { keysFileNetworkType }: Pick<Network, 'keysFileNetworkType'>): void => {
  if (settings['multisig'] === 1) throw unsupported('a multisig wallet')
  if (typeof settings['key_on_device'] === 'number' && settings['key_on_device'] > 0)
    throw unsupported('a hardware wallet')
  const type = settings['nettype']
  if (typeof type === 'number' && type !== keysFileNetworkType)
    throw new KeysFileError('network', `the keys file is for network type ${type}, not ${keysFileNetworkType}`)
}

const toHeight = (value: unknown): bigint => {
  if (typeof value === 'bigint') return value > 0n ? value : 0n
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? BigInt(value) : 0n
}

/**
 * Decrypts and reads a keys file. Accounts whose secrets are not encrypted by themselves (older versions of wallet2) are read too.
 * @throws KeysFileError
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * parseKeysFile(networkById('monero-mainnet'), new Uint8Array(20), 'secret') // throws KeysFileError
 */
export const parseKeysFile = async (
  network: Pick<Network, 'keysFileNetworkType'>,
  bytes: Uint8Array,
  password: string,
): Promise<KeysFile> => {
  const secret = utf8(password)
  const fileKey = await cryptonight(secret)
  try {
    const settings = openFile(fileKey, bytes)
    const keyData = settings['key_data']
    if (typeof keyData !== 'string') throw wrongPassword(undefined)
    checkSettings(settings, network)
    const isWatchOnly = settings['watch_only'] === 1
    const account = await readAccount(bytesOf(keyData), fileKey, settings['encrypted_secret_keys'] === 1)
    if (isWatchOnly && account.spendSecret !== undefined) wipe(account.spendSecret)
    const language = settings['seed_language']
    return {
      ...account,
      spendSecret: isWatchOnly ? undefined : account.spendSecret,
      language: typeof language === 'string' ? language : undefined,
      restoreHeight: toHeight(settings['refresh_height']),
    }
  } finally {
    wipe(secret, fileKey)
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Returns bytes as a JSON string as rapidjson writes them: only quotes, backslashes and control characters are escaped. */
const jsonString = (bytes: Uint8Array): string => {
  const escaped = Array.from(textOf(bytes), (character) => {
    const code = character.charCodeAt(0)
    return ESCAPES[character] ?? (code < 0x20 ? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}` : character)
  })
  return `"${escaped.join('')}"`
}

const accountData = async (file: KeysFile, fileKey: Uint8Array, random: Random): Promise<Uint8Array> => {
  const nonce = randomBytes(random, NONCE_BYTES)
  const plain = concat(file.spendSecret ?? NO_KEY, file.viewSecret)
  const secrets = await cryptSecrets(fileKey, nonce, plain).finally(() => wipe(plain))
  return writePortable({
    m_creation_timestamp: asU64(file.createdAt),
    m_keys: asSection({
      m_account_address: asSection({
        m_spend_public_key: asBlob(file.spendPublic),
        m_view_public_key: asBlob(file.viewPublic),
      }),
      m_encryption_iv: asBlob(nonce),
      m_spend_secret_key: asBlob(secrets.subarray(0, KEY_BYTES)),
      m_view_secret_key: asBlob(secrets.subarray(KEY_BYTES)),
    }),
  })
}

/**
 * Writes a keys file that wallet2 opens. Settings that it does not contain have wallet2's defaults.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * const network = networkById('monero-mainnet')
 * const keys = generateKeys(Uint8Array.of(5, ...new Uint8Array(31)))
 * const file = { ...keys, language: 'English', createdAt: 0n, restoreHeight: 7n }
 * const bytes = await formatKeysFile(network, file, 'secret', (length) => new Uint8Array(length).fill(3))
 * (await parseKeysFile(network, bytes, 'secret')).restoreHeight // 7n
 */
export const formatKeysFile = async (
  { keysFileNetworkType }: Pick<Network, 'keysFileNetworkType'>,
  file: KeysFile,
  password: string,
  random: Random,
): Promise<Uint8Array> => {
  const secret = utf8(password)
  const fileKey = await cryptonight(secret)
  try {
    const settings = {
      ...(file.language === undefined ? {} : { seed_language: file.language }),
      ...{ key_on_device: 0, watch_only: file.spendSecret === undefined ? 1 : 0, multisig: 0, multisig_threshold: 0 },
      ...{ refresh_height: Number(file.restoreHeight), nettype: keysFileNetworkType, encrypted_secret_keys: 1 },
    }
    const keyData = jsonString(await accountData(file, fileKey, random))
    const plain = bytesOf(`{"key_data":${keyData},${JSON.stringify(settings).slice(1)}`)
    const nonce = randomBytes(random, NONCE_BYTES)
    const sealed = chacha20(fileKey, nonce, plain)
    wipe(plain)
    return concat(nonce, varintBytes(sealed.length), sealed)
  } finally {
    wipe(secret, fileKey)
  }
}

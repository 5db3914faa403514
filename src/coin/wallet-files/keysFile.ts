// The keys files of wallet2 (`NAME.keys`), the same in both families: a nonce, then JSON encrypted with ChaCha20 under the CryptoNight hash of the
// password (wallet2: get_keys_file_data, load_keys_buf). Its member `key_data` is an account in epee's portable storage, whose secrets are
// encrypted once more. The JSON is not UTF-8: bytes from 0x80 on stand for themselves.

import { concat, utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { chacha20 } from '../../crypto/ciphers/cipher.ts'
import { cryptonight } from '../../crypto/hash/cryptonight.ts'
import { type Random, randomBytes } from '../../crypto/random.ts'
import { isJsonObject, JsonError, type JsonObject, parseJson } from '../../jsonrpc/json.ts'
import type { Network } from '../networks/network.ts'
import { type KeysFileAccount, type MultisigSettings, readAccount, writeAccount } from './keysFileAccount.ts'
import { invalidKeys, KeysFileError } from './keysFileError.ts'

/** The content of a keys file. The caller wipes the secrets. */
export type KeysFile = KeysFileAccount & {
  /** name of the language of the seed words; undefined if it is not stored */
  readonly language: string | undefined
  /** first block to scan */
  readonly restoreHeight: bigint
}

const NONCE_BYTES = 8
const KEY_BYTES = 32

/** Returns the characters of a text as bytes. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Returns bytes as a text with one character each; TextDecoder's latin1 is windows-1252, which changes some. */
const textOf = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
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

const unsupported = (what: string): KeysFileError =>
  new KeysFileError('unsupported', `this is the keys file of ${what}, which cannot be opened; restore it from its seed`)

/** Verifies that the settings are those of a wallet that can be opened for the network. */
const checkSettings = (settings: JsonObject, { keysFileNetworkType }: Pick<Network, 'keysFileNetworkType'>): void => {
  if (typeof settings['key_on_device'] === 'number' && settings['key_on_device'] > 0)
    throw unsupported('a hardware wallet')
  const type = settings['nettype']
  if (typeof type === 'number' && type !== keysFileNetworkType)
    throw new KeysFileError('network', `the keys file is for network type ${type}, not ${keysFileNetworkType}`)
}

const readSigners = (bytes: Uint8Array): Uint8Array[] => {
  try {
    const reader = new Reader(bytes)
    const signers = Array.from({ length: reader.count(KEY_BYTES) }, () => reader.bytes(KEY_BYTES).slice())
    reader.end('the list of signers')
    return signers
  } catch (error) {
    if (error instanceof FormatError) throw invalidKeys(error.message)
    throw error
  }
}

/** What reading and writing needs of a network. */
type KeysFileNetwork = Pick<Network, 'keysFileNetworkType'> & {
  readonly multisig: Pick<Network['multisig'], 'keys'>
}

/** Returns the rounds of a completed key exchange. Participants with aggregated keys confirm the result in one more. */
const roundsOf = ({ multisig }: KeysFileNetwork, { threshold, signers }: MultisigSettings): number =>
  signers.length - threshold + (multisig.keys === 'aggregated' ? 2 : 1)

/** Reads how a multisig wallet signs; undefined for other wallets. */
const multisigSettings = (settings: JsonObject, network: KeysFileNetwork): MultisigSettings | undefined => {
  if (settings['multisig'] !== 1) return undefined
  const { multisig_threshold: threshold, multisig_signers: list, multisig_rounds_passed: rounds } = settings
  if (typeof threshold !== 'number' || typeof list !== 'string') throw invalidKeys('its signers are missing')
  const signers = readSigners(bytesOf(list))
  if (threshold < 1 || threshold > signers.length) throw invalidKeys(`${threshold} of ${signers.length} cannot sign`)
  if (typeof rounds === 'number' && rounds < roundsOf(network, { threshold, signers }))
    throw unsupported('a multisig wallet whose key exchange is not completed')
  return { threshold, signers }
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
  network: KeysFileNetwork,
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
    const areEncrypted = settings['encrypted_secret_keys'] === 1
    const multisig = multisigSettings(settings, network)
    const account = await readAccount(bytesOf(keyData), fileKey, { areEncrypted, multisig })
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

/** Returns the settings of a participant of a multisig wallet as members of an object (wallet2: get_keys_file_data). */
const multisigMembers = (network: KeysFileNetwork, settings: MultisigSettings): string => {
  const { threshold, signers } = settings
  const list = concat(varintBytes(signers.length), ...signers)
  const counts = `"multisig":1,"multisig_threshold":${threshold},"multisig_rounds_passed":${roundsOf(network, settings)}`
  // Derivations are those of an exchange that goes on. Wallets of monero refuse to work without the last member.
  return `${counts},"multisig_signers":${jsonString(list)},"multisig_derivations":"\\u0000","enable_multisig":1`
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
  network: KeysFileNetwork,
  file: KeysFile,
  password: string,
  random: Random,
): Promise<Uint8Array> => {
  const { multisig, spendSecret, language } = file
  const secret = utf8(password)
  const fileKey = await cryptonight(secret)
  try {
    const settings = {
      ...(language === undefined ? {} : { seed_language: language }),
      ...{ key_on_device: 0, watch_only: spendSecret === undefined && multisig === undefined ? 1 : 0 },
      ...(multisig === undefined ? { multisig: 0, multisig_threshold: 0 } : {}),
      ...{ refresh_height: Number(file.restoreHeight), nettype: network.keysFileNetworkType, encrypted_secret_keys: 1 },
    }
    const signing = multisig === undefined ? '' : `${multisigMembers(network, multisig)},`
    const keyData = jsonString(await writeAccount(file, fileKey, random))
    const plain = bytesOf(`{"key_data":${keyData},${signing}${JSON.stringify(settings).slice(1)}`)
    const nonce = randomBytes(random, NONCE_BYTES)
    const sealed = chacha20(fileKey, nonce, plain)
    wipe(plain)
    return concat(nonce, varintBytes(sealed.length), sealed)
  } finally {
    wipe(secret, fileKey)
  }
}

// The encryption of keys files of wallet2: a nonce, then JSON encrypted with ChaCha20 under the CryptoNight hash of the password (wallet2:
// get_keys_file_data, load_keys_buf). The JSON is not UTF-8: its strings are bytes, one character each.

import { concat, wipe } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { encodeText, encodingsOf, type TextEncoding } from '../../bytes/text.ts'
import { chacha20 } from '../../crypto/ciphers/cipher.ts'
import { currentSlowHashes } from '../../crypto/hash/slowHashes.ts'
import { type Random, randomBytes } from '../../crypto/random/random.ts'
import { JsonError, type JsonValue, parseJson, stringifyJson } from '../../jsonrpc/json.ts'
import { joinMembers, type MemberTexts, splitMembers } from '../../jsonrpc/memberTexts.ts'
import { reencryptAccount } from './keysFileAccount.ts'
import { invalidKeys, KeysFileError } from './keysFileError.ts'

const NONCE_BYTES = 8

/**
 * Returns the characters of a string of a keys file as bytes.
 *
 * @example
 * bytesOf('aé') // Uint8Array.of(0x61, 0xe9)
 */
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/**
 * Returns bytes as a string with one character each. TextDecoder's latin1 is windows-1252, which changes some.
 *
 * @example
 * textOf(Uint8Array.of(0x61, 0xe9)) // 'aé'
 */
export const textOf = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/**
 * Returns the key that a password gives a keys file, 32 bytes. The caller wipes it.
 *
 * @example
 * (await keysFileKey('secret', 'utf-8')).length // 32
 */
export const keysFileKey = async (password: string, encoding: TextEncoding): Promise<Uint8Array> => {
  const secret = encodeText(password, encoding)
  return await currentSlowHashes()
    .cryptonight(secret)
    .finally(() => wipe(secret))
}

/** A decrypted keys file. The caller wipes the key. */
export type OpenKeysFile = { readonly members: MemberTexts; readonly fileKey: Uint8Array }

/**
 * Decrypts a file with the key of its password.
 * @throws FormatError, JsonError: another key gives random bytes
 */
const decryptFile = (fileKey: Uint8Array, bytes: Uint8Array): MemberTexts => {
  const reader = new Reader(bytes)
  const nonce = reader.bytes(NONCE_BYTES)
  const sealed = reader.bytes(reader.count(1))
  reader.end('a keys file')
  const plain = chacha20(fileKey, nonce, sealed)
  try {
    return splitMembers(textOf(plain))
  } finally {
    wipe(plain)
  }
}

/**
 * Decrypts a keys file with the password in each of its encodings.
 * @throws KeysFileError
 *
 * @example
 * openKeysFile(new Uint8Array(20), 'secret') // throws KeysFileError
 */
export const openKeysFile = async (bytes: Uint8Array, password: string): Promise<OpenKeysFile> => {
  let cause: unknown
  for (const encoding of encodingsOf(password)) {
    const fileKey = await keysFileKey(password, encoding)
    try {
      return { members: decryptFile(fileKey, bytes), fileKey }
    } catch (error) {
      wipe(fileKey)
      if (!(error instanceof JsonError || error instanceof FormatError)) throw error
      cause = error
    }
  }
  throw new KeysFileError('password', 'the password is wrong, or this is not a keys file', { cause })
}

/**
 * Returns a member of a keys file; undefined if it is missing.
 *
 * @example
 * memberOf(new Map([['watch_only', '1']]), 'watch_only') // 1
 */
export const memberOf = (members: MemberTexts, name: string): JsonValue | undefined => {
  const text = members.get(name)
  return text === undefined ? undefined : parseJson(text)
}

/**
 * Encrypts the members of a keys file.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * const random = (length) => new Uint8Array(length).fill(3)
 * const bytes = sealKeysFile(new Map([['credits', '-1.0']]), await keysFileKey('secret', 'utf-8'), random)
 * (await openKeysFile(bytes, 'secret')).members // new Map([['credits', '-1.0']])
 */
export const sealKeysFile = (members: MemberTexts, fileKey: Uint8Array, random: Random): Uint8Array => {
  const plain = bytesOf(joinMembers(members))
  const nonce = randomBytes(random, NONCE_BYTES)
  const sealed = chacha20(fileKey, nonce, plain)
  wipe(plain)
  return concat(nonce, varintBytes(sealed.length), sealed)
}

/** A change of the password of files of wallet2. */
export type PasswordChange = {
  readonly old: string
  readonly new: string
  /** of the new one */
  readonly encoding: TextEncoding
}

/**
 * Encrypts a keys file with another password. All its members stay, also those that are unknown here.
 * @throws KeysFileError if it is not encrypted with the old password
 *
 * @example
 * const change = { old: 'a', new: 'b', encoding: 'utf-8' }
 * reencryptKeysFile(new Uint8Array(20), change, (length) => new Uint8Array(length)) // throws KeysFileError
 */
export const reencryptKeysFile = async (
  bytes: Uint8Array,
  passwords: PasswordChange,
  random: Random,
): Promise<Uint8Array> => {
  const { members, fileKey } = await openKeysFile(bytes, passwords.old)
  const newKey = await keysFileKey(passwords.new, passwords.encoding)
  try {
    const keyData = memberOf(members, 'key_data')
    if (typeof keyData !== 'string') throw invalidKeys('key_data is missing')
    const keys = { old: memberOf(members, 'encrypted_secret_keys') === 1 ? fileKey : undefined, new: newKey }
    const account = await reencryptAccount(bytesOf(keyData), keys, random)
    const changed: MemberTexts = new Map([
      ...members,
      ['key_data', stringifyJson(textOf(account))],
      ['encrypted_secret_keys', '1'],
    ])
    return sealKeysFile(changed, newKey, random)
  } finally {
    wipe(fileKey, newKey)
  }
}

/**
 * Returns a keys file with the members of an earlier one that it does not have itself: the settings of wallet2 that are not known here.
 * @param password of both files
 * @throws KeysFileError
 *
 * @example
 * const random = (length) => new Uint8Array(length).fill(3)
 * const key = await keysFileKey('a', 'utf-8')
 * const before = sealKeysFile(new Map([['refresh_type', '2'], ['watch_only', '1']]), key, random)
 * const after = sealKeysFile(new Map([['watch_only', '0']]), key, random)
 * const both = await openKeysFile(await withMembersOf(before, after, 'a', random), 'a')
 * both.members // new Map([['refresh_type', '2'], ['watch_only', '0']])
 */
export const withMembersOf = async (
  before: Uint8Array,
  after: Uint8Array,
  password: string,
  random: Random,
): Promise<Uint8Array> => {
  const earlier = await openKeysFile(before, password)
  wipe(earlier.fileKey)
  const { members, fileKey } = await openKeysFile(after, password)
  try {
    return sealKeysFile(new Map([...earlier.members, ...members]), fileKey, random)
  } finally {
    wipe(fileKey)
  }
}

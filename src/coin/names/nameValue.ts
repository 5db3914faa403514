// What a name stands for: a session id or a lokinet address, as text, as bytes, and encrypted with the name (oxen-core: mapping_value).

import { decodeBase32z, encodeBase32z } from '../../bytes/base32z.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { DecryptionError } from '../../crypto/ciphers/cipher.ts'
import {
  decryptFirstNameValue,
  decryptNameValue,
  encryptFirstNameValue,
  encryptNameValue,
  FIRST_NAME_VALUE_OVERHEAD,
  NAME_VALUE_OVERHEAD,
} from '../../crypto/ciphers/nameCipher.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { NameType } from './nameType.ts'

/** A text that is no value of its type. The message is that of oxen-core. */
export class NameValueError extends FabaError<{ readonly value: string }> {
  override readonly name = 'NameValueError'
  readonly code = 'name-value'
}

const SESSION_ID_LENGTH = 33
const LOKINET_ADDRESS_LENGTH = 32
const DOMAIN = '.loki'
/** Digits of an address; the last one holds one bit. */
const ADDRESS_DIGITS = 52
/** The first fork whose values have a random nonce. */
const NONCE_FORK = 16

const parseSessionId = (value: string): Uint8Array => {
  const fail = (message: string): NameValueError => new NameValueError(message, { details: { value } })
  const digits = 2 * SESSION_ID_LENGTH
  const { length } = new TextEncoder().encode(value)
  if (length !== digits)
    throw fail(
      `The value=${value} is not the required ${digits}-character hex string session public key, length=${length}`,
    )
  if (!/^[0-9a-f]*$/i.test(value))
    throw fail(', specifies name -> value mapping where the value is not a hex string given value=')
  if (!value.startsWith('05'))
    throw fail(
      `LNS type=session, specifies mapping from name -> ed25519 key where the key is not prefixed with 05, given ed25519=${value}`,
    )
  return fromHex(value)
}

const parseLokinetAddress = (value: string): Uint8Array => {
  const digits = value.endsWith(DOMAIN) ? value.slice(0, -DOMAIN.length) : ''
  const bytes = digits.length === ADDRESS_DIGITS ? decodeBase32z(digits) : undefined
  if (bytes === undefined) throw new NameValueError(`'${value}' is not a valid lokinet address`, { details: { value } })
  return bytes
}

/**
 * Parses a value.
 * @param type session (33 bytes) or lokinet (32 bytes)
 * @throws NameValueError
 *
 * @example
 * import { NameType } from './nameType.ts'
 * parseNameValue(NameType.session, '05' + '11'.repeat(32)).length // 33
 * parseNameValue(NameType.session, '06' + '11'.repeat(32)) // throws NameValueError
 * parseNameValue(NameType.lokinet, 'y'.repeat(52) + '.loki') // new Uint8Array(32)
 */
export const parseNameValue = (type: number, value: string): Uint8Array =>
  type === NameType.session ? parseSessionId(value) : parseLokinetAddress(value)

/**
 * Returns a value as text.
 *
 * @example
 * import { NameType } from './nameType.ts'
 * formatNameValue(NameType.lokinet, new Uint8Array(32)) // 'y'.repeat(52) + '.loki'
 */
export const formatNameValue = (type: number, value: Uint8Array): string =>
  type === NameType.session ? toHex(value) : `${encodeBase32z(value)}${DOMAIN}`

const lengthOf = (type: number): number => (type === NameType.session ? SESSION_ID_LENGTH : LOKINET_ADDRESS_LENGTH)

const firstEncryptedLength = (type: number): number | undefined =>
  type === NameType.session ? SESSION_ID_LENGTH + FIRST_NAME_VALUE_OVERHEAD : undefined

/**
 * Returns whether an encrypted value has a length that its type has; names of session have two.
 *
 * @example
 * import { NameType } from './nameType.ts'
 * [72, 73, 49].map((length) => isEncryptedLength(NameType.session, length)) // [false, true, true]
 */
export const isEncryptedLength = (type: number, length: number): boolean =>
  length === lengthOf(type) + NAME_VALUE_OVERHEAD || length === firstEncryptedLength(type)

/**
 * Encrypts a value for a record of a hard fork.
 * @param name in lower case, as records have it
 *
 * @example
 * import { NameType } from './nameType.ts'
 * const random = (length) => new Uint8Array(length).fill(3)
 * (await encryptedNameValue(NameType.lokinet, 'a.loki', new Uint8Array(32), 17, random)).length // 72
 */
export const encryptedNameValue = async (
  type: number,
  name: string,
  value: Uint8Array,
  fork: number,
  random: Random,
): Promise<Uint8Array> =>
  fork < NONCE_FORK && type === NameType.session
    ? await encryptFirstNameValue(name, value)
    : encryptNameValue(name, value, random)

/**
 * Decrypts a value of either form.
 * @throws DecryptionError if the length is not one of the type, the name differs or the bytes were changed
 *
 * @example
 * import { NameType } from './nameType.ts'
 * decryptedNameValue(NameType.session, 'foo', new Uint8Array(72)) // throws DecryptionError
 */
export const decryptedNameValue = async (type: number, name: string, encrypted: Uint8Array): Promise<Uint8Array> => {
  const { length } = encrypted
  if (length === firstEncryptedLength(type)) return await decryptFirstNameValue(name, encrypted)
  if (!isEncryptedLength(type, length)) throw new DecryptionError(`no value of this type has ${length} bytes`)
  return decryptNameValue(name, encrypted)
}

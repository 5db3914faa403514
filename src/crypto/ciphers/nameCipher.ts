// The encryption of what a name stands for: the key follows from the name, so anyone who knows the name can read the value
// (oxen-core: mapping_value::encrypt, decrypt).

import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { concat, utf8 } from '../../bytes/bytes.ts'
import { blake2b256 } from '../hash/blake2b.ts'
import { currentSlowHashes } from '../hash/slowHashes.ts'
import { type Random, randomBytes } from '../random/random.ts'
import { DecryptionError } from './cipher.ts'

const NONCE_LENGTH = 24
const TAG_LENGTH = 16

/** Bytes by which an encrypted value is longer than the value: tag and nonce. */
export const NAME_VALUE_OVERHEAD = TAG_LENGTH + NONCE_LENGTH

/** The same of the first form, whose nonce is constant. */
export const FIRST_NAME_VALUE_OVERHEAD = TAG_LENGTH

/** The cost of a key of the first form: libsodium's moderate limits. */
const FIRST_KEY_COST = { iterations: 3, memoryKiB: 262_144, parallelism: 1 } as const

/** Of the first form: every value has a key of its own, and never changes. */
const FIRST_NONCE = new Uint8Array(NONCE_LENGTH)
const FIRST_SALT = new Uint8Array(16)

const failure = (): DecryptionError =>
  new DecryptionError('the value cannot be decrypted: it belongs to another name, or was changed')

/** Returns the key of a name: its hash, keyed with its hash. */
const keyOf = (name: string): Uint8Array => blake2b256(utf8(name), blake2b256(utf8(name)))

/**
 * Encrypts a value with its name. Returns ciphertext, tag (16 bytes), nonce (24 bytes).
 * @param name in lower case, as every record has it
 * @throws RandomnessError if `random` fails
 *
 * @example
 * const sealed = encryptNameValue('foo', Uint8Array.of(1, 2), (length) => new Uint8Array(length).fill(3))
 * decryptNameValue('foo', sealed) // Uint8Array.of(1, 2)
 */
export const encryptNameValue = (name: string, value: Uint8Array, random: Random): Uint8Array => {
  const nonce = randomBytes(random, NONCE_LENGTH)
  return concat(xchacha20poly1305(keyOf(name), nonce).encrypt(value), nonce)
}

/**
 * Decrypts what `encryptNameValue` encrypted.
 * @throws DecryptionError if the name differs or the bytes were changed
 *
 * @example
 * decryptNameValue('foo', new Uint8Array(73)) // throws DecryptionError
 */
export const decryptNameValue = (name: string, encrypted: Uint8Array): Uint8Array => {
  const end = encrypted.length - NONCE_LENGTH
  if (end < TAG_LENGTH) throw failure()
  try {
    return xchacha20poly1305(keyOf(name), encrypted.subarray(end)).decrypt(encrypted.subarray(0, end))
  } catch {
    throw failure()
  }
}

const firstKeyOf = (name: string): Promise<Uint8Array> =>
  currentSlowHashes().argon2id({ password: utf8(name), salt: FIRST_SALT, ...FIRST_KEY_COST })

/**
 * Encrypts a value in the first form, of hard fork 15. Returns tag (16 bytes), ciphertext. Takes 256 MiB of memory.
 * @param name not empty
 *
 * @example
 * (await encryptFirstNameValue('foo', new Uint8Array(33))).length // 49
 */
export const encryptFirstNameValue = async (name: string, value: Uint8Array): Promise<Uint8Array> =>
  xsalsa20poly1305(await firstKeyOf(name), FIRST_NONCE).encrypt(value)

/**
 * Decrypts what `encryptFirstNameValue` encrypted.
 * @throws DecryptionError if the name differs or the bytes were changed
 *
 * @example
 * decryptFirstNameValue('foo', new Uint8Array(15)) // throws DecryptionError
 */
export const decryptFirstNameValue = async (name: string, encrypted: Uint8Array): Promise<Uint8Array> => {
  if (encrypted.length < TAG_LENGTH) throw failure()
  const key = await firstKeyOf(name)
  try {
    return xsalsa20poly1305(key, FIRST_NONCE).decrypt(encrypted)
  } catch {
    throw failure()
  }
}

// The encryption of stored data: XChaCha20-Poly1305, whose nonces are long enough to be random. wallet2 encrypts exported files with
// ChaCha20 alone.

import { chacha20orig, xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { concat, equalBytes, wipe } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { KernelUnavailableError } from '../kernel.ts'
import { type Random, randomBytes } from '../random/random.ts'
import { type CipherKernel, createCipherKernel } from './cipherKernel.ts'

/** Sealed data that cannot be decrypted: another key, other associated data, or changed bytes. */
export class DecryptionError extends FabaError {
  override readonly name = 'DecryptionError'
  readonly code = 'decryption'
}

/** Length of a key in bytes. */
export const CIPHER_KEY_LENGTH = 32

const NONCE_LENGTH = 24
const TAG_LENGTH = 16

/** Decrypts what fits into its memory once it is loaded; @noble/ciphers decrypts the rest, and encrypts. */
let kernel: CipherKernel | undefined
let preparing: Promise<void> | undefined

/** Returns whether a kernel decrypts what @noble/ciphers encrypts: an engine may compile it wrongly. */
const isRight = ({ open }: CipherKernel): boolean => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => 7 * i)
  const nonce = Uint8Array.from({ length: NONCE_LENGTH }, (_, i) => 11 * i)
  const plain = Uint8Array.from({ length: 200 }, (_, i) => 13 * i)
  const opened = open(key, nonce, key, xchacha20poly1305(key, nonce, key).encrypt(plain))
  return opened !== undefined && equalBytes(opened, plain)
}

const prepare = async (): Promise<void> => {
  try {
    const created = await createCipherKernel()
    if (isRight(created)) kernel = created
  } catch (error) {
    if (!(error instanceof KernelUnavailableError)) throw error
  }
}

/**
 * Loads the kernel, which then decrypts several times as fast. If the engine has no WebAssembly, or runs the kernel wrongly, nothing changes.
 * @throws KernelLoadError if the kernel's file cannot be read; it can be called again
 *
 * @example
 * await prepareCipher() // undefined
 */
export const prepareCipher = (): Promise<void> => {
  preparing ??= prepare().catch((error: unknown) => {
    preparing = undefined
    throw error
  })
  return preparing
}

/**
 * Encrypts and authenticates data. Returns nonce (24 bytes), ciphertext, tag (16 bytes).
 * @param key 32 bytes
 * @param associated context of the data; authenticated but not included
 * @throws RandomnessError if `random` fails
 *
 * @example
 * const [key, plain, context] = [new Uint8Array(32), Uint8Array.of(1, 2), Uint8Array.of(9)]
 * open(key, seal(key, plain, context, (length) => new Uint8Array(length).fill(3)), context) // plain
 */
export const seal = (key: Uint8Array, plain: Uint8Array, associated: Uint8Array, random: Random): Uint8Array => {
  const nonce = randomBytes(random, NONCE_LENGTH)
  return concat(nonce, xchacha20poly1305(key, nonce, associated).encrypt(plain))
}

const openPortably: CipherKernel['open'] = (key, nonce, associated, encrypted, plain) => {
  try {
    const opened = xchacha20poly1305(key, nonce, associated).decrypt(encrypted)
    if (plain === undefined) return opened
    plain.set(opened)
    wipe(opened)
    return plain
  } catch {
    return undefined
  }
}

/** @param plain receives the data; a new array if omitted */
const decrypt = (key: Uint8Array, sealed: Uint8Array, associated: Uint8Array, plain?: Uint8Array): Uint8Array => {
  if (key.length !== CIPHER_KEY_LENGTH)
    throw new DecryptionError(`a key has ${CIPHER_KEY_LENGTH} bytes, not ${key.length}`)
  if (sealed.length < NONCE_LENGTH + TAG_LENGTH)
    throw new DecryptionError(`sealed data has at least ${NONCE_LENGTH + TAG_LENGTH} bytes, not ${sealed.length}`)
  const nonce = sealed.subarray(0, NONCE_LENGTH)
  const encrypted = sealed.subarray(NONCE_LENGTH)
  const opened = kernel?.fits(associated.length, encrypted.length - TAG_LENGTH)
    ? kernel.open(key, nonce, associated, encrypted, plain)
    : undefined
  // An engine that compiles the kernel anew, and wrongly, must not make stored data unreadable.
  const right = opened ?? openPortably(key, nonce, associated, encrypted, plain)
  if (right === undefined)
    throw new DecryptionError('the data cannot be decrypted: the key is wrong, or the data was changed')
  return right
}

/**
 * Decrypts what `seal` encrypted.
 * @throws DecryptionError if the key, the associated data or the sealed bytes differ
 *
 * @example
 * open(new Uint8Array(32), new Uint8Array(40), new Uint8Array()) // throws DecryptionError
 */
export const open = (key: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Uint8Array =>
  decrypt(key, sealed, associated)

/**
 * Decrypts what `seal` encrypted, as `open` does, and overwrites it: the result is a view of `sealed`. A new array for each of many records
 * takes as long as their decryption.
 * @throws DecryptionError if the key, the associated data or the sealed bytes differ; `sealed` is as before then
 *
 * @example
 * const [key, none] = [new Uint8Array(32), new Uint8Array()]
 * const sealed = seal(key, Uint8Array.of(1, 2), none, (length) => new Uint8Array(length).fill(3))
 * openInPlace(key, sealed, none) // Uint8Array.of(1, 2)
 * sealed.subarray(24, 26) // Uint8Array.of(1, 2)
 */
export const openInPlace = (key: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Uint8Array =>
  decrypt(key, sealed, associated, sealed.subarray(NONCE_LENGTH, Math.max(NONCE_LENGTH, sealed.length - TAG_LENGTH)))

/**
 * XORs data with the key stream of ChaCha20 in its original form (64-bit nonce and counter): encrypts and decrypts.
 * @param key 32 bytes
 * @param nonce 8 bytes
 *
 * @example
 * const [key, nonce] = [new Uint8Array(32), new Uint8Array(8)]
 * chacha20(key, nonce, chacha20(key, nonce, Uint8Array.of(1, 2))) // Uint8Array.of(1, 2)
 */
export const chacha20 = (key: Uint8Array, nonce: Uint8Array, data: Uint8Array): Uint8Array =>
  chacha20orig(key, nonce, data)

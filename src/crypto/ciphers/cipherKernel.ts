// Decryption of XChaCha20-Poly1305 on the WASM kernel (wasm/assembly/cipher.ts), several times as fast as @noble/ciphers: the records of a
// large wallet are many.

import { instantiateKernel } from '../kernel.ts'

/** Exports of the kernel. Globals are addresses in `memory`, which never grows. */
type CipherExports = {
  readonly memory: WebAssembly.Memory
  readonly CAPACITY: WebAssembly.Global<'i32'>
  readonly ASSOCIATED_CAPACITY: WebAssembly.Global<'i32'>
  readonly key: WebAssembly.Global<'i32'>
  readonly nonce: WebAssembly.Global<'i32'>
  readonly tag: WebAssembly.Global<'i32'>
  readonly associated: WebAssembly.Global<'i32'>
  readonly data: WebAssembly.Global<'i32'>
  open(associatedLength: number, length: number): number
}

/** Decrypts on the kernel. */
export type CipherKernel = {
  /** Whether data of these lengths fit into the kernel's memory; `length` is that without the tag. */
  fits(associatedLength: number, length: number): boolean
  /**
   * Decrypts and authenticates data that fit.
   * @param key 32 bytes
   * @param nonce 24 bytes
   * @param encrypted the encrypted data and the tag, 16 bytes
   * @param plain receives the data: a new array, or `encrypted` without the tag
   * @returns `plain`; undefined if the key, the associated data or the encrypted bytes differ
   */
  open(
    key: Uint8Array,
    nonce: Uint8Array,
    associated: Uint8Array,
    encrypted: Uint8Array,
    plain?: Uint8Array,
  ): Uint8Array | undefined
}

const TAG_LENGTH = 16

/**
 * Creates a kernel with a memory of its own, which contains neither keys nor plain data between the calls.
 * @throws KernelUnavailableError if this engine has no WebAssembly
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * const kernel = await createCipherKernel()
 * const [key, nonce, none] = [new Uint8Array(32), new Uint8Array(24), new Uint8Array()]
 * kernel.open(key, nonce, none, new Uint8Array(20)) // undefined
 */
export const createCipherKernel = async (): Promise<CipherKernel> => {
  // The exports are those of wasm/assembly/cipher.ts, which `CipherExports` lists.
  const exports = (await instantiateKernel('cipher')) as CipherExports
  const { buffer } = exports.memory
  const capacity = exports.CAPACITY.value
  const associatedCapacity = exports.ASSOCIATED_CAPACITY.value
  const keyPlace = new Uint8Array(buffer, exports.key.value, 32)
  const noncePlace = new Uint8Array(buffer, exports.nonce.value, 24)
  const tagPlace = new Uint8Array(buffer, exports.tag.value, TAG_LENGTH)
  const associatedPlace = new Uint8Array(buffer, exports.associated.value, associatedCapacity)
  const dataPlace = new Uint8Array(buffer, exports.data.value, capacity)
  return {
    fits: (associatedLength, length) => associatedLength <= associatedCapacity && length <= capacity,
    open: (key, nonce, associated, encrypted, plain = new Uint8Array(encrypted.length - TAG_LENGTH)) => {
      const { length } = plain
      keyPlace.set(key)
      noncePlace.set(nonce)
      associatedPlace.set(associated)
      dataPlace.set(encrypted.subarray(0, length))
      tagPlace.set(encrypted.subarray(length))
      const isRight = exports.open(associated.length, length) === 1
      if (isRight) plain.set(dataPlace.subarray(0, length))
      dataPlace.fill(0, 0, length)
      return isRight ? plain : undefined
    },
  }
}

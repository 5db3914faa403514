// Keccak-256 with the padding of the original submission (0x01), the hash function of CryptoNote. SHA3-256 differs.
// @noble/hashes computes it until the WASM kernel (wasm/assembly/hash.ts) is loaded, and for long messages.

import { keccak_256 } from '@noble/hashes/sha3.js'
import { instantiateKernel, KernelUnavailableError } from '../kernel.ts'

/** Exports of the kernel. Globals are addresses in `memory`, which never grows. */
type HashKernel = {
  readonly memory: WebAssembly.Memory
  readonly CAPACITY: WebAssembly.Global<'i32'>
  readonly message: WebAssembly.Global<'i32'>
  readonly result: WebAssembly.Global<'i32'>
  hash(length: number): void
}

const HASH_LENGTH = 32

type Hash = (parts: readonly Uint8Array[]) => Uint8Array

const portable: Hash = (parts) => {
  const hash = keccak_256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const onKernel = (kernel: HashKernel): Hash => {
  const { buffer } = kernel.memory
  const message = new Uint8Array(buffer, kernel.message.value, kernel.CAPACITY.value)
  const result = new Uint8Array(buffer, kernel.result.value, HASH_LENGTH)
  return (parts) => {
    let length = 0
    for (const part of parts) length += part.length
    if (length > message.length) return portable(parts)
    let offset = 0
    for (const part of parts) {
      message.set(part, offset)
      offset += part.length
    }
    kernel.hash(length)
    const hash = result.slice()
    result.fill(0)
    return hash
  }
}

let hash = portable
let preparing: Promise<void> | undefined

const prepare = async (): Promise<void> => {
  try {
    // The exports are those of wasm/assembly/hash.ts, which `HashKernel` lists.
    hash = onKernel((await instantiateKernel('hash')) as HashKernel)
  } catch (error) {
    if (!(error instanceof KernelUnavailableError)) throw error
  }
}

/**
 * Loads the kernel, which then computes all hashes, about ten times as fast. If the engine has no WebAssembly, nothing changes.
 * @throws KernelLoadError if the kernel's file cannot be read; it can be called again
 *
 * @example
 * await prepareKeccak() // undefined
 */
export const prepareKeccak = (): Promise<void> => {
  preparing ??= prepare().catch((error: unknown) => {
    preparing = undefined
    throw error
  })
  return preparing
}

/**
 * Returns the Keccak-256 hash of the joined parts: 32 bytes.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * keccak256() // fromHex('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
 */
export const keccak256 = (...parts: readonly Uint8Array[]): Uint8Array => hash(parts)

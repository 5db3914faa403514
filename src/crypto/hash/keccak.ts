// Keccak-256 with the padding of the original submission (0x01), the hash of everything CryptoNote hashes. SHA3-256 differs.
// @noble/hashes makes it until the WASM kernel (wasm/assembly/hash.ts) is there, and for long messages; it is the same hash.

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

const HASH = 32

type Hash = (parts: readonly Uint8Array[]) => Uint8Array

const portable: Hash = (parts) => {
  const hash = keccak_256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const onKernel = (kernel: HashKernel): Hash => {
  const { buffer } = kernel.memory
  const message = new Uint8Array(buffer, kernel.message.value, kernel.CAPACITY.value)
  const result = new Uint8Array(buffer, kernel.result.value, HASH)
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
 * Loads the kernel, which then makes all hashes, some ten times as fast; where the engine runs no WebAssembly, nothing changes.
 * @throws KernelLoadError when the kernel's file cannot be read; it may be asked for again
 */
export const prepareKeccak = (): Promise<void> => {
  preparing ??= prepare().catch((error: unknown) => {
    preparing = undefined
    throw error
  })
  return preparing
}

/** Keccak-256 of the parts joined: 32 bytes. */
export const keccak256 = (...parts: readonly Uint8Array[]): Uint8Array => hash(parts)

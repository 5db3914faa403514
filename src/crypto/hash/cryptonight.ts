// CryptoNight: variant 0, the slow hash behind a seed's offset and a keys file's password, and variants 1 and 2, by which blocks proved work.
// The kernel loads on first use.

import { instantiateKernel, KernelMemoryError } from '../kernel.ts'

type CryptonightKernel = {
  readonly memory: WebAssembly.Memory
  readonly input: WebAssembly.Global<'i32'>
  readonly result: WebAssembly.Global<'i32'>
  prepare(): void
  reserve(length: number): number
  hash(length: number): void
  hash1(length: number): void
  hash2(length: number, bytes: number, used: number, steps: number): void
  wipe(): void
}

/** Sizes of variant 2: bytes of scratchpad, how many of them are mixed, and how often. */
export type CryptonightShape = { readonly bytes: number; readonly used: number; readonly steps: number }

/** As chains of the monero family had it at fork 8. */
export const FULL: CryptonightShape = { bytes: 0x20_0000, used: 0x20_0000, steps: 0x8_0000 }

/** "Turtle lite", which chains of the oxen family had at fork 11 and fake chains always have. */
export const TURTLE_LITE: CryptonightShape = { bytes: 0x4_0000, used: 0x2_0000, steps: 0x1_0000 }

const openKernel = async (): Promise<CryptonightKernel> => {
  // The exports are those of wasm/assembly/cryptonight.ts.
  const kernel = (await instantiateKernel('cryptonight')) as CryptonightKernel
  kernel.prepare()
  return kernel
}

const hashIn = (kernel: CryptonightKernel, data: Uint8Array, hash: () => void): Uint8Array => {
  if (kernel.reserve(data.length) === 0)
    throw new KernelMemoryError(`the engine refuses memory for hashing ${data.length} bytes`)
  new Uint8Array(kernel.memory.buffer).set(data, kernel.input.value)
  hash()
  return new Uint8Array(kernel.memory.buffer).slice(kernel.result.value, kernel.result.value + 32)
}

/**
 * CryptoNight variant 0 of `data`: 32 bytes. Takes some tens of milliseconds of this thread and 2 MiB, wiped after.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const cryptonight = async (data: Uint8Array): Promise<Uint8Array> => {
  const kernel = await openKernel()
  const hash = hashIn(kernel, data, () => kernel.hash(data.length))
  kernel.wipe()
  return hash
}

/** What variant 1 hashes has at least so many bytes. */
const MIN_FOR_1 = 43

/** Data that a variant is not defined for. */
export class ShortInputError extends Error {
  override readonly name = 'ShortInputError'
}

/** Hashes that keep no secret: the memory is kept for the next one. */
export type CryptonightHasher = {
  /** Variant 0: 32 bytes. */
  hash(data: Uint8Array): Uint8Array
  /**
   * Variant 1: 32 bytes.
   * @throws ShortInputError for less than 43 bytes
   */
  hash1(data: Uint8Array): Uint8Array
  /** Variant 2: 32 bytes. */
  hash2(data: Uint8Array, shape: CryptonightShape): Uint8Array
}

/**
 * Opens a hasher for data that is no secret, such as blocks.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const openCryptonight = async (): Promise<CryptonightHasher> => {
  const kernel = await openKernel()
  return {
    hash: (data) => hashIn(kernel, data, () => kernel.hash(data.length)),
    hash1: (data) => {
      if (data.length < MIN_FOR_1)
        throw new ShortInputError(`variant 1 of CryptoNight hashes ${MIN_FOR_1} bytes or more, not ${data.length}`)
      return hashIn(kernel, data, () => kernel.hash1(data.length))
    },
    hash2: (data, { bytes, used, steps }) => hashIn(kernel, data, () => kernel.hash2(data.length, bytes, used, steps)),
  }
}

// CryptoNight: variant 0, the slow hash for a seed's offset and a keys file's password, and variants 1 and 2, the proof of work of older
// blocks. The kernel loads on first use.

import { FabaError } from '../../errors/fabaError.ts'
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

/** Parameters of variant 2: size of the scratchpad in bytes, size of its used part, and number of iterations. */
export type CryptonightShape = { readonly bytes: number; readonly used: number; readonly steps: number }

/** The parameters of monero's hard fork 8. */
export const FULL: CryptonightShape = { bytes: 0x20_0000, used: 0x20_0000, steps: 0x8_0000 }

/** "Turtle lite": the parameters of oxen's hard fork 11, and of its fakechain at every fork. */
export const TURTLE_LITE: CryptonightShape = { bytes: 0x4_0000, used: 0x2_0000, steps: 0x1_0000 }

const openKernel = async (): Promise<CryptonightKernel> => {
  // The exports are those of wasm/assembly/cryptonight.ts.
  const kernel = (await instantiateKernel('cryptonight')) as CryptonightKernel
  kernel.prepare()
  return kernel
}

const hashIn = (kernel: CryptonightKernel, data: Uint8Array, hash: () => void): Uint8Array => {
  if (kernel.reserve(data.length) === 0) throw new KernelMemoryError(`there is no memory to hash ${data.length} bytes`)
  new Uint8Array(kernel.memory.buffer).set(data, kernel.input.value)
  hash()
  return new Uint8Array(kernel.memory.buffer).slice(kernel.result.value, kernel.result.value + 32)
}

/**
 * Returns the CryptoNight hash (variant 0) of `data`: 32 bytes. It blocks the thread for some tens of milliseconds (see `currentSlowHashes`) and uses 2 MiB,
 * which are wiped afterwards.
 * @throws KernelUnavailableError if this engine has no WebAssembly
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * await cryptonight(new Uint8Array()) // fromHex('eb14e8a833fac6fe9a43b57b336789c46ffe93f2868452240720607b14387e11')
 */
export const cryptonight = async (data: Uint8Array): Promise<Uint8Array> => {
  const kernel = await openKernel()
  try {
    return hashIn(kernel, data, () => kernel.hash(data.length))
  } finally {
    kernel.wipe()
  }
}

/** Minimum input length of variant 1 in bytes. */
const MIN_VARIANT_1_LENGTH = 43

/** Data that is too short for variant 1. */
export class ShortInputError extends FabaError {
  override readonly name = 'ShortInputError'
  readonly code = 'short-input'
}

/** A hasher for public data: its memory is reused without wiping. */
export type CryptonightHasher = {
  /** Returns the hash of variant 0: 32 bytes. */
  hash(data: Uint8Array): Uint8Array
  /**
   * Returns the hash of variant 1: 32 bytes.
   * @throws ShortInputError if `data` has less than 43 bytes
   */
  hash1(data: Uint8Array): Uint8Array
  /** Returns the hash of variant 2: 32 bytes. */
  hash2(data: Uint8Array, shape: CryptonightShape): Uint8Array
}

/**
 * Opens a hasher for public data, such as blocks.
 * @throws KernelUnavailableError if this engine has no WebAssembly
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * (await openCryptonight()).hash(new Uint8Array()) // await cryptonight(new Uint8Array())
 */
export const openCryptonight = async (): Promise<CryptonightHasher> => {
  const kernel = await openKernel()
  return {
    hash: (data) => hashIn(kernel, data, () => kernel.hash(data.length)),
    hash1: (data) => {
      if (data.length < MIN_VARIANT_1_LENGTH)
        throw new ShortInputError(
          `CryptoNight variant 1 needs at least ${MIN_VARIANT_1_LENGTH} bytes, not ${data.length}`,
        )
      return hashIn(kernel, data, () => kernel.hash1(data.length))
    },
    hash2: (data, { bytes, used, steps }) => hashIn(kernel, data, () => kernel.hash2(data.length, bytes, used, steps)),
  }
}

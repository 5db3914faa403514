// CryptoNight, variant 0: the slow hash behind a seed's offset and a keys file's password. Its kernel loads on first use.

import { instantiateKernel, KernelMemoryError } from './kernel.ts'

type CryptonightKernel = {
  readonly memory: WebAssembly.Memory
  readonly input: WebAssembly.Global<'i32'>
  readonly result: WebAssembly.Global<'i32'>
  prepare(): void
  reserve(length: number): number
  hash(length: number): void
  wipe(): void
}

/**
 * CryptoNight variant 0 of `data`: 32 bytes. Takes some tens of milliseconds of this thread and 2 MiB, wiped after.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const cryptonight = async (data: Uint8Array): Promise<Uint8Array> => {
  // The exports are those of wasm/assembly/cryptonight.ts.
  const kernel = (await instantiateKernel('cryptonight')) as CryptonightKernel
  kernel.prepare()
  if (kernel.reserve(data.length) === 0)
    throw new KernelMemoryError(`the engine refuses memory for hashing ${data.length} bytes`)
  new Uint8Array(kernel.memory.buffer).set(data, kernel.input.value)
  kernel.hash(data.length)
  const hash = new Uint8Array(kernel.memory.buffer).slice(kernel.result.value, kernel.result.value + 32)
  kernel.wipe()
  return hash
}

// RandomX (version 1, light mode): the proof of work of monero's blocks. The kernel runs programs; this file computes Blake2b and
// compiles the code that computes dataset items from the cache. An instance uses 256 MiB.

import { blake2b } from '@noble/hashes/blake2.js'
import { runToCompletion } from '../../../async/timeSlices.ts'
import { concat, equalBytes, u32Bytes, utf8 } from '../../../bytes/bytes.ts'
import { instantiateKernel, KernelMemoryError } from '../../kernel.ts'
import { BlakeGenerator } from './blakeGenerator.ts'
import { superscalarProgram } from './superscalar.ts'
import { type ItemImports, type ItemSeeds, itemModule } from './superscalarCode.ts'

type RandomxKernel = ItemImports & {
  readonly cache: WebAssembly.Global<'i32'>
  readonly state: WebAssembly.Global<'i32'>
  readonly registers: WebAssembly.Global<'i32'>
  readonly generator1RKeys: WebAssembly.Global<'i32'>
  readonly generator4RKeys: WebAssembly.Global<'i32'>
  readonly hash1RState: WebAssembly.Global<'i32'>
  readonly hash1RKeys: WebAssembly.Global<'i32'>
  prepare(): void
  reserve(): number
  fill(pass: number, slice: number): void
  begin(): void
  run(): void
  finish(): void
}

type Item = (index: number, out: number) => void

const PASSES = 3
const SLICES = 4
const CACHE_BLOCKS = 262_144
const BLOCK = 1024
const PROGRAMS = 8
const ACCESSES = 8
const ARGON2_VERSION = 0x13
const SALT = utf8('RandomX\x03')
const REGISTER_BYTES = 256

const hash256 = (data: Uint8Array): Uint8Array => blake2b(data, { dkLen: 32 })
const hash512 = (data: Uint8Array): Uint8Array => blake2b(data, { dkLen: 64 })

/** Returns Argon2's variable-length hash (H') for 1 KiB: the halves of a chain of hashes. */
const longHash = (data: Uint8Array): Uint8Array => {
  const parts: Uint8Array[] = []
  let link = hash512(concat(u32Bytes(BLOCK), data))
  for (let left = BLOCK; left > 64; left -= 32) {
    parts.push(link.subarray(0, 32))
    link = hash512(link)
  }
  return concat(...parts, link)
}

/** Returns the first two blocks of the cache. */
const firstBlocks = (seed: Uint8Array): Uint8Array => {
  const parameters = [1, 0, CACHE_BLOCKS, PASSES, ARGON2_VERSION, 0].map(u32Bytes)
  const nothing = u32Bytes(0)
  const start = hash512(
    concat(...parameters, u32Bytes(seed.length), seed, u32Bytes(SALT.length), SALT, nothing, nothing),
  )
  return concat(...[0, 1].map((i) => longHash(concat(start, u32Bytes(i), nothing))))
}

/** Returns constants of the specification: hashes of their names, two of them with a fixed offset. */
const itemSeeds = (): ItemSeeds => {
  const { buffer, byteOffset } = hash512(utf8('RandomX SuperScalarHash initialize'))
  const view = new DataView(buffer, byteOffset)
  const others = [1, 2, 3, 4, 5, 6, 7].map((i) => view.getBigUint64(8 * i, true))
  const [first = 0n, second = 0n, third = 0n, ...rest] = others
  return {
    factor: 6_364_136_223_846_793_005n,
    others: [first + 2n ** 33n + 700n, second, third + 2n ** 14n, ...rest],
  }
}

/** Writes the constants of the specification to the kernel. */
const prepareKernel = (kernel: RandomxKernel): void => {
  const write = (at: WebAssembly.Global<'i32'>, ...parts: readonly Uint8Array[]): void =>
    new Uint8Array(kernel.memory.buffer).set(concat(...parts), at.value)
  kernel.prepare()
  write(kernel.generator1RKeys, hash512(utf8('RandomX AesGenerator1R keys')))
  const generator4RKeys = ['RandomX AesGenerator4R keys 0-3', 'RandomX AesGenerator4R keys 4-7']
  write(kernel.generator4RKeys, ...generator4RKeys.map((name) => hash512(utf8(name))))
  write(kernel.hash1RState, hash512(utf8('RandomX AesHash1R state')))
  write(kernel.hash1RKeys, hash256(utf8('RandomX AesHash1R xkeys')))
}

/** The virtual machine, with the cache of one seed at a time. */
export class Randomx {
  readonly #kernel: RandomxKernel
  readonly #seeds = itemSeeds()
  /** the seed of the cache, and the fill and the hash that are under way */
  #seed: Uint8Array | undefined
  #filling: symbol | undefined
  #hashing: symbol | undefined
  /** Computes an item of the dataset. */
  item: Item = () => undefined

  constructor(kernel: RandomxKernel) {
    this.#kernel = kernel
  }

  /**
   * Returns the hash of `data` for a seed of up to 60 bytes: 32 bytes. A change of the seed takes seconds.
   * @throws KernelMemoryError if there is no memory for the cache
   */
  hash(seed: Uint8Array, data: Uint8Array): Uint8Array {
    return runToCompletion(this.hashSteps(seed, data))
  }

  /**
   * Computes the same hash, and yields after each of its eight programs and each twelfth of a new cache. If another hash or fill begins
   * meanwhile, the rest is computed at once.
   * @throws KernelMemoryError if there is no memory for the cache
   */
  *hashSteps(seed: Uint8Array, data: Uint8Array): Generator<undefined, Uint8Array> {
    yield* this.#fill(seed)
    if (!this.#hasSeed(seed)) return this.hash(seed, data)
    const kernel = this.#kernel
    const own = Symbol('hashing')
    this.#hashing = own
    this.#start(hash512(data))
    kernel.begin()
    for (let i = 0; i < PROGRAMS; i++) {
      if (i > 0) {
        yield
        if (this.#hashing !== own || !this.#hasSeed(seed)) return this.hash(seed, data)
        this.#start(hash512(this.#registers))
      }
      kernel.run()
    }
    kernel.finish()
    return hash256(this.#registers)
  }

  #hasSeed(seed: Uint8Array): boolean {
    return this.#seed !== undefined && equalBytes(this.#seed, seed)
  }

  /**
   * Fills the cache for a seed, in parts between which it yields to the event loop.
   * @throws KernelMemoryError if there is no memory for the cache
   */
  async prepare(seed: Uint8Array): Promise<void> {
    for (const _ of this.#fill(seed)) await new Promise<void>((resolve) => setTimeout(resolve, 0))
  }

  #start(state: Uint8Array): void {
    new Uint8Array(this.#kernel.memory.buffer).set(state, this.#kernel.state.value)
  }

  get #registers(): Uint8Array {
    const { memory, registers } = this.#kernel
    return new Uint8Array(memory.buffer, registers.value, REGISTER_BYTES)
  }

  /** Fills the cache in twelve steps, unless it is the seed's already. Stops if another fill begins in the meantime. */
  *#fill(seed: Uint8Array): Generator<undefined, void> {
    if (this.#hasSeed(seed)) return
    const kernel = this.#kernel
    const own = Symbol('filling')
    this.#filling = own
    this.#seed = undefined
    if (kernel.reserve() === 0) throw new KernelMemoryError('there is no memory for RandomX, which uses 256 MiB')
    const cache = kernel.cache.value >>> 0
    new Uint8Array(kernel.memory.buffer).set(firstBlocks(seed), cache)
    for (let pass = 0; pass < PASSES; pass++)
      for (let slice = 0; slice < SLICES; slice++) {
        kernel.fill(pass, slice)
        yield
        if (this.#filling !== own) return
      }
    const generator = new BlakeGenerator(seed)
    const programs = Array.from({ length: ACCESSES }, () => superscalarProgram(generator))
    const module = new WebAssembly.Module(itemModule(programs, cache, this.#seeds))
    // `itemModule` defines the exports.
    this.item = new WebAssembly.Instance(module, { kernel }).exports['item'] as Item
    this.#seed = seed.slice()
  }
}

/**
 * Opens RandomX, without a seed.
 * @throws KernelUnavailableError if this engine has no WebAssembly
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * typeof (await openRandomx()).hash // 'function'
 */
export const openRandomx = async (): Promise<Randomx> => {
  let machine: Randomx | undefined
  const imports = { randomx: { item: (index: number, out: number) => machine?.item(index, out) } }
  // The exports are those of wasm/assembly/randomx.ts.
  const kernel = (await instantiateKernel('randomx', imports)) as RandomxKernel
  prepareKernel(kernel)
  machine = new Randomx(kernel)
  return machine
}

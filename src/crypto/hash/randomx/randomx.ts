// RandomX (version 1, light mode): the hash by which blocks of the monero family prove work. The kernel runs programs; Blake2b, and the
// code that computes items of the dataset from the cache, are made here. Takes 256 MiB while it is kept.

import { blake2b } from '@noble/hashes/blake2.js'
import { concat, equalBytes, u32Bytes, utf8 } from '../../../bytes/bytes.ts'
import { instantiateKernel, KernelMemoryError } from '../../kernel.ts'
import { BlakeGenerator } from './blakeGenerator.ts'
import { superscalarProgram } from './superscalar.ts'
import { type ItemImports, type ItemSeeds, itemModule } from './superscalarCode.ts'

type RandomxKernel = ItemImports & {
  readonly cache: WebAssembly.Global<'i32'>
  readonly state: WebAssembly.Global<'i32'>
  readonly registers: WebAssembly.Global<'i32'>
  readonly fillKeys: WebAssembly.Global<'i32'>
  readonly programKeys: WebAssembly.Global<'i32'>
  readonly printState: WebAssembly.Global<'i32'>
  readonly printKeys: WebAssembly.Global<'i32'>
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

/** Argon2's hash of any length, for 1 KiB: halves of a chain of hashes. */
const longHash = (data: Uint8Array): Uint8Array => {
  const parts: Uint8Array[] = []
  let link = hash512(concat(u32Bytes(BLOCK), data))
  for (let left = BLOCK; left > 64; left -= 32) {
    parts.push(link.subarray(0, 32))
    link = hash512(link)
  }
  return concat(...parts, link)
}

/** The first two blocks of the cache. */
const firstBlocks = (seed: Uint8Array): Uint8Array => {
  const parameters = [1, 0, CACHE_BLOCKS, PASSES, ARGON2_VERSION, 0].map(u32Bytes)
  const nothing = u32Bytes(0)
  const start = hash512(
    concat(...parameters, u32Bytes(seed.length), seed, u32Bytes(SALT.length), SALT, nothing, nothing),
  )
  return concat(...[0, 1].map((i) => longHash(concat(start, u32Bytes(i), nothing))))
}

/** Constants of the specification, which are hashes of their names but for two that were moved on a little. */
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

/** Has the kernel know the constants of the specification. */
const prepareKernel = (kernel: RandomxKernel): void => {
  const write = (at: WebAssembly.Global<'i32'>, ...parts: readonly Uint8Array[]): void =>
    new Uint8Array(kernel.memory.buffer).set(concat(...parts), at.value)
  kernel.prepare()
  write(kernel.fillKeys, hash512(utf8('RandomX AesGenerator1R keys')))
  const programKeys = ['RandomX AesGenerator4R keys 0-3', 'RandomX AesGenerator4R keys 4-7']
  write(kernel.programKeys, ...programKeys.map((name) => hash512(utf8(name))))
  write(kernel.printState, hash512(utf8('RandomX AesHash1R state')))
  write(kernel.printKeys, hash256(utf8('RandomX AesHash1R xkeys')))
}

/** The virtual machine with the cache of one seed at a time. */
export class Randomx {
  readonly #kernel: RandomxKernel
  readonly #seeds = itemSeeds()
  /** of which the cache is, and what is being filled now */
  #seed: Uint8Array | undefined
  #filling: symbol | undefined
  /** Writes an item of the dataset. */
  item: Item = () => undefined

  constructor(kernel: RandomxKernel) {
    this.#kernel = kernel
  }

  /**
   * The hash of `data` under a seed of up to 60 bytes: 32 bytes. A seed that is not the last one takes seconds.
   * @throws KernelMemoryError
   */
  hash(seed: Uint8Array, data: Uint8Array): Uint8Array {
    for (const _ of this.#fill(seed));
    const kernel = this.#kernel
    this.#start(hash512(data))
    kernel.begin()
    for (let i = 0; i < PROGRAMS; i++) {
      if (i > 0) this.#start(hash512(this.#registers))
      kernel.run()
    }
    kernel.finish()
    return hash256(this.#registers)
  }

  /**
   * Has the cache filled for a seed, in parts between which others have their turn.
   * @throws KernelMemoryError
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

  /** Fills the cache, if it is not the seed's, a step each twelfth of the way. Gives up when another one is begun meanwhile. */
  *#fill(seed: Uint8Array): Generator<undefined, void> {
    if (this.#seed !== undefined && equalBytes(this.#seed, seed)) return
    const kernel = this.#kernel
    const own = Symbol('filling')
    this.#filling = own
    this.#seed = undefined
    if (kernel.reserve() === 0) throw new KernelMemoryError('the engine refuses the 256 MiB that RandomX takes')
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
    // What the module exports is what `itemModule` says.
    this.item = new WebAssembly.Instance(module, { kernel }).exports['item'] as Item
    this.#seed = seed.slice()
  }
}

/**
 * Opens RandomX, without a seed yet.
 * @throws KernelUnavailableError when this engine runs no WebAssembly
 * @throws KernelLoadError when the kernel's file cannot be read
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

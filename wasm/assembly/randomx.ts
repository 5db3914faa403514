// RandomX (version 1), the proof-of-work virtual machine of the monero family, in its light mode: 256 MiB of cache, from which dataset
// items are computed on demand by code that the host generates for each seed (src/crypto/hash/randomx/superscalarCode.ts). The host also
// computes the Blake2b hashes.

import { prepareAes } from './hashes/aes'
import { prepareInverse } from './hashes/aesInverse'
import { fillSlice } from './hashes/argon2d'
import { fillAes1R, fillAes4R, hashAes1R } from './randomx/randomxBytes'
import { additive, execute, multiplicative, resetRounding, SCRATCHPAD } from './randomx/randomxInterpreter'
import { A, decodeProgram, E, F, PROGRAM, PROGRAM_BYTES, prepareOpcodes, registers } from './randomx/randomxProgram'

export { multiplyHigh, multiplyHighSigned } from './hashes/product'
export { generator1RKeys, generator4RKeys, hash1RKeys, hash1RState } from './randomx/randomxBytes'
export { registers } from './randomx/randomxProgram'

/** out = the 64 bytes of an item of the dataset. */
declare function item(index: u32, out: usize): void

const CACHE_BLOCKS: u32 = 262144
const BLOCK: u32 = 1024

const L3_LINES: u32 = 0x200000 - 64
/** Addresses of the dataset: lines of 64 bytes in 2 GiB. */
const LINES: u32 = 0x7fffffc0
const SCRATCHPAD_BYTES: usize = 0x200000
const ITERATIONS = 2048

/** Initial and final state of the generators: 64 bytes. Written by the host. */
export const state = memory.data(64, 16)
const ITEM = memory.data(64, 16)

/** Address of the cache: 256 MiB that the host has reserved. */
export let cache: usize = 0

/** Computes tables. Must be called once, first. */
export function prepare(): void {
  prepareAes()
  prepareInverse()
  prepareOpcodes()
}

/** Reserves memory for the cache. Returns false if the engine refuses memory. */
export function reserve(): bool {
  cache = (__heap_base + 0xffff) & ~(<usize>0xffff)
  const pages = <i32>((cache + <usize>CACHE_BLOCKS * BLOCK) >> 16)
  return pages <= memory.size() || memory.grow(pages - memory.size()) >= 0
}

/** Fills a quarter of the cache once, of three passes in all. Requires the first two blocks from the host. */
export function fill(pass: u32, slice: u32): void {
  fillSlice(cache, CACHE_BLOCKS, pass, slice)
}

/** Begins a hash: fills the scratchpad from `state`. */
export function begin(): void {
  resetRounding()
  fillAes1R(state, SCRATCHPAD, SCRATCHPAD_BYTES)
}

/** Ends a hash: the `a` registers are the AesHash1R of the scratchpad. */
export function finish(): void {
  hashAes1R(A, SCRATCHPAD, SCRATCHPAD_BYTES)
}

function quadword(i: usize): u64 {
  return load<u64>(PROGRAM + (i << 3))
}

/**
 * The bits that a configuration word sets in the numbers of group E: the lowest 22 bits, and four of the exponent, which begins with 011.
 */
function maskOf(word: u64): u64 {
  return (word & 0x3fffff) | ((0x300 | ((word >> 60) << 4)) << 52)
}

/** A number of group A: from 1 to 2^32. */
function constant(word: u64): u64 {
  return (word & 0xfffffffffffff) | (((word >> 59) + 1023) << 52)
}

/** Creates the program from `state`, and runs it. */
export function run(): void {
  fillAes4R(state, PROGRAM, PROGRAM_BYTES)
  for (let i: usize = 0; i < 8; i++) store<u64>(A + (i << 3), constant(quadword(i)))
  memory.fill(registers, 0, 64)
  decodeProgram()
  const selected = quadword(12)
  const read0 = registers + ((<usize>selected & 1) << 3)
  const read1 = registers + ((2 + ((<usize>selected >> 1) & 1)) << 3)
  const read2 = registers + ((4 + ((<usize>selected >> 2) & 1)) << 3)
  const read3 = registers + ((6 + ((<usize>selected >> 3) & 1)) << 3)
  const offset = <u32>(quadword(13) % 524288)
  const lowMask = maskOf(quadword(14))
  const highMask = maskOf(quadword(15))
  let next = <u32>quadword(10)
  let current = <u32>quadword(8) & LINES
  let first = next
  let second = current
  for (let i = 0; i < ITERATIONS; i++) {
    const mixed = load<u64>(read0) ^ load<u64>(read1)
    first = (first ^ <u32>mixed) & L3_LINES
    second = (second ^ <u32>(mixed >> 32)) & L3_LINES
    const from = SCRATCHPAD + <usize>first
    const to = SCRATCHPAD + <usize>second
    for (let at: usize = 0; at < 64; at += 8)
      store<u64>(registers + at, load<u64>(registers + at) ^ load<u64>(from + at))
    for (let at: usize = 0; at < 32; at += 4) store<f64>(F + (at << 1), additive(to + at))
    for (let at: usize = 0; at < 32; at += 8) {
      store<f64>(E + (at << 1), multiplicative(to + 32 + at, lowMask))
      store<f64>(E + (at << 1), multiplicative(to + 36 + at, highMask), 8)
    }
    execute(lowMask, highMask)
    next = (next ^ load<u32>(read2) ^ load<u32>(read3)) & LINES
    item(offset + (current >> 6), ITEM)
    for (let at: usize = 0; at < 64; at += 8)
      store<u64>(registers + at, load<u64>(registers + at) ^ load<u64>(ITEM + at))
    const swapped = next
    next = current
    current = swapped
    memory.copy(to, registers, 64)
    for (let at: usize = 0; at < 64; at += 8) {
      const both = load<u64>(F + at) ^ load<u64>(E + at)
      store<u64>(F + at, both)
      store<u64>(from + at, both)
    }
    first = 0
    second = 0
  }
}

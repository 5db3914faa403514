// RandomX (version 1), the proof-of-work virtual machine of the monero family, in its light mode: 256 MiB of cache, from which dataset
// items are computed on demand by code that the host generates for each seed (src/crypto/hash/randomx/superscalarCode.ts). The host also
// computes the Blake2b hashes.

import { prepareAes } from './aes'
import { prepareInverse } from './aesInverse'
import { fillSlice } from './argon2d'
import { multiplyHigh } from './product'
import { fillQuickly, fillWell, fingerprint } from './randomxBytes'
import { add, divide, multiply, squareRoot } from './rounding'

export { multiplyHigh } from './product'
export { fillKeys, printKeys, printState, programKeys } from './randomxBytes'

/** out = the 64 bytes of an item of the dataset. */
declare function item(index: u32, out: usize): void

const CACHE_BLOCKS: u32 = 262144
const BLOCK: u32 = 1024

const L1: u32 = 0x4000 - 8
const L2: u32 = 0x40000 - 8
const L3: u32 = 0x200000 - 8
const L3_LINES: u32 = 0x200000 - 64
/** Addresses of the dataset: lines of 64 bytes in 2 GiB. */
const LINES: u32 = 0x7fffffc0
const SCRATCHPAD_BYTES: usize = 0x200000
const SCRATCHPAD = memory.data(0x200000, 64)

const INSTRUCTIONS: usize = 256
const ITERATIONS = 2048
/** Configuration and instructions, as generated. */
const PROGRAM_BYTES: usize = 128 + 8 * 256
const PROGRAM = memory.data(2176, 16)

/** Initial and final state of the generators: 64 bytes. Written by the host. */
export const state = memory.data(64, 16)
/** r0 to r7, f0 to f3, e0 to e3, a0 to a3: 256 bytes, the result of a program. */
export const registers = memory.data(256, 64)
const F = registers + 64
const E = registers + 128
const A = registers + 192
const ITEM = memory.data(64, 16)

/** Decoded instructions: kind, memory mask, destination, source, jump target (u32), and an immediate value (u64 at 24). */
const STEP: usize = 32
const STEPS = memory.data(256 * 32, 16)
const IMMEDIATE: usize = 24
const ZERO = memory.data(8, 8)
/** For each integer register, the last preceding instruction that changes it; -1 for none. */
const CHANGED = memory.data(32, 4)

const enum Kind {
  addShifted,
  addMemory,
  subtract,
  subtractMemory,
  multiply,
  multiplyMemory,
  multiplyHigh,
  multiplyHighMemory,
  multiplyHighSigned,
  multiplyHighSignedMemory,
  multiplyReciprocal,
  negate,
  xor,
  xorMemory,
  rotateRight,
  rotateLeft,
  swap,
  swapHalves,
  addFloat,
  addFloatMemory,
  subtractFloat,
  subtractFloatMemory,
  scale,
  multiplyFloat,
  divideFloat,
  squareRoot,
  branch,
  round,
  store,
  nothing,
}

/** Number of the 256 opcodes of each kind, in order. */
const FREQUENCIES: StaticArray<u8> = [
  16, 7, 16, 7, 16, 4, 4, 1, 4, 1, 8, 2, 15, 5, 8, 2, 4, 4, 16, 5, 16, 5, 6, 32, 4, 6, 25, 1, 16,
]
const KINDS = memory.data(256)

/** Address of the cache: 256 MiB that the host has reserved. */
export let cache: usize = 0

let mode: u32 = 0

/** Computes tables. Must be called once, first. */
export function prepare(): void {
  prepareAes()
  prepareInverse()
  let opcode: usize = 0
  for (let kind = 0; kind < FREQUENCIES.length; kind++)
    for (let i: u8 = 0; i < FREQUENCIES[kind]; i++) store<u8>(KINDS + opcode++, kind)
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

/** Returns the upper half of the product of signed numbers. */
export function multiplyHighSigned(a: u64, b: u64): u64 {
  return multiplyHigh(a, b) - ((<i64>a >> 63) & b) - ((<i64>b >> 63) & a)
}

/** Begins a hash: fills the scratchpad from `state`. */
export function begin(): void {
  mode = 0
  fillQuickly(state, SCRATCHPAD, SCRATCHPAD_BYTES)
}

/** Ends a hash: the `a` registers are the fingerprint of the scratchpad. */
export function finish(): void {
  fingerprint(A, SCRATCHPAD, SCRATCHPAD_BYTES)
}

// Programs.

function quadword(i: usize): u64 {
  return load<u64>(PROGRAM + (i << 3))
}

/** Encodes an instruction in the form that `execute` reads. */
function decode(i: u32): void {
  const word = load<u64>(PROGRAM + 128 + ((<usize>i) << 3))
  const step = STEPS + <usize>i * STEP
  const kind = <u32>load<u8>(KINDS + <usize>(word & 0xff))
  const d = <usize>(word >> 8) & 7
  const s = <usize>(word >> 16) & 7
  const shift = <u64>(word >> 26) & 3
  const condition = <u64>(word >> 28) & 15
  const immediate = <i64>word >> 32
  const near = (word >> 24) & 3 ? L1 : L2
  let to = registers + (d << 3)
  let from = registers + (s << 3)
  let mask = near
  let value: u64 = immediate
  let isChange = kind <= <u32>Kind.rotateLeft
  let effect = kind
  switch (kind) {
    case Kind.addShifted:
      mask = <u32>shift
      if (d != 5) value = 0
      break
    case Kind.addMemory:
    case Kind.subtractMemory:
    case Kind.multiplyMemory:
    case Kind.multiplyHighMemory:
    case Kind.multiplyHighSignedMemory:
    case Kind.xorMemory:
      if (d == s) {
        from = ZERO
        mask = L3
      }
      break
    case Kind.subtract:
    case Kind.multiply:
    case Kind.xor:
    case Kind.rotateRight:
    case Kind.rotateLeft:
      if (d == s) from = step + IMMEDIATE
      break
    case Kind.multiplyReciprocal: {
      const divisor = <u32>immediate
      isChange = (divisor & (divisor - 1)) != 0
      effect = isChange ? Kind.multiply : Kind.nothing
      if (isChange) value = reciprocal(divisor)
      from = step + IMMEDIATE
      break
    }
    case Kind.swap:
      if (d == s) effect = Kind.nothing
      else {
        store<i32>(CHANGED + (s << 2), i)
        isChange = true
      }
      break
    case Kind.swapHalves:
      to = F + (d << 4)
      break
    case Kind.addFloat:
    case Kind.subtractFloat:
      to = F + ((d & 3) << 4)
      from = A + ((s & 3) << 4)
      break
    case Kind.addFloatMemory:
    case Kind.subtractFloatMemory:
    case Kind.scale:
      to = F + ((d & 3) << 4)
      break
    case Kind.multiplyFloat:
      to = E + ((d & 3) << 4)
      from = A + ((s & 3) << 4)
      break
    case Kind.divideFloat:
    case Kind.squareRoot:
      to = E + ((d & 3) << 4)
      break
    case Kind.branch: {
      const bit = condition + 8
      value = (value | ((<u64>1) << bit)) & ~((<u64>1) << (bit - 1))
      mask = (<u32>255) << (<u32>bit)
      store<i32>(step, load<i32>(CHANGED + (d << 2)), 16)
      for (let each: usize = 0; each < 32; each += 4) store<i32>(CHANGED + each, i)
      break
    }
    case Kind.store:
      if (condition >= 14) mask = L3
      break
  }
  if (isChange) store<i32>(CHANGED + (d << 2), i)
  store<u32>(step, effect)
  store<u32>(step, mask, 4)
  store<u32>(step, <u32>to, 8)
  store<u32>(step, <u32>from, 12)
  store<u64>(step, value, IMMEDIATE)
}

/** Returns 2^x / divisor for the largest x with a result below 2^64. The divisor is neither 0 nor a power of two. */
function reciprocal(divisor: u32): u64 {
  const wide: u64 = divisor
  const half: u64 = (<u64>1) << 63
  const shift = 64 - clz<u64>(wide)
  return ((half / wide) << shift) + ((half % wide) << shift) / wide
}

/** A number of group F: converted from one of two integers of 32 bits. */
function additive(at: usize): f64 {
  return <f64>load<i32>(at)
}

/** A number of group E: converted from such an integer, without sign, with the exponent and the lowest bits replaced. */
function multiplicative(at: usize, mask: u64): f64 {
  return reinterpret<f64>((reinterpret<u64>(additive(at)) & 0x00ffffffffffffff) | mask)
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
  fillWell(state, PROGRAM, PROGRAM_BYTES)
  for (let i: usize = 0; i < 8; i++) store<u64>(A + (i << 3), constant(quadword(i)))
  memory.fill(registers, 0, 64)
  memory.fill(CHANGED, 0xff, 32)
  for (let i: u32 = 0; i < <u32>INSTRUCTIONS; i++) decode(i)
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

/** Returns the scratchpad address of an instruction. */
function place(base: u64, step: usize): usize {
  return SCRATCHPAD + <usize>(<u32>(base + load<u64>(step, IMMEDIATE)) & load<u32>(step, 4))
}

/** Runs the instructions once. */
function execute(lowMask: u64, highMask: u64): void {
  for (let i: i32 = 0; i < <i32>INSTRUCTIONS; i++) {
    const step = STEPS + <usize>i * STEP
    const to = <usize>load<u32>(step, 8)
    const from = <usize>load<u32>(step, 12)
    switch (load<u32>(step)) {
      case Kind.addShifted:
        store<u64>(to, load<u64>(to) + (load<u64>(from) << (<u64>load<u32>(step, 4))) + load<u64>(step, IMMEDIATE))
        break
      case Kind.addMemory:
        store<u64>(to, load<u64>(to) + load<u64>(place(load<u64>(from), step)))
        break
      case Kind.subtract:
        store<u64>(to, load<u64>(to) - load<u64>(from))
        break
      case Kind.subtractMemory:
        store<u64>(to, load<u64>(to) - load<u64>(place(load<u64>(from), step)))
        break
      case Kind.multiply:
        store<u64>(to, load<u64>(to) * load<u64>(from))
        break
      case Kind.multiplyMemory:
        store<u64>(to, load<u64>(to) * load<u64>(place(load<u64>(from), step)))
        break
      case Kind.multiplyHigh:
        store<u64>(to, multiplyHigh(load<u64>(to), load<u64>(from)))
        break
      case Kind.multiplyHighMemory:
        store<u64>(to, multiplyHigh(load<u64>(to), load<u64>(place(load<u64>(from), step))))
        break
      case Kind.multiplyHighSigned:
        store<u64>(to, multiplyHighSigned(load<u64>(to), load<u64>(from)))
        break
      case Kind.multiplyHighSignedMemory:
        store<u64>(to, multiplyHighSigned(load<u64>(to), load<u64>(place(load<u64>(from), step))))
        break
      case Kind.negate:
        store<u64>(to, 0 - load<u64>(to))
        break
      case Kind.xor:
        store<u64>(to, load<u64>(to) ^ load<u64>(from))
        break
      case Kind.xorMemory:
        store<u64>(to, load<u64>(to) ^ load<u64>(place(load<u64>(from), step)))
        break
      case Kind.rotateRight:
        store<u64>(to, rotr<u64>(load<u64>(to), load<u64>(from)))
        break
      case Kind.rotateLeft:
        store<u64>(to, rotl<u64>(load<u64>(to), load<u64>(from)))
        break
      case Kind.swap: {
        const held = load<u64>(to)
        store<u64>(to, load<u64>(from))
        store<u64>(from, held)
        break
      }
      case Kind.swapHalves: {
        const held = load<u64>(to)
        store<u64>(to, load<u64>(to, 8))
        store<u64>(to, held, 8)
        break
      }
      case Kind.addFloat:
        store<f64>(to, add(load<f64>(to), load<f64>(from), mode))
        store<f64>(to, add(load<f64>(to, 8), load<f64>(from, 8), mode), 8)
        break
      case Kind.addFloatMemory: {
        const at = place(load<u64>(from), step)
        store<f64>(to, add(load<f64>(to), additive(at), mode))
        store<f64>(to, add(load<f64>(to, 8), additive(at + 4), mode), 8)
        break
      }
      case Kind.subtractFloat:
        store<f64>(to, add(load<f64>(to), -load<f64>(from), mode))
        store<f64>(to, add(load<f64>(to, 8), -load<f64>(from, 8), mode), 8)
        break
      case Kind.subtractFloatMemory: {
        const at = place(load<u64>(from), step)
        store<f64>(to, add(load<f64>(to), -additive(at), mode))
        store<f64>(to, add(load<f64>(to, 8), -additive(at + 4), mode), 8)
        break
      }
      case Kind.scale:
        store<u64>(to, load<u64>(to) ^ 0x80f0000000000000)
        store<u64>(to, load<u64>(to, 8) ^ 0x80f0000000000000, 8)
        break
      case Kind.multiplyFloat:
        store<f64>(to, multiply(load<f64>(to), load<f64>(from), mode))
        store<f64>(to, multiply(load<f64>(to, 8), load<f64>(from, 8), mode), 8)
        break
      case Kind.divideFloat: {
        const at = place(load<u64>(from), step)
        store<f64>(to, divide(load<f64>(to), multiplicative(at, lowMask), mode))
        store<f64>(to, divide(load<f64>(to, 8), multiplicative(at + 4, highMask), mode), 8)
        break
      }
      case Kind.squareRoot:
        store<f64>(to, squareRoot(load<f64>(to), mode))
        store<f64>(to, squareRoot(load<f64>(to, 8), mode), 8)
        break
      case Kind.branch: {
        const sum = load<u64>(to) + load<u64>(step, IMMEDIATE)
        store<u64>(to, sum)
        if ((<u32>sum & load<u32>(step, 4)) == 0) i = load<i32>(step, 16)
        break
      }
      case Kind.round:
        mode = <u32>(rotr<u64>(load<u64>(from), load<u64>(step, IMMEDIATE)) & 3)
        break
      case Kind.store:
        store<u64>(place(load<u64>(to), step), load<u64>(from))
        break
    }
  }
}

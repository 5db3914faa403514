// CryptoNight (CryptoNote standard 008): the memory-hard hash of seed offsets and of proof of work. Up to 2 MiB of scratchpad, filled by
// AES from the Keccak state of the input, mixed, and folded back. Variant 0 mixes by AES and products; variant 1 also changes some bits of
// the results; variant 2 shuffles the neighbours of each accessed block, divides and takes square roots.

import { expandKey, prepareAes, ROUND_KEYS, roundColumn, tenRounds } from './hashes/aes'
import { blake256 } from './hashes/blake256'
import { groestl256 } from './hashes/groestl256'
import { jh256 } from './hashes/jh256'
import { absorb, KECCAK_STATE, permute } from './hashes/keccak'
import { multiplyHigh } from './hashes/product'
import { skein256 } from './hashes/skein256'

const SCRATCHPAD_BYTES: usize = 1 << 21
const SCRATCHPAD = memory.data(2097152, 16)
/** Mask of the address of a 16-byte block in the whole scratchpad. */
const BLOCK_MASK: u32 = 0x1ffff0
const ITERATIONS = 1 << 19
/** The part of the state that AES encrypts: eight blocks from byte 64. */
const TEXT: usize = 64
const TEXT_BYTES: usize = 128

/** Variant 1 mixes eight bytes of the input into each product; they include the nonce of a block header. */
const NONCE: usize = 35
/** How variant 1 changes two bits of a byte: three of its bits select a shift of this table, whose lowest two bits are the change. */
const FLIPS: u32 = 0x75310

const STATE = memory.data(200, 8)

/** The hash: 32 bytes. */
export const result = memory.data(32, 8)
/** The input, written by the host. */
export let input: usize = 0

/** Computes tables. Must be called once, first. */
export function prepare(): void {
  prepareAes()
}

/** Reserves memory for an input of that many bytes. Returns false if the engine refuses memory. */
export function reserve(length: usize): bool {
  input = __heap_base
  const pages = <i32>((input + length + 0xffff) >> 16)
  return pages <= memory.size() || memory.grow(pages - memory.size()) >= 0
}

/** result = variant 0 of the input's first `length` bytes, with 2 MiB and 2^19 steps */
export function hash(length: usize): void {
  absorb(STATE, input, length)
  fillScratchpad(SCRATCHPAD_BYTES)
  mix(0, 0)
  finish(SCRATCHPAD_BYTES)
}

/** result = variant 1 of the input's first `length` bytes, 43 or more, with 2 MiB and 2^19 steps */
export function hash1(length: usize): void {
  absorb(STATE, input, length)
  fillScratchpad(SCRATCHPAD_BYTES)
  mix(FLIPS, load<u64>(STATE, 192) ^ load<u64>(input + NONCE))
  finish(SCRATCHPAD_BYTES)
}

/**
 * result = variant 2 of the input's first `length` bytes
 * @param bytes scratchpad size, a power of two
 * @param used number of bytes that are mixed, a power of two
 * @param steps number of steps
 */
export function hash2(length: usize, bytes: usize, used: u32, steps: i32): void {
  absorb(STATE, input, length)
  fillScratchpad(bytes)
  mix2(used - 16, steps)
  finish(bytes)
}

function finish(bytes: usize): void {
  foldScratchpad(bytes)
  permute(STATE)
  switch (load<u8>(STATE) & 3) {
    case 0:
      blake256(result, STATE)
      break
    case 1:
      groestl256(result, STATE)
      break
    case 2:
      jh256(result, STATE)
      break
    default:
      skein256(result, STATE)
  }
}

function fillScratchpad(bytes: usize): void {
  expandKey(STATE)
  // Every eight blocks are the encryption of the eight before. The state itself must stay unchanged: it is encrypted again at the end.
  let before = STATE + TEXT
  for (let at = SCRATCHPAD; at < SCRATCHPAD + bytes; at += TEXT_BYTES) {
    memory.copy(at, before, TEXT_BYTES)
    for (let block: usize = 0; block < TEXT_BYTES; block += 16) tenRounds(at + block)
    before = at
  }
}

function foldScratchpad(bytes: usize): void {
  expandKey(STATE + 32)
  for (let at = SCRATCHPAD; at < SCRATCHPAD + bytes; at += TEXT_BYTES) {
    for (let i: usize = 0; i < TEXT_BYTES; i += 8)
      store<u64>(STATE + TEXT + i, load<u64>(STATE + TEXT + i) ^ load<u64>(at + i))
    for (let block: usize = 0; block < TEXT_BYTES; block += 16) tenRounds(STATE + TEXT + block)
  }
}

/**
 * The memory-hard part: an AES round keyed by a, then a product added to a, each at an address from the step before.
 * @param flips table of bit changes of variant 1; 0 for none
 * @param tweak input bytes of variant 1 that are mixed in; 0 for none
 */
function mix(flips: u32, tweak: u64): void {
  let a0 = load<u64>(STATE) ^ load<u64>(STATE, 32)
  let a1 = load<u64>(STATE, 8) ^ load<u64>(STATE, 40)
  let b0 = load<u64>(STATE, 16) ^ load<u64>(STATE, 48)
  let b1 = load<u64>(STATE, 24) ^ load<u64>(STATE, 56)
  for (let i = 0; i < ITERATIONS; i++) {
    const first = SCRATCHPAD + ((a0 as u32) & BLOCK_MASK)
    const x0 = load<u32>(first)
    const x1 = load<u32>(first, 4)
    const x2 = load<u32>(first, 8)
    const x3 = load<u32>(first, 12)
    const c0 = (roundColumn(x0, x1, x2, x3) as u64) | ((roundColumn(x1, x2, x3, x0) as u64) << 32)
    const c1 = (roundColumn(x2, x3, x0, x1) as u64) | ((roundColumn(x3, x0, x1, x2) as u64) << 32)
    const e0 = c0 ^ a0
    const e1 = c1 ^ a1
    store<u64>(first, b0 ^ e0)
    store<u64>(first, flipped(b1 ^ e1, flips), 8)
    b0 = e0
    b1 = e1
    const second = SCRATCHPAD + ((e0 as u32) & BLOCK_MASK)
    const d0 = load<u64>(second)
    const d1 = load<u64>(second, 8)
    a0 += multiplyHigh(e0, d0)
    a1 += e0 * d0
    store<u64>(second, a0)
    store<u64>(second, a1 ^ tweak, 8)
    a0 ^= d0
    a1 ^= d1
  }
}

/** Returns the value with two bits of the fourth byte changed, selected by three others of that byte. */
function flipped(x: u64, flips: u32): u64 {
  const byte = <u32>(x >> 24)
  const pick = (((byte >> 3) & 6) | (byte & 1)) << 1
  return x ^ ((<u64>((flips >> pick) & 0x30)) << 24)
}

/**
 * Returns the integer part of 2 * sqrt(2^64 + n), minus 2^33: r is the largest with (2^33 + r)^2 <= 4 * (2^64 + n), that is r^2 / 4 <= n -
 * 2^32 * r. The double result is off by at most one.
 */
function rootBeyond(n: u64): u64 {
  let r = <u64>(sqrt<f64>(<f64>n + 18446744073709551616.0) * 2.0 - 8589934592.0)
  if (<i64>(n - (r << 32)) < quarterSquare(r)) r--
  else if (<i64>(n - ((r + 1) << 32)) >= quarterSquare(r + 1)) r++
  return r
}

/** r^2 / 4, rounded up. */
function quarterSquare(r: u64): i64 {
  return ((r * r) >> 2) + (r & 1)
}

/** Rotates three blocks around a fourth by one position, and adds a number to each. */
function shuffle(at: u32, a0: u64, a1: u64, b0: u64, b1: u64, old0: u64, old1: u64): void {
  const first = SCRATCHPAD + (at ^ 0x10)
  const second = SCRATCHPAD + (at ^ 0x20)
  const third = SCRATCHPAD + (at ^ 0x30)
  const x0 = load<u64>(first)
  const x1 = load<u64>(first, 8)
  const y0 = load<u64>(second)
  const y1 = load<u64>(second, 8)
  store<u64>(first, load<u64>(third) + old0)
  store<u64>(first, load<u64>(third, 8) + old1, 8)
  store<u64>(third, y0 + a0)
  store<u64>(third, y1 + a1, 8)
  store<u64>(second, x0 + b0)
  store<u64>(second, x1 + b1, 8)
}

/** The `mix` of variant 2; the product depends on a quotient, a remainder and a square root. */
function mix2(mask: u32, steps: i32): void {
  let a0 = load<u64>(STATE) ^ load<u64>(STATE, 32)
  let a1 = load<u64>(STATE, 8) ^ load<u64>(STATE, 40)
  let b0 = load<u64>(STATE, 16) ^ load<u64>(STATE, 48)
  let b1 = load<u64>(STATE, 24) ^ load<u64>(STATE, 56)
  let old0 = load<u64>(STATE, 64) ^ load<u64>(STATE, 80)
  let old1 = load<u64>(STATE, 72) ^ load<u64>(STATE, 88)
  let division = load<u64>(STATE, 96)
  let root = load<u64>(STATE, 104)
  for (let i = 0; i < steps; i++) {
    const from = (a0 as u32) & mask
    const first = SCRATCHPAD + from
    const x0 = load<u32>(first)
    const x1 = load<u32>(first, 4)
    const x2 = load<u32>(first, 8)
    const x3 = load<u32>(first, 12)
    const c0 = ((roundColumn(x0, x1, x2, x3) as u64) | ((roundColumn(x1, x2, x3, x0) as u64) << 32)) ^ a0
    const c1 = ((roundColumn(x2, x3, x0, x1) as u64) | ((roundColumn(x3, x0, x1, x2) as u64) << 32)) ^ a1
    shuffle(from, a0, a1, b0, b1, old0, old1)
    store<u64>(first, b0 ^ c0)
    store<u64>(first, b1 ^ c1, 8)
    const to = (c0 as u32) & mask
    const second = SCRATCHPAD + to
    const d0 = load<u64>(second) ^ division ^ (root << 32)
    const d1 = load<u64>(second, 8)
    const divisor: u64 = <u64>((c0 + (root << 1)) as u32) | 0x80000001
    division = ((c1 / divisor) & 0xffffffff) + ((c1 % divisor) << 32)
    root = rootBeyond(c0 + division)
    const near = SCRATCHPAD + (to ^ 0x10)
    const far = SCRATCHPAD + (to ^ 0x20)
    const high = multiplyHigh(c0, d0)
    const low = c0 * d0
    store<u64>(near, load<u64>(near) ^ high)
    store<u64>(near, load<u64>(near, 8) ^ low, 8)
    const sum0 = high ^ load<u64>(far)
    const sum1 = low ^ load<u64>(far, 8)
    shuffle(to, a0, a1, b0, b1, old0, old1)
    old0 = b0
    old1 = b1
    b0 = c0
    b1 = c1
    a0 += sum0
    a1 += sum1
    store<u64>(second, a0)
    store<u64>(second, a1, 8)
    a0 ^= d0
    a1 ^= d1
  }
}

/** Wipes the whole memory, tables included. The instance cannot be used again. */
export function wipe(): void {
  memory.fill(0, 0, (<usize>memory.size()) << 16)
}

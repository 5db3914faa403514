// CryptoNight, variant 0 (CryptoNote standard 008): the memory-hard hash that turns a seed's offset into a scalar. 2 MiB of
// scratchpad, filled from the Keccak state of the input by AES, mixed 2^19 times, and folded back.

import { expandKey, prepareAes, ROUND_KEYS, roundColumn, tenRounds } from './aes'
import { blake256 } from './blake256'
import { groestl256 } from './groestl256'
import { jh256 } from './jh256'
import { absorb, KECCAK_STATE, permute } from './keccak'
import { skein256 } from './skein256'

const SCRATCHPAD_BYTES: usize = 1 << 21
const SCRATCHPAD = memory.data(2097152, 16)
/** Picks a block of 16 bytes. */
const BLOCK_MASK: u32 = 0x1ffff0
const ITERATIONS = 1 << 19
/** The part of the state that AES encrypts: eight blocks from byte 64 on. */
const TEXT: usize = 64
const TEXT_BYTES: usize = 128

const STATE = memory.data(200, 8)

/** The hash: 32 bytes. */
export const result = memory.data(32, 8)
/** Where the host writes the input. */
export let input: usize = 0

/** Computes tables. To be called once, first. */
export function prepare(): void {
  prepareAes()
}

/** Makes room for an input of that many bytes. False when memory is refused. */
export function reserve(length: usize): bool {
  input = __heap_base
  const pages = <i32>((input + length + 0xffff) >> 16)
  return pages <= memory.size() || memory.grow(pages - memory.size()) >= 0
}

/** result = the hash of the input's first `length` bytes */
export function hash(length: usize): void {
  absorb(STATE, input, length)
  fillScratchpad()
  mix()
  foldScratchpad()
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

function fillScratchpad(): void {
  expandKey(STATE)
  // Each eight blocks are the ones before, encrypted. The state itself must stay: it is encrypted again at the end.
  let before = STATE + TEXT
  for (let at = SCRATCHPAD; at < SCRATCHPAD + SCRATCHPAD_BYTES; at += TEXT_BYTES) {
    memory.copy(at, before, TEXT_BYTES)
    for (let block: usize = 0; block < TEXT_BYTES; block += 16) tenRounds(at + block)
    before = at
  }
}

function foldScratchpad(): void {
  expandKey(STATE + 32)
  for (let at = SCRATCHPAD; at < SCRATCHPAD + SCRATCHPAD_BYTES; at += TEXT_BYTES) {
    for (let i: usize = 0; i < TEXT_BYTES; i += 8)
      store<u64>(STATE + TEXT + i, load<u64>(STATE + TEXT + i) ^ load<u64>(at + i))
    for (let block: usize = 0; block < TEXT_BYTES; block += 16) tenRounds(STATE + TEXT + block)
  }
}

/** Upper half of the 128-bit product. */
function multiplyHigh(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff
  const a1 = a >> 32
  const b0 = b & 0xffffffff
  const b1 = b >> 32
  const middle = a1 * b0 + ((a0 * b0) >> 32)
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffff)) >> 32)
}

/** The memory-hard part: an AES round keyed by a, then a product added to a, each at an address that the step before gave. */
function mix(): void {
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
    store<u64>(first, b1 ^ e1, 8)
    b0 = e0
    b1 = e1
    const second = SCRATCHPAD + ((e0 as u32) & BLOCK_MASK)
    const d0 = load<u64>(second)
    const d1 = load<u64>(second, 8)
    a0 += multiplyHigh(e0, d0)
    a1 += e0 * d0
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

// The memory of Argon2d (RFC 9106, version 0x13), one lane, filled without finalization: each block of 1 KiB is computed from the one
// before and from one that preceding bytes select.

const BLOCK: usize = 1024
const SLICES: u32 = 4

/** The block being mixed, and its previous contents. */
const MIXED = memory.data(1024, 16)
const BEFORE = memory.data(1024, 16)

function blend(a: u64, b: u64): u64 {
  return a + b + 2 * (a & 0xffffffff) * (b & 0xffffffff)
}

/** Blake2b's mixing of four words, with products. */
function mix(pa: usize, pb: usize, pc: usize, pd: usize): void {
  let a = load<u64>(pa)
  let b = load<u64>(pb)
  let c = load<u64>(pc)
  let d = load<u64>(pd)
  a = blend(a, b)
  d = rotr<u64>(d ^ a, 32)
  c = blend(c, d)
  b = rotr<u64>(b ^ c, 24)
  a = blend(a, b)
  d = rotr<u64>(d ^ a, 16)
  c = blend(c, d)
  b = rotr<u64>(b ^ c, 63)
  store<u64>(pa, a)
  store<u64>(pb, b)
  store<u64>(pc, c)
  store<u64>(pd, d)
}

/** A round of Blake2b over sixteen words: eight pairs, `step` bytes apart. */
function round(at: usize, step: usize): void {
  const p2 = at + step
  const p4 = p2 + step
  const p6 = p4 + step
  const p8 = p6 + step
  const p10 = p8 + step
  const p12 = p10 + step
  const p14 = p12 + step
  mix(at, p4, p8, p12)
  mix(at + 8, p4 + 8, p8 + 8, p12 + 8)
  mix(p2, p6, p10, p14)
  mix(p2 + 8, p6 + 8, p10 + 8, p14 + 8)
  mix(at, p4 + 8, p10, p14 + 8)
  mix(at + 8, p6, p10 + 8, p12)
  mix(p2, p6 + 8, p8, p12 + 8)
  mix(p2 + 8, p4, p8 + 8, p14)
}

/** block = the compression of two others, XORed with its previous contents where `keep` is all ones, with nothing where it is 0. */
function compress(block: usize, previous: usize, chosen: usize, keep: u64): void {
  for (let i: usize = 0; i < BLOCK; i += 8) {
    const word = load<u64>(previous + i) ^ load<u64>(chosen + i)
    store<u64>(MIXED + i, word)
    store<u64>(BEFORE + i, word ^ (load<u64>(block + i) & keep))
  }
  for (let row: usize = 0; row < BLOCK; row += 128) round(MIXED + row, 16)
  for (let column: usize = 0; column < 128; column += 16) round(MIXED + column, 128)
  for (let i: usize = 0; i < BLOCK; i += 8) store<u64>(block + i, load<u64>(MIXED + i) ^ load<u64>(BEFORE + i))
}

/**
 * Fills a quarter of the memory once. Requires the first two blocks.
 * @param blocks total number of blocks, a multiple of 4
 */
export function fillSlice(at: usize, blocks: u32, pass: u32, slice: u32): void {
  const length = blocks / SLICES
  const start: u32 = pass == 0 || slice == SLICES - 1 ? 0 : (slice + 1) * length
  const behind: u32 = pass == 0 ? slice * length : blocks - length
  for (let i: u32 = pass == 0 && slice == 0 ? 2 : 0; i < length; i++) {
    const index = slice * length + i
    const previous = at + <usize>(index == 0 ? blocks - 1 : index - 1) * BLOCK
    const area: u64 = behind + i - 1
    const random: u64 = load<u32>(previous)
    const distance = (area * ((random * random) >> 32)) >> 32
    const chosen = (start + <u32>(area - 1 - distance)) % blocks
    compress(at + <usize>index * BLOCK, previous, at + <usize>chosen * BLOCK, pass == 0 ? 0 : 0xffffffffffffffff)
  }
}

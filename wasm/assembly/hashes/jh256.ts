// JH-256 (the SHA-3 finalist, 42 rounds) of exactly 200 bytes: one of CryptoNight's four final hashes. Written like the specification, over
// single four-bit elements: it runs once per hash.

const LENGTH: usize = 200
const ROUNDS = 42

/** The two S-boxes; a bit of the round constant selects one. */
const S_BOXES = memory.data<u8>([
  9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14, 3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8,
])
/** The first round constant, digits of the square root of 2: 32 bytes, high half of each byte first. */
const FIRST_CONSTANT = memory.data<u64>([
  0x08c9bcf367e6096a, 0x3e7d95ea6613fbb2, 0x9950771275c1de3a, 0x2a3267060b592fda,
])

const CHAIN = memory.data(128, 8)
const ELEMENTS = memory.data(256)
const SWAPPED = memory.data(256)
const CONSTANT = memory.data(64)
/** The S-box selection without a constant. */
const NO_CHOICE = memory.data(64)
const PADDED = memory.data(5 * 64, 8)

/** Multiplies an element by 2 in GF(2^4) modulo x^4 + x + 1. */
function twice(a: u32): u32 {
  return ((a << 1) ^ (a >> 3) ^ ((a >> 2) & 2)) & 0xf
}

/**
 * One round over `count` elements: S-boxes, selected by the bits of `constant` (four per element), the linear transform of neighbours, and
 * the permutation.
 */
function round(elements: usize, count: usize, constant: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const choice = (load<u8>(constant + (i >> 2)) >> (3 - ((i as u8) & 3))) & 1
    store<u8>(SWAPPED + i, load<u8>(S_BOXES + ((<usize>choice) << 4) + load<u8>(elements + i)))
  }
  for (let i: usize = 0; i < count; i += 2) {
    const b = <u32>load<u8>(SWAPPED + i, 1) ^ twice(load<u8>(SWAPPED + i))
    store<u8>(SWAPPED + i, load<u8>(SWAPPED + i) ^ twice(b))
    store<u8>(SWAPPED + i, b, 1)
  }
  for (let i: usize = 0; i < count; i += 4) swap(SWAPPED + i + 2)
  const half = count >> 1
  for (let i: usize = 0; i < half; i++) {
    store<u8>(elements + i, load<u8>(SWAPPED + 2 * i))
    store<u8>(elements + half + i, load<u8>(SWAPPED + 2 * i, 1))
  }
  for (let i = half; i < count; i += 2) swap(elements + i)
}

/** Swaps two neighbouring bytes. */
function swap(at: usize): void {
  store<u16>(at, bswap<u16>(load<u16>(at)))
}

function chainBit(i: usize): u32 {
  return (load<u8>(CHAIN + (i >> 3)) >> (7 - ((i as u8) & 7))) & 1
}

/** E8 on CHAIN: an element consists of four bits, 256 apart. */
function permuteChain(): void {
  for (let i: usize = 0; i < 256; i++) {
    const element = (chainBit(i) << 3) | (chainBit(i + 256) << 2) | (chainBit(i + 512) << 1) | chainBit(i + 768)
    store<u8>(ELEMENTS + placeOf(i), element)
  }
  for (let i: usize = 0; i < 32; i++) {
    const byte = load<u8>(FIRST_CONSTANT + i)
    store<u8>(CONSTANT + 2 * i, byte >> 4)
    store<u8>(CONSTANT + 2 * i, byte & 0xf, 1)
  }
  for (let i = 0; i < ROUNDS; i++) {
    round(ELEMENTS, 256, CONSTANT)
    round(CONSTANT, 64, NO_CHOICE)
  }
  memory.fill(CHAIN, 0, 128)
  for (let i: usize = 0; i < 256; i++) {
    const element: u32 = load<u8>(ELEMENTS + placeOf(i))
    const at = CHAIN + (i >> 3)
    const shift = 7 - ((i as u32) & 7)
    store<u8>(at, load<u8>(at) | (((element >> 3) & 1) << shift))
    store<u8>(at, load<u8>(at, 32) | (((element >> 2) & 1) << shift), 32)
    store<u8>(at, load<u8>(at, 64) | (((element >> 1) & 1) << shift), 64)
    store<u8>(at, load<u8>(at, 96) | ((element & 1) << shift), 96)
  }
}

/** Elements 0 .. 127 go to the even places, 128 .. 255 to the odd ones. */
function placeOf(i: usize): usize {
  return i < 128 ? 2 * i : 2 * (i - 128) + 1
}

function compress(block: usize): void {
  for (let i: usize = 0; i < 64; i += 8) store<u64>(CHAIN + i, load<u64>(CHAIN + i) ^ load<u64>(block + i))
  permuteChain()
  for (let i: usize = 0; i < 64; i += 8) store<u64>(CHAIN + 64 + i, load<u64>(CHAIN + 64 + i) ^ load<u64>(block + i))
}

/** out = the hash (32 bytes) of 200 bytes */
export function jh256(out: usize, data: usize): void {
  // The first chain value: the number of output bits, and one compression of an empty block.
  memory.fill(CHAIN, 0, 128)
  store<u8>(CHAIN, 1)
  memory.fill(PADDED, 0, 320)
  compress(PADDED)
  // Padding: a 1 bit after the message; a separate block with the length in bits.
  memory.copy(PADDED, data, LENGTH)
  store<u8>(PADDED + LENGTH, 0x80)
  store<u64>(PADDED, bswap<u64>(8 * LENGTH), 312)
  for (let block: usize = 0; block < 320; block += 64) compress(PADDED + block)
  memory.copy(out, CHAIN + 96, 32)
}

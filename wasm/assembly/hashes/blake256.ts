// BLAKE-256 (the SHA-3 finalist, 14 rounds, no salt) of exactly 200 bytes: one of CryptoNight's four final hashes.

const LENGTH: usize = 200

/** The first digits of pi. */
const CONSTANTS = memory.data<u32>([
  0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89, 0x452821e6,
  0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
])
const INITIAL = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])
/** Ten permutations of the message words. */
const ORDERS = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3, 11, 8, 12,
  0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8, 9, 0, 5, 7, 2, 4, 10,
  15, 14, 1, 11, 12, 6, 8, 3, 13, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9, 12, 5, 1, 15, 14, 13, 4, 10, 0,
  7, 6, 3, 9, 2, 8, 11, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7,
  1, 4, 10, 5, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
])

const CHAIN = memory.data(8 * 4, 4)
const WORDS = memory.data(16 * 4, 4)
const V = memory.data(16 * 4, 4)
const PADDED = memory.data(4 * 64, 8)

/** Step `step` (0 .. 7) of a round, on the words a, b, c, d of V. */
function quarter(order: usize, step: usize, a: usize, b: usize, c: usize, d: usize): void {
  const i = (<usize>load<u8>(order + 2 * step)) << 2
  const j = (<usize>load<u8>(order + 2 * step + 1)) << 2
  const pa = V + (a << 2)
  const pb = V + (b << 2)
  const pc = V + (c << 2)
  const pd = V + (d << 2)
  let va = load<u32>(pa) + load<u32>(pb) + (load<u32>(WORDS + i) ^ load<u32>(CONSTANTS + j))
  let vd = rotr<u32>(load<u32>(pd) ^ va, 16)
  let vc = load<u32>(pc) + vd
  let vb = rotr<u32>(load<u32>(pb) ^ vc, 12)
  va += vb + (load<u32>(WORDS + j) ^ load<u32>(CONSTANTS + i))
  vd = rotr<u32>(vd ^ va, 8)
  vc += vd
  vb = rotr<u32>(vb ^ vc, 7)
  store<u32>(pa, va)
  store<u32>(pb, vb)
  store<u32>(pc, vc)
  store<u32>(pd, vd)
}

/** Mixes a block into CHAIN. `bits`: bits of the message up to the block's end. */
function compress(block: usize, bits: u32): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(WORDS + i, bswap<u32>(load<u32>(block + i)))
  memory.copy(V, CHAIN, 32)
  memory.copy(V + 32, CONSTANTS, 32)
  store<u32>(V, load<u32>(V, 48) ^ bits, 48)
  store<u32>(V, load<u32>(V, 52) ^ bits, 52)
  for (let round: usize = 0; round < 14; round++) {
    const order = ORDERS + ((round % 10) << 4)
    quarter(order, 0, 0, 4, 8, 12)
    quarter(order, 1, 1, 5, 9, 13)
    quarter(order, 2, 2, 6, 10, 14)
    quarter(order, 3, 3, 7, 11, 15)
    quarter(order, 4, 0, 5, 10, 15)
    quarter(order, 5, 1, 6, 11, 12)
    quarter(order, 6, 2, 7, 8, 13)
    quarter(order, 7, 3, 4, 9, 14)
  }
  for (let i: usize = 0; i < 32; i += 4)
    store<u32>(CHAIN + i, load<u32>(CHAIN + i) ^ load<u32>(V + i) ^ load<u32>(V + i + 32))
}

/** out = the hash (32 bytes) of 200 bytes */
export function blake256(out: usize, data: usize): void {
  // Padding: a 1 bit at the start, a 1 bit before the length, which ends the block.
  memory.fill(PADDED, 0, 256)
  memory.copy(PADDED, data, LENGTH)
  store<u8>(PADDED + LENGTH, 0x80)
  store<u8>(PADDED, 0x01, 247)
  store<u64>(PADDED, bswap<u64>(8 * LENGTH), 248)
  memory.copy(CHAIN, INITIAL, 32)
  for (let block: usize = 0; block < 256; block += 64)
    compress(PADDED + block, 8 * (min<usize>(block + 64, LENGTH) as u32))
  for (let i: usize = 0; i < 32; i += 4) store<u32>(out + i, bswap<u32>(load<u32>(CHAIN + i)))
}

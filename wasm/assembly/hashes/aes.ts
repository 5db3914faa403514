// The parts of AES (FIPS 197) that CryptoNight and Grøstl build on: the S-box, key expansion and one round. Words are columns,
// row 0 in the lowest byte.

/** The S-box: 256 bytes. */
export const S_BOX = memory.data(256)
/** S-box and MixColumns combined: the column contribution of a byte of row 0. The other rows rotate it. */
const COLUMNS = memory.data(256 * 4, 4)

/** Rounds, and round keys, that CryptoNight uses. */
const ROUNDS = 10
export const ROUND_KEYS = memory.data(10 * 16, 4)

/** 2 * a in the field of AES. */
export function double(a: u32): u32 {
  return ((a << 1) ^ ((a >> 7) * 0x11b)) & 0xff
}

/** Computes the tables. */
export function prepareAes(): void {
  // p runs through the powers of 3, which are all of the field but 0, and q through their inverses.
  let p: u32 = 1
  let q: u32 = 1
  store<u8>(S_BOX, 0x63)
  do {
    p = p ^ double(p)
    q ^= q << 1
    q ^= q << 2
    q = (q ^ (q << 4)) & 0xff
    if (q & 0x80) q ^= 0x09
    const twice = q | (q << 8)
    store<u8>(S_BOX + p, q ^ (twice >> 7) ^ (twice >> 6) ^ (twice >> 5) ^ (twice >> 4) ^ 0x63)
  } while (p != 1)
  for (let i: usize = 0; i < 256; i++) {
    const s: u32 = load<u8>(S_BOX + i)
    store<u32>(COLUMNS + (i << 2), double(s) | (s << 8) | (s << 16) | ((double(s) ^ s) << 24))
  }
}

function substitute(word: u32): u32 {
  return (
    <u32>load<u8>(S_BOX + (word & 0xff)) |
    ((<u32>load<u8>(S_BOX + ((word >> 8) & 0xff))) << 8) |
    ((<u32>load<u8>(S_BOX + ((word >> 16) & 0xff))) << 16) |
    ((<u32>load<u8>(S_BOX + (word >> 24))) << 24)
  )
}

/** ROUND_KEYS = the first ten round keys of AES-256 with the key in these 32 bytes. */
export function expandKey(key: usize): void {
  memory.copy(ROUND_KEYS, key, 32)
  let constant: u32 = 1
  for (let i = 8; i < 4 * ROUNDS; i++) {
    const at = ROUND_KEYS + ((<usize>i) << 2)
    let word = load<u32>(at - 4)
    if (i % 8 == 0) {
      word = substitute(rotr<u32>(word, 8)) ^ constant
      constant = double(constant)
    } else if (i % 8 == 4) word = substitute(word)
    store<u32>(at, load<u32>(at - 32) ^ word)
  }
}

/** Returns a column after a round, without the round key: from column x and the three to its right. */
export function roundColumn(x: u32, right1: u32, right2: u32, right3: u32): u32 {
  return (
    load<u32>(COLUMNS + ((x & 0xff) << 2)) ^
    rotl<u32>(load<u32>(COLUMNS + (((right1 >> 8) & 0xff) << 2)), 8) ^
    rotl<u32>(load<u32>(COLUMNS + (((right2 >> 16) & 0xff) << 2)), 16) ^
    rotl<u32>(load<u32>(COLUMNS + ((right3 >> 24) << 2)), 24)
  )
}

/** Applies ten full rounds to a block of 16 bytes in place, with ROUND_KEYS. */
export function tenRounds(block: usize): void {
  let x0 = load<u32>(block)
  let x1 = load<u32>(block, 4)
  let x2 = load<u32>(block, 8)
  let x3 = load<u32>(block, 12)
  for (let key = ROUND_KEYS; key < ROUND_KEYS + 16 * ROUNDS; key += 16) {
    const y0 = roundColumn(x0, x1, x2, x3) ^ load<u32>(key)
    const y1 = roundColumn(x1, x2, x3, x0) ^ load<u32>(key, 4)
    const y2 = roundColumn(x2, x3, x0, x1) ^ load<u32>(key, 8)
    const y3 = roundColumn(x3, x0, x1, x2) ^ load<u32>(key, 12)
    x0 = y0
    x1 = y1
    x2 = y2
    x3 = y3
  }
  store<u32>(block, x0)
  store<u32>(block, x1, 4)
  store<u32>(block, x2, 8)
  store<u32>(block, x3, 12)
}

// The decryption round of AES (FIPS 197), beside `aes.ts`. Words are columns, row 0 in the lowest byte.

import { double, S_BOX } from './aes'

/** Inverse S-box and inverse MixColumns combined: the column contribution of a byte of row 0. The other rows rotate it. */
const COLUMNS = memory.data(256 * 4, 4)

/** Computes the table; requires the S-box. */
export function prepareInverse(): void {
  for (let i: usize = 0; i < 256; i++) {
    const s: u32 = load<u8>(S_BOX + i)
    const two = double(<u32>i)
    const four = double(two)
    const eight = double(four)
    const byte = <u32>i
    store<u32>(
      COLUMNS + (s << 2),
      (eight ^ four ^ two) | ((eight ^ byte) << 8) | ((eight ^ four ^ byte) << 16) | ((eight ^ two ^ byte) << 24),
    )
  }
}

/** Returns a column after a round, without the round key: from column x and the three to its left. */
export function inverseColumn(x: u32, left1: u32, left2: u32, left3: u32): u32 {
  return (
    load<u32>(COLUMNS + ((x & 0xff) << 2)) ^
    rotl<u32>(load<u32>(COLUMNS + (((left1 >> 8) & 0xff) << 2)), 8) ^
    rotl<u32>(load<u32>(COLUMNS + (((left2 >> 16) & 0xff) << 2)), 16) ^
    rotl<u32>(load<u32>(COLUMNS + ((left3 >> 24) << 2)), 24)
  )
}

// Grøstl-256 (the SHA-3 finalist) of exactly 200 bytes: one of CryptoNight's four final hashes. A state is 64 bytes, eight columns of eight
// rows.

import { double, S_BOX } from './aes'

const LENGTH: usize = 200

/** Left shifts of each row in P and in Q. */
const P_SHIFTS = memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7])
const Q_SHIFTS = memory.data<u8>([1, 3, 5, 7, 0, 2, 4, 6])

const CHAIN = memory.data(64, 8)
const P_STATE = memory.data(64, 8)
const Q_STATE = memory.data(64, 8)
const SHIFTED = memory.data(64, 8)
const PADDED = memory.data(4 * 64, 8)

/** SubBytes, ShiftBytes and MixBytes. */
function finishRound(state: usize, shifts: usize): void {
  for (let column: usize = 0; column < 8; column++)
    for (let row: usize = 0; row < 8; row++) {
      const from = (column + load<u8>(shifts + row)) & 7
      store<u8>(SHIFTED + 8 * column + row, load<u8>(S_BOX + load<u8>(state + 8 * from + row)))
    }
  for (let column: usize = 0; column < 8; column++)
    for (let row: usize = 0; row < 8; row++) store<u8>(state + 8 * column + row, mixedRow(SHIFTED + 8 * column, row))
}

/** 2 a0 + 2 a1 + 3 a2 + 4 a3 + 5 a4 + 3 a5 + 5 a6 + 7 a7, counted from `row` on, as Horner's rule over the factors' bits. */
function mixedRow(column: usize, row: usize): u32 {
  const a0: u32 = load<u8>(column + row)
  const a1: u32 = load<u8>(column + ((row + 1) & 7))
  const a2: u32 = load<u8>(column + ((row + 2) & 7))
  const a3: u32 = load<u8>(column + ((row + 3) & 7))
  const a4: u32 = load<u8>(column + ((row + 4) & 7))
  const a5: u32 = load<u8>(column + ((row + 5) & 7))
  const a6: u32 = load<u8>(column + ((row + 6) & 7))
  const a7: u32 = load<u8>(column + ((row + 7) & 7))
  const ones = a2 ^ a4 ^ a5 ^ a6 ^ a7
  const twos = a0 ^ a1 ^ a2 ^ a5 ^ a7
  const fours = a3 ^ a4 ^ a6 ^ a7
  return ones ^ double(twos ^ double(fours))
}

function permuteP(state: usize): void {
  for (let round: usize = 0; round < 10; round++) {
    for (let column: usize = 0; column < 8; column++) {
      const at = state + 8 * column
      store<u8>(at, load<u8>(at) ^ ((column << 4) ^ round))
    }
    finishRound(state, P_SHIFTS)
  }
}

function permuteQ(state: usize): void {
  for (let round: usize = 0; round < 10; round++) {
    for (let column: usize = 0; column < 8; column++) {
      const at = state + 8 * column
      store<u64>(at, ~load<u64>(at))
      store<u8>(at, load<u8>(at, 7) ^ ((column << 4) ^ round), 7)
    }
    finishRound(state, Q_SHIFTS)
  }
}

function compress(block: usize): void {
  for (let i: usize = 0; i < 64; i += 8) store<u64>(P_STATE + i, load<u64>(CHAIN + i) ^ load<u64>(block + i))
  memory.copy(Q_STATE, block, 64)
  permuteP(P_STATE)
  permuteQ(Q_STATE)
  for (let i: usize = 0; i < 64; i += 8)
    store<u64>(CHAIN + i, load<u64>(CHAIN + i) ^ load<u64>(P_STATE + i) ^ load<u64>(Q_STATE + i))
}

/** out = the hash (32 bytes) of 200 bytes */
export function groestl256(out: usize, data: usize): void {
  // Padding: a 1 bit at the start; the number of blocks ends the last one.
  memory.fill(PADDED, 0, 256)
  memory.copy(PADDED, data, LENGTH)
  store<u8>(PADDED + LENGTH, 0x80)
  store<u8>(PADDED, 4, 255)
  // The first chain value is the number of output bits.
  memory.fill(CHAIN, 0, 64)
  store<u8>(CHAIN, 1, 62)
  for (let block: usize = 0; block < 256; block += 64) compress(PADDED + block)
  memory.copy(P_STATE, CHAIN, 64)
  permuteP(P_STATE)
  for (let i: usize = 0; i < 32; i += 8) store<u64>(out + i, load<u64>(CHAIN + 32 + i) ^ load<u64>(P_STATE + 32 + i))
}

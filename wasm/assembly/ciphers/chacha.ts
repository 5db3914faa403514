// ChaCha20 (RFC 8439). A state has 16 words: constants, key, counter, nonce. No branch and no address depends on its contents.

/** Bytes of a state, and of a block of the key stream. */
export const STATE_BYTES: usize = 64

/** Writes the constants and the key, 32 bytes, to a state. */
export function setKey(state: usize, key: usize): void {
  store<u32>(state, 0x61707865)
  store<u32>(state, 0x3320646e, 4)
  store<u32>(state, 0x79622d32, 8)
  store<u32>(state, 0x6b206574, 12)
  memory.copy(state + 16, key, 32)
}

/** to = the 20 rounds of `from`, without the final addition. */
export function rounds(to: usize, from: usize): void {
  let x0 = load<u32>(from)
  let x1 = load<u32>(from, 4)
  let x2 = load<u32>(from, 8)
  let x3 = load<u32>(from, 12)
  let x4 = load<u32>(from, 16)
  let x5 = load<u32>(from, 20)
  let x6 = load<u32>(from, 24)
  let x7 = load<u32>(from, 28)
  let x8 = load<u32>(from, 32)
  let x9 = load<u32>(from, 36)
  let x10 = load<u32>(from, 40)
  let x11 = load<u32>(from, 44)
  let x12 = load<u32>(from, 48)
  let x13 = load<u32>(from, 52)
  let x14 = load<u32>(from, 56)
  let x15 = load<u32>(from, 60)
  for (let round = 0; round < 10; round++) {
    x0 += x4
    x12 = rotl<u32>(x12 ^ x0, 16)
    x1 += x5
    x13 = rotl<u32>(x13 ^ x1, 16)
    x2 += x6
    x14 = rotl<u32>(x14 ^ x2, 16)
    x3 += x7
    x15 = rotl<u32>(x15 ^ x3, 16)
    x8 += x12
    x4 = rotl<u32>(x4 ^ x8, 12)
    x9 += x13
    x5 = rotl<u32>(x5 ^ x9, 12)
    x10 += x14
    x6 = rotl<u32>(x6 ^ x10, 12)
    x11 += x15
    x7 = rotl<u32>(x7 ^ x11, 12)
    x0 += x4
    x12 = rotl<u32>(x12 ^ x0, 8)
    x1 += x5
    x13 = rotl<u32>(x13 ^ x1, 8)
    x2 += x6
    x14 = rotl<u32>(x14 ^ x2, 8)
    x3 += x7
    x15 = rotl<u32>(x15 ^ x3, 8)
    x8 += x12
    x4 = rotl<u32>(x4 ^ x8, 7)
    x9 += x13
    x5 = rotl<u32>(x5 ^ x9, 7)
    x10 += x14
    x6 = rotl<u32>(x6 ^ x10, 7)
    x11 += x15
    x7 = rotl<u32>(x7 ^ x11, 7)
    // The diagonals.
    x0 += x5
    x15 = rotl<u32>(x15 ^ x0, 16)
    x1 += x6
    x12 = rotl<u32>(x12 ^ x1, 16)
    x2 += x7
    x13 = rotl<u32>(x13 ^ x2, 16)
    x3 += x4
    x14 = rotl<u32>(x14 ^ x3, 16)
    x10 += x15
    x5 = rotl<u32>(x5 ^ x10, 12)
    x11 += x12
    x6 = rotl<u32>(x6 ^ x11, 12)
    x8 += x13
    x7 = rotl<u32>(x7 ^ x8, 12)
    x9 += x14
    x4 = rotl<u32>(x4 ^ x9, 12)
    x0 += x5
    x15 = rotl<u32>(x15 ^ x0, 8)
    x1 += x6
    x12 = rotl<u32>(x12 ^ x1, 8)
    x2 += x7
    x13 = rotl<u32>(x13 ^ x2, 8)
    x3 += x4
    x14 = rotl<u32>(x14 ^ x3, 8)
    x10 += x15
    x5 = rotl<u32>(x5 ^ x10, 7)
    x11 += x12
    x6 = rotl<u32>(x6 ^ x11, 7)
    x8 += x13
    x7 = rotl<u32>(x7 ^ x8, 7)
    x9 += x14
    x4 = rotl<u32>(x4 ^ x9, 7)
  }
  store<u32>(to, x0)
  store<u32>(to, x1, 4)
  store<u32>(to, x2, 8)
  store<u32>(to, x3, 12)
  store<u32>(to, x4, 16)
  store<u32>(to, x5, 20)
  store<u32>(to, x6, 24)
  store<u32>(to, x7, 28)
  store<u32>(to, x8, 32)
  store<u32>(to, x9, 36)
  store<u32>(to, x10, 40)
  store<u32>(to, x11, 44)
  store<u32>(to, x12, 48)
  store<u32>(to, x13, 52)
  store<u32>(to, x14, 56)
  store<u32>(to, x15, 60)
}

/** to = the block of the key stream of a state. */
export function keyStream(to: usize, state: usize): void {
  rounds(to, state)
  for (let i: usize = 0; i < STATE_BYTES; i += 4) store<u32>(to + i, load<u32>(to + i) + load<u32>(state + i))
}

/** data ^= the key stream of a state, from its counter on. `block`: 64 bytes, which the caller wipes. */
export function xorStream(data: usize, length: usize, state: usize, block: usize): void {
  let offset: usize = 0
  for (; offset + STATE_BYTES <= length; offset += STATE_BYTES) {
    keyStream(block, state)
    store<u32>(state, load<u32>(state, 48) + 1, 48)
    for (let i: usize = 0; i < STATE_BYTES; i += 8)
      store<u64>(data + offset + i, load<u64>(data + offset + i) ^ load<u64>(block + i))
  }
  if (offset === length) return
  keyStream(block, state)
  for (let i: usize = 0; offset + i < length; i++)
    store<u8>(data + offset + i, load<u8>(data + offset + i) ^ load<u8>(block + i))
}

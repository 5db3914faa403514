// Skein-512-256 (the SHA-3 finalist, version 1.3) of exactly 200 bytes: one of CryptoNight's four final hashes.

const LENGTH: u64 = 200

const PARITY: u64 = 0x1bd11bdaa9fc1a22
/** Rotation distances of Threefish-512: four for each of eight rounds, which repeat. */
const ROTATIONS = memory.data<u8>([
  46, 36, 19, 37, 33, 27, 14, 42, 17, 49, 36, 39, 44, 9, 54, 56, 39, 30, 34, 24, 13, 50, 10, 17, 25, 29, 39, 43, 8, 35,
  56, 22,
])
/** The word permutation after a round. */
const ORDER = memory.data<u8>([2, 1, 4, 7, 6, 5, 0, 3])

/** Block types, in the highest byte of the tweak. */
const CONFIGURATION: u64 = 4
const MESSAGE: u64 = 48
const OUTPUT: u64 = 63
const FIRST: u64 = 1 << 62
const FINAL: u64 = 1 << 63

/** The chain value is the key; a ninth word makes the parity of all nine constant. */
const KEY = memory.data(9 * 8, 8)
const TWEAK = memory.data(3 * 8, 8)
const WORDS = memory.data(8 * 8, 8)
const MIXED = memory.data(8 * 8, 8)
const BLOCK = memory.data(4 * 64, 8)

/** Adds subkey `number` (0 .. 18) to WORDS. */
function addSubkey(number: usize): void {
  for (let i: usize = 0; i < 8; i++) {
    let word = load<u64>(KEY + (((number + i) % 9) << 3))
    if (i == 5) word += load<u64>(TWEAK + ((number % 3) << 3))
    if (i == 6) word += load<u64>(TWEAK + (((number + 1) % 3) << 3))
    if (i == 7) word += number
    store<u64>(WORDS + (i << 3), load<u64>(WORDS + (i << 3)) + word)
  }
}

/** KEY = Threefish(KEY, tweak, block) ^ block. `position`: bytes of the message up to the block's end. */
function compress(block: usize, position: u64, flags: u64): void {
  let parity = PARITY
  for (let i: usize = 0; i < 64; i += 8) parity ^= load<u64>(KEY + i)
  store<u64>(KEY, parity, 64)
  store<u64>(TWEAK, position)
  store<u64>(TWEAK, flags, 8)
  store<u64>(TWEAK, position ^ flags, 16)
  memory.copy(WORDS, block, 64)
  for (let round: usize = 0; round < 72; round++) {
    if (round % 4 == 0) addSubkey(round >> 2)
    for (let pair: usize = 0; pair < 4; pair++) {
      const at = pair << 4
      const sum = load<u64>(WORDS + at) + load<u64>(WORDS + at, 8)
      const distance = load<u8>(ROTATIONS + ((round & 7) << 2) + pair)
      store<u64>(MIXED + at, sum)
      store<u64>(MIXED + at, rotl<u64>(load<u64>(WORDS + at, 8), distance) ^ sum, 8)
    }
    for (let i: usize = 0; i < 8; i++)
      store<u64>(WORDS + (i << 3), load<u64>(MIXED + ((<usize>load<u8>(ORDER + i)) << 3)))
  }
  addSubkey(18)
  for (let i: usize = 0; i < 64; i += 8) store<u64>(KEY + i, load<u64>(WORDS + i) ^ load<u64>(block + i))
}

/** out = the hash (32 bytes) of 200 bytes */
export function skein256(out: usize, data: usize): void {
  memory.fill(KEY, 0, 72)
  memory.fill(BLOCK, 0, 256)
  store<u64>(BLOCK, 0x0000000133414853) // "SHA3", version 1
  store<u64>(BLOCK, 256, 8) // bits of output
  compress(BLOCK, 32, (CONFIGURATION << 56) | FIRST | FINAL)
  memory.copy(BLOCK, data, <usize>LENGTH)
  compress(BLOCK, 64, (MESSAGE << 56) | FIRST)
  compress(BLOCK + 64, 128, MESSAGE << 56)
  compress(BLOCK + 128, 192, MESSAGE << 56)
  compress(BLOCK + 192, LENGTH, (MESSAGE << 56) | FINAL)
  memory.fill(BLOCK, 0, 64)
  compress(BLOCK, 8, (OUTPUT << 56) | FIRST | FINAL)
  memory.copy(out, KEY, 32)
}

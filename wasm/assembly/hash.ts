// Keccak-256 of short messages: ids of blocks and transactions, the trees over the latter, and scalars derived from secrets. No hashed data
// stays in memory.

import { absorb, KECCAK_STATE } from './hashes/keccak'

/** Maximum message length. */
export const CAPACITY: i32 = 16384

/** The message, written by the host, and the hash, 32 bytes. */
export const message = memory.data(16384, 8)
export const result = memory.data(32, 8)

const STATE = memory.data(200, 8)

/** result = Keccak-256 of the first `length` bytes of the message, which are wiped afterwards. */
export function hash(length: usize): void {
  absorb(STATE, message, length)
  memory.copy(result, STATE, 32)
  memory.fill(STATE, 0, KECCAK_STATE)
  memory.fill(message, 0, length)
}

const HASH: usize = 32

/** Hash number `to` of the message = Keccak-256 of number `from` and the one behind it. */
function hashPair(to: usize, from: usize): void {
  absorb(STATE, message + from * HASH, HASH * 2)
  memory.copy(message + to * HASH, STATE, HASH)
  memory.fill(STATE, 0, KECCAK_STATE)
}

/** result = root of CryptoNote's tree over the first `count` hashes of the message, at least two, which are wiped afterwards. */
export function hashTree(count: usize): void {
  let width: usize = 1
  while (width * 2 < count) width *= 2
  // The first hashes stay as they are, so that a power of two is left.
  const unpaired = width * 2 - count
  for (let i: usize = 0; i < count - width; i++) hashPair(unpaired + i, unpaired + i * 2)
  for (; width > 1; width /= 2) for (let i: usize = 0; i < width / 2; i++) hashPair(i, i * 2)
  memory.copy(result, message, HASH)
  memory.fill(message, 0, count * HASH)
}

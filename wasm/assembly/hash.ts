// Keccak-256 of short messages: ids of blocks and transactions, and scalars derived from secrets. No hashed data stays in memory.

import { absorb, KECCAK_STATE } from './keccak'

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

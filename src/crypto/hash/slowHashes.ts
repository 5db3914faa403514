// Hashes that are slow by design: Argon2id and CryptoNight. They run on the calling thread unless the host has another place for them, such as
// a thread of their own.

import { argon2id } from 'hash-wasm'
import { cryptonight } from './cryptonight.ts'

/** The input of Argon2id (RFC 9106). `memoryKiB` is what a computation allocates. */
export type Argon2Input = {
  readonly password: Uint8Array
  readonly salt: Uint8Array
  readonly memoryKiB: number
  readonly iterations: number
  readonly parallelism: number
}

export type SlowHashes = {
  /** Returns 32 bytes. */
  argon2id(input: Argon2Input): Promise<Uint8Array>
  /** Returns the hash of variant 0: 32 bytes. */
  cryptonight(data: Uint8Array): Promise<Uint8Array>
}

/** Computes on the calling thread. */
export const slowHashesHere: SlowHashes = {
  argon2id: ({ memoryKiB, ...input }) =>
    argon2id({ ...input, memorySize: memoryKiB, hashLength: 32, outputType: 'binary' }),
  cryptonight,
}

let hashes: SlowHashes = slowHashesHere

/**
 * Returns the implementation in use. Must be called for each hash, since a host may replace it.
 *
 * @example
 * currentSlowHashes() === slowHashesHere // true
 */
export const currentSlowHashes = (): SlowHashes => hashes

/**
 * Sets the implementation.
 *
 * @example
 * useSlowHashes(slowHashesHere) // undefined
 */
export const useSlowHashes = (chosen: SlowHashes): void => {
  hashes = chosen
}

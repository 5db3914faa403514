// Hedged randomness for nonces: a hash of the secrets, of everything that is signed, and of fresh randomness. A random source that
// repeats its bytes then yields the same nonce only for the same signature, and no key can be computed from two signatures (compare RFC
// 6979, section 3.6, and draft-irtf-cfrg-det-sigs-with-noise).

import { utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { keccak256 } from '../hash/keccak.ts'
import { type Random, randomBytes } from './random.ts'

const DOMAIN = utf8('faba hedged randomness')
const FRESH_BYTES = 64
const HASH_LENGTH = 32

/** Returns the stream keccak256(seed || 0) || keccak256(seed || 1) || … */
const streamOf = (seed: Uint8Array): Random => {
  let block = 0
  // Range proofs draw thousands of blocks: the counter is written in place.
  const counter = new DataView(new ArrayBuffer(4))
  const counterBytes = new Uint8Array(counter.buffer)
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += HASH_LENGTH) {
      counter.setUint32(0, block++, true)
      const hash = keccak256(seed, counterBytes)
      bytes.set(at + HASH_LENGTH <= length ? hash : hash.subarray(0, length - at), at)
      wipe(hash)
    }
    return bytes
  }
}

/**
 * Calls `use` with a random source that depends on 64 bytes of `random` and on all of `inputs`: the secrets, and everything that the
 * challenge of the signature depends on. The source must not be used after `use` returns.
 * @throws RandomnessError if `random` fails, also if it returns only zeros
 *
 * @example
 * const constant = (length) => new Uint8Array(length).fill(3)
 * const draw = (message) => withHedgedRandom(constant, [Uint8Array.of(message)], (hedged) => hedged(8)).join()
 * draw(1) === draw(1) // true
 * draw(1) === draw(2) // false
 */
export const withHedgedRandom = <T>(random: Random, inputs: readonly Uint8Array[], use: (hedged: Random) => T): T =>
  withSecrets((keep) => {
    const fresh = keep(randomBytes(random, FRESH_BYTES))
    // Each input is hashed by itself, so that no two lists of inputs join to the same bytes.
    const hashes = inputs.map((input) => keep(keccak256(input)))
    return use(streamOf(keep(keccak256(DOMAIN, fresh, ...hashes))))
  })

// Reproducible randomness for tests: the same seed gives the same bytes. No secret may ever come from it.
import { shake256 } from '@noble/hashes/sha3.js'
import { u32Bytes } from '../../src/bytes/bytes.ts'
import type { Random } from '../../src/crypto/random/random.ts'

/** More than any test reads: a loop that draws for ever fails instead. */
const MAX_BYTES = 2 ** 24

/** A stream of bytes that `seed` (an unsigned 32-bit number) determines. */
export const seededRandom = (seed: number): Random => {
  const stream = shake256.create({}).update(u32Bytes(seed >>> 0))
  let read = 0
  return (length) => {
    read += length
    if (read > MAX_BYTES) throw new Error(`the seeded random source ends after ${MAX_BYTES} bytes`)
    return stream.xof(length)
  }
}

// Reproducible randomness for tests: the same seed gives the same bytes. No secret may ever come from it.
import { shake256 } from '@noble/hashes/sha3.js'
import { u32Bytes } from '../../src/bytes/bytes.ts'
import type { Random } from '../../src/crypto/random.ts'

/** An endless stream of bytes that `seed` (an unsigned 32-bit number) determines. */
export const seededRandom = (seed: number): Random => {
  const stream = shake256.create({}).update(u32Bytes(seed >>> 0))
  return (length) => stream.xof(length)
}

// The same randomness yields identical proofs and signatures, bit by bit, on every arithmetic.

import { afterAll, describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { usePointArithmetic } from '../../../src/crypto/curve/currentArithmetic.ts'
import type { PointArithmetic } from '../../../src/crypto/curve/pointArithmetic.ts'
import { createPointKernelOf } from '../../../src/crypto/curve/pointKernel.ts'
import { portablePoints } from '../../../src/crypto/curve/portablePoints.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { keyImage, publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { proveBulletproof } from '../../../src/crypto/range-proofs/bulletproof.ts'
import { proveBulletproofPlus } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import { signClsag } from '../../../src/crypto/signatures/clsag.ts'
import { seededRandom } from '../../support/random.ts'
import { LEVELS } from './support/levels.ts'

afterAll(() => usePointArithmetic(portablePoints))

/** Returns all bytes of a proof or signature. */
const bytesOf = (proof: Readonly<Record<string, Uint8Array | readonly Uint8Array[]>>): string =>
  toHex(concat(...Object.values(proof).flatMap((field) => (field instanceof Uint8Array ? [field] : [...field]))))

const amountsOf = (count: number): bigint[] =>
  Array.from({ length: count }, (_, i) => 2n ** 64n - 1n - 3n ** BigInt(i * 8))

const proofs = {
  'Bulletproof of 1 amount': () => rangeProof(proveBulletproof, 1),
  'Bulletproof of 3 amounts': () => rangeProof(proveBulletproof, 3),
  'Bulletproof+ of 1 amount': () => rangeProof(proveBulletproofPlus, 1),
  'Bulletproof+ of 3 amounts': () => rangeProof(proveBulletproofPlus, 3),
  CLSAG: () => clsag(),
}

const rangeProof = (prove: typeof proveBulletproof | typeof proveBulletproofPlus, count: number): string => {
  const random = seededRandom(count)
  const masks = Array.from({ length: count }, () => randomScalar(random))
  return bytesOf(prove(amountsOf(count), masks, random))
}

const clsag = (): string => {
  const random = seededRandom(7)
  const scalar = (): Uint8Array => randomScalar(random)
  const ringKeys = Array.from({ length: 11 }, () => publicKeyOf(scalar()))
  const ringCommitments = ringKeys.map(() => commit(3n, scalar()))
  const [secret, mask, pseudoMask] = [scalar(), scalar(), scalar()]
  const statement = {
    message: random(32),
    ringKeys,
    ringCommitments,
    pseudoOut: commit(9n, pseudoMask),
    keyImage: keyImage(ringKeys[4] ?? new Uint8Array(), secret),
  }
  return bytesOf(signClsag(statement, { index: 4, secret, mask, pseudoMask }, random))
}

const on = (arithmetic: PointArithmetic, make: () => string): string => {
  usePointArithmetic(arithmetic)
  return make()
}

describe.each(LEVELS)('the %s level', (level) => {
  it.each(Object.entries(proofs))('yields the same %s', async (_, make) => {
    const expected = on(portablePoints, make)
    expect(expected.length).toBeGreaterThan(64 * 10)
    expect(on(await createPointKernelOf(level), make)).toBe(expected)
  })
})

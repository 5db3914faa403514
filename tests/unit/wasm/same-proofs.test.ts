// The same randomness yields identical proofs and signatures, bit by bit, on every arithmetic.

import { afterAll, describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { usePointArithmetic } from '../../../src/crypto/curve/currentArithmetic.ts'
import type { PointArithmetic } from '../../../src/crypto/curve/pointArithmetic.ts'
import { createPointKernelOf } from '../../../src/crypto/curve/pointKernel.ts'
import { portablePoints } from '../../../src/crypto/curve/portablePoints.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
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

/**
 * Keccak-256 of proofs for amounts and masks of `seededRandom(count)`, made by the provers of commit b4049fb9, which multiply each generator in
 * each sum.
 */
const recorded = [
  ['Bulletproof', 1, proveBulletproof, 'b0df690fc09fb5e839fc67e8262ca2205e2c8bfff8b1ba461c5b7bccd4c8b216'],
  ['Bulletproof', 2, proveBulletproof, 'b7177679bfa67751dbbc5c5397656d09770a85dee95a4460dbcaec9d95c42c6b'],
  ['Bulletproof', 4, proveBulletproof, '7626ac6f251aab6f56b60330db1e5762395e10338f44baaf7e29ce9aa826d2dd'],
  ['Bulletproof', 8, proveBulletproof, 'cd2b32542ff7e63932ee16dc23f879fa74987bf878fce12aef22d63f9f2072e5'],
  ['Bulletproof', 16, proveBulletproof, '134da5504d70dfe83215c29a11b39c6ca8bc0ca1c08a0c2c5ad071d7ed8b765a'],
  ['Bulletproof+', 1, proveBulletproofPlus, '9474cbf5ec41c4df37c961279132d2e5c621eb6b624cf120b677b2969ba39bb9'],
  ['Bulletproof+', 2, proveBulletproofPlus, '441c9f695d34613fe69aa06207142746ccaeaa56516c26a3645f8e707e9e7bfb'],
  ['Bulletproof+', 4, proveBulletproofPlus, 'e54eaa9b3df3c1ee6664fe14d00f621835ea60ecd6ac302d5c6e97721347a24c'],
  ['Bulletproof+', 8, proveBulletproofPlus, '50aa8e1d1167534b0fc5eaf5fb5cfb5b5a8474b908fa7add35adc4a815600232'],
  ['Bulletproof+', 16, proveBulletproofPlus, '53468780693610951d741051db4a905a054a578f635fecb4475ed001de24a8db'],
] as const

type Prove = typeof proveBulletproof | typeof proveBulletproofPlus

const rangeProof = (prove: Prove, count: number, amounts = amountsOf(count)): string => {
  const random = seededRandom(count)
  const masks = Array.from({ length: count }, () => randomScalar(random))
  return bytesOf(prove(amounts, masks, random))
}

const smallerAmounts = (count: number): bigint[] =>
  Array.from({ length: count }, (_, i) => 2n ** 64n - 1n - 3n ** BigInt(i * 2))

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

  it.each(recorded)('yields the recorded %s of %i amounts', async (_, count, prove, digest) => {
    const make = (): string => rangeProof(prove, count, smallerAmounts(count))
    expect(toHex(keccak256(fromHex(on(await createPointKernelOf(level), make))))).toBe(digest)
  })
})

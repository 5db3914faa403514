// Range proofs of random amounts verify, and changed ones do not.

import { describe, expect, it } from 'vitest'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { addPoints, encodePoint } from '../../../src/crypto/curve/point.ts'
import { scalarFromBytes } from '../../../src/crypto/curve/scalar.ts'
import { multiplyBase, multiplyH } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { proveBulletproof, verifyBulletproofs } from '../../../src/crypto/range-proofs/bulletproof.ts'
import { proveBulletproofPlus, verifyBulletproofsPlus } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import { RangeProofError } from '../../../src/crypto/range-proofs/rangeProof.ts'
import { flipBit } from '../../support/crypto/recorded-chain.ts'
import { seededRandom } from '../../support/random.ts'

const random = seededRandom(77)

describe.each([
  { name: 'Bulletproofs', prove: proveBulletproof, verify: verifyBulletproofs },
  { name: 'Bulletproofs+', prove: proveBulletproofPlus, verify: verifyBulletproofsPlus },
])('$name', ({ prove, verify }) => {
  // The two kinds of proof differ in type, but each `verify` receives only proofs of its own `prove`.
  const check = verify as (claims: { proof: unknown; commitments: Uint8Array[] }[], r: typeof random) => boolean
  const claimOf = (amounts: readonly bigint[]) => {
    const masks = amounts.map(() => randomScalar(random))
    const commitments = amounts.map((amount, i) => commit(amount, masks[i] ?? new Uint8Array()))
    return { proof: prove(amounts, masks, random) as unknown, commitments }
  }

  it.each([1, 2, 3, 5, 16])('proves and verifies %i amounts', (count) => {
    const amounts = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 2n ** 64n - 1n - BigInt(i) : BigInt(i - 1)))
    const claim = claimOf(amounts)
    expect(check([claim], random)).toBe(true)
    expect(check([{ ...claim, proof: flipBit(claim.proof, 31 * count) }], random)).toBe(false)
    expect(check([{ ...claim, commitments: flipBit(claim.commitments, 17 * count) }], random)).toBe(false)
    expect(check([{ ...claim, commitments: claim.commitments.slice(1) }], random)).toBe(false)
  })

  it('verifies proofs of different sizes in one batch, and rejects a batch with a false one', () => {
    const claims = [claimOf([0n]), claimOf([1n, 2n, 3n]), claimOf([7n, 8n])]
    expect(check(claims, random)).toBe(true)
    const [first, second, third] = claims
    if (first === undefined || second === undefined || third === undefined) throw new Error('three claims')
    const mask = randomScalar(random)
    const overflowing = encodePoint(addPoints(multiplyBase(scalarFromBytes(mask)), multiplyH(2n ** 64n)))
    expect(check([first, { ...third, commitments: [overflowing, ...third.commitments.slice(1)] }], random)).toBe(false)
  })

  it('rejects amounts that cannot be proved', () => {
    const mask = randomScalar(random)
    for (const [amounts, masks] of [
      [[], []],
      [Array(17).fill(1n), Array(17).fill(mask)],
      [[2n ** 64n], [mask]],
      [[-1n], [mask]],
      [[1n, 2n], [mask]],
    ] as [bigint[], Uint8Array[]][])
      expect(() => prove(amounts, masks, random)).toThrow(RangeProofError)
  })
})

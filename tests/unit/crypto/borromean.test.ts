// Borromean range signatures, built from their specification: correct ones verify, changed ones do not.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { L, numberFromBytes, numberToBytes } from '../../../src/crypto/curve/scalar.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { verifyRangeSignature } from '../../../src/crypto/signatures/borromean.ts'
import { flipBit } from '../../support/crypto/recorded-chain.ts'
import { signRange } from '../../support/devnet/mlsag-and-borromean-signers.ts'
import { seededRandom } from '../../support/random.ts'

const random = seededRandom(2015)
const amounts = fc.oneof(
  fc.constantFrom(0n, 1n, 2n ** 63n, 2n ** 64n - 1n),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
)
const NO_POINT = numberToBytes(2n)

const proved = (amount: bigint) => {
  const mask = randomScalar(random)
  return { commitment: commit(amount, mask), signature: signRange(amount, mask, random) }
}

beforeAll(async () => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
})

describe('a Borromean range signature', () => {
  it('verifies for its commitment and fails after any change', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 2 ** 31 - 1 }), (amount, seed) => {
        const { commitment, signature } = proved(amount)
        expect(verifyRangeSignature(commitment, signature)).toBe(true)
        expect(verifyRangeSignature(commitment, flipBit(signature, seed))).toBe(false)
        expect(verifyRangeSignature(flipBit(commitment, seed), signature)).toBe(false)
        expect(verifyRangeSignature(commit(amount, randomScalar(random)), signature)).toBe(false)
      }),
      { numRuns: 12 },
    )
  })

  it('cannot be made for an amount out of range', () => {
    const mask = randomScalar(random)
    expect(verifyRangeSignature(commit(2n ** 64n, mask), signRange(2n ** 64n, mask, random))).toBe(false)
    expect(verifyRangeSignature(commit(L - 1n, mask), signRange(L - 1n, mask, random))).toBe(false)
  })

  it('fails with a wrong number or length of items and with bits that are not points', () => {
    const { commitment, signature } = proved(77n)
    const { s0, s1, ee, bits } = signature
    const [first] = bits
    const others = [
      ...[0, 63].map((length) => ({ ...signature, s0: s0.slice(0, length) })),
      { ...signature, s1: [...s1, ee] },
      { ...signature, bits: bits.slice(1) },
      { ...signature, bits: [...bits, numberToBytes(1n)] },
      { ...signature, bits: bits.with(5, NO_POINT) },
      { ...signature, bits: bits.with(5, new Uint8Array(31)) },
      { ...signature, s0: s0.with(5, new Uint8Array()) },
      { ...signature, ee: new Uint8Array(33) },
      { ...signature, ee: numberToBytes(numberFromBytes(ee) + L) },
      { ...signature, bits: bits.toReversed() },
      { ...signature, s0: s1, s1: s0 },
      { s0: [], s1: [], ee, bits: [] },
    ]
    for (const changed of others) expect(verifyRangeSignature(commitment, changed)).toBe(false)
    expect(verifyRangeSignature(NO_POINT, signature)).toBe(false)
    expect(verifyRangeSignature(new Uint8Array(), signature)).toBe(false)
    expect(verifyRangeSignature(first ?? commitment, signature)).toBe(false)
  })

  it('verifies with responses that are not reduced, as in monerod', () => {
    const { commitment, signature } = proved(123n)
    const [response = new Uint8Array()] = signature.s0
    const s0 = signature.s0.with(0, numberToBytes(numberFromBytes(response) + L))
    expect(verifyRangeSignature(commitment, { ...signature, s0 })).toBe(true)
  })
})

// Hostile keys, signatures, range proofs and sealed data are rejected with false or a named error.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { decryptAmount, decryptOldAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { DecryptionError, open, seal } from '../../../src/crypto/ciphers/cipher.ts'
import { cryptPaymentId } from '../../../src/crypto/ciphers/paymentIdCipher.ts'
import { InvalidPointError } from '../../../src/crypto/curve/point.ts'
import { InvalidScalarError } from '../../../src/crypto/curve/scalar.ts'
import {
  deriveOutputKey,
  deriveSpendKey,
  keyDerivation,
  keyImage,
  multiplyKey,
  publicKeyOf,
  subaddressSpendKeys,
} from '../../../src/crypto/keys/keys.ts'
import { verifyBulletproofs } from '../../../src/crypto/range-proofs/bulletproof.ts'
import { verifyBulletproofsPlus } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import { signClsag, verifyClsag } from '../../../src/crypto/signatures/clsag.ts'
import { verifyFullMlsag, verifySimpleMlsag } from '../../../src/crypto/signatures/mlsag.ts'
import { RingError, signRing, verifyKeyImage, verifyRing } from '../../../src/crypto/signatures/ringSignature.ts'
import { verifyHash } from '../../../src/crypto/signatures/signature.ts'
import { seededRandom } from '../../support/random.ts'

const random = seededRandom(77)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const runs = (numRuns: number) => ({ numRuns })

describe('hostile material', () => {
  const anything = fc.oneof(
    bytes(32),
    bytes(64),
    fc.uint8Array({ maxLength: 70 }),
    fc.constant(new Uint8Array(32)),
    fc.constant(new Uint8Array(32).fill(255)),
    fc.constant(publicKeyOf(Uint8Array.of(7, ...new Uint8Array(31)))),
  )
  const several = fc.array(anything, { maxLength: 3 })
  const isNamed = (error: unknown): boolean =>
    [InvalidPointError, InvalidScalarError, RingError, FormatError, DecryptionError].some(
      (kind) => error instanceof kind,
    )
  const namedOr = (attempt: () => unknown): void => {
    try {
      attempt()
    } catch (error) {
      if (!isNamed(error)) throw error
    }
  }

  it('is rejected by every signature check', () => {
    fc.assert(
      fc.property(anything, anything, anything, several, several, (a, b, c, many, others) => {
        expect(verifyHash(a, b, c)).toBe(false)
        expect(verifyKeyImage(a, b, c)).toBe(false)
        expect(verifyRing(a, b, many, others)).toBe(false)
        const statement = { message: a, ringKeys: many, ringCommitments: others, pseudoOut: b, keyImage: c }
        expect(verifyClsag(statement, { s: many, c1: b, D: c })).toBe(false)
        expect(verifySimpleMlsag(statement, { ss: [many, others], cc: a })).toBe(false)
        const full = {
          ...statement,
          ringKeys: [many],
          ringCommitments: [others],
          keyImages: [c],
          outputCommitments: many,
          fee: 1n,
        }
        expect(verifyFullMlsag(full, { ss: [many, others], cc: a })).toBe(false)
      }),
      runs(60),
    )
  })

  it('is rejected by every range proof check', () => {
    fc.assert(
      fc.property(
        fc.array(anything, { minLength: 9, maxLength: 9 }),
        several,
        fc.integer({ min: 5, max: 8 }),
        ([A, S, T1, T2, taux, mu, a, b, t] = [], commitments, rounds) => {
          const field = (value: Uint8Array | undefined): Uint8Array => value ?? new Uint8Array()
          const L = Array.from({ length: rounds }, () => field(A))
          const points = { A: field(A), S: field(S), T1: field(T1), T2: field(T2), L, R: L }
          const scalars = { taux: field(taux), mu: field(mu), a: field(a), b: field(b), t: field(t) }
          expect(verifyBulletproofs([{ proof: { ...points, ...scalars }, commitments }], random)).toBe(false)
          const plus = { A: field(A), A1: field(S), B: field(T1), r1: field(a), s1: field(b), d1: field(t), L, R: L }
          expect(verifyBulletproofsPlus([{ proof: plus, commitments }], random)).toBe(false)
        },
      ),
      runs(60),
    )
  })

  it('is rejected as key, amount and sealed data with a named error', () => {
    fc.assert(
      fc.property(anything, anything, fc.nat(2 ** 31), (a, b, index) => {
        namedOr(() => keyDerivation(a, b))
        namedOr(() => multiplyKey(a, b))
        namedOr(() => deriveOutputKey(a, index, b))
        namedOr(() => deriveSpendKey(a, index, b))
        namedOr(() => keyImage(a, b))
        namedOr(() => subaddressSpendKeys(a, b, 1, 1, 2))
        namedOr(() => cryptPaymentId(a, b, a))
        namedOr(() => decryptAmount(a, b))
        namedOr(() => decryptOldAmount(a, b))
        namedOr(() => open(a, b, a))
        namedOr(() => signRing(a, b, [a, b], index, a, random))
        const statement = { message: a, ringKeys: [a, b], ringCommitments: [b, a], pseudoOut: b, keyImage: a }
        namedOr(() => signClsag(statement, { index: 1, secret: a, mask: b, pseudoMask: a }, random))
      }),
      runs(60),
    )
  })

  it('opens sealed data', () => {
    fc.assert(
      fc.property(bytes(32), fc.uint8Array(), fc.uint8Array(), (key, plain, associated) => {
        expect(open(key, seal(key, plain, associated, random), associated)).toEqual(plain)
      }),
    )
  })
})

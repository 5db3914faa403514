// A random source that repeats its bytes gives no key away: nonces are hedged. Each test solves two signatures for the secret, as an
// attacker would, and fails if that works.

import { describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { addPoints, decodePoint, encodePoint, subtractPoints } from '../../../src/crypto/curve/point.ts'
import {
  hashToScalar,
  invertScalar,
  mod,
  scalarFromBytes,
  scalarRows,
  scalarToBytes,
} from '../../../src/crypto/curve/scalar.ts'
import { multiplyBase, multiplyPublic } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { keccak256, prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { keyImage, multiplyKey, publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { withHedgedRandom } from '../../../src/crypto/random/hedgedRandom.ts'
import { RandomnessError } from '../../../src/crypto/random/random.ts'
import { proveBulletproof } from '../../../src/crypto/range-proofs/bulletproof.ts'
import { proveBulletproofPlus } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import { type Clsag, signClsag, verifyClsag } from '../../../src/crypto/signatures/clsag.ts'
import type { ClsagStatement } from '../../../src/crypto/signatures/clsagRing.ts'
import { signRing, verifyRing } from '../../../src/crypto/signatures/ringSignature.ts'
import { proveSharedSecret } from '../../../src/crypto/signatures/sharedSecretProof.ts'
import { signHash, verifyHash } from '../../../src/crypto/signatures/signature.ts'

// Nonces do not depend on the arithmetic, of which the kernel is the faster one.
await Promise.all([loadPointKernel(), prepareKeccak()])

/** A broken random source: the same byte forever. */
const constant = (length: number): Uint8Array => new Uint8Array(length).fill(7)
const secretOf = (text: string): Uint8Array => hashToScalar(utf8(text))
const secret = secretOf('the key that signs')
const key = publicKeyOf(secret)
const [first, second] = [keccak256(utf8('one message')), keccak256(utf8('another message'))] as const

/** Returns the secret of two signatures (challenge, response) if both have the same nonce: r = k - c·x. */
const solve = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const [c1, r1] = [scalarFromBytes(a.subarray(0, 32)), scalarFromBytes(a.subarray(32, 64))]
  const [c2, r2] = [scalarFromBytes(b.subarray(0, 32)), scalarFromBytes(b.subarray(32, 64))]
  return scalarToBytes((r1 - r2) * invertScalar(mod(c2 - c1)))
}

it('solves signatures with a common nonce, which the other tests try', () => {
  const nonce = 12345n
  const sign = (hash: Uint8Array): Uint8Array => {
    const challenge = hashToScalar(hash, key, encodePoint(multiplyBase(nonce)))
    return concat(challenge, scalarToBytes(nonce - scalarFromBytes(challenge) * scalarFromBytes(secret)))
  }
  expect(verifyHash(first, key, sign(first))).toBe(true)
  expect(solve(sign(first), sign(second))).toEqual(secret)
})

describe('with a constant random source, two signatures', () => {
  it('of hashes do not reveal the key', () => {
    const signatures = [first, second].map((hash) => signHash(hash, key, secret, constant))
    const [a = key, b = key] = signatures
    expect(verifyHash(first, key, a) && verifyHash(second, key, b)).toBe(true)
    expect(solve(a, b)).not.toEqual(secret)
  })

  it('of one hash are equal: nothing new to solve', () => {
    expect(signHash(first, key, secret, constant)).toEqual(signHash(first, key, secret, constant))
  })

  it('of a ring do not reveal the key, nor which member signed', () => {
    const ring = [publicKeyOf(secretOf('a')), key, publicKeyOf(secretOf('b'))]
    const image = keyImage(key, secret)
    const [a, b] = [first, second].map((hash) => signRing(hash, image, ring, 1, secret, constant)) as [
      Uint8Array[],
      Uint8Array[],
    ]
    expect(verifyRing(first, image, ring, a) && verifyRing(second, image, ring, b)).toBe(true)
    expect(solve(a[1] ?? key, b[1] ?? key)).not.toEqual(secret)
    expect(new Set([...a, ...b].map(toHex)).size).toBe(6)
  })

  it('do not reveal the key if only the ring differs', () => {
    const image = keyImage(key, secret)
    const sign = (other: string): Uint8Array =>
      signRing(first, image, [key, publicKeyOf(secretOf(other))], 0, secret, constant)[0] ?? key
    expect(solve(sign('a'), sign('b'))).not.toEqual(secret)
  })

  it('of shared secrets do not reveal the key, in both versions and with any difference', () => {
    const otherKey = publicKeyOf(secretOf('other'))
    const statement = { hash: first, publicKey: key, otherKey, sharedSecret: multiplyKey(otherKey, secret) }
    const proofs = [
      proveSharedSecret(statement, 1, secret, constant),
      proveSharedSecret(statement, 2, secret, constant),
      proveSharedSecret({ ...statement, hash: second }, 2, secret, constant),
      proveSharedSecret({ ...statement, sharedSecret: key }, 2, secret, constant),
      proveSharedSecret({ ...statement, publicKey: otherKey }, 2, secret, constant),
      proveSharedSecret({ ...statement, base: otherKey }, 2, secret, constant),
    ]
    for (const [i, a] of proofs.entries()) for (const b of proofs.slice(i + 1)) expect(solve(a, b)).not.toEqual(secret)
  })
})

describe('with a constant random source, CLSAGs', () => {
  const [mask, pseudoMask] = [secretOf('mask'), secretOf('pseudo mask')]
  const members = ['a', 'b', 'c'].map((name) => publicKeyOf(secretOf(name)))
  const statementOf = (message: Uint8Array, ringKeys: readonly Uint8Array[]): ClsagStatement => ({
    message,
    ringKeys,
    ringCommitments: ringKeys.map(() => commit(9n, mask)),
    pseudoOut: commit(9n, pseudoMask),
    keyImage: keyImage(key, secret),
  })

  /** Returns nonce·G of a signature by the only member of a ring, computed as a verifier does. */
  const noncePoint = (statement: ClsagStatement, { s, c1, D }: Clsag): string => {
    const domain = (text: string): Uint8Array => concat(utf8(text), new Uint8Array(32 - text.length))
    const { ringKeys, ringCommitments, pseudoOut } = statement
    const parts = [...ringKeys, ...ringCommitments, statement.keyImage, D, pseudoOut]
    const [muKeys, muCommitments] = ['CLSAG_agg_0', 'CLSAG_agg_1'].map((name) =>
      scalarFromBytes(hashToScalar(domain(name), ...parts)),
    ) as [bigint, bigint]
    const c = scalarFromBytes(c1)
    const difference = subtractPoints(decodePoint(ringCommitments[0] ?? key), decodePoint(pseudoOut))
    const weighted = addPoints(
      multiplyPublic(decodePoint(ringKeys[0] ?? key), c * muKeys),
      multiplyPublic(difference, c * muCommitments),
    )
    return toHex(encodePoint(addPoints(multiplyBase(scalarFromBytes(s[0] ?? key)), weighted)))
  }

  it('have different nonces for different messages', () => {
    const nonces = [first, second, first].map((message) => {
      const statement = statementOf(message, [key])
      const signature = signClsag(statement, { index: 0, secret, mask, pseudoMask }, constant)
      expect(verifyClsag(statement, signature)).toBe(true)
      return noncePoint(statement, signature)
    })
    expect(nonces[0]).not.toBe(nonces[1])
    expect(nonces[0]).toBe(nonces[2])
  })

  it('do not reveal which member signed: all responses differ', () => {
    const ring = [...members.slice(0, 2), key, ...members.slice(2)]
    const responses = [first, second].flatMap((message) => {
      const statement = statementOf(message, ring)
      const signature = signClsag(statement, { index: 2, secret, mask, pseudoMask }, constant)
      expect(verifyClsag(statement, signature)).toBe(true)
      return signature.s.map(toHex)
    })
    expect(new Set(responses).size).toBe(8)
  })
})

describe.each([
  ['Bulletproof', proveBulletproof],
  ['Bulletproof+', proveBulletproofPlus],
] as const)('with a constant random source, a %s', (_, prove) => {
  it('has other blinds for another amount or mask', () => {
    const mask = secretOf('mask')
    const proofs = [
      prove([1n], [mask], constant),
      prove([2n], [mask], constant),
      prove([1n], [scalarRows([5n])], constant),
    ]
    // A = alpha·G + …: with equal blinds, the difference of two proofs of known amounts would be known.
    expect(new Set(proofs.map(({ A }) => toHex(A))).size).toBe(3)
    expect(prove([1n], [mask], constant)).toEqual(proofs[0])
  })
})

it('draws hedged bytes from one stream, whole blocks at a time', () => {
  const draw = (lengths: readonly number[]): Uint8Array =>
    withHedgedRandom(
      (length) => new Uint8Array(length).fill(3),
      [],
      (hedged) => concat(...lengths.map((length) => hedged(length))),
    )
  const stream = draw([160])
  expect(new Set(Array.from({ length: 5 }, (_, i) => toHex(stream.subarray(32 * i, 32 * i + 32)))).size).toBe(5)
  expect(draw([64, 32, 64])).toEqual(stream)
  expect(draw([70])).toEqual(stream.subarray(0, 70))
  expect(draw([8, 32])).toEqual(concat(stream.subarray(0, 8), stream.subarray(32, 64)))
})

it('refuses a random source of zeros, or with too few bytes', () => {
  expect(() => signHash(first, key, secret, (length) => new Uint8Array(length))).toThrow(RandomnessError)
  expect(() => signHash(first, key, secret, (length) => new Uint8Array(length - 1).fill(1))).toThrow(RandomnessError)
})

// Signatures and proofs verify, changed ones do not, and hostile data is rejected with false or a named error.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { decryptAmount, decryptOldAmount, encryptAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { DecryptionError, open, seal } from '../../../src/crypto/ciphers/cipher.ts'
import { cryptPaymentId } from '../../../src/crypto/ciphers/paymentIdCipher.ts'
import {
  addPoints,
  decodePoint,
  encodePoint,
  InvalidPointError,
  subtractPoints,
} from '../../../src/crypto/curve/point.ts'
import { randomScalar, scalarFromBytes } from '../../../src/crypto/curve/scalar.ts'
import { multiplyBase, multiplyH } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import {
  deriveOutputKey,
  deriveOutputSecret,
  deriveSpendKey,
  generateKeys,
  keyDerivation,
  keyImage,
  multiplyKey,
  publicKeyOf,
  subaddressSpendKeys,
} from '../../../src/crypto/keys/keys.ts'
import { proveBulletproof, verifyBulletproofs } from '../../../src/crypto/range-proofs/bulletproof.ts'
import { proveBulletproofPlus, verifyBulletproofsPlus } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import { RangeProofError } from '../../../src/crypto/range-proofs/rangeProof.ts'
import { signClsag, verifyClsag } from '../../../src/crypto/signatures/clsag.ts'
import { verifyFullMlsag, verifySimpleMlsag } from '../../../src/crypto/signatures/mlsag.ts'
import {
  RingError,
  signKeyImage,
  signRing,
  verifyKeyImage,
  verifyRing,
} from '../../../src/crypto/signatures/ringSignature.ts'
import {
  signHash,
  signMessageV1,
  signMessageV2,
  verifyHash,
  verifyMessage,
} from '../../../src/crypto/signatures/signature.ts'
import { flipBit } from '../../support/crypto/recorded-chain.ts'
import { signMlsag } from '../../support/devnet/mlsag-and-borromean-signers.ts'
import { seededRandom } from '../../support/random.ts'

const random = seededRandom(77)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const runs = (numRuns: number) => ({ numRuns })
const seed = fc.integer({ min: 1, max: 2 ** 31 - 1 })

const keyPair = (): { secret: Uint8Array; key: Uint8Array } => {
  const secret = randomScalar(random)
  return { secret, key: publicKeyOf(secret) }
}

describe('keys', () => {
  it('derives the same output for sender and receiver', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), fc.integer({ min: 0, max: 2 ** 40 }), (walletSeed, txSeed, index) => {
        const wallet = generateKeys(walletSeed)
        const transaction = generateKeys(txSeed)
        const derivation = keyDerivation(wallet.viewPublic, transaction.spendSecret)
        expect(keyDerivation(transaction.spendPublic, wallet.viewSecret)).toEqual(derivation)
        const output = deriveOutputKey(derivation, index, wallet.spendPublic)
        expect(deriveSpendKey(derivation, index, output)).toEqual(wallet.spendPublic)
        expect(publicKeyOf(deriveOutputSecret(derivation, index, wallet.spendSecret))).toEqual(output)
      }),
      runs(20),
    )
  })

  it('round trips amounts and payment ids', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), bytes(32), bytes(8), (amount, shared, id) => {
        expect(decryptAmount(encryptAmount(amount, shared), shared)).toBe(amount)
        const receiver = keyPair()
        const transaction = keyPair()
        const encrypted = cryptPaymentId(id, receiver.key, transaction.secret)
        expect(cryptPaymentId(encrypted, transaction.key, receiver.secret)).toEqual(id)
      }),
      runs(10),
    )
  })
})

describe('signatures', () => {
  it('verifies a signed hash, and rejects a changed one', () => {
    fc.assert(
      fc.property(bytes(32), seed, (hash, flip) => {
        const { secret, key } = keyPair()
        const signature = signHash(hash, key, secret, random)
        expect(verifyHash(hash, key, signature)).toBe(true)
        expect(verifyHash(hash, key, flipBit(signature, flip))).toBe(false)
        expect(verifyHash(flipBit(hash, flip), key, signature)).toBe(false)
        expect(verifyHash(hash, flipBit(key, flip), signature)).toBe(false)
      }),
      runs(15),
    )
  })

  it('verifies signed messages with their version and key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
        const wallet = generateKeys(keccak256(message))
        const first = signMessageV1(message, wallet.spendPublic, wallet.spendSecret, random)
        expect(verifyMessage(first, message, wallet)).toEqual({ version: 1, signedWith: 'spend' })
        for (const signedWith of ['spend', 'view'] as const) {
          const secret = signedWith === 'spend' ? wallet.spendSecret : wallet.viewSecret
          const second = signMessageV2(message, wallet, signedWith, secret, random)
          expect(verifyMessage(second, message, wallet)).toEqual({ version: 2, signedWith })
          expect(verifyMessage(second.replace('SigV2', 'SigV1'), message, wallet)).toBeUndefined()
        }
      }),
      runs(6),
    )
  })

  it('rejects any other text as a message signature', () => {
    const wallet = generateKeys(new Uint8Array(32))
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', 'SigV1', 'SigV2', 'SigV3'), (text, header) => {
        expect(verifyMessage(header + text, new Uint8Array(), wallet)).toBeUndefined()
      }),
    )
  })

  it('verifies a ring signature for every position of the signer, and rejects a changed one', () => {
    fc.assert(
      fc.property(bytes(32), fc.integer({ min: 1, max: 6 }), fc.nat(5), seed, (hash, size, place, flip) => {
        const index = place % size
        const pairs = Array.from({ length: size }, keyPair)
        const ring = pairs.map(({ key }) => key)
        const { secret, key } = pairs[index] ?? keyPair()
        const image = keyImage(key, secret)
        const signatures = signRing(hash, image, ring, index, secret, random)
        expect(verifyRing(hash, image, ring, signatures)).toBe(true)
        expect(verifyRing(hash, image, ring, flipBit(signatures, flip))).toBe(false)
        expect(verifyRing(hash, flipBit(image, flip), ring, signatures)).toBe(false)
        expect(() => signRing(hash, image, ring, size, secret, random)).toThrow(RingError)
      }),
      runs(8),
    )
  })

  it('verifies a key image proof only for its key', () => {
    const [own, other] = [keyPair(), keyPair()]
    const image = keyImage(own.key, own.secret)
    const proof = signKeyImage(image, own.key, own.secret, random)
    expect(verifyKeyImage(image, own.key, proof)).toBe(true)
    expect(verifyKeyImage(image, other.key, proof)).toBe(false)
    expect(verifyKeyImage(keyImage(other.key, other.secret), own.key, proof)).toBe(false)
  })
})

/** Builds a ring with our output at `index`: the statement of CLSAG and MLSAG. */
const makeRing = (size: number, index: number) => {
  const members = Array.from({ length: size }, () => ({ ...keyPair(), mask: randomScalar(random) }))
  const { secret, key, mask } = members[index] ?? { ...keyPair(), mask: new Uint8Array(32) }
  const amount = 123456789n
  const pseudoMask = randomScalar(random)
  return {
    statement: {
      message: keccak256(key),
      ringKeys: members.map((member) => member.key),
      ringCommitments: members.map((member, i) => commit(i === index ? amount : BigInt(i) * 1000n, member.mask)),
      pseudoOut: commit(amount, pseudoMask),
      keyImage: keyImage(key, secret),
    },
    witness: { index, secret, mask, pseudoMask },
  }
}

describe('CLSAG', () => {
  it('verifies for every position of the signer, and rejects any change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), fc.nat(10), seed, (size, place, flip) => {
        const { statement, witness } = makeRing(size, place % size)
        const before = structuredClone(witness)
        const signature = signClsag(statement, witness, random)
        expect(witness).toEqual(before)
        expect(verifyClsag(statement, signature)).toBe(true)
        expect(verifyClsag(statement, flipBit(signature, flip))).toBe(false)
        expect(verifyClsag(flipBit(statement, flip), signature)).toBe(false)
      }),
      runs(10),
    )
  })

  it('rejects another amount, another secret and a D with torsion', () => {
    const { statement, witness } = makeRing(4, 2)
    const signature = signClsag(statement, witness, random)
    const dishonest = { ...statement, pseudoOut: commit(123456790n, witness.pseudoMask) }
    expect(verifyClsag(dishonest, signClsag(dishonest, witness, random))).toBe(false)
    expect(verifyClsag(statement, signClsag(statement, { ...witness, secret: keyPair().secret }, random))).toBe(false)
    const torsioned = encodePoint(addPoints(decodePoint(signature.D), decodePoint(new Uint8Array(32))))
    expect(verifyClsag(statement, { ...signature, D: torsioned })).toBe(false)
    expect(verifyClsag(statement, { ...signature, D: new Uint8Array(32) })).toBe(false)
  })

  it('rejects malformed rings', () => {
    const { statement, witness } = makeRing(3, 0)
    expect(() => signClsag(statement, { ...witness, index: 3 }, random)).toThrow(RingError)
    expect(() => signClsag({ ...statement, ringKeys: [] }, witness, random)).toThrow(RingError)
    expect(
      verifyClsag({ ...statement, ringKeys: [], ringCommitments: [] }, { s: [], c1: witness.mask, D: witness.mask }),
    ).toBe(false)
  })
})

describe('MLSAG', () => {
  it('verifies one input, and rejects any change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(4), seed, (size, place, flip) => {
        const { statement, witness } = makeRing(size, place % size)
        const pseudo = decodePoint(statement.pseudoOut)
        const columns = statement.ringKeys.map((key, i) => [
          decodePoint(key),
          subtractPoints(decodePoint(statement.ringCommitments[i] ?? new Uint8Array()), pseudo),
        ])
        const secrets = [
          scalarFromBytes(witness.secret),
          scalarFromBytes(witness.mask) - scalarFromBytes(witness.pseudoMask),
        ]
        const { message, keyImage } = statement
        const signed = { message, columns, images: [decodePoint(keyImage)], index: witness.index, secrets }
        const signature = signMlsag(signed, random)
        expect(verifySimpleMlsag(statement, signature)).toBe(true)
        expect(verifySimpleMlsag(statement, flipBit(signature, flip))).toBe(false)
        expect(verifySimpleMlsag(flipBit(statement, flip), signature)).toBe(false)
      }),
      runs(8),
    )
  })

  it('verifies a complete transaction if it balances', () => {
    const [size, index, fee] = [3, 1, 1000n]
    const rings = [makeRing(size, index), makeRing(size, index)]
    const statement = {
      message: keccak256(),
      ringKeys: rings.map((ring) => ring.statement.ringKeys),
      ringCommitments: rings.map((ring) => ring.statement.ringCommitments),
      keyImages: rings.map((ring) => ring.statement.keyImage),
      outputCommitments: [] as Uint8Array[],
      fee,
    }
    const outputMask = randomScalar(random)
    const signFor = (amount: bigint) => {
      const outputCommitments = [commit(amount, outputMask)]
      const spent = addPoints(decodePoint(outputCommitments[0] ?? new Uint8Array()), multiplyH(fee))
      const columns = Array.from({ length: size }, (_, i) => {
        const points = rings.map((ring) => decodePoint(ring.statement.ringKeys[i] ?? new Uint8Array()))
        const funds = rings
          .map((ring) => decodePoint(ring.statement.ringCommitments[i] ?? new Uint8Array()))
          .reduce(addPoints)
        return [...points, subtractPoints(funds, spent)]
      })
      const masks = rings.reduce((sum, ring) => sum + scalarFromBytes(ring.witness.mask), 0n)
      const secrets = [
        ...rings.map((ring) => scalarFromBytes(ring.witness.secret)),
        masks - scalarFromBytes(outputMask),
      ]
      const images = statement.keyImages.map(decodePoint)
      return {
        statement: { ...statement, outputCommitments },
        signature: signMlsag({ message: statement.message, columns, images, index, secrets }, random),
      }
    }
    const balanced = signFor(2n * 123456789n - fee)
    expect(verifyFullMlsag(balanced.statement, balanced.signature)).toBe(true)
    expect(verifyFullMlsag({ ...balanced.statement, fee: fee + 1n }, balanced.signature)).toBe(false)
    expect(verifyFullMlsag(balanced.statement, flipBit(balanced.signature, 5))).toBe(false)
    const inflated = signFor(2n * 123456789n - fee + 1n)
    expect(verifyFullMlsag(inflated.statement, inflated.signature)).toBe(false)
  })
})

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

describe('hostile material', () => {
  const anything = fc.oneof(
    bytes(32),
    bytes(64),
    fc.uint8Array({ maxLength: 70 }),
    fc.constant(new Uint8Array(32)),
    fc.constant(new Uint8Array(32).fill(255)),
    fc.constant(publicKeyOf(Uint8Array.of(7))),
  )
  const several = fc.array(anything, { maxLength: 3 })
  const isNamed = (error: unknown): boolean =>
    [InvalidPointError, RingError, FormatError, DecryptionError].some((kind) => error instanceof kind)
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

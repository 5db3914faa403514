// Keys, signatures, CLSAG and MLSAG of random material verify, and changed ones do not.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptAmount, encryptAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { cryptPaymentId } from '../../../src/crypto/ciphers/paymentIdCipher.ts'
import {
  addPoints,
  decodePoint,
  encodePoint,
  inPrimeSubgroup,
  subtractPoints,
} from '../../../src/crypto/curve/point.ts'
import { L, numberToBytes, scalarFromBytes } from '../../../src/crypto/curve/scalar.ts'
import { multiplyH } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import {
  deriveOutputKey,
  deriveOutputSecret,
  deriveSpendKey,
  generateKeys,
  keyDerivation,
  keyImage,
  publicKeyOf,
} from '../../../src/crypto/keys/keys.ts'
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

it('verifies a key image with a torsion component if the challenge cancels it, as oxen-core does for stakes', () => {
  const { secret, key } = keyPair()
  const ofOrderTwo = decodePoint(Uint8Array.of(0xec, ...new Uint8Array(30).fill(0xff), 0x7f))
  const torsioned = encodePoint(addPoints(decodePoint(keyImage(key, secret)), ofOrderTwo))
  const results = Array.from({ length: 24 }, (_, i) => {
    const proof = signKeyImage(torsioned, key, secret, seededRandom(i + 1))
    const isEven = ((proof[0] ?? 0) & 1) === 0
    return { isEven, isValid: verifyKeyImage(torsioned, key, proof) }
  })
  expect(new Set(results.map(({ isEven }) => isEven)).size).toBe(2)
  for (const { isEven, isValid } of results) expect(isValid).toBe(isEven)
  expect(inPrimeSubgroup(decodePoint(torsioned))).toBe(false)
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

  it('rejects a response or a challenge that is not reduced', () => {
    const { statement, witness } = makeRing(3, 1)
    const signature = signClsag(statement, witness, random)
    const unreduced = (scalar: Uint8Array = new Uint8Array(32)): Uint8Array =>
      numberToBytes(scalarFromBytes(scalar) + L)
    expect(verifyClsag(statement, signature)).toBe(true)
    for (const i of signature.s.keys())
      expect(verifyClsag(statement, { ...signature, s: signature.s.with(i, unreduced(signature.s[i])) })).toBe(false)
    expect(verifyClsag(statement, { ...signature, c1: unreduced(signature.c1) })).toBe(false)
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

/** Signs a ring of one input as an MLSAG. */
const signSimpleMlsag = ({ statement, witness }: ReturnType<typeof makeRing>) => {
  const pseudo = decodePoint(statement.pseudoOut)
  const columns = statement.ringKeys.map((key, i) => [
    decodePoint(key),
    subtractPoints(decodePoint(statement.ringCommitments[i] ?? new Uint8Array()), pseudo),
  ])
  const secrets = [scalarFromBytes(witness.secret), scalarFromBytes(witness.mask) - scalarFromBytes(witness.pseudoMask)]
  const { message, keyImage } = statement
  return signMlsag({ message, columns, images: [decodePoint(keyImage)], index: witness.index, secrets }, random)
}

describe('MLSAG', () => {
  it('verifies one input, and rejects any change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.nat(4), seed, (size, place, flip) => {
        const { statement, witness } = makeRing(size, place % size)
        const signature = signSimpleMlsag({ statement, witness })
        expect(verifySimpleMlsag(statement, signature)).toBe(true)
        expect(verifySimpleMlsag(statement, flipBit(signature, flip))).toBe(false)
        expect(verifySimpleMlsag(flipBit(statement, flip), signature)).toBe(false)
      }),
      runs(8),
    )
  })

  it('rejects a ring of one member, as monerod does, though its signature is right', () => {
    const ring = makeRing(1, 0)
    expect(verifySimpleMlsag(ring.statement, signSimpleMlsag(ring))).toBe(false)
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

// What each check of a verification rejects: signatures that satisfy the equations but are not reduced, have another shape, or are made
// for degenerate keys. Someone who knows all secrets makes them.
import { describe, expect, it } from 'vitest'
import { encodeBase58 } from '../../../src/bytes/base58.ts'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { addPoints, decodePoint, encodePoint, type Point, subtractPoints } from '../../../src/crypto/curve/point.ts'
import {
  hashToScalar,
  L,
  numberFromBytes,
  numberToBytes,
  scalarFromBytes,
  scalarRows,
  scalarToBytes,
} from '../../../src/crypto/curve/scalar.ts'
import { multiplyH } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { keyImage, multiplyKey, publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { verifyRangeSignature } from '../../../src/crypto/signatures/borromean.ts'
import { type ClsagWitness, signClsag, verifyClsag } from '../../../src/crypto/signatures/clsag.ts'
import type { ClsagStatement } from '../../../src/crypto/signatures/clsagRing.ts'
import {
  type FullMlsagStatement,
  type Mlsag,
  type SimpleMlsagStatement,
  verifyFullMlsag,
  verifySimpleMlsag,
} from '../../../src/crypto/signatures/mlsag.ts'
import {
  RingError,
  signKeyImage,
  signRing,
  verifyKeyImage,
  verifyRing,
} from '../../../src/crypto/signatures/ringSignature.ts'
import { proveSharedSecret, verifySharedSecret } from '../../../src/crypto/signatures/sharedSecretProof.ts'
import {
  signHash,
  signMessageV1,
  signMessageV2,
  verifyHash,
  verifyMessage,
} from '../../../src/crypto/signatures/signature.ts'
import { addressKeys, oxenTransfers } from '../../support/crypto/recorded-chain.ts'
import { vector } from '../../support/data/vectors.ts'
import { signMlsag, signRange } from '../../support/devnet/mlsag-and-borromean-signers.ts'
import { seededRandom } from '../../support/random.ts'

await Promise.all([loadPointKernel(), prepareKeccak()])

const random = seededRandom(8)
const scalar = (value: bigint): Uint8Array => scalarRows([value])
const ZERO = scalar(0n)
const HASH = scalar(123n)
const [SECRET, OTHER] = [scalar(1234567n), scalar(7654321n)]
const [KEY, OTHER_KEY] = [publicKeyOf(SECRET), publicKeyOf(OTHER)]
const IMAGE = keyImage(KEY, SECRET)
/** The encoding of the neutral element. */
const IDENTITY = Uint8Array.of(1, ...new Uint8Array(31))
/** An encoding of no point. */
const NO_POINT = numberToBytes(2n)

/** Adds the order of the group to a scalar: an equation modulo the order does not notice. */
const unreduced = (bytes: Uint8Array): Uint8Array => numberToBytes(numberFromBytes(bytes) + L)

/** Returns a signature of 64 bytes with its first or second scalar not reduced. */
const withUnreduced = (signature: Uint8Array, part: 0 | 1): Uint8Array => {
  const parts = [signature.slice(0, 32), signature.slice(32)]
  return concat(...parts.map((bytes, i) => (i === part ? unreduced(bytes) : bytes)))
}

const longer = (bytes: Uint8Array): Uint8Array => concat(bytes, Uint8Array.of(0))

describe('a Schnorr signature', () => {
  const signature = signHash(HASH, KEY, SECRET, random)

  it('is valid for its hash and key only', () => {
    expect(verifyHash(HASH, KEY, signature)).toBe(true)
    expect(verifyHash(ZERO, KEY, signature)).toBe(false)
    expect(verifyHash(HASH, OTHER_KEY, signature)).toBe(false)
    expect(verifyHash(HASH, NO_POINT, signature)).toBe(false)
  })

  it('is rejected if a scalar is not reduced, or with another length', () => {
    expect(verifyHash(HASH, KEY, withUnreduced(signature, 0))).toBe(false)
    expect(verifyHash(HASH, KEY, withUnreduced(signature, 1))).toBe(false)
    expect(verifyHash(HASH, KEY, longer(signature))).toBe(false)
    expect(verifyHash(HASH, KEY, signature.slice(0, 63))).toBe(false)
    expect(verifyHash(HASH, KEY, new Uint8Array(64))).toBe(false)
  })

  it('is rejected if its commitment is the neutral element', () => {
    const challenge = hashToScalar(HASH, KEY, IDENTITY)
    const response = scalarToBytes(-scalarFromBytes(challenge) * scalarFromBytes(SECRET))
    expect(verifyHash(HASH, KEY, concat(challenge, response))).toBe(false)
  })
})

describe('a message signature', () => {
  const address = { spendPublic: KEY, viewPublic: OTHER_KEY }
  const message = utf8('a message')
  const first = signMessageV1(message, KEY, SECRET, random)
  const second = signMessageV2(message, address, 'spend', SECRET, random)
  const byView = signMessageV2(message, address, 'view', OTHER, random)

  it('tells its version and key', () => {
    expect(verifyMessage(first, message, address)).toEqual({ version: 1, signedWith: 'spend' })
    expect(verifyMessage(second, message, address)).toEqual({ version: 2, signedWith: 'spend' })
    expect(verifyMessage(byView, message, address)).toEqual({ version: 2, signedWith: 'view' })
    const view = signMessageV1(message, OTHER_KEY, OTHER, random)
    expect(verifyMessage(view, message, address)).toEqual({ version: 1, signedWith: 'view' })
  })

  it('of version 2 is bound to its address and key', () => {
    expect(verifyMessage(second, message, { ...address, viewPublic: KEY })).toBeUndefined()
    const asView = signMessageV2(message, { spendPublic: OTHER_KEY, viewPublic: KEY }, 'view', SECRET, random)
    expect(verifyMessage(asView, message, { spendPublic: KEY, viewPublic: OTHER_KEY })).toBeUndefined()
  })

  it.each([
    ['another header', `SigV3${first.slice(5)}`],
    ['another header before version 2', `SigV3${second.slice(5)}`],
    ['the header of the other version', `SigV2${first.slice(5)}`],
    ['text that is not base58', `SigV1${'0'.repeat(88)}`],
    ['no signature', 'SigV1'],
    ['a short signature', `SigV1${encodeBase58(new Uint8Array(63))}`],
  ])('is malformed with %s', (_, text) => {
    expect(verifyMessage(text, message, address)).toBeUndefined()
  })
})

describe('a ring signature', () => {
  const ring = [OTHER_KEY, KEY, publicKeyOf(scalar(99n))]
  const signatures = signRing(HASH, IMAGE, ring, 1, SECRET, random)
  const [first = ZERO, second = ZERO, third = ZERO] = signatures

  it('is valid for its hash, image and ring only', () => {
    expect(verifyRing(HASH, IMAGE, ring, signatures)).toBe(true)
    expect(verifyRing(ZERO, IMAGE, ring, signatures)).toBe(false)
    expect(verifyRing(HASH, keyImage(OTHER_KEY, OTHER), ring, signatures)).toBe(false)
    expect(verifyRing(HASH, NO_POINT, ring, signatures)).toBe(false)
    expect(verifyRing(HASH, IMAGE, ring.toReversed(), signatures)).toBe(false)
  })

  it.each([0, 1, 2])('is rejected if a scalar of member %i is not reduced', (member) => {
    const own = signatures[member] ?? ZERO
    for (const part of [0, 1] as const)
      expect(verifyRing(HASH, IMAGE, ring, signatures.with(member, withUnreduced(own, part)))).toBe(false)
  })

  it('is rejected with more or fewer signatures than members', () => {
    expect(verifyRing(HASH, IMAGE, ring, [first, second])).toBe(false)
    expect(verifyRing(HASH, IMAGE, ring, [first, second, third, third])).toBe(false)
    expect(verifyRing(HASH, IMAGE, ring, [first, second, longer(third)])).toBe(false)
    expect(verifyRing(HASH, IMAGE, ring, [first, second, third.slice(0, 63)])).toBe(false)
    expect(verifyRing(HASH, IMAGE, [], [])).toBe(false)
  })

  it('of no members is rejected for the hash whose scalar is zero too', () => {
    expect(verifyRing(HASH, IMAGE, [], [first])).toBe(false)
  })

  it('cannot be made outside the ring', () => {
    for (const index of [-1, 3]) expect(() => signRing(HASH, IMAGE, ring, index, SECRET, random)).toThrow(RingError)
  })

  it('of one member proves a key image', () => {
    const proof = signKeyImage(IMAGE, KEY, SECRET, random)
    expect(proof).toHaveLength(64)
    expect(verifyKeyImage(IMAGE, KEY, proof)).toBe(true)
    expect(verifyKeyImage(IMAGE, OTHER_KEY, proof)).toBe(false)
    expect(verifyKeyImage(IMAGE, KEY, withUnreduced(proof, 0))).toBe(false)
  })
})

describe.each([1, 2] as const)('a shared secret proof of version %i', (version) => {
  const statement = { hash: HASH, publicKey: KEY, otherKey: OTHER_KEY, sharedSecret: multiplyKey(OTHER_KEY, SECRET) }
  const proof = proveSharedSecret(statement, version, SECRET, random)

  it('is valid for its statement only', () => {
    expect(verifySharedSecret(statement, version, proof)).toBe(true)
    for (const name of ['hash', 'publicKey', 'otherKey', 'sharedSecret'] as const)
      expect(verifySharedSecret({ ...statement, [name]: publicKeyOf(scalar(5n)) }, version, proof)).toBe(false)
    expect(verifySharedSecret({ ...statement, base: OTHER_KEY }, version, proof)).toBe(false)
    expect(verifySharedSecret({ ...statement, publicKey: NO_POINT }, version, proof)).toBe(false)
    expect(verifySharedSecret(statement, version === 1 ? 2 : 1, proof)).toBe(false)
  })

  it('for a base is valid for that base only', () => {
    const own = { ...statement, base: OTHER_KEY, publicKey: multiplyKey(OTHER_KEY, SECRET) }
    const based = proveSharedSecret(own, version, SECRET, random)
    expect(verifySharedSecret(own, version, based)).toBe(true)
    expect(verifySharedSecret({ ...own, base: KEY }, version, based)).toBe(false)
  })

  it('is rejected if a scalar is not reduced, or with another length', () => {
    expect(verifySharedSecret(statement, version, withUnreduced(proof, 0))).toBe(false)
    expect(verifySharedSecret(statement, version, withUnreduced(proof, 1))).toBe(false)
    expect(verifySharedSecret(statement, version, longer(proof))).toBe(false)
    expect(verifySharedSecret(statement, version, proof.slice(0, 63))).toBe(false)
  })
})

const AMOUNT = 1000n

/** A ring of three with our output at `index`; its secrets may be degenerate. */
const clsagRing = (index: number, fields: { secret?: Uint8Array; mask?: Uint8Array; pseudoMask?: Uint8Array } = {}) => {
  const { secret = SECRET, mask = scalar(31n), pseudoMask = scalar(37n) } = fields
  const key = publicKeyOf(secret)
  const decoys = [publicKeyOf(scalar(41n)), publicKeyOf(scalar(43n))]
  const others = [commit(5n, scalar(47n)), commit(6n, scalar(53n))]
  const statement: ClsagStatement = {
    message: HASH,
    ringKeys: decoys.toSpliced(index, 0, key),
    ringCommitments: others.toSpliced(index, 0, commit(AMOUNT, mask)),
    pseudoOut: commit(AMOUNT, pseudoMask),
    keyImage: keyImage(key, secret),
  }
  const witness: ClsagWitness = { index, secret, mask, pseudoMask }
  return { statement, witness, signature: signClsag(statement, witness, random) }
}

describe('a CLSAG', () => {
  it.each([0, 1, 2])('is valid for its statement with the signer at %i, and no other statement', (index) => {
    const { statement, signature } = clsagRing(index)
    expect(verifyClsag(statement, signature)).toBe(true)
    const point = publicKeyOf(scalar(5n))
    for (const changed of [
      { message: ZERO },
      { pseudoOut: point },
      { keyImage: point },
      { ringKeys: statement.ringKeys.with(2, point) },
      { ringCommitments: statement.ringCommitments.with(0, point) },
      { pseudoOut: NO_POINT },
    ])
      expect(verifyClsag({ ...statement, ...changed }, signature)).toBe(false)
    expect(verifyClsag(statement, { ...signature, D: point })).toBe(false)
  })

  it('is rejected if a scalar is not reduced', () => {
    const { statement, signature } = clsagRing(1)
    expect(verifyClsag(statement, { ...signature, c1: unreduced(signature.c1) })).toBe(false)
    for (const [i, s] of signature.s.entries())
      expect(verifyClsag(statement, { ...signature, s: signature.s.with(i, unreduced(s)) })).toBe(false)
  })

  it('is rejected with another number of responses, keys or commitments', () => {
    const { statement, signature } = clsagRing(1)
    const { s } = signature
    expect(verifyClsag(statement, { ...signature, s: s.slice(0, 2) })).toBe(false)
    expect(verifyClsag(statement, { ...signature, s: [...s, ZERO] })).toBe(false)
    expect(verifyClsag({ ...statement, ringCommitments: [...statement.ringCommitments, KEY] }, signature)).toBe(false)
    expect(verifyClsag({ ...statement, ringKeys: [...statement.ringKeys, KEY] }, signature)).toBe(false)
    const keysOnly = { ...statement, ringKeys: [...statement.ringKeys, KEY] }
    expect(verifyClsag(keysOnly, { ...signature, s: [...s, ZERO] })).toBe(false)
    const none = { ...statement, ringKeys: [], ringCommitments: [] }
    expect(verifyClsag(none, { ...signature, s: [] })).toBe(false)
  })

  it('is rejected for a key image that is the neutral element', () => {
    const { statement, signature } = clsagRing(1, { secret: ZERO })
    expect(statement.keyImage).toEqual(IDENTITY)
    expect(verifyClsag(statement, signature)).toBe(false)
  })

  it('is rejected if D is the neutral element', () => {
    const { statement, signature } = clsagRing(1, { mask: scalar(37n) })
    expect(signature.D).toEqual(IDENTITY)
    expect(verifyClsag(statement, signature)).toBe(false)
  })

  it('cannot be made for a malformed ring', () => {
    const { statement, witness } = clsagRing(1)
    const { ringKeys, ringCommitments } = statement
    for (const changed of [{ ringKeys: ringKeys.slice(1) }, { ringCommitments: [...ringCommitments, KEY] }])
      expect(() => signClsag({ ...statement, ...changed }, witness, random)).toThrow(RingError)
    expect(() => signClsag(statement, { ...witness, index: 3 }, random)).toThrow(RingError)
  })
})

/** A ring, signed as an MLSAG of one input by its last member. */
const simpleMlsag = (secret = SECRET, size = 2): { statement: SimpleMlsagStatement; signature: Mlsag } => {
  const [mask, pseudoMask] = [scalar(31n), scalar(37n)]
  const ringKeys = [publicKeyOf(scalar(41n)), publicKeyOf(secret)].slice(-size)
  const ringCommitments = [commit(5n, scalar(47n)), commit(AMOUNT, mask)].slice(-size)
  const pseudoOut = commit(AMOUNT, pseudoMask)
  const image = keyImage(publicKeyOf(secret), secret)
  const columns = ringKeys.map((key, i) => [
    decodePoint(key),
    subtractPoints(decodePoint(ringCommitments[i] ?? ZERO), decodePoint(pseudoOut)),
  ])
  const secrets = [scalarFromBytes(secret), scalarFromBytes(mask) - scalarFromBytes(pseudoMask)]
  const signature = signMlsag(
    { message: HASH, columns, images: [decodePoint(image)], index: size - 1, secrets },
    random,
  )
  return { statement: { message: HASH, ringKeys, ringCommitments, pseudoOut, keyImage: image }, signature }
}

describe('an MLSAG of one input', () => {
  const { statement, signature } = simpleMlsag()
  const [first = [], second = []] = signature.ss

  it('is valid for its statement only', () => {
    expect(verifySimpleMlsag(statement, signature)).toBe(true)
    const point = publicKeyOf(scalar(5n))
    for (const changed of [
      { message: ZERO },
      { pseudoOut: point },
      { keyImage: point },
      { ringKeys: [point, statement.ringKeys[1] ?? point] },
      { ringCommitments: [point, statement.ringCommitments[1] ?? point] },
      { keyImage: NO_POINT },
    ])
      expect(verifySimpleMlsag({ ...statement, ...changed }, signature)).toBe(false)
  })

  it('is rejected if a scalar is not reduced', () => {
    expect(verifySimpleMlsag(statement, { ...signature, cc: unreduced(signature.cc) })).toBe(false)
    for (const [i, responses] of signature.ss.entries())
      for (const [row, s] of responses.entries()) {
        const ss = signature.ss.with(i, responses.with(row, unreduced(s)))
        expect(verifySimpleMlsag(statement, { ...signature, ss })).toBe(false)
      }
  })

  it('is rejected with another number of responses or commitments', () => {
    for (const ss of [[first], [first, second, second], [first, [...second, ZERO]], [first, second.slice(0, 1)]])
      expect(verifySimpleMlsag(statement, { ...signature, ss })).toBe(false)
    const ringCommitments = [...statement.ringCommitments, KEY]
    expect(verifySimpleMlsag({ ...statement, ringCommitments }, signature)).toBe(false)
  })

  it('of a ring of one member is rejected', () => {
    const alone = simpleMlsag(SECRET, 1)
    expect(alone.statement.ringKeys).toHaveLength(1)
    expect(verifySimpleMlsag(alone.statement, alone.signature)).toBe(false)
  })

  it('is rejected for a key image that is the neutral element', () => {
    const degenerate = simpleMlsag(ZERO)
    expect(degenerate.statement.keyImage).toEqual(IDENTITY)
    expect(verifySimpleMlsag(degenerate.statement, degenerate.signature)).toBe(false)
  })
})

describe('an MLSAG of all inputs', () => {
  const FEE = 7n
  const masks = [scalar(71n), scalar(73n)]
  const outputMask = scalar(79n)

  /** The statement of two inputs; the secret of the second one may be 0. */
  const statementOf = (second: bigint): FullMlsagStatement => {
    const secrets = [scalar(61n), scalar(second)]
    return {
      message: HASH,
      ringKeys: secrets.map((secret) => [publicKeyOf(secret), publicKeyOf(scalar(83n))]),
      ringCommitments: masks.map((mask) => [commit(AMOUNT, mask), commit(9n, scalar(89n))]),
      keyImages: secrets.map((secret) => keyImage(publicKeyOf(secret), secret)),
      outputCommitments: [commit(2n * AMOUNT - FEE - 100n, outputMask), commit(100n, scalar(97n))],
      fee: FEE,
    }
  }
  const statement = statementOf(67n)

  /** Signs a statement; further images count for the rows after those of the inputs. */
  const sign = (signed: FullMlsagStatement, second = 67n): Mlsag => {
    const { ringKeys, ringCommitments, keyImages, outputCommitments, fee } = signed
    const spent = outputCommitments.map(decodePoint).reduce(addPoints, multiplyH(fee))
    const columns = [0, 1].map((member): Point[] => {
      const points = (rings: readonly (readonly Uint8Array[])[]) =>
        rings.map((ring) => decodePoint(ring[member] ?? ZERO))
      return [...points(ringKeys), subtractPoints(points(ringCommitments).reduce(addPoints), spent)]
    })
    const difference = 71n + 73n - 79n - 97n
    const images = keyImages.map(decodePoint)
    return signMlsag({ message: HASH, columns, images, index: 0, secrets: [61n, second, difference] }, random)
  }
  const signature = sign(statement)

  it('is valid for its statement only', () => {
    expect(verifyFullMlsag(statement, signature)).toBe(true)
    const { outputCommitments, keyImages } = statement
    for (const changed of [
      { message: ZERO },
      { fee: FEE + 1n },
      { outputCommitments: outputCommitments.slice(1) },
      { keyImages: keyImages.toReversed() },
      { keyImages: keyImages.slice(1) },
    ])
      expect(verifyFullMlsag({ ...statement, ...changed }, signature)).toBe(false)
  })

  it('is rejected if the rings have different sizes', () => {
    const { ringKeys, ringCommitments } = statement
    const [keys = [], commitments = []] = [ringKeys[1], ringCommitments[1]]
    const changes = [
      { ringKeys: ringKeys.with(1, [...keys, KEY]) },
      { ringCommitments: ringCommitments.with(1, [...commitments, KEY]) },
    ]
    for (const changed of changes) expect(verifyFullMlsag({ ...statement, ...changed }, signature)).toBe(false)
  })

  it('is rejected with more rings of commitments than of keys, even if they add nothing', () => {
    const ringCommitments = [...statement.ringCommitments, [IDENTITY, IDENTITY]]
    expect(verifyFullMlsag({ ...statement, ringCommitments }, signature)).toBe(false)
  })

  it('is rejected with more key images than inputs, even if they are signed', () => {
    const { ringCommitments, outputCommitments } = statement
    const spent = outputCommitments.map(decodePoint).reduce(addPoints, multiplyH(FEE))
    const funds = ringCommitments.map((ring) => decodePoint(ring[0] ?? ZERO)).reduce(addPoints)
    const difference = scalarToBytes(71n + 73n - 79n - 97n)
    const extra = keyImage(encodePoint(subtractPoints(funds, spent)), difference)
    const more = { ...statement, keyImages: [...statement.keyImages, extra] }
    expect(verifyFullMlsag(more, sign(more))).toBe(false)
  })

  it('is rejected if one of the key images is the neutral element', () => {
    const degenerate = statementOf(0n)
    expect(degenerate.keyImages[1]).toEqual(IDENTITY)
    expect(verifyFullMlsag(degenerate, sign(degenerate, 0n))).toBe(false)
  })

  it('without rings is rejected', () => {
    expect(verifyFullMlsag({ ...statement, ringKeys: [], ringCommitments: [], keyImages: [] }, signature)).toBe(false)
  })
})

describe('a Borromean range signature', () => {
  const signature = signRange(77n, SECRET, random)
  const commitment = commit(77n, SECRET)

  it('is valid for its commitment', () => {
    expect(verifyRangeSignature(commitment, signature)).toBe(true)
    expect(verifyRangeSignature(commit(78n, SECRET), signature)).toBe(false)
  })

  it('is rejected with more or fewer items', () => {
    for (const name of ['s0', 's1', 'bits'] as const) {
      const items = signature[name]
      const more = { ...signature, [name]: [...items, IDENTITY] }
      const fewer = { ...signature, [name]: items.slice(0, 63) }
      for (const changed of [more, fewer]) expect(verifyRangeSignature(commitment, changed)).toBe(false)
    }
  })

  it('is rejected if an item is longer, though its value is the same', () => {
    for (const name of ['s0', 's1'] as const)
      for (const at of [0, 63]) {
        const items = signature[name]
        const changed = { ...signature, [name]: items.with(at, longer(items[at] ?? ZERO)) }
        expect(verifyRangeSignature(commitment, changed)).toBe(false)
      }
  })
})

describe('recorded signatures', () => {
  it('of a transaction of the oxen chain are valid', () => {
    const [ring] = oxenTransfers()[0]?.rings ?? []
    if (ring === undefined) throw new Error('no ring is recorded')
    expect(verifyClsag(ring.statement, ring.signature)).toBe(true)
  })

  it.each(vector('monero/message_signatures.json').cases.slice(0, 4))(
    'of a message of monero-wallet-rpc are valid: $params',
    ({ address, params, signature }) => {
      const verified = verifyMessage(signature, utf8(params.data), addressKeys(address))
      expect(verified).toEqual({ version: 2, signedWith: params.signature_type })
    },
  )

  it('of a key image of monero-wallet-rpc are valid', () => {
    const { incoming_transfers, key_images } = vector('monero/scan_chain.json').expected
    const [proof] = key_images.signed_key_images
    const output = incoming_transfers.find(({ key_image }) => key_image === proof?.key_image)
    const [image, key, signature] = [proof?.key_image, output?.pubkey, proof?.signature].map((text) =>
      fromHex(text ?? ''),
    )
    expect(verifyKeyImage(image ?? ZERO, key ?? ZERO, signature ?? ZERO)).toBe(true)
  })
})

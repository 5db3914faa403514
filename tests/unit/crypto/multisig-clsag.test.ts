// CLSAGs that several signers make verify as those of one signer do, and not if one part is false. The transaction keys that recorded
// monero wallets derived.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTransferSet } from '../../../src/coin/sealed-exports/transferSetFile.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { hashToPoint } from '../../../src/crypto/curve/hashToPoint.ts'
import { decodePoints, encodePoint, sumPoints } from '../../../src/crypto/curve/point.ts'
import { L, scalarFromBytes, scalarToBytes } from '../../../src/crypto/curve/scalar.ts'
import { multiplySecret } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { addSecrets, randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { keyImage, publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { multisigTransactionKeys } from '../../../src/crypto/keys/multisigTransactionKeys.ts'
import { verifyClsag } from '../../../src/crypto/signatures/clsag.ts'
import type { ClsagStatement } from '../../../src/crypto/signatures/clsagRing.ts'
import {
  addResponse,
  beginMultisigClsag,
  type CommitmentMasks,
  clsagChallenges,
  firstResponse,
  type MultisigClsag,
  mergeNonces,
  type NonceCommitments,
  noncesOfResponse,
  openMultisigClsag,
  type SignerSecrets,
  sumNonces,
} from '../../../src/crypto/signatures/multisigClsag.ts'
import { challengeAfter } from '../../support/crypto/challenge-after.ts'
import { recordedMultisigWallets } from '../../support/data/multisig.ts'
import { seededRandom } from '../../support/random.ts'
import { runs } from '../../support/runs.ts'

/** A ring with a coin that several signers own: their shares of its secret, and their nonces. */
type Stage = {
  readonly statement: ClsagStatement
  readonly index: number
  readonly masks: CommitmentMasks
  readonly signers: readonly { readonly share: Uint8Array; readonly nonces: readonly Uint8Array[] }[]
}

const keyOf = (stage: Stage): Uint8Array => stage.statement.ringKeys[stage.index] ?? new Uint8Array()

const commitmentsOf = (stage: Stage, nonce: Uint8Array): NonceCommitments => ({
  L: publicKeyOf(nonce),
  R: encodePoint(multiplySecret(hashToPoint(keyOf(stage)), nonce)),
})

const sum = (secrets: readonly Uint8Array[]): Uint8Array => secrets.reduce(addSecrets, new Uint8Array(32))

const stages: fc.Arbitrary<Stage> = fc
  .record({
    seed: fc.nat(),
    signerCount: fc.integer({ min: 2, max: 5 }),
    nonceCount: fc.constantFrom(1, 2),
    ringSize: fc.integer({ min: 1, max: 16 }),
    place: fc.nat(15),
  })
  .map(({ seed, signerCount, nonceCount, ringSize, place }) => {
    const random = seededRandom(seed)
    const secret = () => randomScalar(random)
    const signers = Array.from({ length: signerCount }, () => ({
      share: secret(),
      nonces: Array.from({ length: nonceCount }, secret),
    }))
    const index = place % ringSize
    const whole = sum(signers.map(({ share }) => share))
    const masks = { mask: secret(), pseudoMask: secret() }
    const decoys = Array.from({ length: ringSize }, () => publicKeyOf(secret()))
    const ringKeys = decoys.with(index, publicKeyOf(whole))
    const statement = {
      message: random(32),
      ringKeys,
      ringCommitments: decoys.map(() => publicKeyOf(secret())).with(index, commit(7n, masks.mask)),
      pseudoOut: commit(7n, masks.pseudoMask),
      keyImage: keyImage(publicKeyOf(whole), whole),
    }
    return { statement, index, masks, signers }
  })

/** Returns the nonces of a signer merged into one. */
const merged = (nonces: readonly Uint8Array[], factors: readonly Uint8Array[]): Uint8Array =>
  scalarToBytes(
    nonces.reduce((total, nonce, i) => total + scalarFromBytes(nonce) * scalarFromBytes(factors[i] ?? nonce), 0n) % L,
  )

/** What each signer adds, as it is computed from the stage. */
type Parts = { readonly real: Uint8Array; readonly first: Uint8Array; readonly secrets: readonly SignerSecrets[] }

const begun = (stage: Stage): { readonly clsag: MultisigClsag; readonly parts: Parts } => {
  const { statement, index, masks, signers } = stage
  const clsag = beginMultisigClsag(statement, index, masks, seededRandom(5))
  const [{ nonces: own } = { nonces: [] }] = signers
  const totals = own.map((_, i) =>
    sumNonces(signers.flatMap(({ nonces }) => nonces.slice(i, i + 1).map((nonce) => commitmentsOf(stage, nonce)))),
  )
  const { sum: all, factors } = mergeNonces(clsag, totals)
  const secrets = signers.map(({ share, nonces }) => ({ nonce: merged(nonces, factors), secret: share }))
  return { clsag, parts: { ...clsagChallenges(clsag, all), secrets } }
}

/** Returns the response after each signer. */
const responses = (clsag: MultisigClsag, { real, secrets }: Parts, masks: CommitmentMasks): Uint8Array[] => {
  const [first, ...others] = secrets
  if (first === undefined) throw new TypeError('nobody signs')
  const made = [firstResponse(clsag, real, first, masks)]
  for (const other of others) made.push(addResponse(clsag, real, other, made.at(-1) ?? real))
  return made
}

const isValid = (clsag: MultisigClsag, parts: Parts, masks: CommitmentMasks): boolean => {
  const { s, D, index, statement } = clsag
  const response = responses(clsag, parts, masks).at(-1) ?? parts.real
  return verifyClsag(statement, { s: s.with(index, response), c1: parts.first, D })
}

const flipped = (scalar: Uint8Array): Uint8Array => scalar.with(0, (scalar[0] ?? 0) ^ 1)

describe('a CLSAG of several signers', () => {
  it('verifies, and not if one nonce, share, mask or challenge is false', () => {
    fc.assert(
      fc.property(stages, fc.nat(), (stage, draw) => {
        const { clsag, parts } = begun(stage)
        expect(isValid(clsag, parts, stage.masks)).toBe(true)
        const who = draw % parts.secrets.length
        const { nonce, secret } = parts.secrets[who] ?? { nonce: parts.real, secret: parts.real }
        const falseParts: Parts[] = [
          { ...parts, secrets: parts.secrets.with(who, { nonce: flipped(nonce), secret }) },
          { ...parts, secrets: parts.secrets.with(who, { nonce, secret: flipped(secret) }) },
          { ...parts, secrets: parts.secrets.toSpliced(who, 1) },
          { ...parts, real: flipped(parts.real) },
          { ...parts, first: flipped(parts.first) },
        ]
        expect(falseParts.map((changed) => isValid(clsag, changed, stage.masks))).toEqual(falseParts.map(() => false))
        const masks = { ...stage.masks, pseudoMask: flipped(stage.masks.pseudoMask) }
        expect(isValid(clsag, parts, masks)).toBe(false)
      }),
      { numRuns: runs(15) },
    )
  })

  it('has the same challenges for every signer, and reveals the sum of the nonces that signed', () => {
    fc.assert(
      fc.property(stages, (stage) => {
        const { clsag, parts } = begun(stage)
        const { statement, index, s, D } = clsag
        // Another signer does not know the response of the real member.
        const opened = openMultisigClsag({ statement, index, s: s.with(index, new Uint8Array(32)), D })
        expect(challengeAfter(opened, parts.first)).toEqual(parts.real)
        for (const [i, response] of responses(clsag, parts, stage.masks).entries()) {
          const rest = parts.secrets.slice(i + 1).map(({ secret }) => secret)
          const key = sumPoints(decodePoints(rest.map(publicKeyOf)))
          const image = sumPoints(decodePoints(rest.map((share) => keyImage(keyOf(stage), share))))
          const signed = parts.secrets.slice(0, i + 1).map(({ nonce }) => nonce)
          const unsigned = { key, keyImage: image }
          expect(noncesOfResponse(opened, parts.real, response, unsigned)).toEqual(commitmentsOf(stage, sum(signed)))
        }
      }),
      { numRuns: runs(15) },
    )
  })

  it('merges parallel nonces with a factor that depends on both and on their order', () => {
    fc.assert(
      fc.property(stages, (stage) => {
        const { clsag } = begun(stage)
        const totals = [7, 8, 9].map((nonce) => commitmentsOf(stage, Uint8Array.of(nonce, ...new Uint8Array(31))))
        const factor = (...chosen: number[]) => {
          const { factors } = mergeNonces(
            clsag,
            chosen.flatMap((i) => totals[i] ?? []),
          )
          return factors[1]?.join()
        }
        expect(new Set([factor(0, 1), factor(0, 2), factor(1, 0), factor(2, 1)]).size).toBe(4)
        expect(factor(0)).toBeUndefined()
      }),
      { numRuns: runs(5) },
    )
  })
})

describe('transaction keys of multisig wallets', () => {
  const recorded = recordedMultisigWallets.filter(
    ({ network, sets }) => network.multisig.derivesTransactionKeys && sets.length > 0,
  )

  it.each(recorded)('are those of the recorded sets: $name', async ({ network, keys, sets }) => {
    for (const bytes of sets) {
      const set = await parseTransferSet(network, network.transferSets.multisig, keys, bytes)
      for (const { transaction, keyEntropy, txKey, additionalTxKeys } of set.transactions) {
        const images = transaction.inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))
        expect(images).not.toEqual([])
        const derived = multisigTransactionKeys(keyEntropy, images, 1 + additionalTxKeys.length)
        expect(derived).toEqual([txKey, ...additionalTxKeys])
        expect(multisigTransactionKeys(flipped(keyEntropy), images, 1)).not.toEqual([txKey])
        expect(multisigTransactionKeys(keyEntropy, images.map(flipped), 1)).not.toEqual([txKey])
      }
    }
  })

  it('were recorded', () => {
    expect(recorded).not.toEqual([])
  })
})

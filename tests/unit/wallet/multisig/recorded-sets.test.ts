// The sets that oxen-wallet-rpc and monero-wallet-rpc made in recorded multisig wallets: what a participant verifies before signing holds in
// all of them, and each signature follows from the one before it.

import { beforeAll, describe, expect, it } from 'vitest'
import { runToCompletion } from '../../../../src/async/timeSlices.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import type { MultisigSeed } from '../../../../src/coin/multisig/multisigSeed.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { decodePoint, decodePoints, encodePoint, G, sumPoints } from '../../../../src/crypto/curve/point.ts'
import { scalarFromBytes, scalarToBytes } from '../../../../src/crypto/curve/scalar.ts'
import { multiScalar } from '../../../../src/crypto/curve/scalarMultiplication.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { clsagChallenges, mergeNonces } from '../../../../src/crypto/signatures/multisigClsag.ts'
import { totalNonces } from '../../../../src/wallet/multisig/candidates.ts'
import { compositeKeyImage, partialKeyImages } from '../../../../src/wallet/multisig/multisigKeyImages.ts'
import { sharePublicKeys } from '../../../../src/wallet/multisig/multisigWallet.ts'
import {
  type CheckedCandidate,
  type CheckedMultisigSet,
  type CheckedProposal,
  checkMultisigSet,
  parseMultisigSet,
} from '../../../../src/wallet/multisig/readSet.ts'
import { hasKey } from '../../../../src/wallet/multisig-keys/keySets.ts'
import { keyringFromWords } from '../../../../src/wallet/open/keyring.ts'
import { DEFAULT_MAX_FEE_RATIO } from '../../../../src/wallet/spend/feeBounds.ts'
import { verifyRingSignatures } from '../../../../src/wallet/spend/verify.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { challengeAfter } from '../../../support/crypto/challenge-after.ts'
import { type RecordedMultisigWallet, recordedMultisigWallets } from '../../../support/data/multisig.ts'
import { seededRandom } from '../../../support/random.ts'
import { sampleOutput } from '../../../support/wallet/ledger-samples.ts'

const spending = recordedMultisigWallets.filter(({ sets }) => sets.length > 0)

const signerOf = ({ signerSecret }: MultisigSeed): string => toHex(publicKeyOf(signerSecret))

const hexes = (keys: readonly Uint8Array[]): string[] => keys.map(toHex).sort()

/** Returns a participant's wallet of the first addresses, without outputs. */
const walletOf = async ({ network, mnemonic }: RecordedMultisigWallet) => {
  const { keys } = await keyringFromWords(mnemonic, '')
  const indices = [0, 1, 2].flatMap((major) => [0, 1, 2].map((minor) => ({ major, minor })))
  const addresses = new Map(
    indices.map((index) => [toHex(subaddressAt(keys, index.major, index.minor).spendKey), index]),
  )
  const outputs: OwnedOutput[] = []
  return {
    ...{ network, keys, outputs, random: seededRandom(1) },
    payments: { maxFeeRatio: DEFAULT_MAX_FEE_RATIO },
    indexOf: (spendKey: Uint8Array) => addresses.get(toHex(spendKey)),
    state: { ledger: { countedOutputs: () => outputs.values(), withKey: () => [] } },
    inSlices: async <Result>(steps: Generator<undefined, Result>) => runToCompletion(steps),
  }
}

/** Returns the sets as a participant reads them that knows the outputs they spend: the key images are computed from all shares. */
const setsOf = async (recorded: RecordedMultisigWallet): Promise<CheckedMultisigSet[]> => {
  const wallet = await walletOf(recorded)
  const checked = []
  for (const bytes of recorded.sets) {
    const parsed = await parseMultisigSet(wallet, bytes)
    for (const input of parsed.transfers.flatMap(({ inputs }) => inputs)) {
      const partials = recorded.seeds.map((seed) => partialKeyImages(seed, input.key))
      wallet.outputs.push(sampleOutput({ ...input, keyImage: compositeKeyImage(wallet.keys, input, partials) }))
    }
    checked.push(runToCompletion(checkMultisigSet(wallet, parsed)))
    wallet.outputs.length = 0
  }
  return checked
}

/** Returns the sets of each payment, in the order of their signatures. */
const paymentsOf = (sets: readonly CheckedMultisigSet[]): CheckedMultisigSet[][] => {
  const byKey = Map.groupBy(sets, ({ proposals }) => proposals.map(({ pending }) => toHex(pending.txKey)).join())
  return [...byKey.values()].map((stages) => stages.toSorted((a, b) => a.signers.length - b.signers.length))
}

/** Returns the candidates of a set with their transactions. */
const candidatesOf = ({ proposals }: CheckedMultisigSet) =>
  proposals.flatMap((proposal) => proposal.candidates.map((checked) => ({ proposal, ...checked })))

/** Returns the public keys of the shares of those who have signed a candidate. */
const sharesOfSigners = (
  { seeds }: RecordedMultisigWallet,
  { candidate }: CheckedCandidate,
  signers: readonly Uint8Array[],
): string[] => {
  const names = hexes(signers.filter((signer) => !hasKey(candidate.ignored, signer)))
  const shares = seeds.filter((seed) => names.includes(signerOf(seed))).flatMap(sharePublicKeys)
  return [...new Set(hexes(shares))]
}

const ONE = scalarToBytes(1n)

/** Returns the challenge of the real member and the factors of the nonces, as a signer who reads the candidate computes them. */
const challengeOf = ({ candidate, partial }: CheckedCandidate, i: number) => {
  const signature = partial[i]
  if (signature === undefined) throw new TypeError(`no input ${i}`)
  const { clsag, first } = signature
  const totals = totalNonces(candidate, i)
  const factors = totals.length === 0 ? [ONE] : mergeNonces(clsag, totals).factors
  return { ...signature, totals, factors, challenge: challengeAfter(clsag, first) }
}

/** Returns k·G of the merged nonces k of the signer who continued a candidate. */
const addedNonce = (before: CheckedCandidate, after: CheckedCandidate, i: number): Uint8Array => {
  const { clsag, challenge, response } = challengeOf(before, i)
  const { response: next } = challengeOf(after, i)
  const keys = after.candidate.signingKeys.filter((key) => !hasKey(before.candidate.signingKeys, key))
  const weight = scalarFromBytes(challenge) * scalarFromBytes(clsag.keyCoefficient)
  const share = sumPoints(decodePoints(keys))
  return encodePoint(multiScalar([scalarFromBytes(next) - scalarFromBytes(response), weight], [G, share]))
}

/** Returns the merged nonces that a signer of a candidate can have: of each choice of as many used nonces as a signature takes. */
const possibleNonces = (checked: CheckedCandidate, i: number): Uint8Array[] => {
  const { factors } = challengeOf(checked, i)
  const used = checked.candidate.usedNonces.map(decodePoint)
  const [one = 1n, other] = factors.map(scalarFromBytes)
  return other === undefined
    ? checked.candidate.usedNonces.slice()
    : used.flatMap((a) => used.map((b) => encodePoint(multiScalar([one, other], [a, b]))))
}

it('are of both families', () => {
  const count = (family: string): number =>
    spending.filter(({ name }) => name.startsWith(family)).reduce((sum, { sets }) => sum + sets.length, 0)
  expect([count('oxen'), count('monero')]).toEqual([44, 4])
})

describe.each(spending)('recorded sets: $name', (recorded) => {
  let sets: readonly CheckedMultisigSet[] = []
  beforeAll(async () => {
    sets = await setsOf(recorded)
  }, 120_000)

  it('pass every check before signing, and name the shares of those who have signed', {
    timeout: 120_000,
  }, async () => {
    expect(sets).toHaveLength(recorded.sets.length)
    for (const set of sets)
      for (const checked of candidatesOf(set))
        expect(hexes(checked.candidate.signingKeys)).toEqual(sharesOfSigners(recorded, checked, set.signers))
  })

  it('have the challenges and coefficients that follow from their transactions', { timeout: 60_000 }, () => {
    for (const set of sets)
      for (const checked of candidatesOf(set))
        for (const i of checked.proposal.inputs.keys()) {
          const { clsag, first, totals, challenge } = challengeOf(checked, i)
          const { challenges, coefficients } = checked.candidate
          if (totals.length === 0)
            expect([challenges[i], coefficients[i]].map((one) => toHex(one ?? new Uint8Array()))).toEqual(
              [challenge, clsag.keyCoefficient].map(toHex),
            )
          else expect(clsagChallenges(clsag, mergeNonces(clsag, totals).sum)).toEqual({ first, real: challenge })
        }
  })

  it('are continued by one signer each, with a nonce of the set', { timeout: 60_000 }, () => {
    for (const stages of paymentsOf(sets)) {
      expect(stages.map(({ signers }) => signers.length)).toEqual(
        Array.from({ length: recorded.keys.threshold }, (_, i) => i + 1),
      )
      for (const [step, after] of stages.entries()) {
        const before = stages[step - 1]
        if (before === undefined) continue
        const [signer, ...more] = after.signers.filter((key) => !hasKey(before.signers, key))
        expect(more).toEqual([])
        const candidates = candidatesOf(before)
        for (const [at, next] of candidatesOf(after).entries()) {
          const candidate = candidates[at]
          if (candidate === undefined || signer === undefined) throw new TypeError('a candidate is missing')
          if (hasKey(next.candidate.ignored, signer)) {
            expect(next.partial.map(({ response }) => response)).toEqual(
              candidate.partial.map(({ response }) => response),
            )
            expect(hexes(next.candidate.signingKeys)).toEqual(hexes(candidate.candidate.signingKeys))
          } else
            for (const i of next.proposal.inputs.keys())
              expect(hexes(possibleNonces(candidate, i))).toContain(toHex(addedNonce(candidate, next, i)))
        }
      }
    }
  })

  it('become the recorded transactions, whose signatures are valid', { timeout: 60_000 }, () => {
    const last = paymentsOf(sets).flatMap((stages) => stages.slice(-1))
    const proposals: CheckedProposal[] = last.flatMap((set) => set.proposals)
    for (const { pending, inputs } of proposals) verifyRingSignatures(pending.transaction, inputs)
    expect(hexes(proposals.map(({ pending }) => transactionId(pending.transaction)))).toEqual(recorded.txids.toSorted())
  })
})

// What the responses of a participant to a multisig set answer, computed from its secrets and from what it released; and proposals whose
// rings have the real output at any position.

import { isDeepStrictEqual } from 'node:util'
import { runToCompletion } from '../../../../src/async/timeSlices.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { relativeOffsets } from '../../../../src/coin/transactions/transaction.ts'
import type { MultisigCandidate, MultisigTransferSet } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { invertScalar, mod, scalarFromBytes } from '../../../../src/crypto/curve/scalar.ts'
import { mergeNonces } from '../../../../src/crypto/signatures/multisigClsag.ts'
import { type PartialSignature, partialSignatures, totalNonces } from '../../../../src/wallet/multisig/candidates.ts'
import { readyAccount, unsignedShares } from '../../../../src/wallet/multisig/multisigWallet.ts'
import { buildProposal, signProposal } from '../../../../src/wallet/multisig/proposeSet.ts'
import { type CheckedProposal, checkMultisigSet, withTransfers } from '../../../../src/wallet/multisig/readSet.ts'
import { hasKey } from '../../../../src/wallet/multisig-keys/keySets.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import type { Ring } from '../../../../src/wallet/rings/ring.ts'
import type { PaymentIntent } from '../../../../src/wallet/spend/intent.ts'
import type { OwnNonce } from '../../../../src/wallet/state/outputInfo.ts'
import { challengeAfter } from '../../crypto/challenge-after.ts'
import { openSet } from './multisig-proposal.ts'
import type { MultisigStage } from './multisig-stage.ts'

/** Where the real outputs are in the rings of a proposal: position, and their one-time keys, hex; undefined for any outputs. */
type RealOutputs = { readonly position: number; readonly keys: readonly string[] | undefined }

const MAX_BUILDS = 60

/** Returns the one-time keys of the outputs that the first transaction of a set spends, hex, sorted. */
export const spentKeys = ({ transactions: [pending] }: MultisigTransferSet): string[] => {
  const sources = pending?.construction.sources ?? []
  return sources.map(({ members, realPosition }) => toHex(members[realPosition]?.key ?? new Uint8Array())).sort()
}

/** Returns a proposal whose ring members follow each other in the chain. */
export const proposalAt = async (
  { client, network }: MultisigStage,
  wallet: Wallet,
  intent: PaymentIntent,
  { position, keys }: RealOutputs,
): Promise<MultisigTransferSet> => {
  const ringAt = async (globalIndex: number): Promise<Ring> => {
    const indices = Array.from({ length: network.ringSize }, (_, i) => globalIndex - position + i)
    const outputs = await client().outputs(indices)
    const members = outputs.map(({ key, commitment }, i) => ({ globalIndex: indices[i] ?? 0, key, commitment }))
    return { members, realPosition: position }
  }
  for (let i = 0; i < MAX_BUILDS; i++) {
    const built = await buildProposal(wallet, intent)
    const [transaction, ...more] = built.transactions
    if (transaction === undefined || more.length > 0) throw new Error('not one transaction')
    const { draft } = transaction
    if (keys !== undefined && !isDeepStrictEqual(draft.inputs.map(({ key }) => toHex(key)).sort(), keys)) continue
    const inputs = await Promise.all(
      draft.inputs.map(async (input) => ({ ...input, ring: await ringAt(input.globalIndex) })),
    )
    const offsets = inputs.map(({ ring }) => relativeOffsets(ring.members.map(({ globalIndex }) => globalIndex)))
    const skeletonInputs = draft.skeleton.inputs.map((one, j) => ({ ...one, keyOffsets: offsets[j] ?? [] }))
    const skeleton = { ...draft.skeleton, inputs: skeletonInputs }
    const altered = { ...transaction, draft: { ...draft, inputs, skeleton } }
    const { bytes } = await signProposal(wallet, { ...built, transactions: [altered] })
    return await openSet(wallet, bytes)
  }
  throw new Error(`no proposal spends these outputs in ${MAX_BUILDS} tries`)
}

/** Nonces of a participant by the one-time key of their output, hex, copied before it signs with them. */
export type CopiedNonces = ReadonlyMap<string, readonly OwnNonce[]>

/** Returns copies of all nonces of a participant. */
export const copyNonces = ({ state }: Wallet): CopiedNonces =>
  new Map(
    Array.from(state.outputInfos, ([output, { own }]) => [
      output,
      own.map(({ secret, L }) => ({ secret: secret.slice(), L })),
    ]),
  )

/** Returns how a proposal of a set is read by a participant. */
export const proposalOf = (wallet: Wallet, set: MultisigTransferSet): CheckedProposal => {
  const parsed = runToCompletion(withTransfers(wallet, set))
  const [proposal] = runToCompletion(checkMultisigSet(wallet, parsed)).proposals
  if (proposal === undefined) throw new TypeError('the set has no transaction')
  return proposal
}

/**
 * Returns the challenges of all candidates of a proposal as verifiers compute them, each times the coefficient of one-time keys: what a
 * participant may answer.
 */
export const shownChallenges = ({ candidates }: CheckedProposal): bigint[] =>
  candidates.flatMap(({ partial }) =>
    partial.map(({ clsag, first }) =>
      mod(scalarFromBytes(challengeAfter(clsag, first)) * scalarFromBytes(clsag.keyCoefficient)),
    ),
  )

const difference = (a: Uint8Array, b: Uint8Array): bigint => mod(scalarFromBytes(a) - scalarFromBytes(b))

/**
 * Returns the challenge, times the coefficient of one-time keys, that a response of a participant answers: s = k - e·x for its nonce k and its
 * shares x.
 */
const answeredBy = (
  wallet: Wallet,
  nonces: readonly OwnNonce[],
  candidate: MultisigCandidate,
  [before, after]: readonly [PartialSignature, Pick<PartialSignature, 'response'>],
  position: number,
): bigint => {
  const own = nonces.filter(({ L }) => hasKey(candidate.usedNonces, L))
  const totals = totalNonces(candidate, position)
  const factors = totals.length === 0 ? [1n] : mergeNonces(before.clsag, totals).factors.map(scalarFromBytes)
  const k = own.reduce((sum, { secret }, i) => sum + scalarFromBytes(secret) * (factors[i] ?? 0n), 0n)
  const x = unsignedShares(readyAccount(wallet), candidate)
    .shares.map(scalarFromBytes)
    .reduce((a, b) => a + b, 0n)
  return mod((k - difference(after.response, before.response)) * invertScalar(mod(x)))
}

/**
 * Returns the challenges that the new responses of a signed set answer, each times the coefficient of one-time keys.
 * @param proposal the proposal as the participant read it before it signed
 * @param nonces those that the participant had then
 * @param signed its candidates after it signed
 */
export const answeredChallenges = (
  wallet: Wallet,
  { candidates, inputs }: CheckedProposal,
  nonces: CopiedNonces,
  signed: readonly MultisigCandidate[],
): bigint[] =>
  candidates.flatMap(({ candidate, transaction, partial }, i) => {
    const next = signed[i]
    if (next === undefined) throw new TypeError(`candidate ${i} is gone`)
    const { network } = wallet
    const clsags = network.multisig.candidates === 'separate' ? next.signatures.clsags : transaction.prunable.clsags
    const prunable = { ...transaction.prunable, clsags }
    const after = partialSignatures(network, { ...transaction, prunable }, next, inputs)
    return partial.flatMap((before, position) => {
      const later = after[position]
      if (later === undefined) throw new TypeError(`candidate ${i} has no input ${position}`)
      if (difference(later.response, before.response) === 0n) return []
      const own = nonces.get(toHex(inputs[position]?.key ?? new Uint8Array())) ?? []
      return [answeredBy(wallet, own, candidate, [before, later], position)]
    })
  })

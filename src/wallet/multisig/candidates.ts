// The candidates of a multisig transaction as signers see them. On oxen every candidate contains a whole RingCT part and the challenges
// to respond to; on monero the transaction has one RingCT part for all candidates, and a candidate has its nonces.

import { wipe } from '../../bytes/bytes.ts'
import type { Network } from '../../coin/networks/network.ts'
import { type RctPrunable, RctType } from '../../coin/transactions/ringct.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { ringSignatureMessage } from '../../coin/transactions/transactionHash.ts'
import type {
  CandidateSignatures,
  MultisigCandidate,
  PendingTransaction,
} from '../../coin/transfer-sets/transferSet.ts'
import { multiplyAddSecrets } from '../../crypto/curve/secretScalar.ts'
import type { Clsag } from '../../crypto/signatures/clsag.ts'
import { type MultisigClsag, type NonceCommitments, openMultisigClsag } from '../../crypto/signatures/multisigClsag.ts'
import type { SpentInput } from '../spend/draft.ts'
import { statementOf } from '../spend/sign.ts'
import { MultisigSetError } from './multisigWallet.ts'

/** The signature of one input in a candidate, as far as it is made. */
export type PartialSignature = {
  readonly clsag: MultisigClsag
  /** the challenge of ring member 0 */
  readonly first: Uint8Array
  /** of the real ring member */
  readonly response: Uint8Array
}

const NO_SIGNATURES: CandidateSignatures = {
  ...{ type: RctType.null, fee: 0n, message: new Uint8Array(32), rings: [], basePseudoOuts: [], ecdhInfo: [] },
  ...{ commitments: [], bulletproofs: [], bulletproofsPlus: [], clsags: [], pseudoOuts: [] },
}

const AMOUNT = 8
const KEY = 32

const padded = (amount: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(KEY)
  whole.set(amount)
  return whole
}

/** Returns the RingCT part of a transaction as a candidate on oxen contains it. */
const signaturesOf = ({ rct, prunable }: Transaction): CandidateSignatures => {
  if (rct === undefined || prunable === undefined) throw new MultisigSetError('unsafe', 'a transaction has no proofs')
  const { bulletproofs, bulletproofsPlus, clsags, pseudoOuts } = prunable
  return {
    ...{ type: rct.type, fee: rct.fee, message: new Uint8Array(), rings: [], basePseudoOuts: [] },
    ecdhInfo: rct.ecdhInfo.map(({ amount }) => ({ mask: new Uint8Array(KEY), amount: padded(amount) })),
    commitments: rct.commitments.map((commitment) => ({ key: new Uint8Array(KEY), commitment })),
    ...{ bulletproofs, bulletproofsPlus, clsags, pseudoOuts },
  }
}

/** Returns a CLSAG with the responses so far. */
const clsagOf = ({ clsag: { s, D, index }, first, response }: PartialSignature): Clsag => ({
  s: s.map((one, i) => (i === index ? response : one)),
  c1: first,
  D,
})

/** A transaction with its proofs. */
type ProvenTransaction = Transaction & { readonly prunable: RctPrunable }

/** Returns the transaction with the ring signatures of a candidate. */
const withSignatures = (transaction: ProvenTransaction, partial: readonly PartialSignature[]): ProvenTransaction => ({
  ...transaction,
  prunable: {
    ...transaction.prunable,
    clsags: partial.map(clsagOf),
  },
})

/** What the proposer makes of a candidate: the signature and the sums of nonces of each input, challenges at the real positions. */
export type OpenedCandidate = {
  readonly partial: readonly PartialSignature[]
  readonly challenges: readonly Uint8Array[]
  readonly coefficients: readonly Uint8Array[]
  /** per input */
  readonly totals: readonly (readonly NonceCommitments[])[]
  readonly ignored: readonly Uint8Array[]
  readonly usedNonces: readonly Uint8Array[]
  readonly signingKeys: readonly Uint8Array[]
}

/** Returns a candidate in the form of its network. */
export const formatCandidate = (
  { multisig }: Pick<Network, 'multisig'>,
  transaction: ProvenTransaction,
  { partial, challenges, coefficients, totals, ...shared }: OpenedCandidate,
): MultisigCandidate => {
  if (multisig.candidates === 'separate')
    return {
      ...shared,
      signatures: signaturesOf(withSignatures(transaction, partial)),
      ...{ challenges, coefficients, totalAlphaG: [], totalAlphaH: [], firstChallenges: [], responses: [] },
    }
  return {
    ...shared,
    ...{ signatures: NO_SIGNATURES, challenges: [], coefficients: [] },
    totalAlphaG: totals.map((nonces) => nonces.map(({ L }) => L)),
    totalAlphaH: totals.map((nonces) => nonces.map(({ R }) => R)),
    firstChallenges: partial.map(({ first }) => first),
    responses: partial.map(({ response }) => response),
  }
}

/**
 * Returns the transaction that a candidate completes, with its RingCT part and the ring signatures as far as they are made.
 * @throws MultisigSetError
 */
export const candidateTransaction = (
  { multisig }: Pick<Network, 'multisig'>,
  { transaction }: PendingTransaction,
  { signatures }: MultisigCandidate,
): ProvenTransaction => {
  const { rct, prunable } = transaction
  if (rct === undefined || prunable === undefined) throw new MultisigSetError('unsafe', 'a transaction has no proofs')
  if (multisig.candidates === 'shared') return { ...transaction, prunable }
  const { fee, ecdhInfo, commitments, basePseudoOuts, bulletproofs, bulletproofsPlus, clsags, pseudoOuts } = signatures
  return {
    ...transaction,
    rct: {
      // Other types are not candidates of this network; the check of the contents compares it.
      type: signatures.type === rct.type ? rct.type : RctType.null,
      ...{ fee, pseudoOuts: basePseudoOuts },
      ecdhInfo: ecdhInfo.map(({ amount }) => ({ mask: undefined, amount: amount.subarray(0, AMOUNT) })),
      commitments: commitments.map(({ commitment }) => commitment),
    },
    prunable: { rangeSignatures: [], mlsags: [], bulletproofs, bulletproofsPlus, clsags, pseudoOuts },
  }
}

/**
 * Returns the signatures of a candidate as far as they are made.
 * @param transaction that of the candidate
 * @param inputs in the transaction's order
 * @throws MultisigSetError, RingError, InvalidPointError
 */
export const partialSignatures = (
  { multisig }: Pick<Network, 'multisig'>,
  transaction: ProvenTransaction,
  { firstChallenges, responses }: MultisigCandidate,
  inputs: readonly SpentInput[],
): PartialSignature[] => {
  const message = ringSignatureMessage(transaction)
  const { clsags, pseudoOuts } = transaction.prunable
  return inputs.map((input, i) => {
    const [signature, pseudoOut] = [clsags[i], pseudoOuts[i]]
    const index = input.ring.realPosition
    const isShared = multisig.candidates === 'shared'
    const response = isShared ? responses[i] : signature?.s[index]
    const first = isShared ? firstChallenges[i] : signature?.c1
    if (signature === undefined || pseudoOut === undefined || response === undefined || first === undefined)
      throw new MultisigSetError('unsafe', `a candidate has no signature of input ${i}`)
    const statement = statementOf(input, message, pseudoOut)
    return { clsag: openMultisigClsag({ statement, index, s: signature.s, D: signature.D }), first, response }
  })
}

/** Returns a candidate with later signatures and the keys of all who have signed it. */
export const withLaterSignatures = (
  { multisig }: Pick<Network, 'multisig'>,
  transaction: ProvenTransaction,
  candidate: MultisigCandidate,
  partial: readonly PartialSignature[],
  signingKeys: readonly Uint8Array[],
): MultisigCandidate =>
  multisig.candidates === 'separate'
    ? { ...candidate, signingKeys, signatures: signaturesOf(withSignatures(transaction, partial)) }
    : { ...candidate, signingKeys, responses: partial.map(({ response }) => response) }

/** Returns the transaction with the complete ring signatures of a candidate. */
export const completeTransaction = withSignatures

/** Returns the sums of the nonces of an input in a candidate; empty on networks whose sets do not contain them. */
export const totalNonces = ({ totalAlphaG, totalAlphaH }: MultisigCandidate, input: number): NonceCommitments[] => {
  const [G = [], H = []] = [totalAlphaG[input], totalAlphaH[input]]
  return G.map((L, i) => ({ L, R: H[i] ?? new Uint8Array() }))
}

/** Returns a signer's nonces for one signature merged into one. The caller wipes it. */
export const mergeSecretNonces = (nonces: readonly Uint8Array[], factors: readonly Uint8Array[]): Uint8Array =>
  nonces.reduce((sum, nonce, i) => {
    const next = multiplyAddSecrets(factors[i] ?? new Uint8Array(), nonce, sum)
    wipe(sum)
    return next
  }, new Uint8Array(KEY))

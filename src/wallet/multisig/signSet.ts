// Signs multisig sets (wallet2: sign_multisig_tx). The nonces of this participant are deleted from the store before anything is signed with
// them, and a signature is released only if all that can be verified holds.

import { wipe, withSecrets } from '../../bytes/bytes.ts'
import { transactionId } from '../../coin/transactions/transactionHash.ts'
import type { MultisigCandidate, PendingTransaction } from '../../coin/transfer-sets/transferSet.ts'
import { formatTransferSet } from '../../coin/transfer-sets/transferSetFile.ts'
import { hashToPoint } from '../../crypto/curve/hashToPoint.ts'
import { encodePoint } from '../../crypto/curve/point.ts'
import { multiplySecret } from '../../crypto/curve/scalarMultiplication.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { addResponse, type NonceCommitments } from '../../crypto/signatures/multisigClsag.ts'
import type { Wallet } from '../engine/wallet.ts'
import type { KnownInput } from '../offline/pendingContents.ts'
import { SelfCheckError, verifyRingSignatures } from '../spend/verify.ts'
import { completeTransaction, mergeSecretNonces, type PartialSignature, withLaterSignatures } from './candidates.ts'
import { verifiedChallenge } from './challenges.ts'
import { hasKey, sumSecrets } from './keySets.ts'
import type { MultisigAccount } from './multisigAccount.ts'
import { MultisigSetError, ownSigner, readyAccount, sharePublicKeys } from './multisigWallet.ts'
import { type NonceCommitment, ownCommitments, StaleNonceError, takeNonces } from './nonces.ts'
import { type CheckedCandidate, type CheckedProposal, checkMultisigSet, type ParsedMultisigSet } from './readSet.ts'

/** A set with this participant's signatures. `txids`: of the transactions, if it is the last signer that was needed; empty otherwise. */
type SignedMultisigSet = { readonly bytes: Uint8Array; readonly txids: readonly Uint8Array[] }

/** The stages of a set by the number of its signers; the messages are wallet2's. */
const checkStage = ({ threshold }: MultisigAccount, signers: readonly Uint8Array[], self: Uint8Array): void => {
  if (hasKey(signers, self)) throw new MultisigSetError('signed', 'Transaction already signed by this private key')
  if (signers.length > threshold)
    throw new MultisigSetError('too-many-signers', 'Transaction was signed by too many signers')
  if (signers.length === threshold) throw new MultisigSetError('complete', 'Transaction is already fully signed')
}

/** A candidate that this participant signs, with its nonces per input. */
type OwnPart = CheckedCandidate & { readonly commitments: readonly (readonly NonceCommitment[])[] }

/** @throws StaleNonceError if a candidate uses nonces that this participant does not have any more */
const ownPart = (wallet: Wallet, checked: CheckedCandidate, inputs: readonly KnownInput[]): OwnPart => {
  const { noncesPerSignature } = wallet.network.multisig
  const commitments = inputs.map(({ key }) =>
    ownCommitments(wallet, key)
      .filter((L) => hasKey(checked.candidate.usedNonces, L))
      .map((L) => ({ output: key, L })),
  )
  if (commitments.some(({ length }) => length !== noncesPerSignature)) throw new StaleNonceError()
  return { ...checked, commitments }
}

/** Returns the commitments of own nonces for an output. */
const commitmentsOf = (key: Uint8Array, nonces: readonly Uint8Array[]): NonceCommitments[] => {
  const base = hashToPoint(key)
  return nonces.map((nonce) => ({ L: publicKeyOf(nonce), R: encodePoint(multiplySecret(base, nonce)) }))
}

/** What all signatures of this participant in a set have in common. */
type Signing = { readonly wallet: Wallet; readonly account: MultisigAccount; readonly signers: readonly Uint8Array[] }

/** Adds this participant's response to the signature of one input. */
const signInput = (
  { wallet, account, signers }: Signing,
  { candidate, partial }: OwnPart,
  input: KnownInput,
  position: number,
  nonces: readonly Uint8Array[],
): PartialSignature => {
  const signature = partial[position]
  if (signature === undefined) throw new MultisigSetError('unsafe', `a candidate has no signature of input ${position}`)
  const own = commitmentsOf(input.key, nonces)
  const { challenge, factors } = verifiedChallenge(wallet, {
    partial: signature,
    candidate,
    input,
    position,
    signers,
    own,
  })
  const publicKeys = sharePublicKeys(account)
  const unsigned = account.shares.filter((_, i) => !hasKey(candidate.signingKeys, publicKeys[i] ?? new Uint8Array()))
  return withSecrets((keep) => {
    const { clsag, response } = signature
    const nonce = keep(mergeSecretNonces(nonces, factors))
    const secrets = { nonce, secret: keep(sumSecrets(unsigned)) }
    return { ...signature, response: addResponse(clsag, challenge, secrets, response) }
  })
}

/** Adds this participant's responses to a candidate. */
const signCandidate = (
  signing: Signing,
  part: OwnPart,
  inputs: readonly KnownInput[],
  takeNext: (count: number) => readonly Uint8Array[],
): CheckedCandidate => {
  const partial = inputs.map((input, i) =>
    signInput(signing, part, input, i, takeNext(part.commitments[i]?.length ?? 0)),
  )
  const { candidate, transaction } = part
  const keys = sharePublicKeys(signing.account).filter((key) => !hasKey(candidate.signingKeys, key))
  const signingKeys = [...candidate.signingKeys, ...keys]
  const { network } = signing.wallet
  const signed = withLaterSignatures(network, transaction, candidate, partial, signingKeys)
  return { candidate: signed, transaction, partial }
}

/** Returns whether a candidate is for this participant. */
const isFor = (self: Uint8Array, { candidate }: CheckedCandidate): boolean => !hasKey(candidate.ignored, self)

/**
 * Returns the transaction that a last signature completes.
 * @throws MultisigSetError if there is none, or its signatures do not hold
 */
const finalTransaction = (
  { candidates, inputs }: CheckedProposal,
  signers: readonly Uint8Array[],
): CheckedCandidate['transaction'] => {
  const [complete, ...more] = candidates.filter(
    ({ candidate }) => !candidate.ignored.some((key) => hasKey(signers, key)),
  )
  if (complete === undefined || more.length > 0)
    throw new MultisigSetError('failed', 'no candidate, or more than one, is for the participants that have signed')
  const transaction = completeTransaction(complete.transaction, complete.partial)
  try {
    verifyRingSignatures(transaction, inputs)
  } catch (error) {
    if (!(error instanceof SelfCheckError)) throw error
    const message = `${error.details.fault}: the part of another participant is wrong, or its multisig info was; make a new proposal`
    throw new MultisigSetError('failed', message, { cause: error })
  }
  return transaction
}

/** Signs the candidates of all proposals with nonces in the order of the candidates and inputs. */
const signProposals = (
  signing: Signing,
  proposals: readonly CheckedProposal[],
  parts: ReadonlyMap<CheckedCandidate, OwnPart>,
  secrets: readonly Uint8Array[],
): CheckedProposal[] => {
  let taken = 0
  const takeNext = (count: number): readonly Uint8Array[] => {
    taken += count
    return secrets.slice(taken - count, taken)
  }
  return proposals.map((proposal) => ({
    ...proposal,
    candidates: proposal.candidates.map((checked) => {
      const part = parts.get(checked)
      return part === undefined ? checked : signCandidate(signing, part, proposal.inputs, takeNext)
    }),
  }))
}

const pendingOf = (
  { pending, candidates }: CheckedProposal,
  final: CheckedCandidate['transaction'] | undefined,
): PendingTransaction => ({
  ...pending,
  transaction: final ?? pending.transaction,
  candidates: candidates.map(({ candidate }): MultisigCandidate => candidate),
})

/**
 * Signs a multisig set and returns it with the signatures of this participant. Its nonces are deleted durably before.
 * @throws NotMultisigError, UnsafeTransferSetError, MultisigSetError, MultisigInfoNeededError, StaleNonceError
 */
export const signMultisigSet = async (wallet: Wallet, parsed: ParsedMultisigSet): Promise<SignedMultisigSet> => {
  const { network, keys, random } = wallet
  const account = readyAccount(wallet)
  const self = ownSigner(account)
  checkStage(account, parsed.set.signers, self)
  const { proposals, signers } = checkMultisigSet(wallet, parsed)
  const parts = new Map<CheckedCandidate, OwnPart>()
  for (const { candidates, inputs } of proposals) {
    const own = candidates.filter((candidate) => isFor(self, candidate))
    if (own.length === 0) throw new MultisigSetError('signers', 'no candidate of this set is for this participant')
    for (const candidate of own) parts.set(candidate, ownPart(wallet, candidate, inputs))
  }
  const commitments = [...parts.values()].flatMap((part) => part.commitments.flat())
  const secrets = await takeNonces(wallet, commitments)
  try {
    const signed = signProposals({ wallet, account, signers }, proposals, parts, secrets)
    const all = [...signers, self]
    const isLast = all.length >= account.threshold
    const finals = isLast ? signed.map((proposal) => finalTransaction(proposal, all)) : []
    const transactions = signed.map((proposal, i) => pendingOf(proposal, finals[i]))
    const set = { transactions, signers: all }
    return {
      bytes: await formatTransferSet(network.transferSets.multisig, keys, set, random),
      txids: finals.map(transactionId),
    }
  } finally {
    wipe(...secrets)
  }
}

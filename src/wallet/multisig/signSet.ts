// Signs multisig sets (wallet2: sign_multisig_tx). Every challenge is computed from the set before anything is signed, the nonces of this
// participant are deleted from the store before they sign, and a last signature is released only if it completes its transaction.

import { wipe, withSecrets } from '../../bytes/bytes.ts'
import { formatTransferSet } from '../../coin/sealed-exports/transferSetFile.ts'
import { transactionId } from '../../coin/transactions/transactionHash.ts'
import type { MultisigCandidate, PendingTransaction } from '../../coin/transfer-sets/transferSet.ts'
import { addResponse } from '../../crypto/signatures/multisigClsag.ts'
import { hasKey, sumSecrets } from '../multisig-keys/keySets.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import type { KnownInput } from '../offline/pendingContents.ts'
import type { Wallet } from '../open/wallet.ts'
import { SelfCheckError, verifyRingSignatures } from '../spend/verify.ts'
import { completeTransaction, mergeSecretNonces, type PartialSignature, withLaterSignatures } from './candidates.ts'
import { type VerifiedChallenge, verifiedChallenge } from './challenges.ts'
import { MultisigSetError, ownSigner, readyAccount, unsignedShares } from './multisigWallet.ts'
import { commitmentsOf, type NonceCommitment, ownNonces, StaleNonceError, takeNonces } from './nonces.ts'
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

/** What all signatures of this participant in a set have in common. `signers`: those who signed before. */
type Signing = { readonly wallet: Wallet; readonly account: MultisigAccount; readonly signers: readonly Uint8Array[] }

/** An input of a candidate that this participant signs, with its verified challenge and the commitments of the nonces that it takes. */
type OwnInput = VerifiedChallenge & {
  readonly partial: PartialSignature
  readonly commitments: readonly NonceCommitment[]
}

/** A candidate that this participant signs. `unsigned`: the shares that it adds. */
type OwnPart = CheckedCandidate & {
  readonly own: readonly OwnInput[]
  readonly unsigned: ReturnType<typeof unsignedShares>
}

/**
 * Finds this participant's nonces in a candidate, and verifies what they would sign.
 * @throws StaleNonceError if it uses nonces that this participant does not have any more; what `verifiedChallenge` throws
 */
const ownInput = (
  { wallet, signers }: Signing,
  { candidate, partial }: CheckedCandidate,
  input: KnownInput,
  position: number,
): OwnInput => {
  const signature = partial[position]
  if (signature === undefined) throw new MultisigSetError('unsafe', `a candidate has no signature of input ${position}`)
  const nonces = ownNonces(wallet, input.key).filter(({ L }) => hasKey(candidate.usedNonces, L))
  if (nonces.length !== wallet.network.multisig.noncesPerSignature) throw new StaleNonceError()
  const own = commitmentsOf(input.key, nonces)
  const verified = verifiedChallenge(wallet, { partial: signature, candidate, input, position, signers, own })
  return { ...verified, partial: signature, commitments: own.map(({ L }) => ({ output: input.key, L })) }
}

/** @throws MultisigSetError if all shares of this participant are in the candidate already; what `ownInput` throws */
const ownPart = (signing: Signing, { inputs }: CheckedProposal, checked: CheckedCandidate): OwnPart => {
  const unsigned = unsignedShares(signing.account, checked.candidate)
  if (unsigned.shares.length === 0)
    throw new MultisigSetError('unsafe', 'the set is refused: it names all shares of this participant as used already')
  return { ...checked, unsigned, own: inputs.map((input, i) => ownInput(signing, checked, input, i)) }
}

/** Returns whether a candidate can be completed by this participant after the signers before it. */
const isOpen = ({ signers }: Signing, self: Uint8Array, { candidate: { ignored } }: CheckedCandidate): boolean =>
  ![...signers, self].some((signer) => hasKey(ignored, signer))

/**
 * Responses with one nonce each that a participant gives at once for an output. Participants who choose the challenges of more of them could
 * find such as sum up to one of another transaction: of seven with 2^66 operations, of six with 2^85 ("On the (in)security of ROS",
 * Benhamouda et al., 2021, section 5). Two nonces for each signature, as MuSig2 has them, prevent that.
 */
const MAX_SINGLE_NONCE_CANDIDATES = 6

/**
 * Returns the candidates of a proposal that this participant signs: those that can still be completed; as the last signer the one that
 * it completes.
 * @throws MultisigSetError
 */
const ownCandidates = (signing: Signing, self: Uint8Array, { candidates }: CheckedProposal): CheckedCandidate[] => {
  const { wallet, account, signers } = signing
  const open = candidates.filter((candidate) => isOpen(signing, self, candidate))
  if (open.length === 0)
    throw new MultisigSetError('signers', 'no candidate of this set is for this participant and those who have signed')
  if (signers.length + 1 >= account.threshold && open.length > 1)
    throw new MultisigSetError('failed', 'more than one candidate is for the participants that have signed')
  if (wallet.network.multisig.noncesPerSignature === 1 && open.length > MAX_SINGLE_NONCE_CANDIDATES)
    throw new MultisigSetError(
      'too-many-candidates',
      `the set requests ${open.length} signatures of each input at once, and more than ${MAX_SINGLE_NONCE_CANDIDATES} are not safe on this network: sign as a later signer, or let the proposer import the infos of those only who will sign, and propose again`,
    )
  return open
}

/** Adds this participant's response to the signature of one input. */
const signInput = (
  { unsigned }: OwnPart,
  { partial, challenge, factors }: OwnInput,
  nonces: readonly Uint8Array[],
): PartialSignature =>
  withSecrets((keep) => {
    const nonce = keep(mergeSecretNonces(nonces, factors))
    const secrets = { nonce, secret: keep(sumSecrets(unsigned.shares)) }
    return { ...partial, response: addResponse(partial.clsag, challenge, secrets, partial.response) }
  })

/** Adds this participant's responses to a candidate. */
const signCandidate = (
  { wallet: { network } }: Signing,
  part: OwnPart,
  takeNext: (count: number) => readonly Uint8Array[],
): CheckedCandidate => {
  const { candidate, transaction, own, unsigned } = part
  const partial = own.map((input) => signInput(part, input, takeNext(input.commitments.length)))
  const signingKeys = [...candidate.signingKeys, ...unsigned.publicKeys]
  const signed = withLaterSignatures(network, transaction, candidate, partial, signingKeys)
  return { candidate: signed, transaction, partial }
}

/**
 * Returns the transaction that a last signature completes.
 * @throws MultisigSetError if there is none, or its signatures do not hold
 */
const finalTransaction = (
  signing: Signing,
  self: Uint8Array,
  { candidates, inputs }: CheckedProposal,
): CheckedCandidate['transaction'] => {
  const complete = candidates.find((candidate) => isOpen(signing, self, candidate))
  if (complete === undefined)
    throw new MultisigSetError('failed', 'no candidate is for the participants that have signed')
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

/** Signs the candidates of all proposals, in slices, with nonces in the order of the candidates and inputs. */
const signProposals = (
  signing: Signing,
  proposals: readonly CheckedProposal[],
  parts: ReadonlyMap<CheckedCandidate, OwnPart>,
  secrets: readonly Uint8Array[],
): Promise<CheckedProposal[]> => {
  let taken = 0
  const takeNext = (count: number): readonly Uint8Array[] => {
    taken += count
    return secrets.slice(taken - count, taken)
  }
  return signing.wallet.mapInSlices(proposals, (proposal) => ({
    ...proposal,
    candidates: proposal.candidates.map((checked) => {
      const part = parts.get(checked)
      return part === undefined ? checked : signCandidate(signing, part, takeNext)
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
  const { proposals, signers } = await wallet.inSlices(checkMultisigSet(wallet, parsed))
  const signing = { wallet, account, signers }
  const parts = new Map<CheckedCandidate, OwnPart>()
  await wallet.mapInSlices(proposals, (proposal) => {
    for (const checked of ownCandidates(signing, self, proposal))
      parts.set(checked, ownPart(signing, proposal, checked))
  })
  const inputs = [...parts.values()].flatMap(({ own }) => own)
  const secrets = await takeNonces(
    wallet,
    inputs.flatMap(({ commitments }) => commitments),
  )
  try {
    const signed = await signProposals(signing, proposals, parts, secrets)
    const all = [...signers, self]
    const isLast = all.length >= account.threshold
    const finals = isLast
      ? await wallet.mapInSlices(signed, (proposal) => finalTransaction(signing, self, proposal))
      : []
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

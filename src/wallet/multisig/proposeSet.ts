// Proposes payments of a multisig wallet: builds them, and signs each candidate with the shares of this participant (wallet2:
// transfer_selected_rct, save_multisig_tx).

import { concat, utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { formatTransferSet } from '../../coin/sealed-exports/transferSetFile.ts'
import type { MultisigCandidate, MultisigNonce, PendingTransaction } from '../../coin/transfer-sets/transferSet.ts'
import {
  beginMultisigClsag,
  clsagChallenges,
  firstResponse,
  type MultisigClsag,
  mergeNonces,
  type NonceCommitments,
  sumNonces,
} from '../../crypto/signatures/multisigClsag.ts'
import { transactionKeyText } from '../history/transferView.ts'
import { sumSecrets } from '../multisig-keys/keySets.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import { positionsOf, type UnsignedPayment, unsignedTransaction } from '../offline/unsignedSet.ts'
import type { Wallet } from '../open/wallet.ts'
import type { BuiltTransaction } from '../spend/build.ts'
import { keyImagesText, readableConstructionOf } from '../spend/construction.ts'
import type { PaymentIntent } from '../spend/intent.ts'
import { MultisigInfoNeededError, type PaymentJob } from '../spend/paymentContext.ts'
import { type BuiltPayment, discardBuilt } from '../spend/prepare.ts'
import type { ReadyInput } from '../spend/readyInputs.ts'
import { NotEnoughMoneyError, NotEnoughUnlockedMoneyError } from '../spend/select.ts'
import { type FilledDraft, fillDraft, statementOf } from '../spend/sign.ts'
import type { PeerNonce } from '../state/outputInfo.ts'
import { completeTransaction, formatCandidate, mergeSecretNonces, type OpenedCandidate } from './candidates.ts'
import { chooseSigners, type SignerChoice } from './cosigners.ts'
import { needsMultisigImport } from './infoExchange.ts'
import { sharedOutputSecret } from './multisigKeyImages.ts'
import { ownSigner, readyAccount, sharePublicKeys } from './multisigWallet.ts'
import { drawNonce, markPeerNonces, type NonceCommitment } from './nonces.ts'
import { checkMultisigSet, withTransfers } from './readSet.ts'

/** A payment that other participants sign. `txKeys`: secret keys of its transactions, as the wallet RPC prints them. */
type ProposedPayment = UnsignedPayment & { readonly txKeys: readonly string[] }

/** An input of a proposal. */
type ProposedInput = { readonly input: ReadyInput; readonly clsag: MultisigClsag; readonly pseudoMask: Uint8Array }

/** Returns the one-time secret of an input as far as this participant has it. The caller wipes it. */
const ownSecret = (wallet: Wallet, { shares }: MultisigAccount, { output }: ReadyInput): Uint8Array =>
  withSecrets((keep) => sumSecrets([keep(sharedOutputSecret(wallet.keys, output)), ...shares]))

/** What the proposer signs of an input in a candidate. */
type SignedInput = {
  readonly total: readonly NonceCommitments[]
  readonly challenge: Uint8Array
  readonly first: Uint8Array
  readonly response: Uint8Array
}

/** Signs an input of a candidate with nonces that are drawn for it alone. */
const signInput = (
  wallet: Wallet,
  account: MultisigAccount,
  { input, clsag, pseudoMask }: ProposedInput,
  peers: readonly (readonly PeerNonce[])[],
): SignedInput =>
  withSecrets((keep) => {
    const { message, pseudoOut } = clsag.statement
    const used = concat(...peers.flatMap((nonces) => nonces.map(({ L }) => L)))
    const drawn = Array.from({ length: wallet.network.multisig.noncesPerSignature }, (_, i) => {
      const hedge = [utf8('multisig proposal'), ...account.shares, message, pseudoOut, used, Uint8Array.of(i)]
      const nonce = drawNonce(input.key, hedge, wallet.random)
      keep(nonce.secret)
      return nonce
    })
    const total = drawn.map((own, i) => sumNonces([own, ...peers.flatMap((nonces) => nonces[i] ?? [])]))
    const { sum, factors } = mergeNonces(clsag, total)
    const { first, real } = clsagChallenges(clsag, sum)
    const nonce = keep(
      mergeSecretNonces(
        drawn.map(({ secret }) => secret),
        factors,
      ),
    )
    const own = { nonce, secret: keep(ownSecret(wallet, account, input)) }
    const response = firstResponse(clsag, real, own, { mask: input.mask, pseudoMask })
    return { total, challenge: real, first, response }
  })

const openCandidate = (
  wallet: Wallet,
  account: MultisigAccount,
  inputs: readonly ProposedInput[],
  { ignored, nonces }: SignerChoice,
): OpenedCandidate => {
  const signed = inputs.map((input, i) => signInput(wallet, account, input, nonces[i] ?? []))
  return {
    partial: signed.map(({ first, response }, i) => ({ clsag: clsagAt(inputs, i), first, response })),
    challenges: signed.map(({ challenge }) => challenge),
    coefficients: inputs.map(({ clsag }) => clsag.keyCoefficient),
    totals: signed.map(({ total }) => total),
    ignored,
    usedNonces: nonces.flatMap((peers) => peers.flatMap((one) => one.map(({ L }) => L))),
    signingKeys: sharePublicKeys(account),
  }
}

const clsagAt = (inputs: readonly ProposedInput[], i: number): MultisigClsag => {
  const input = inputs[i]
  if (input === undefined) throw new RangeError(`a proposal has no input ${i}`)
  return input.clsag
}

/** Begins the signature of each input of a filled draft. */
const beginInputs = (
  { random }: Wallet,
  { draft }: BuiltTransaction,
  { transaction, message, pseudoMasks }: FilledDraft,
): ProposedInput[] =>
  draft.inputs.map((input, i) => {
    const pseudoMask = pseudoMasks[i] ?? new Uint8Array()
    const statement = statementOf(input, message, transaction.prunable.pseudoOuts[i] ?? new Uint8Array())
    const masks = { mask: input.mask, pseudoMask }
    return { input, pseudoMask, clsag: beginMultisigClsag(statement, input.ring.realPosition, masks, random) }
  })

const NO_KEY = new Uint8Array(32)

/**
 * Returns the transaction that a set contains: with the signatures of its first candidate, if candidates are separate or no other participant
 * needs to sign, or without any.
 */
const transactionOf = (
  wallet: Wallet,
  { transaction }: FilledDraft,
  inputs: readonly ProposedInput[],
  [first]: readonly OpenedCandidate[],
) =>
  completeTransaction(
    transaction,
    first !== undefined && (wallet.network.multisig.candidates === 'separate' || readyAccount(wallet).threshold === 1)
      ? first.partial
      : inputs.map(({ clsag }) => ({ clsag, first: NO_KEY, response: NO_KEY })),
  )

/** A proposed transaction, and the nonces of other participants that it uses. */
type Proposal = { readonly pending: PendingTransaction; readonly used: readonly NonceCommitment[] }

/** Returns what a source of the set contains for signers: the key image, and the nonces of the last candidate. */
const noncesOf = (inputs: readonly ProposedInput[], last: OpenedCandidate | undefined): MultisigNonce[] =>
  inputs.map(({ input: { keyImage } }, i) => {
    const [total] = last?.totals[i] ?? []
    return { k: NO_KEY, L: total?.L ?? NO_KEY, R: total?.R ?? NO_KEY, keyImage }
  })

const pendingOf = (
  wallet: Wallet,
  job: PaymentJob,
  built: BuiltTransaction,
  filled: FilledDraft,
  choices: readonly SignerChoice[],
): PendingTransaction => {
  const { network } = wallet
  const { draft, fee } = built
  const inputs = beginInputs(wallet, built, filled)
  const opened = choices.map((choice) => openCandidate(wallet, readyAccount(wallet), inputs, choice))
  const transaction = transactionOf(wallet, filled, inputs, opened)
  const nonces = network.multisig.candidates === 'separate' ? opened.at(-1) : undefined
  const construction = readableConstructionOf(job, built, positionsOf(wallet.state), noncesOf(inputs, nonces))
  const candidates: MultisigCandidate[] = opened.map((one) => formatCandidate(network, filled.transaction, one))
  return {
    transaction,
    ...{ dust: 0n, fee: fee.total, dustAddedToFee: false },
    change: construction.change,
    selectedTransfers: construction.selectedTransfers,
    keyImages: keyImagesText(transaction),
    txKey: draft.keys.main,
    additionalTxKeys: draft.keys.additional,
    destinations: construction.destinations,
    ...{ construction, candidates },
    keyEntropy: draft.keyEntropy ?? NO_KEY,
  }
}

const propose = (wallet: Wallet, job: PaymentJob, built: BuiltTransaction): Proposal => {
  const { draft, amounts, change, fee } = built
  const outputs = draft.inputs.map(({ key }) => key)
  const choices = chooseSigners(wallet, readyAccount(wallet), outputs)
  const filled = fillDraft(draft, { destinations: amounts, change, fee: fee.total, burn: fee.burn }, wallet.random)
  try {
    const used = choices.flatMap(({ nonces }) =>
      nonces.flatMap((peers, i) => peers.flat().map(({ L }) => ({ output: outputs[i] ?? NO_KEY, L }))),
    )
    return { pending: pendingOf(wallet, job, built, filled, choices), used }
  } finally {
    wipe(...filled.pseudoMasks)
  }
}

/**
 * Builds a payment to propose. Nothing is signed. Outputs without key images count as missing infos, not as missing money. The caller wipes
 * its secrets with `discardBuilt`.
 * @throws NotMultisigError, MultisigInfoNeededError, what `Payments.build` throws
 */
export const buildProposal = async (wallet: Wallet, intent: PaymentIntent): Promise<BuiltPayment> => {
  readyAccount(wallet)
  try {
    return await wallet.payments.build(intent)
  } catch (error) {
    const isPoor = error instanceof NotEnoughMoneyError || error instanceof NotEnoughUnlockedMoneyError
    if (isPoor && needsMultisigImport(wallet)) throw new MultisigInfoNeededError()
    throw error
  }
}

/**
 * Signs a built payment with this participant's shares, and returns it as a set for the other participants. The nonces of theirs that it
 * uses are marked durably before. Nothing else is recorded.
 * @throws NotMultisigError, MultisigInfoNeededError, UnsafeTransferSetError, StaleNonceError
 */
export const signProposal = async (
  wallet: Wallet,
  { job, transactions: built }: BuiltPayment,
): Promise<ProposedPayment> => {
  const account = readyAccount(wallet)
  const { network, keys, random } = wallet
  const proposals = await wallet.mapInSlices(built, (one) => propose(wallet, job, one))
  const set = { transactions: proposals.map(({ pending }) => pending), signers: [ownSigner(account)] }
  // As the other participants will check it.
  await wallet.inSlices(checkMultisigSet(wallet, await wallet.inSlices(withTransfers(wallet, set))))
  const bytes = await formatTransferSet(network.transferSets.multisig, keys, set, random)
  await markPeerNonces(
    wallet,
    proposals.flatMap(({ used }) => used),
  )
  const txKeys = built.map(({ draft }) => transactionKeyText(draft.keys))
  return { transactions: built.map(unsignedTransaction), txKeys, bytes }
}

/**
 * Builds a payment and signs it as a proposal.
 * @throws what `buildProposal` and `signProposal` throw
 */
export const proposeMultisigSet = async (wallet: Wallet, intent: PaymentIntent): Promise<ProposedPayment> => {
  const built = await buildProposal(wallet, intent)
  try {
    return await signProposal(wallet, built)
  } finally {
    discardBuilt(built.transactions)
  }
}

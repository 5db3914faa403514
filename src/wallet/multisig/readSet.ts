// Reads multisig sets. As of unsigned sets, nothing in one is believed: what it does is computed, and the transaction that is to be signed
// is compared with it, output by output (wallet2 builds it again).

import { mapping } from '../../async/timeSlices.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { parseTransferSet } from '../../coin/sealed-exports/transferSetFile.ts'
import type {
  MultisigCandidate,
  MultisigTransferSet,
  PendingTransaction,
} from '../../coin/transfer-sets/transferSet.ts'
import { multisigTransactionKeys } from '../../crypto/keys/multisigTransactionKeys.ts'
import { hasKey } from '../multisig-keys/keySets.ts'
import {
  type CheckedTransfer,
  checkTransfers,
  type SetReader,
  type UnsafeSetFault,
  UnsafeTransferSetError,
} from '../offline/checkedTransfer.ts'
import { describeTransfer } from '../offline/describeSet.ts'
import { checkContents, type KnownInput, knownInputs } from '../offline/pendingContents.ts'
import type { TransferDescription } from '../offline/setViews.ts'
import type { Wallet } from '../open/wallet.ts'
import { MultisigInfoNeededError } from '../spend/paymentContext.ts'
import { PAYMENT } from '../spend/purpose.ts'
import { candidateTransaction, type PartialSignature, partialSignatures } from './candidates.ts'
import { readyAccount } from './multisigWallet.ts'

/** What reading a set needs of a wallet. */
type MultisigReader = SetReader &
  Pick<Wallet, 'random' | 'inSlices'> & {
    readonly state: { readonly ledger: Pick<Wallet['state']['ledger'], 'countedOutputs' | 'withKey'> }
  }

/** A candidate whose contents were verified. Its ring signatures are not complete. */
export type CheckedCandidate = {
  readonly candidate: MultisigCandidate
  readonly transaction: ReturnType<typeof candidateTransaction>
  readonly partial: readonly PartialSignature[]
}

/** A transaction of a set, compared with the wallet. */
export type CheckedProposal = {
  readonly pending: PendingTransaction
  readonly transfer: CheckedTransfer
  readonly inputs: readonly KnownInput[]
  readonly candidates: readonly CheckedCandidate[]
}

/** A multisig set that was compared with the wallet. */
export type CheckedMultisigSet = {
  readonly proposals: readonly CheckedProposal[]
  /** public keys of those who have signed */
  readonly signers: readonly Uint8Array[]
}

const refuse: (fault: UnsafeSetFault, what: string) => never = (fault, what) => {
  throw new UnsafeTransferSetError(fault, `the set is refused: ${what}`)
}

/** Returns the inputs in the transaction's order. The wallet must know the outputs and their key images. */
export const multisigInputs = (wallet: Pick<MultisigReader, 'state'>, transfer: CheckedTransfer): KnownInput[] =>
  knownInputs(wallet, transfer, () => {
    throw new MultisigInfoNeededError()
  })

/** Verifies the transaction keys on networks that derive them. */
const checkTransactionKeys = (
  { network }: Pick<MultisigReader, 'network'>,
  { txKey, additionalTxKeys, keyEntropy }: PendingTransaction,
  inputs: readonly KnownInput[],
): void => {
  if (!network.multisig.derivesTransactionKeys) return
  const keyImages = inputs.map(({ keyImage }) => keyImage)
  const derived = multisigTransactionKeys(keyEntropy, keyImages, 1 + additionalTxKeys.length)
  if (![txKey, ...additionalTxKeys].every((key, i) => equalBytes(key, derived[i] ?? new Uint8Array())))
    refuse('form', 'its transaction keys do not follow from its inputs')
}

/**
 * Compares a transaction of a set, and each of its candidates, with what the set says of it.
 * @throws UnsafeTransferSetError, MultisigInfoNeededError
 */
const checkProposal = (
  wallet: MultisigReader,
  pending: PendingTransaction,
  transfer: CheckedTransfer,
): CheckedProposal => {
  const { network } = wallet
  const inputs = multisigInputs(wallet, transfer)
  checkTransactionKeys(wallet, pending, inputs)
  if (pending.candidates.length === 0) refuse('form', 'it has no candidate to sign')
  // On networks whose candidates are separate it is a copy of one of them, which the set would carry on unseen.
  if (network.multisig.candidates === 'separate') checkContents(wallet, pending, transfer, inputs, pending.transaction)
  const candidates = pending.candidates.map((candidate) => {
    const transaction = candidateTransaction(network, pending, candidate)
    checkContents(wallet, pending, transfer, inputs, transaction)
    return { candidate, transaction, partial: partialSignatures(network, transaction, candidate, inputs) }
  })
  return { pending, transfer, inputs, candidates }
}

/** Verifies that the inputs can be spent, and that no output of a set has the one-time key of another output. */
const checkUnused = ({ state }: Pick<MultisigReader, 'state'>, proposals: readonly CheckedProposal[]): void => {
  for (const { key, isSpent, isFrozen } of proposals.flatMap(({ inputs }) => inputs)) {
    if (isSpent) refuse('spent', `the output ${toHex(key)} is spent`)
    if (isFrozen) refuse('frozen', `the output ${toHex(key)} is frozen; thaw it first`)
  }
  const made = proposals.flatMap(({ pending }) => pending.transaction.outputs.map(({ key }) => toHex(key)))
  const seen = new Set<string>()
  for (const key of made) {
    if (seen.has(key) || state.ledger.withKey(key).length > 0)
      refuse('form', `there is another output ${key}, and only one of the two could be spent`)
    seen.add(key)
  }
}

const checkSigners = (wallet: MultisigReader, { signers, transactions }: MultisigTransferSet): void => {
  const members = readyAccount(wallet).signers
  const named = [signers, ...transactions.flatMap(({ candidates }) => candidates.map(({ ignored }) => ignored))]
  for (const keys of named)
    if (!keys.every((key, i) => hasKey(members, key) && !hasKey(keys.slice(0, i), key)))
      refuse('form', 'it names a signer twice, or one who is not a participant of this wallet')
  if (signers.length === 0) refuse('form', 'it has no signer')
  if (transactions.length === 0) refuse('form', 'it has no transactions')
}

/** A set as decrypted and decoded, with what its transactions do. */
export type ParsedMultisigSet = { readonly set: MultisigTransferSet; readonly transfers: readonly CheckedTransfer[] }

/**
 * Returns a set with what its transactions do. Yields after each transaction.
 * @throws UnsafeTransferSetError
 */
export function* withTransfers(
  wallet: MultisigReader,
  set: MultisigTransferSet,
): Generator<undefined, ParsedMultisigSet> {
  checkSigners(wallet, set)
  const transfers = yield* checkTransfers(
    wallet,
    set.transactions.map(({ construction }) => construction),
    () => PAYMENT,
  )
  return { set, transfers }
}

/**
 * Decrypts a multisig set and returns it with what its transactions do.
 * @throws NotMultisigError, TransferSetError, UnsafeTransferSetError
 */
export const parseMultisigSet = async (wallet: MultisigReader, bytes: Uint8Array): Promise<ParsedMultisigSet> => {
  readyAccount(wallet)
  const { network, keys } = wallet
  const set = await parseTransferSet(network, network.transferSets.multisig, keys, bytes)
  return await wallet.inSlices(withTransfers(wallet, set))
}

/**
 * Compares the transactions of a set with what the set says of them, before they are signed. Yields after each transaction.
 * @throws UnsafeTransferSetError, MultisigInfoNeededError
 */
export function* checkMultisigSet(
  wallet: MultisigReader,
  { set, transfers }: ParsedMultisigSet,
): Generator<undefined, CheckedMultisigSet> {
  const checked = yield* mapping(set.transactions, (pending, i) => {
    const transfer = transfers[i]
    return transfer === undefined ? [] : [checkProposal(wallet, pending, transfer)]
  })
  const proposals = checked.flat()
  checkUnused(wallet, proposals)
  return { signers: set.signers, proposals }
}

/** Returns what the transactions of a set do. */
export const describeTransfers = (
  wallet: MultisigReader,
  { set, transfers }: ParsedMultisigSet,
): readonly TransferDescription[] =>
  transfers.map((transfer, i) => describeTransfer(wallet, transfer, set.transactions[i]?.transaction))

/**
 * Returns what the transactions of a multisig set do.
 * @throws what `parseMultisigSet` throws
 */
export const describeMultisigSet = async (
  wallet: MultisigReader,
  bytes: Uint8Array,
): Promise<readonly TransferDescription[]> => describeTransfers(wallet, await parseMultisigSet(wallet, bytes))

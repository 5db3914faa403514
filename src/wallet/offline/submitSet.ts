// Submits signed sets from the wallet with a node (wallet2: parse_tx_from_str, commit_tx). What the set contains is compared with the
// wallet's own outputs; key images and payments are recorded in one commit, before anything is relayed.

import { mapping } from '../../async/timeSlices.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { parseTransferSet } from '../../coin/sealed-exports/transferSetFile.ts'
import { absoluteOffsets, keyImagesOf } from '../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { ringSignatureMessage, transactionId } from '../../coin/transactions/transactionHash.ts'
import type { OutputKeyImage, PendingTransaction, SignedTransferSet } from '../../coin/transfer-sets/transferSet.ts'
import { decodePoint, falseForInvalidPoints, inPrimeSubgroup } from '../../crypto/curve/point.ts'
import { verifyClsag } from '../../crypto/signatures/clsag.ts'
import { knownOutputs } from '../exchange/outputExchange.ts'
import type { Wallet } from '../open/wallet.ts'
import { orderOf } from '../scan/paymentOrder.ts'
import type { RelayedTransaction } from '../spend/payments.ts'
import { statementOf } from '../spend/sign.ts'
import type { Payment, TransactionKeys } from '../state/ledger.ts'
import {
  type CheckedInput,
  type CheckedTransfer,
  checkTransfers,
  type UnsafeSetFault,
  UnsafeTransferSetError,
} from './checkedTransfer.ts'
import { sumByAddress } from './describeSet.ts'
import { unsignedPurpose } from './setPurpose.ts'

/** A signed set that was compared with the wallet. */
export type CheckedSignedSet = {
  readonly payments: readonly Payment[]
  /** key images of spent outputs that the wallet does not know yet, by one-time key */
  readonly keyImages: readonly OutputKeyImage[]
}

const refuse: (fault: UnsafeSetFault, what: string) => never = (fault, what) => {
  throw new UnsafeTransferSetError(fault, `the signed set is refused: ${what}`)
}

const isInGroup = (keyImage: Uint8Array): boolean => falseForInvalidPoints(() => inPrimeSubgroup(decodePoint(keyImage)))

/**
 * Returns the key images of a set by one-time key. They may neither contradict known ones nor belong to two outputs. They are claims: the
 * set is authenticated by the view key, and only the ring signatures of inputs prove those of spent outputs, below. Yields after each.
 */
function* checkKeyImages(
  { state }: Wallet,
  { keyImages, newKeyImages }: SignedTransferSet,
): Generator<undefined, OutputKeyImage[]> {
  const known = knownOutputs(state).map(({ output }) => output)
  if (keyImages.length > known.length)
    refuse('unknown', 'it has key images of outputs that this wallet has not found yet; refresh')
  const all: OutputKeyImage[] = [
    ...keyImages.map((keyImage, i) => ({ key: known[i]?.key ?? new Uint8Array(), keyImage })),
    ...newKeyImages,
  ]
  const owners = new Map<string, Uint8Array>()
  for (const { key, keyImage } of known) if (keyImage !== undefined) owners.set(toHex(keyImage), key)
  const images = new Map(known.map(({ key, keyImage }) => [toHex(key), keyImage]))
  for (const { key, keyImage } of all) {
    const [image, before] = [toHex(keyImage), images.get(toHex(key))]
    if (!isInGroup(keyImage)) refuse('signature', `its key image ${image} is out of the validity domain`)
    if (before !== undefined && !equalBytes(before, keyImage))
      refuse('signature', `its key image ${image} is not that of ${toHex(key)}`)
    const owner = owners.get(image)
    if (owner !== undefined && !equalBytes(owner, key))
      refuse('signature', `its key image ${image} belongs to two outputs`)
    owners.set(image, key)
    images.set(toHex(key), keyImage)
    yield
  }
  return all
}

/** Verifies that a transaction spends exactly the checked inputs with the key images of the set: each signature holds for its ring. */
const checkInputs = (
  { transaction }: PendingTransaction,
  inputs: readonly CheckedInput[],
  imageOf: (input: CheckedInput) => Uint8Array,
): void => {
  if (transaction.inputs.length !== inputs.length)
    refuse('form', `a transaction has ${transaction.inputs.length} inputs`)
  const message = ringSignatureMessage(transaction)
  for (const [i, spent] of transaction.inputs.entries()) {
    if (spent.kind !== 'key') refuse('form', `input ${i} spends no key`)
    const { keyImage, keyOffsets } = spent
    const input = inputs.find((candidate) => equalBytes(imageOf(candidate), keyImage))
    if (input === undefined) refuse('form', `input ${i} spends an output that is not among those of the set`)
    const { members } = input.ring
    const offsets = absoluteOffsets(keyOffsets)
    if (offsets?.length !== members.length || offsets.some((offset, j) => offset !== members[j]?.globalIndex))
      refuse('form', `ring ${i} is not the one in the set`)
    const signature = transaction.prunable?.clsags[i]
    const pseudoOut = transaction.prunable?.pseudoOuts[i]
    const statement = statementOf({ ring: input.ring, keyImage }, message, pseudoOut ?? new Uint8Array())
    if (signature === undefined || !falseForInvalidPoints(() => verifyClsag(statement, signature)))
      refuse('signature', `the signature of input ${i} does not hold`)
  }
}

/**
 * Returns the payment of a transaction whose inputs and signatures were verified.
 * @param created UNIX seconds
 * @param keys its secret keys; undefined if the wallet does not have them
 * @throws UnsafeTransferSetError
 */
export const paymentOf = (
  { transaction }: Pick<PendingTransaction, 'transaction'>,
  transfer: CheckedTransfer,
  created: number,
  keys: TransactionKeys | undefined,
): Payment => {
  const { account, inputs, recipients, change, fee, paymentId, data } = transfer
  if (transaction.rct?.fee !== fee) refuse('fee', `a transaction pays a fee of ${transaction.rct?.fee}, not ${fee}`)
  if (transaction.outputs.length !== data.outputs.length)
    refuse('form', `a transaction has ${transaction.outputs.length} outputs`)
  return {
    txid: transactionId(transaction),
    state: 'pending',
    kind: 'transfer',
    order: orderOf([...transfer.purpose.fields, { field: 'burn', amount: transfer.burn ?? 0n }], fee),
    account,
    subaddresses: [...new Set(inputs.map(({ subaddress }) => subaddress.minor))].sort((a, b) => a - b),
    amountIn: sumAmounts(inputs),
    ...{ fee, change, paymentId },
    destinations: sumByAddress(recipients),
    unlockTime: transaction.unlockTime,
    keyImages: keyImagesOf(transaction),
    rings: transaction.inputs.map((input) => (input.kind === 'key' ? (absoluteOffsets(input.keyOffsets) ?? []) : [])),
    keys,
    created,
    isOwn: true,
    blob: serializeTransaction(transaction),
    ...{ blink: false, relayed: false, reverted: false, absences: 0 },
    height: undefined,
    timestamp: undefined,
  }
}

/** Yields after each key image and each transaction. */
function* checkSignedSet(wallet: Wallet, set: SignedTransferSet): Generator<undefined, CheckedSignedSet> {
  const all = yield* checkKeyImages(wallet, set)
  const transfers = yield* checkTransfers(
    wallet,
    set.transactions.map(({ construction }) => construction),
    unsignedPurpose,
  )
  const images = new Map(all.map(({ key, keyImage }) => [toHex(key), keyImage]))
  const outputs = new Map(knownOutputs(wallet.state).map(({ output }) => [toHex(output.key), output]))
  const imageOf = ({ key }: CheckedInput): Uint8Array =>
    images.get(toHex(key)) ??
    outputs.get(toHex(key))?.keyImage ??
    refuse('signature', `it lacks the key image of ${toHex(key)}`)
  const { now } = wallet.moment
  const payments = yield* mapping(set.transactions, (pending, i) => {
    const transfer = transfers[i]
    if (transfer === undefined) return []
    for (const { key, amount } of transfer.inputs)
      if (outputs.get(toHex(key))?.amount !== amount)
        refuse('unknown', `this wallet does not know the output ${toHex(key)}; refresh`)
    checkInputs(pending, transfer.inputs, imageOf)
    return [paymentOf(pending, transfer, now, undefined)]
  })
  // wallet2 takes all. A false one would hide a spend, or show one, for good; without them a copy imports signed key images.
  const spent = new Set(transfers.flatMap(({ inputs }) => inputs.map(({ key }) => toHex(key))))
  const isNew = (key: string): boolean => spent.has(key) && outputs.get(key)?.keyImage === undefined
  return { payments: payments.flat(), keyImages: all.filter(({ key }) => isNew(toHex(key))) }
}

/**
 * Decrypts a signed set and compares it with the wallet. Nothing is recorded.
 * @throws TransferSetError, UnsafeTransferSetError
 */
export const readSignedSet = async (wallet: Wallet, bytes: Uint8Array): Promise<CheckedSignedSet> => {
  const { network, keys } = wallet
  const set = await parseTransferSet(network, network.transferSets.signed, keys, bytes)
  return await wallet.inSlices(checkSignedSet(wallet, set))
}

/**
 * Records the key images and payments of a signed set durably, all or none, then relays the payments. A payment that is recorded already is
 * relayed again.
 * @throws PaymentOutdatedError, FrozenCoinError; nothing was recorded then
 */
export const submitSignedSet = async (
  wallet: Wallet,
  { payments, keyImages }: CheckedSignedSet,
): Promise<readonly RelayedTransaction[]> =>
  await wallet.payments.commitSigned(payments, (draft) => {
    for (const { key, keyImage } of keyImages) draft.setKeyImage(key, keyImage)
  })

/** Returns whether this watch-only wallet submitted a transaction whose secret keys only the wallet that signed it knows. */
export const isSignedOffline = (wallet: Wallet, txid: Uint8Array): boolean => {
  const payment = wallet.state.ledger.payments.get(toHex(txid))
  return wallet.viewOnly && payment?.isOwn === true && payment.keys === undefined
}

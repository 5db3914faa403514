// Reads metadata of prepared transactions (`tx_metadata` of the wallet RPC), which this wallet, another copy of it or wallet2 made. As of
// transfer sets, nothing in it is believed: its transaction must be signed with this wallet's keys, and what it does is computed.

import { FormatError } from '../../bytes/cursor.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { ExtraField } from '../../coin/transactions/extraField.ts'
import { encryptedPaymentIdField, paymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { parseExtraPrefix } from '../../coin/transactions/parseExtra.ts'
import { buildExtra } from '../../coin/transactions/serializeExtra.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import type { PendingTransaction } from '../../coin/transfer-sets/transferSet.ts'
import { cryptPaymentId } from '../../crypto/ciphers/paymentIdCipher.ts'
import { InvalidPointError } from '../../crypto/curve/point.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import type { Destination } from '../spend/intent.ts'
import { SelfCheckError, verifyRingSignatures } from '../spend/verify.ts'
import type { Payment } from '../state/ledger.ts'
import { type CheckedTransfer, checkTransfer, recipientOf, UnsafeTransferSetError } from './checkedTransfer.ts'
import { sumByAddress } from './describeSet.ts'
import { checkContents, knownInputs, type PendingReader } from './pendingContents.ts'
import { openSealedPayment } from './sealedMetadata.ts'
import { signedPurpose } from './setPurpose.ts'
import { paymentOf } from './submitSet.ts'

/** Bytes that are not metadata of a prepared transaction. */
export class MetadataError extends FabaError {
  override readonly name = 'MetadataError'
  readonly code = 'metadata'
}

/** What reading metadata needs of a wallet. */
export type MetadataReader = PendingReader &
  Pick<Wallet, 'moment'> & { readonly state: { readonly ledger: Pick<Wallet['state']['ledger'], 'countedOutputs'> } }

const refuse: (what: string) => never = (what) => {
  throw new UnsafeTransferSetError('form', `the transaction is refused: ${what}`)
}

/** Returns the fields of extra with the payment id in clear (wallet2: get_construction_data_with_decrypted_short_payment_id). */
const readableFields = (
  fields: readonly ExtraField[],
  { destinations: [receiver], change, txKey }: PendingTransaction,
): ExtraField[] => {
  const encrypted = paymentIdField(fields)
  if (encrypted?.form !== 'encrypted') return [...fields]
  const { viewKey } = receiver ?? change
  const readable = encryptedPaymentIdField(cryptPaymentId(encrypted.id, viewKey, txKey))
  return fields.map((field) => (field.field === 'nonce' ? readable : field))
}

/** Returns whether two lists pay the same sums to the same addresses. */
const paySame = (a: readonly Destination[], b: readonly Destination[]): boolean => {
  const sums = (list: readonly Destination[]): string =>
    sumByAddress(list)
      .map(({ address, amount }) => `${address} ${amount}`)
      .sort()
      .join()
  return sums(a) === sums(b)
}

/** Returns the destinations in the order of the request, if the outputs pay them; otherwise what the outputs pay. */
const destinationsOf = (
  network: Network,
  { destinations }: PendingTransaction,
  { recipients, paymentId }: CheckedTransfer,
): Destination[] => {
  const paid = recipients.map(({ address, amount }) => ({ address, amount }))
  const requested = destinations.flatMap((destination) => {
    const { address, amount } = recipientOf(network, destination, paymentId)
    return { address, amount }
  })
  return paySame(requested, paid) ? requested : sumByAddress(paid)
}

/** Returns the payment of a pending transaction that this wallet signed. */
const checkPending = (wallet: MetadataReader, pending: PendingTransaction, transaction: Transaction): Payment => {
  const { network, moment } = wallet
  const { fields, areAll } = parseExtraPrefix(network, transaction.extra)
  if (!areAll) refuse('its extra cannot be read')
  const purpose = signedPurpose(transaction.type, fields)
  const extra = buildExtra(readableFields(fields, pending))
  const transfer = checkTransfer(wallet, { ...pending.construction, extra }, purpose)
  const inputs = knownInputs(wallet, transfer, () => refuse('this wallet does not know the key image of an input'))
  checkContents(wallet, pending, transfer, inputs, transaction, purpose)
  try {
    verifyRingSignatures(transaction, inputs)
  } catch (error) {
    if (error instanceof SelfCheckError) return refuse(error.details.fault)
    throw error
  }
  const destinations = destinationsOf(network, pending, transfer)
  const keys = { main: pending.txKey.slice(), additional: pending.additionalTxKeys.map((key) => key.slice()) }
  const kind = purpose.outputs === 'locked' ? 'stake' : 'transfer'
  return { ...paymentOf({ transaction }, transfer, moment.now, keys), kind, destinations }
}

type Decoded = { readonly pending: PendingTransaction; readonly transaction: Transaction }

/** Returns the transaction as a node will parse it. */
const decode = (network: Network, bytes: Uint8Array): Decoded | undefined => {
  try {
    const pending = network.transferSets.pending.decode(network, bytes)
    return { pending, transaction: parseTransaction(network, serializeTransaction(pending.transaction)) }
  } catch (error) {
    if (error instanceof FormatError || error instanceof InvalidPointError) return undefined
    throw error
  }
}

/**
 * Returns the payment in metadata. Its inputs may be spent meanwhile, by itself or another one. Nothing is recorded. The caller wipes its
 * keys unless it is committed.
 * @throws MetadataError, UnsafeTransferSetError if it is not a payment that this wallet signed
 */
export const readMetadata = (wallet: MetadataReader & Pick<Wallet, 'keys'>, bytes: Uint8Array): Payment => {
  const { network, keys } = wallet
  const decoded = decode(network, bytes)
  if (decoded === undefined) {
    const sealed = openSealedPayment(network, keys, bytes)
    if (sealed === undefined)
      throw new MetadataError('this is no metadata of a transaction, or it was changed or truncated')
    return sealed
  }
  try {
    return checkPending(wallet, decoded.pending, decoded.transaction)
  } catch (error) {
    if (error instanceof InvalidPointError) return refuse(`it cannot be read (${error.message})`)
    throw error
  }
}

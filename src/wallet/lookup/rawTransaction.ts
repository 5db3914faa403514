// Raw transactions that someone hands over: what they are, and sending them.

import { FormatError } from '../../bytes/cursor.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { parseTransactionParts, type TransactionParts } from '../../coin/transactions/transactionBytes.ts'
import { transactionIdOfParts } from '../../coin/transactions/transactionHash.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import { isKnownTransaction } from './findTransaction.ts'
import type { RawTransactionView } from './lookupViews.ts'

/** Why a text is not a transaction that can be sent: no hex, not one whole transaction, or one that only a block can have. */
export type RawTransactionFault = 'hex' | 'form' | 'coinbase'

/** A text is not a raw transaction that can be sent. */
export class RawTransactionError extends FabaError<{ readonly fault: RawTransactionFault }> {
  override readonly name = 'RawTransactionError'
  readonly code = 'raw-transaction'

  constructor(fault: RawTransactionFault, message: string, cause?: unknown) {
    super(message, { details: { fault }, cause })
  }
}

/** The node rejected a raw transaction, and does not have it. */
export class RawTransactionRefusedError extends FabaError<{ readonly reason: string; readonly doubleSpend: boolean }> {
  override readonly name = 'RawTransactionRefusedError'
  readonly code = 'raw-transaction-refused'

  constructor(reason: string, doubleSpend: boolean) {
    super(`the node refused the transaction, nothing was sent (${reason === '' ? 'it gave no reason' : reason})`, {
      details: { reason, doubleSpend },
    })
  }
}

type RawTransaction = { readonly bytes: Uint8Array; readonly parts: TransactionParts; readonly txid: Uint8Array }

const bytesOf = (text: string): Uint8Array => {
  try {
    const bytes = fromHex(text.replace(/\s/g, ''))
    if (bytes.length > 0) return bytes
  } catch (error) {
    if (!(error instanceof HexError)) throw error
  }
  throw new RawTransactionError('hex', 'a raw transaction is a text of hex digits')
}

const partsOf = ({ network }: Wallet, bytes: Uint8Array): TransactionParts => {
  try {
    return parseTransactionParts(network, bytes)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new RawTransactionError('form', `this is not one whole transaction: ${error.message}`, error)
  }
}

/** @throws RawTransactionError */
const parseRaw = (wallet: Wallet, text: string): RawTransaction => {
  const bytes = bytesOf(text)
  const parts = partsOf(wallet, bytes)
  if (parts.transaction.inputs.some(({ kind }) => kind === 'gen'))
    throw new RawTransactionError('coinbase', 'this transaction creates coins: it is valid only in its block')
  return { bytes, parts, txid: transactionIdOfParts(parts) }
}

/**
 * Reads a raw transaction in hex, with any white space. No node is asked.
 * @throws RawTransactionError
 */
export const describeRawTransaction = (wallet: Wallet, text: string): RawTransactionView => {
  const { bytes, parts, txid } = parseRaw(wallet, text)
  const { version, inputs, outputs, unlockTime, rct } = parts.transaction
  const spends = inputs.filter((input) => input.kind === 'key')
  return {
    txid: toHex(txid),
    size: bytes.length,
    version,
    fee: rct?.fee,
    inputs: spends.length,
    ringSize: Math.max(0, ...spends.map(({ keyOffsets }) => keyOffsets.length)),
    outputs: outputs.length,
    unlockTime,
    ownInputs: spends.filter(({ keyImage }) => wallet.state.ledger.withKeyImage(toHex(keyImage)).length > 0).length,
    isKnown: isKnownTransaction(wallet, txid),
  }
}

/**
 * Submits a raw transaction through the node, and looks for it in the txpool.
 * @returns `known` if the node already has it
 * @throws RawTransactionError, RawTransactionRefusedError, NodeError
 */
export const submitRawTransaction = async (wallet: Wallet, text: string): Promise<'sent' | 'known'> => {
  const { bytes, txid } = parseRaw(wallet, text)
  const { node } = wallet.sync
  // Of what it has, a node says that it accepts it, or refuses it as a double spend. It relays it once more.
  const isKnown = (await node.transactions([txid])).length > 0
  const answer = await node.submit(bytes)
  if (!answer.accepted && !isKnown) throw new RawTransactionRefusedError(answer.reason, answer.doubleSpend)
  await wallet.sync.refresh()
  return isKnown ? 'known' : 'sent'
}

// Transactions of every version and type of both families, as plain values, and what can be told from one.

import { FormatError } from '../../bytes/cursor.ts'
import { type RctBase, type RctPrunable, RctType } from './ringct.ts'

/** What a transaction is for, by the number on the wire (version 4; version 3 knows the first two). */
export const TransactionType = {
  standard: 0,
  /** a quorum's verdict on a service node; no inputs, no outputs */
  stateChange: 1,
  /** asks for a stake back; no inputs, no outputs */
  keyImageUnlock: 2,
  stake: 3,
  nameSystem: 4,
} as const

export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType]

/** The input of a coinbase transaction. */
export type GenInput = { readonly kind: 'gen'; readonly height: number }

/** A spend: a ring of outputs, one of which is spent, and the key image that shows it was not spent before. */
export type KeyInput = {
  readonly kind: 'key'
  /** atomic units; 0 when hidden */
  readonly amount: bigint
  /** global indices of the ring: the first absolute, each other relative to the one before */
  readonly keyOffsets: readonly number[]
  readonly keyImage: Uint8Array
}

export type Input = GenInput | KeyInput

export type Output = {
  /** atomic units; 0 when hidden */
  readonly amount: bigint
  /** the one-time public key */
  readonly key: Uint8Array
  /** one byte, where the network uses view tags */
  readonly viewTag: number | undefined
}

export type Transaction = {
  readonly version: number
  readonly type: TransactionType
  /** below 500000000 a height, else UNIX seconds; counts for all outputs of versions 1 and 2 */
  readonly unlockTime: bigint
  /** versions 3 and 4: one per output; empty before */
  readonly outputUnlockTimes: readonly bigint[]
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly extra: Uint8Array
  /** version 1: per input one ring signature, 64 bytes for each member; empty otherwise, and in a pruned transaction */
  readonly signatures: readonly (readonly Uint8Array[])[]
  /** undefined in version 1 and where there are no inputs */
  readonly rct: RctBase | undefined
  /** undefined where pruned away, in version 1, without inputs, and with type null */
  readonly prunable: RctPrunable | undefined
}

/** What a family's transactions and blocks may hold. A Network has one. */
export type WireFormat = {
  readonly highestTransactionVersion: number
  readonly highestRctType: RctType
  /** whether outputs may carry a view tag */
  readonly viewTags: boolean
  /** whether an extra may hold the fields of service nodes, names and burnt fees */
  readonly serviceNodeFields: boolean
  /** block version from which headers carry pulse fields and blocks carry quorum signatures; undefined if never */
  readonly pulseVersion: number | undefined
}

/** Anything that tells its wire format, such as a Network. */
export type HasWireFormat = { readonly wireFormat: WireFormat }

/** Whether this is the transaction that pays a block's reward. */
export const isCoinbase = ({ inputs }: Transaction): boolean => inputs.length === 1 && inputs[0]?.kind === 'gen'

/** The fee in atomic units, hidden amounts or not; version 1 pays what its inputs hold more than its outputs. */
export const transactionFee = (transaction: Transaction): bigint => {
  if (transaction.rct !== undefined) return transaction.rct.fee
  if (transaction.version !== 1 || isCoinbase(transaction)) return 0n
  let fee = 0n
  for (const input of transaction.inputs) if (input.kind === 'key') fee += input.amount
  for (const { amount } of transaction.outputs) fee -= amount
  return fee
}

/** Key images of what a transaction spends: 32 bytes each. */
export const keyImagesOf = ({ inputs }: Pick<Transaction, 'inputs'>): Uint8Array[] =>
  inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))

/** The pseudo output commitments, one per input, wherever the type keeps them. */
export const pseudoOutsOf = ({ rct, prunable }: Transaction): readonly Uint8Array[] =>
  rct?.type === RctType.simple ? rct.pseudoOuts : (prunable?.pseudoOuts ?? [])

/** Until when output `index` is locked (below 500000000 a height, else UNIX seconds). */
export const outputUnlockTime = (
  { version, unlockTime, outputUnlockTimes }: Pick<Transaction, 'version' | 'unlockTime' | 'outputUnlockTimes'>,
  index: number,
): bigint => (version >= 3 ? (outputUnlockTimes[index] ?? 0n) : unlockTime)

/**
 * Global indices from the relative offsets of an input.
 * @throws FormatError when they run beyond what an index can be
 */
export const absoluteOffsets = (relative: readonly number[]): number[] => {
  let index = 0
  return relative.map((offset) => {
    index += offset
    if (!Number.isSafeInteger(index)) throw new FormatError(`the ring offsets add up to ${index}, beyond any index`)
    return index
  })
}

/**
 * Relative offsets from ascending global indices.
 * @throws FormatError when they do not ascend
 */
export const relativeOffsets = (absolute: readonly number[]): number[] =>
  absolute.map((index, i) => {
    const previous = absolute[i - 1] ?? 0
    if (i > 0 && index <= previous) throw new FormatError(`ring indices must ascend, but ${index} follows ${previous}`)
    return index - previous
  })

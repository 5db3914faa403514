// Transactions of all versions and types of both families, as plain values.

import { FormatError } from '../../bytes/cursor.ts'
import { sumAmounts, wrapAmount } from '../amount.ts'
import { type RctBase, type RctPrunable, RctType } from './ringct.ts'

/** Transaction types by wire value (version 4; version 3 has the first two). */
export const TransactionType = {
  standard: 0,
  /** state change of a service node, voted by a quorum; no inputs, no outputs */
  stateChange: 1,
  /** requests the unlock of a stake; no inputs, no outputs */
  keyImageUnlock: 2,
  stake: 3,
  nameSystem: 4,
} as const

export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType]

/** The input of a coinbase transaction. */
export type GenInput = { readonly kind: 'gen'; readonly height: number }

/** A spend: a ring of outputs, one of which is spent, and the key image that prevents a second spend. */
export type KeyInput = {
  readonly kind: 'key'
  /** atomic units; 0 when hidden */
  readonly amount: bigint
  /** global indices of the ring: the first absolute, each other relative to the one before, modulo 2^64 */
  readonly keyOffsets: readonly bigint[]
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

/** Features of the transactions and blocks of a family. */
export type WireFormat = {
  readonly highestTransactionVersion: number
  readonly highestRctType: RctType
  /** whether outputs may carry a view tag */
  readonly viewTags: boolean
  /** whether an extra may contain the fields of service nodes, names and burnt fees */
  readonly serviceNodeFields: boolean
  /** block version from which headers carry pulse fields and blocks carry quorum signatures; undefined if never */
  readonly pulseVersion: number | undefined
}

/** A value with a wire format, such as a Network. */
export type HasWireFormat = { readonly wireFormat: WireFormat }

/**
 * Whether a transaction pays the reward of a block.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction } from './transactionBytes.ts'
 * const bytes = fromHex('010001ff050000')
 * isCoinbase(parseTransaction(networkById('oxen-mainnet'), bytes)) // true
 */
export const isCoinbase = ({ inputs }: Transaction): boolean => inputs.length === 1 && inputs[0]?.kind === 'gen'

/**
 * Returns the fee in atomic units. Version 1 pays the difference of inputs and outputs, 0 if the inputs do not cover the outputs (monerod:
 * get_tx_fee); a coinbase pays none.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction } from './transactionBytes.ts'
 * const bytes = fromHex('010001ff050000')
 * transactionFee(parseTransaction(networkById('oxen-mainnet'), bytes)) // 0n
 */
export const transactionFee = (transaction: Transaction): bigint => {
  if (transaction.rct !== undefined) return transaction.rct.fee
  if (transaction.version !== 1 || isCoinbase(transaction)) return 0n
  let fee = -sumAmounts(transaction.outputs)
  for (const input of transaction.inputs) if (input.kind === 'key') fee += input.amount
  return fee < 0n ? 0n : wrapAmount(fee)
}

/**
 * Returns the key images of the inputs: 32 bytes each.
 *
 * @example
 * const keyImage = new Uint8Array(32)
 * keyImagesOf({ inputs: [{ kind: 'key', amount: 0n, keyOffsets: [1n], keyImage }] }) // [keyImage]
 */
export const keyImagesOf = ({ inputs }: Pick<Transaction, 'inputs'>): Uint8Array[] =>
  inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))

/**
 * Returns the pseudo output commitments, one per input; empty if the transaction has none.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction } from './transactionBytes.ts'
 * const bytes = fromHex('010001ff050000')
 * pseudoOutsOf(parseTransaction(networkById('oxen-mainnet'), bytes)) // []
 */
export const pseudoOutsOf = ({ rct, prunable }: Transaction): readonly Uint8Array[] =>
  rct?.type === RctType.simple ? rct.pseudoOuts : (prunable?.pseudoOuts ?? [])

/**
 * Returns the unlock time of output `index`: a height below 500000000, otherwise UNIX seconds.
 *
 * @example
 * outputUnlockTime({ version: 4, unlockTime: 0n, outputUnlockTimes: [0n, 130n] }, 1) // 130n
 */
export const outputUnlockTime = (
  { version, unlockTime, outputUnlockTimes }: Pick<Transaction, 'version' | 'unlockTime' | 'outputUnlockTimes'>,
  index: number,
): bigint => (version >= 3 ? (outputUnlockTimes[index] ?? 0n) : unlockTime)

/**
 * Converts the relative offsets of an input to global indices. They are added modulo 2^64, so that the indices need not ascend (monerod:
 * relative_output_offsets_to_absolute). Returns undefined if an index is 2^53 or more: no chain has as many outputs.
 *
 * @example
 * absoluteOffsets([5n, 1n, 4n]) // [5, 6, 10]
 * absoluteOffsets([5n, 2n ** 64n - 1n]) // [5, 4]
 * absoluteOffsets([2n ** 63n]) // undefined
 */
export const absoluteOffsets = (relative: readonly bigint[]): number[] | undefined => {
  let index = 0n
  const absolute = relative.map((offset) => {
    index = BigInt.asUintN(64, index + offset)
    return Number(index)
  })
  return absolute.every(Number.isSafeInteger) ? absolute : undefined
}

/**
 * Converts ascending global indices to relative offsets.
 * @throws FormatError if the indices do not ascend
 *
 * @example
 * relativeOffsets([5, 6, 10]) // [5n, 1n, 4n]
 * relativeOffsets([5, 5]) // throws FormatError
 */
export const relativeOffsets = (absolute: readonly number[]): bigint[] =>
  absolute.map((index, i) => {
    const previous = absolute[i - 1] ?? 0
    if (i > 0 && index <= previous) throw new FormatError(`ring indices must ascend, but ${index} follows ${previous}`)
    return BigInt(index - previous)
  })

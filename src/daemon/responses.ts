// What nodes answer, read into plain data. v8.1-form nodes and monerod 0.18 differ in names and forms here and there; each reader
// takes either. Empty lists are left out on the wire, and so are members that equal their default.

import * as v from 'valibot'
import { FormatError, Reader } from '../bytes/cursor.ts'
import { type PortableCursor, visitPortable } from '../bytes/portableStorage.ts'
import { hex, hex32, index, list, u64 } from '../jsonrpc/schemas.ts'
import type { RawBlock, RingOutput } from './nodeClient.ts'

/** A few bytes of an answer can stand for an object each: beyond these counts, which no node reaches, reading stops. */
const MAX_BLOCKS = 10_000
const MAX_TRANSACTIONS = 500_000
const MAX_INTEGERS = 16_000_000

/** Counts, up to a bound. */
const counter = (most: number, what: string): ((more: number) => void) => {
  let count = 0
  return (more) => {
    count += more
    if (count > most) throw new FormatError(`it holds more than ${most} ${what}`)
  }
}

const flag = v.optional(v.boolean(), false)
const text = v.optional(v.string(), '')

/** Of every answer: OK, or why not. A few answers have none. */
export const Status = v.object({ status: v.optional(v.string(), 'OK') })

export const Info = v.object({
  height: index,
  target_height: v.optional(index, 0),
  top_block_hash: hex32,
  immutable_height: v.optional(index, 0),
  nettype: text,
  version: text,
  development: flag,
})

export const Header = v.object({ block_header: v.object({ hash: hex32, height: index, timestamp: index }) })

export const OneBlock = v.object({ blob: hex })

export const PoolHashes = v.object({ tx_hashes: list(hex32) })

/** `as_hex` is the whole transaction, `pruned_as_hex` what remains of it; either may be missing or empty. */
export const Transactions = v.object({
  txs: list(
    v.object({
      tx_hash: hex32,
      as_hex: v.optional(hex, ''),
      pruned_as_hex: v.optional(hex, ''),
      prunable_hash: v.optional(hex, ''),
      in_pool: flag,
      double_spend_seen: flag,
      // In the pool it is left out, or as large as can be.
      block_height: v.optional(u64),
      block_timestamp: v.optional(u64),
      output_indices: list(index),
      blink: flag,
      received_timestamp: v.optional(u64),
    }),
  ),
})

/** `fee_per_byte` and `fee_per_output`, or `fee` and `fees`. */
export const Fee = v.object({
  fee_per_byte: v.optional(u64),
  fee_per_output: v.optional(u64, 0),
  fee: v.optional(u64),
  fees: list(u64),
  quantization_mask: v.optional(u64, 1),
})

export const Spent = v.object({ spent_status: list(v.picklist([0, 1, 2])) })

/** Flags are members of their own, or of `tvc` with `m_` before their names. */
export const Submitted = v.object({
  status: text,
  reason: text,
  double_spend: flag,
  tvc: v.optional(v.record(v.string(), v.unknown()), {}),
})

export const Faucet = v.object({ tx_hash: hex32 })

/** What flags of a refused transaction mean, in the reference's words and order. */
const FLAGS: readonly (readonly [flag: string, text: string])[] = [
  ['low_mixin', 'Insufficient mixin'],
  ['double_spend', 'Double spend TX'],
  ['invalid_input', 'Invalid inputs'],
  ['invalid_output', 'Invalid outputs'],
  ['too_few_outputs', 'Need at least 2 outputs'],
  ['too_big', 'TX too big'],
  ['overspend', 'Overspend'],
  ['fee_too_low', 'Fee too low'],
  ['invalid_version', 'TX has invalid version'],
  ['invalid_type', 'TX has invalid type'],
  ['key_image_locked_by_snode', 'Key image is locked by service node'],
  ['key_image_blacklisted', 'Key image is blacklisted on the service node network'],
  ['tx_extra_too_big', 'TX extra too big'],
  ['nonzero_unlock_time', 'TX has an unlock time'],
  ['sanity_check_failed', 'Sanity check failed'],
]

/** Why a transaction was refused, as far as the answer tells. */
export const refusalReason = (answer: { readonly [name: string]: unknown }): string => {
  const { tvc, reason } = answer
  const flags: { readonly [name: string]: unknown } = { ...answer, ...(typeof tvc === 'object' ? tvc : {}) }
  const texts = FLAGS.filter(([name]) => flags[name] === true || flags[`m_${name}`] === true).map(([, words]) => words)
  for (const said of [flags['m_verbose_error'], reason])
    if (typeof said === 'string' && said !== '' && !texts.includes(said)) texts.unshift(said)
  return texts.length > 0 ? texts.join(', ') : 'Verification failed'
}

/** The status of a binary answer with the fields that `visit` was shown. */
const readAnswer = (bytes: Uint8Array, visit: (name: string, value: PortableCursor) => void): string => {
  let status = 'OK'
  visitPortable(bytes, (name, value) => {
    if (name === 'status') status = value.text()
    else visit(name, value)
  })
  return status
}

const readTransactions = (value: PortableCursor, count: (more: number) => void): Uint8Array[] => {
  const transactions: Uint8Array[] = []
  value.each((item) => {
    count(1)
    if (item.type !== 'section') {
      transactions.push(item.bytes())
      return
    }
    // Pruned ones come with their prunable hash.
    item.section((name, field) => {
      if (name === 'blob') transactions.push(field.bytes())
    })
  })
  return transactions
}

const readBlock = (value: PortableCursor, count: (more: number) => void): Omit<RawBlock, 'outputIndices'> => {
  let block: Uint8Array = new Uint8Array()
  let transactions: Uint8Array[] = []
  value.section((name, field) => {
    if (name === 'block') block = field.bytes()
    else if (name === 'txs') transactions = readTransactions(field, count)
  })
  return { block, transactions }
}

const readIndices = (value: PortableCursor, count: (more: number) => void): number[][] => {
  const perTransaction: number[][] = []
  value.section((name, field) => {
    if (name !== 'indices') return
    field.each((transaction) => {
      count(1)
      let indices: number[] = []
      transaction.section((inner, numbers) => {
        if (inner === 'indices') indices = numbers.numbers()
      })
      perTransaction.push(indices)
    })
  })
  return perTransaction
}

export type BlocksAnswer = {
  readonly status: string
  readonly startHeight: number
  readonly chainHeight: number
  readonly blocks: readonly Omit<RawBlock, 'outputIndices'>[]
  /** per block, per transaction */
  readonly outputIndices: readonly (readonly (readonly number[])[])[]
}

/** Reads /get_blocks.bin. */
export const readBlocksAnswer = (bytes: Uint8Array): BlocksAnswer => {
  const blocks: Omit<RawBlock, 'outputIndices'>[] = []
  const outputIndices: number[][][] = []
  let startHeight = 0
  let chainHeight = 0
  // Blocks and transactions come twice: once themselves, once with their indices.
  const countBlocks = counter(2 * MAX_BLOCKS, 'blocks')
  const countTransactions = counter(2 * MAX_TRANSACTIONS, 'transactions')
  const status = readAnswer(bytes, (name, value) => {
    if (name === 'blocks')
      value.each((block) => {
        countBlocks(1)
        blocks.push(readBlock(block, countTransactions))
      })
    else if (name === 'output_indices')
      value.each((indices) => {
        countBlocks(1)
        outputIndices.push(readIndices(indices, countTransactions))
      })
    else if (name === 'start_height') startHeight = value.number()
    else if (name === 'current_height') chainHeight = value.number()
  })
  return { status, startHeight, chainHeight, blocks, outputIndices }
}

export type HashesAnswer = {
  readonly status: string
  readonly startHeight: number
  readonly chainHeight: number
  readonly hashes: readonly Uint8Array[]
}

/** Reads /get_hashes.bin. */
export const readHashesAnswer = (bytes: Uint8Array): HashesAnswer => {
  let hashes: Uint8Array[] = []
  let startHeight = 0
  let chainHeight = 0
  const status = readAnswer(bytes, (name, value) => {
    if (name === 'm_block_ids') hashes = value.packed(32)
    else if (name === 'start_height') startHeight = value.number()
    else if (name === 'current_height') chainHeight = value.number()
  })
  return { status, startHeight, chainHeight, hashes }
}

const readRingOutput = (value: PortableCursor): RingOutput => {
  let key: Uint8Array = new Uint8Array()
  let commitment: Uint8Array = new Uint8Array()
  let unlocked = false
  let height = 0
  value.section((name, field) => {
    if (name === 'key') key = field.key()
    else if (name === 'mask') commitment = field.key()
    else if (name === 'unlocked') unlocked = field.boolean()
    else if (name === 'height') height = field.number()
  })
  return { key, commitment, unlocked, height }
}

/** Reads /get_outs.bin. */
export const readOutputsAnswer = (
  bytes: Uint8Array,
): { readonly status: string; readonly outputs: readonly RingOutput[] } => {
  const outputs: RingOutput[] = []
  const status = readAnswer(bytes, (name, value) => {
    if (name === 'outs') value.each((output) => outputs.push(readRingOutput(output)))
  })
  return { status, outputs }
}

/** Reads /get_output_blacklist.bin. */
export const readBlacklistAnswer = (
  bytes: Uint8Array,
): { readonly status: string; readonly indices: readonly number[] } => {
  let indices: number[] = []
  const status = readAnswer(bytes, (name, value) => {
    if (name === 'blacklist') indices = value.numbers()
  })
  return { status, indices }
}

/** Reads /get_transaction_pool_hashes.bin. */
export const readPoolHashesAnswer = (
  bytes: Uint8Array,
): { readonly status: string; readonly hashes: readonly Uint8Array[] } => {
  let hashes: readonly Uint8Array[] = []
  const status = readAnswer(bytes, (name, value) => {
    if (name === 'tx_hashes') hashes = value.packed(32)
  })
  return { status, hashes }
}

export type Distribution = {
  readonly amount: number
  readonly startHeight: number
  readonly base: number
  readonly counts: readonly number[]
}

const varints = (bytes: Uint8Array): number[] => {
  const reader = new Reader(bytes)
  const numbers: number[] = []
  const count = counter(MAX_INTEGERS, 'counts')
  while (reader.remaining > 0) {
    count(1)
    numbers.push(reader.varint())
  }
  return numbers
}

/** Packed u64; one that is no safe integer is refused where the distribution is checked. */
const packedIntegers = ({ buffer, byteOffset, length }: Uint8Array): number[] => {
  if (length % 8 !== 0) throw new FormatError(`${length} bytes are no whole number of u64`)
  const view = new DataView(buffer, byteOffset, length)
  return Array.from({ length: length / 8 }, (_, i) => Number(view.getBigUint64(8 * i, true)))
}

const readDistribution = (value: PortableCursor): Distribution => {
  let amount = 0
  let startHeight = 0
  let base = 0
  let counts: number[] = []
  value.section((name, field) => {
    if (name === 'amount') amount = field.number()
    else if (name === 'start_height') startHeight = field.number()
    else if (name === 'base') base = field.number()
    else if (name === 'compressed_data') counts = varints(field.bytes())
    else if (name === 'distribution') counts = field.isArray ? field.numbers() : packedIntegers(field.bytes())
  })
  return { amount, startHeight, base, counts }
}

/** Reads /get_output_distribution.bin, compressed or not. */
export const readDistributionAnswer = (
  bytes: Uint8Array,
): { readonly status: string; readonly distributions: readonly Distribution[] } => {
  const distributions: Distribution[] = []
  const status = readAnswer(bytes, (name, value) => {
    if (name === 'distributions') value.each((item) => distributions.push(readDistribution(item)))
  })
  return { status, distributions }
}

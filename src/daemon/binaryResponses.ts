// Parsers of the .bin responses of nodes (portable storage). monerod 0.18 and oxen-core 8.1 differ in some forms; the parsers accept
// both. Both omit empty lists, and members with default values.

import { isZero } from '../bytes/bytes.ts'
import { FormatError, Writer } from '../bytes/cursor.ts'
import { type PortableCursor, visitPortable } from '../bytes/portableStorage.ts'
import { MAX_POOL_HASHES } from './jsonResponses.ts'
import type { RawBlock, RingOutput } from './nodeClient.ts'

/** Limits of the objects in a response, since each takes a few bytes only. No honest node exceeds them: see docs/wire-numbers.md. */
const MAX_BLOCKS = 10_000
/** A page has up to 160 MiB. A transaction takes at least 172 bytes of it: a key image unlock and its id. */
const MAX_TRANSACTIONS = 1_000_000
/** An output takes at least 42 bytes of a page: amount, tag, key and index. */
const MAX_OUTPUTS = 4_000_000
const MAX_HASHES = 10_000
/** Of one request. */
const MAX_RING_OUTPUTS = 10_000
/** A network lists outputs of contributors in it; no chain has had as many. */
const MAX_BLACKLIST = 1_000_000
/** One amount is requested. */
const MAX_DISTRIBUTIONS = 100
/** Of the output counts of all blocks. At a block a minute this lasts for 19 years. */
const MAX_COUNTS = 10_000_000

/** Returns a counter that throws FormatError above a limit. */
const createCounter = (max: number, what: string): ((more: number) => void) => {
  let count = 0
  return (more) => {
    count += more
    if (count > max) throw new FormatError(`it contains more than ${max} ${what}`)
  }
}

/** Passes all fields but the status to `visit`; returns the status. */
const visitResponse = (bytes: Uint8Array, visit: (name: string, value: PortableCursor) => void): string => {
  let status = 'OK'
  visitPortable(bytes, (name, value) => {
    if (name === 'status') status = value.text()
    else visit(name, value)
  })
  return status
}

/** The transactions of a block; `prunableHashes` is undefined if the node sends none, or zeros as monerod before 0.19. */
type ReadTransactions = Pick<RawBlock, 'transactions' | 'prunableHashes'>

const readTransactions = (value: PortableCursor, count: (more: number) => void): ReadTransactions => {
  const transactions: Uint8Array[] = []
  const prunableHashes: Uint8Array[] = []
  value.each((item) => {
    count(1)
    if (item.type !== 'section') {
      transactions.push(item.bytes())
      return
    }
    // A pruned transaction is a section with its blob and prunable hash.
    item.section((name, field) => {
      if (name === 'blob') transactions.push(field.bytes())
      else if (name === 'prunable_hash') prunableHashes.push(field.bytes())
    })
  })
  const isProof =
    prunableHashes.length === transactions.length &&
    prunableHashes.every(({ length }) => length === 32) &&
    prunableHashes.some((hash) => !isZero(hash))
  return { transactions, prunableHashes: isProof ? prunableHashes : undefined }
}

const readBlock = (value: PortableCursor, count: (more: number) => void): Omit<RawBlock, 'outputIndices'> => {
  let block: Uint8Array = new Uint8Array()
  let read: ReadTransactions = { transactions: [] }
  value.section((name, field) => {
    if (name === 'block') block = field.bytes()
    else if (name === 'txs') read = readTransactions(field, count)
  })
  return { block, ...read }
}

const readIndices = (
  value: PortableCursor,
  countTransactions: (more: number) => void,
  countOutputs: (more: number) => void,
): number[][] => {
  const perTransaction: number[][] = []
  value.section((name, field) => {
    if (name !== 'indices') return
    field.each((transaction) => {
      countTransactions(1)
      let indices: number[] = []
      transaction.section((inner, numbers) => {
        if (inner === 'indices') indices = numbers.numbers(MAX_OUTPUTS)
      })
      countOutputs(indices.length)
      perTransaction.push(indices)
    })
  })
  return perTransaction
}

/** A transaction of the txpool, with all its parts unless pruned ones were requested. */
export type AddedTransaction = {
  readonly id: Uint8Array
  readonly blob: Uint8Array
  readonly doubleSpendSeen: boolean
}

/** The txpool, or what changed in it since a time. */
export type PoolNews = {
  /** the whole txpool: other transactions have left it */
  readonly whole: boolean
  readonly added: readonly AddedTransaction[]
  /** ids of further ones, whose bytes are to be requested */
  readonly remaining: readonly Uint8Array[]
  /** ids that are gone; some may be listed twice */
  readonly removed: readonly Uint8Array[]
}

export type BlocksResponse = {
  readonly status: string
  /** undefined if the node reports none: oxen-core, monerod before 0.18.2 */
  readonly pool: PoolNews | undefined
  /** clock of the node, Unix seconds; 0 if it does not report it */
  readonly time: number
  readonly startHeight: number
  readonly chainHeight: number
  readonly blocks: readonly Omit<RawBlock, 'outputIndices'>[]
  /** per block, per transaction */
  readonly outputIndices: readonly (readonly (readonly number[])[])[]
}

/** Values of `pool_info_extent`; any other: none is reported. */
const CHANGED_POOL = 1
const WHOLE_POOL = 2

const readAdded = (value: PortableCursor): AddedTransaction => {
  let id: Uint8Array = new Uint8Array()
  let blob: Uint8Array = new Uint8Array()
  let doubleSpendSeen = false
  value.section((name, field) => {
    if (name === 'tx_hash') id = field.key()
    else if (name === 'tx_blob') blob = field.bytes()
    else if (name === 'double_spend_seen') doubleSpendSeen = field.boolean()
  })
  return { id, blob, doubleSpendSeen }
}

/** Returns a reader of the members that describe the txpool, which passes over all others. */
const poolReader = (): { read: (name: string, value: PortableCursor) => void; pool: () => PoolNews | undefined } => {
  const added: AddedTransaction[] = []
  const count = createCounter(MAX_POOL_HASHES, 'transactions of the txpool')
  let extent = 0
  let remaining: readonly Uint8Array[] = []
  let removed: readonly Uint8Array[] = []
  return {
    read: (name, value) => {
      if (name === 'pool_info_extent') extent = value.number()
      else if (name === 'remaining_added_pool_txids') remaining = value.packed(32, MAX_POOL_HASHES)
      else if (name === 'removed_pool_txids') removed = value.packed(32, MAX_POOL_HASHES)
      else if (name === 'added_pool_txs')
        value.each((transaction) => {
          count(1)
          added.push(readAdded(transaction))
        })
    },
    pool: () =>
      extent === CHANGED_POOL || extent === WHOLE_POOL
        ? { whole: extent === WHOLE_POOL, added, remaining, removed }
        : undefined,
  }
}

/** Parses the response of /get_blocks.bin. */
export const parseBlocksResponse = (bytes: Uint8Array): BlocksResponse => {
  const blocks: Omit<RawBlock, 'outputIndices'>[] = []
  const outputIndices: number[][][] = []
  let startHeight = 0
  let chainHeight = 0
  // The response lists blocks and transactions twice: their bytes, and their output indices.
  const countBlocks = createCounter(2 * MAX_BLOCKS, 'blocks')
  const countTransactions = createCounter(2 * MAX_TRANSACTIONS, 'transactions')
  const countOutputs = createCounter(MAX_OUTPUTS, 'outputs')
  const { read: readPool, pool } = poolReader()
  let time = 0
  const status = visitResponse(bytes, (name, value) => {
    if (name === 'blocks')
      value.each((block) => {
        countBlocks(1)
        blocks.push(readBlock(block, countTransactions))
      })
    else if (name === 'output_indices')
      value.each((indices) => {
        countBlocks(1)
        outputIndices.push(readIndices(indices, countTransactions, countOutputs))
      })
    else if (name === 'start_height') startHeight = value.number()
    else if (name === 'current_height') chainHeight = value.number()
    else if (name === 'daemon_time') time = value.number()
    else readPool(name, value)
  })
  return { status, pool: pool(), time, startHeight, chainHeight, blocks, outputIndices }
}

export type HashesResponse = {
  readonly status: string
  readonly startHeight: number
  readonly chainHeight: number
  readonly hashes: readonly Uint8Array[]
}

/** Parses the response of /get_hashes.bin. */
export const parseHashesResponse = (bytes: Uint8Array): HashesResponse => {
  let hashes: Uint8Array[] = []
  let startHeight = 0
  let chainHeight = 0
  const status = visitResponse(bytes, (name, value) => {
    if (name === 'm_block_ids') hashes = value.packed(32, MAX_HASHES)
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

/** Parses the response of /get_outs.bin. */
export const parseOutputsResponse = (
  bytes: Uint8Array,
): { readonly status: string; readonly outputs: readonly RingOutput[] } => {
  const outputs: RingOutput[] = []
  const count = createCounter(MAX_RING_OUTPUTS, 'outputs')
  const status = visitResponse(bytes, (name, value) => {
    if (name !== 'outs') return
    value.each((output) => {
      count(1)
      outputs.push(readRingOutput(output))
    })
  })
  return { status, outputs }
}

/** Parses the response of /get_output_blacklist.bin. */
export const parseBlacklistResponse = (
  bytes: Uint8Array,
): { readonly status: string; readonly indices: readonly number[] } => {
  let indices: number[] = []
  const status = visitResponse(bytes, (name, value) => {
    if (name === 'blacklist') indices = value.numbers(MAX_BLACKLIST)
  })
  return { status, indices }
}

/** Parses the response of /get_transaction_pool_hashes.bin. */
export const parsePoolHashesResponse = (
  bytes: Uint8Array,
): { readonly status: string; readonly hashes: readonly Uint8Array[] } => {
  let hashes: readonly Uint8Array[] = []
  const status = visitResponse(bytes, (name, value) => {
    if (name === 'tx_hashes') hashes = value.packed(32, MAX_POOL_HASHES)
  })
  return { status, hashes }
}

export type Distribution = {
  readonly amount: number
  readonly startHeight: number
  readonly base: number
  /** outputs of each block, varints, which are not verified here */
  readonly counts: Uint8Array
}

const varints = (numbers: readonly number[]): Uint8Array => {
  const writer = new Writer()
  for (const number of numbers) writer.varint(number)
  return writer.finish()
}

/** Reads packed u64 integers. Unsafe ones are rejected as varints. */
const packedIntegers = ({ buffer, byteOffset, length }: Uint8Array): number[] => {
  if (length > 8 * MAX_COUNTS) throw new FormatError(`it contains more than ${MAX_COUNTS} counts`)
  if (length % 8 !== 0) throw new FormatError(`${length} bytes are not a multiple of 8`)
  const view = new DataView(buffer, byteOffset, length)
  return Array.from({ length: length / 8 }, (_, i) => Number(view.getBigUint64(8 * i, true)))
}

const readDistribution = (value: PortableCursor): Distribution => {
  let amount = 0
  let startHeight = 0
  let base = 0
  let counts: Uint8Array = new Uint8Array()
  value.section((name, field) => {
    if (name === 'amount') amount = field.number()
    else if (name === 'start_height') startHeight = field.number()
    else if (name === 'base') base = field.number()
    else if (name === 'compressed_data') counts = field.bytes()
    else if (name === 'distribution')
      counts = varints(field.isArray ? field.numbers(MAX_COUNTS) : packedIntegers(field.bytes()))
  })
  return { amount, startHeight, base, counts }
}

/** Parses the response of /get_output_distribution.bin, compressed or not. */
export const parseDistributionResponse = (
  bytes: Uint8Array,
): { readonly status: string; readonly distributions: readonly Distribution[] } => {
  const distributions: Distribution[] = []
  const count = createCounter(MAX_DISTRIBUTIONS, 'distributions')
  const status = visitResponse(bytes, (name, value) => {
    if (name !== 'distributions') return
    value.each((item) => {
      count(1)
      distributions.push(readDistribution(item))
    })
  })
  return { status, distributions }
}

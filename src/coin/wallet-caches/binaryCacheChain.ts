// The scanned chain in the caches of the monero family: block ids, outputs, their indices, received payments and the txpool.

import { concat } from '../../bytes/bytes.ts'
import { Writer } from '../../bytes/cursor.ts'
import type { CacheParts } from './binaryCache.ts'
import { writeOutputs, writeStoredOutputs } from './binaryCacheOutputs.ts'
import type { WrittenCache, WrittenChain, WrittenOutput, WrittenReceipt } from './walletCache.ts'

const KEY = 32

/** Number of parts of a pair. */
const PAIR = 2

/** Where the tail of a cache contains the reward of the newest block, and behind it. */
const LAST_REWARD = { start: 1, end: 9 }

/** The parts of a cache that a chain determines, which other parts follow. */
type ChainParts = {
  /** block ids and outputs */
  readonly outputs: Uint8Array
  /** indices of outputs by key image, and by one-time key */
  readonly keyImages: Uint8Array
  readonly outputKeys: Uint8Array
  readonly received: Uint8Array
  /** received payments of the txpool, and the ids of its scanned transactions */
  readonly pooled: Uint8Array
  readonly pooledIds: Uint8Array
  readonly tail: Uint8Array
}

/**
 * Returns the height of the next block.
 *
 * @example
 * heightOf({ start: 5, ids: new Uint8Array(64) }) // 7
 */
export const heightOf = ({ start, ids }: Pick<WrittenChain, 'start' | 'ids'>): number => start + ids.length / KEY

const written = (write: (writer: Writer) => unknown): Uint8Array => {
  const writer = new Writer()
  write(writer)
  return writer.finish()
}

const NOTHING = Uint8Array.of(0)

/** Writes the indices of outputs by a key of theirs. */
const writeIndex = (
  writer: Writer,
  outputs: readonly WrittenOutput[],
  keyOf: (output: WrittenOutput) => Uint8Array | undefined,
): void => {
  const entries = outputs.flatMap((output, i) => {
    const key = keyOf(output)
    return key === undefined ? [] : [{ key, i }]
  })
  writer.varint(entries.length)
  for (const { key, i } of entries) writer.varint(PAIR).bytes(key).varint(i)
}

/** Writes what a transaction paid to an address, by its payment id (wallet2: payment_details). */
const writeReceipt = (writer: Writer, receipt: WrittenReceipt): void => {
  const { amounts, subaddress } = receipt
  writer.varint(PAIR).bytes(receipt.paymentId)
  writer.varint(0).bytes(receipt.txid).varint(receipt.amount).varint(amounts.length)
  for (const amount of amounts) writer.varint(amount)
  writer.varint(receipt.fee).varint(receipt.height).varint(receipt.unlockTime).varint(receipt.timestamp)
  writer
    .u8(receipt.coinbase ? 1 : 0)
    .u32(subaddress.major)
    .u32(subaddress.minor)
}

/**
 * Returns the parts of a scanned chain. wallet2 scans the txpool again.
 * @param before of the cache that is replaced
 *
 * @example
 * const chain = { genesisId: new Uint8Array(32), start: 0, ids: new Uint8Array(32), lastReward: 5n, outputs: [], receipts: [] }
 * writtenChain(chain, { outputs: [], tail: new Uint8Array(10) }).tail // Uint8Array.of(0, 5, 0, 0, 0, 0, 0, 0, 0, 0)
 */
export const writtenChain = (chain: WrittenChain, before: Pick<CacheParts, 'outputs' | 'tail'>): ChainParts => {
  const { outputs, receipts, ids } = chain
  return {
    outputs: written((writer) => {
      writer.varint(0).varint(chain.start).bytes(chain.genesisId)
      writer.varint(ids.length / KEY).bytes(ids)
      writeOutputs(writer, outputs, before.outputs)
    }),
    keyImages: written((writer) => writeIndex(writer, outputs, ({ keyImage }) => keyImage)),
    outputKeys: written((writer) => writeIndex(writer, outputs, ({ key }) => key)),
    received: written((writer) => {
      writer.varint(receipts.length)
      // wallet2 lists what it reads in the reverse order.
      for (const receipt of receipts.toReversed()) writeReceipt(writer, receipt)
    }),
    pooled: NOTHING,
    pooledIds: concat(NOTHING, NOTHING),
    tail: written((writer) => {
      const { start, end } = LAST_REWARD
      writer.bytes(before.tail.subarray(0, start)).u64(chain.lastReward).bytes(before.tail.subarray(end))
    }),
  }
}

/**
 * Returns the parts of a chain as they are stored, with the frozen marks of the wallet.
 *
 * @example
 * const empty = new Uint8Array()
 * const parts = { chain: empty, outputs: [], keyImages: empty, outputKeys: empty, received: empty, pooled: empty }
 * storedChain({ ...parts, scanned: empty, tail: empty }, new Map()).outputs // Uint8Array.of(0)
 */
export const storedChain = (
  stored: Pick<
    CacheParts,
    'chain' | 'outputs' | 'keyImages' | 'outputKeys' | 'received' | 'pooled' | 'scanned' | 'tail'
  >,
  frozen: WrittenCache['frozen'],
): ChainParts => {
  const { keyImages, outputKeys, received, pooled, scanned, tail } = stored
  const outputs = written((writer) => {
    writer.bytes(stored.chain)
    writeStoredOutputs(writer, stored.outputs, frozen)
  })
  return { outputs, keyImages, outputKeys, received, pooled, pooledIds: scanned, tail }
}

// Chunks of the compact chain: what a scan reads of blocks, bit by bit, and bytes that are not a chunk.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { ChunkBuilder, ChunkOrderError } from '../../../../src/coin/compact/chunkBuilder.ts'
import { type CompactChunk, MAX_CHUNK_BLOCKS, parseChunk } from '../../../../src/coin/compact/compactChunk.ts'
import { moneroMainnet, moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { chunkBatch, heightOfKeyImage, heightOfOutput } from '../../../../src/wallet/scan/chunkBatch.ts'
import { PageReader } from '../../../../src/wallet/sync/pageReader.ts'
import {
  type ChainBlock,
  moneroBenchChain,
  oxenBenchChain,
  smallChain,
} from '../../../support/wallet/recorded-chains.ts'

/** Returns all chunks of a chain. */
const chunksOf = (network: Network, blocks: readonly ChainBlock[]): readonly Uint8Array[] => {
  const chunks: Uint8Array[] = []
  let builder = new ChunkBuilder(network, 0)
  for (const block of blocks) {
    expect(toHex(builder.add(block).id)).toBe(toHex(block.id))
    if (!builder.isFull) continue
    chunks.push(builder.finish())
    builder = new ChunkBuilder(network, builder.height)
  }
  return builder.height % MAX_CHUNK_BLOCKS === 0 ? chunks : [...chunks, builder.finish()]
}

const CHAINS = [
  { name: 'the small chain of oxen', network: oxenRegtest, blocks: smallChain },
  { name: 'the chain of oxen', network: oxenRegtest, blocks: oxenBenchChain },
  { name: 'the chain of monero', network: moneroRegtest, blocks: moneroBenchChain },
]

describe.each(CHAINS)('$name', ({ network, blocks: read }) => {
  const blocks = read()
  const files = chunksOf(network, blocks)
  const chunks = files.map((bytes) => parseChunk(network, bytes))

  it('is scanned as the batch that its pages give', () => {
    for (const chunk of chunks) {
      const end = chunk.startHeight + chunk.timestamps.length
      const page = {
        startHeight: chunk.startHeight,
        chainHeight: blocks.length,
        blocks: blocks.slice(chunk.startHeight, end),
      }
      const { transactionBatch, ids } = new PageReader(network, page).read(Number.MAX_SAFE_INTEGER, 0)
      expect(chunkBatch(chunk)).toEqual(transactionBatch.batch(0))
      expect(chunk.blockIds).toEqual(ids)
      const middle = Math.floor(transactionBatch.sources.length / 2)
      expect(chunkBatch(chunk, middle)).toEqual(transactionBatch.batch(middle))
    }
  })

  it('keeps the time of each block and the beginning of each key image', () => {
    for (const chunk of chunks) {
      const own = blocks.slice(chunk.startHeight, chunk.startHeight + chunk.timestamps.length)
      expect([...chunk.timestamps]).toEqual(own.map(({ parsed }) => parsed.timestamp))
      const page = { startHeight: chunk.startHeight, chainHeight: blocks.length, blocks: own }
      const { transactionBatch } = new PageReader(network, page).read(Number.MAX_SAFE_INTEGER, 0)
      const keyImages = transactionBatch.sources.flatMap(({ height }, i) =>
        transactionBatch
          .transaction(i)
          .keyImages.map((keyImage) => ({ height, prefix: toHex(keyImage.subarray(0, 8)) })),
      )
      expect(
        keyImages.map((_, i) => ({
          height: heightOfKeyImage(chunk, i),
          prefix: toHex(chunk.keyImages.subarray(8 * i, 8 * i + 8)),
        })),
      ).toEqual(keyImages)
    }
  })

  it('finds the block of each output', () => {
    for (const chunk of chunks) {
      const heights = [...chunk.timestamps.keys()].flatMap((block) => {
        const [first, end] = [chunk.firstTransactions[block] ?? 0, chunk.firstTransactions[block + 1] ?? 0]
        const outputs = (chunk.firstOutputs[end] ?? 0) - (chunk.firstOutputs[first] ?? 0)
        return new Array<number>(outputs).fill(chunk.startHeight + block)
      })
      expect(heights.map((_, row) => heightOfOutput(chunk, row))).toEqual(heights)
    }
  })
})

describe('a chunk', () => {
  const blocks = smallChain().slice(0, 220)
  const bytes = chunksOf(oxenRegtest, blocks)[0] ?? new Uint8Array()

  it('takes at most 125 bytes for a transaction of two inputs and two outputs', () => {
    const monero = moneroBenchChain()
    const sizeOf = (transactions: number): number => {
      const block = monero.find(
        ({ parsed }) => parsed.minerTransaction.outputs.length === 1 && parsed.transactionIds.length > 0,
      )
      if (block === undefined) throw new RangeError('the chain has transactions')
      const [first] = block.transactions
      const builder = new ChunkBuilder(moneroRegtest, monero.indexOf(block))
      builder.add({ block: block.block, transactions: first === undefined ? [] : new Array(transactions).fill(first) })
      return builder.size
    }
    expect(sizeOf(101) - sizeOf(1)).toBeLessThanOrEqual(100 * 125)
  })

  it('ends at a multiple of a thousand blocks', () => {
    const starts = chunksOf(oxenRegtest, oxenBenchChain()).map((chunk) => parseChunk(oxenRegtest, chunk).startHeight)
    expect(starts.map((start) => start % MAX_CHUNK_BLOCKS)).toEqual(starts.map(() => 0))
  })

  it('rejects a block of another height', () => {
    expect(() => new ChunkBuilder(oxenRegtest, 4).add(blocks[5] ?? { block: bytes, transactions: [] })).toThrow(
      ChunkOrderError,
    )
  })

  it('rejects the chain of another network', () => {
    expect(() => parseChunk(moneroMainnet, bytes)).toThrow('a chunk of another network than monero-mainnet')
  })

  it('is parsed whole or rejected, whatever bytes are changed, cut off or added', () => {
    const parsed = parseChunk(oxenRegtest, bytes)
    const isWhole = ({
      timestamps,
      firstTransactions,
      firstKeys,
      firstOutputs,
      firstKeyImages,
      ...chunk
    }: CompactChunk): boolean =>
      firstTransactions.length === timestamps.length + 1 &&
      32 * (firstKeys.at(-1) ?? 0) === chunk.keys.length &&
      32 * (firstOutputs.at(-1) ?? 0) === chunk.outputs.length &&
      8 * (firstKeyImages.at(-1) ?? 0) === chunk.keyImages.length &&
      chunk.viewTags.length === chunk.outputs.length / 32 &&
      [firstTransactions, firstKeys, firstOutputs, firstKeyImages].every((first) =>
        first.every((at, i) => i === 0 || at >= (first[i - 1] ?? 0)),
      )
    expect(isWhole(parsed)).toBe(true)
    const check = (changed: Uint8Array): void => {
      try {
        expect(isWhole(parseChunk(oxenRegtest, changed))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }
    const shapes = bytes.length - 1200
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.nat(100),
              fc.nat(1200).map((at) => shapes + at),
              fc.nat(bytes.length - 1),
            ),
            fc.nat(255),
          ),
          { maxLength: 3 },
        ),
        (changes) => {
          const changed = bytes.slice()
          for (const [at, value] of changes) changed[at] = value
          check(changed)
        },
      ),
      { numRuns: 2000 },
    )
    for (let length = 0; length < bytes.length; length += 97) check(bytes.slice(0, length))
    check(Uint8Array.of(...bytes, 0))
  })
})

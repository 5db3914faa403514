// Pages of blocks: that they form a chain, where they leave ours, and what is read from them.
import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { BlockPage, NodeInfo, RawBlock } from '../../../../src/daemon/nodeClient.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { ChainError, PageReader } from '../../../../src/wallet/sync/pageReader.ts'
import { findSplitHeight, isOtherChain, isTop } from '../../../../src/wallet/sync/splitHeight.ts'
import { forkChain } from '../../../support/wallet/chain-builder.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { chain } from '../../../support/wallet/small-chain.ts'
import { smallNode } from '../../../support/wallet/sync-stage.ts'

/** The page of `count` blocks from `startHeight` on. */
const pageOf = (startHeight: number, count: number, blocks: readonly RawBlock[] = chain): BlockPage => ({
  startHeight,
  chainHeight: chain.length,
  blocks: blocks.slice(startHeight, startHeight + count),
})

const readerOf = (page: BlockPage, network = oxenRegtest) => new PageReader(network, page)

const idsOf = (start: number, count: number): Uint8Array =>
  concat(...chain.slice(start, start + count).map(({ id }) => id))

const blockIdsOf = (start: number, count: number): BlockIds => new BlockIds(start, idsOf(start, count))

/** A page whose block at `height` has other properties. */
const changed = (page: BlockPage, height: number, fields: Partial<RawBlock>): BlockPage => ({
  ...page,
  blocks: page.blocks.map((block, i) => (page.startHeight + i === height ? { ...block, ...fields } : block)),
})

const ALL = Number.MAX_SAFE_INTEGER

describe('a page', () => {
  it('is rejected if no block can have the time of one of its blocks', () => {
    const withTime = (timestamp: number): BlockPage => {
      const parsed = chain[203]?.parsed
      if (parsed === undefined) throw new RangeError('the chain has 336 blocks')
      return changed(pageOf(203, 1), 203, { block: serializeBlock({ ...parsed, timestamp }) })
    }
    for (const timestamp of [10_000_000_001, 8_640_000_000_001, Number.MAX_SAFE_INTEGER])
      expect(() => readerOf(withTime(timestamp)).read(ALL, 0)).toThrow(`block 203 has the impossible time ${timestamp}`)
    expect(readerOf(withTime(10_000_000_000)).read(ALL, 0).start).toBe(203)
  })

  it('is read into the ids of its blocks and their transactions, coinbases first', () => {
    const reader = readerOf(pageOf(202, 3))
    expect([reader.height, reader.isAtEnd]).toEqual([202, false])
    const { start, ids, transactionBatch } = reader.read(ALL, 0)
    expect([start, reader.height, reader.isAtEnd]).toEqual([202, 205, true])
    expect(ids).toEqual(idsOf(202, 3))
    expect(transactionBatch.sources.map(({ height, coinbase }) => [height, coinbase])).toEqual([
      [202, true],
      [203, true],
      ...new Array(4).fill([203, false]),
      [204, true],
      ...new Array(5).fill([204, false]),
    ])
    const transaction = transactionBatch.transaction(3)
    expect(transaction).toMatchObject({
      txid: chain[203]?.parsed.transactionIds[1],
      timestamp: chain[203]?.parsed.timestamp,
      blockVersion: chain[203]?.parsed.majorVersion,
      outputIndices: chain[203]?.outputIndices[2],
      bytes: chain[203]?.transactions[1],
    })
    expect(transaction.transaction().outputs).toHaveLength(2)
    expect(transactionBatch.transaction(3)).toBe(transaction)
    expect(() => transactionBatch.transaction(13)).toThrow(RangeError)
    const coinbase = transactionBatch.transaction(1)
    expect(coinbase.transaction()).toEqual(chain[203]?.parsed.minerTransaction)
    expect(coinbase.bytes).toHaveLength(0)
  })

  it('is read in ranges that end with the block which reaches the number of outputs', () => {
    const outputs = (height: number) => chain[height]?.outputIndices.flat().length ?? 0
    const reader = readerOf(pageOf(202, 4))
    expect(reader.read(outputs(202) + 1, 0).ids).toEqual(idsOf(202, 2))
    expect(reader.read(outputs(204), 0).ids).toEqual(idsOf(204, 1))
    expect(reader.read(1, 0)).toMatchObject({ start: 205, ids: idsOf(205, 1) })
    expect(reader.read(1, 0).ids).toHaveLength(0)
  })

  it('has no transactions below the height from which they are read', () => {
    const { ids, transactionBatch } = readerOf(pageOf(202, 3)).read(ALL, 204)
    expect(ids).toEqual(idsOf(202, 3))
    expect(transactionBatch.sources.map(({ height }) => height)).toEqual(new Array(6).fill(204))
  })

  it('is skipped as far as it is known', () => {
    const reader = readerOf(pageOf(100, 10))
    reader.skipKnown(blockIdsOf(95, 8))
    expect(reader.height).toBe(103)
    reader.skipKnown(new BlockIds(103, bytesOf(1)))
    expect(reader.height).toBe(103)
    reader.skipKnown(blockIdsOf(95, 50))
    expect([reader.height, reader.isAtEnd]).toEqual([110, true])
  })

  it('is rejected if it has no blocks', () => {
    expect(() => readerOf(pageOf(100, 0)).peekId()).toThrow(ChainError)
  })

  it('is rejected if a block has another height', () => {
    expect(() => readerOf({ ...pageOf(100, 3), startHeight: 101 }).peekId()).toThrow('height 100 for height 101')
  })

  it('is rejected if a block does not follow the one before', () => {
    const forked = forkChain(oxenRegtest, chain, 101, 3)
    const page = pageOf(100, 4)
    const reader = readerOf({ ...page, blocks: [...page.blocks.slice(0, 2), ...forked.slice(102)] })
    expect(() => reader.read(ALL, 0)).toThrow('block 102 does not follow block 101')
    expect(() =>
      readerOf({ ...page, blocks: [...page.blocks.slice(0, 2), ...forked.slice(102)] }).skipKnown(blockIdsOf(90, 50)),
    ).toThrow('block 102 does not follow block 101')
  })

  it('is rejected if a block has more or fewer transactions than it names', () => {
    const transactions = chain[203]?.transactions ?? []
    for (const sent of [transactions.slice(1), [...transactions, ...transactions.slice(0, 1)]])
      expect(() => readerOf(changed(pageOf(203, 1), 203, { transactions: sent })).peekId()).toThrow(ChainError)
  })

  it.each([0, 1, 4])('is rejected if transaction %i of a block has too few or too many indices', (position) => {
    const { outputIndices = [] } = chain[203] ?? {}
    const own = outputIndices[position] ?? []
    for (const sent of [own.slice(1), [...own, 1], undefined]) {
      const indices = outputIndices.with(position, sent as number[]) // a node may send fewer lists than transactions
      expect(() => readerOf(changed(pageOf(203, 1), 203, { outputIndices: indices })).read(ALL, 0)).toThrow(ChainError)
    }
  })

  it('is rejected if a block or a transaction is malformed', () => {
    const block = chain[203]?.block ?? new Uint8Array()
    const [first = new Uint8Array(), ...others] = chain[203]?.transactions ?? []
    const malformed = [{ block: block.slice(0, -1) }, { transactions: [first.slice(0, -1), ...others] }]
    for (const fields of malformed)
      expect(() => readerOf(changed(pageOf(203, 1), 203, fields)).read(ALL, 0)).toThrow(FormatError)
  })

  it('is rejected if it contradicts a checkpoint', () => {
    const at = (height: number, id: Uint8Array) => ({ ...oxenRegtest, checkpoints: [{ height, id }] })
    expect(() => readerOf(pageOf(100, 3), at(101, bytesOf(1))).read(ALL, 0)).toThrow(ChainError)
    expect(readerOf(pageOf(100, 3), at(101, idsOf(101, 1))).read(ALL, 0).ids).toEqual(idsOf(100, 3))
    expect(readerOf(pageOf(100, 3), at(103, bytesOf(1))).read(ALL, 0).ids).toEqual(idsOf(100, 3))
  })
})

describe('the split height', () => {
  const splitOf = (page: BlockPage, blockIds: BlockIds): number => findSplitHeight(oxenRegtest, page, blockIds).height

  it('is the height of the first block of a page that we do not know', () => {
    expect(splitOf(pageOf(100, 10), blockIdsOf(90, 11))).toBe(101)
    expect(splitOf(pageOf(100, 10), blockIdsOf(90, 15))).toBe(105)
    expect(splitOf(pageOf(100, 10), blockIdsOf(90, 30))).toBe(110)
    expect(splitOf(pageOf(0, 3), blockIdsOf(0, 1))).toBe(1)
  })

  it('is where a fork leaves our chain', () => {
    const forked = forkChain(oxenRegtest, chain, 105, 5)
    expect(splitOf(pageOf(100, 10, forked), blockIdsOf(90, 30))).toBe(105)
  })

  it.each([
    ['begins above our blocks', 'knows none', pageOf(101, 3), blockIdsOf(90, 11)],
    ['begins below our blocks', 'knows none', pageOf(89, 3), blockIdsOf(90, 11)],
    ['begins with another block', 'in its place', pageOf(100, 3), new BlockIds(100, bytesOf(1))],
    ['begins with another genesis block', 'it is not on', pageOf(0, 3), new BlockIds(0, bytesOf(1))],
  ])('is unknown if a page %s', (_, words, page, blockIds) => {
    const network = words === 'it is not on' ? { ...oxenRegtest, genesisId: bytesOf(1) } : oxenRegtest
    expect(() => findSplitHeight(network, page, blockIds)).toThrow(ChainError)
    expect(() => findSplitHeight(network, page, blockIds)).toThrow(words)
  })
})

it('compares our top block with that of the node', async () => {
  const info: NodeInfo = await smallNode(chain.slice(0, 100)).info()
  expect(toHex(info.topHash)).toBe(toHex(idsOf(99, 1)))
  expect(isTop(blockIdsOf(90, 10), info)).toBe(true)
  expect(isTop(blockIdsOf(90, 11), info)).toBe(false)
  expect(isTop(new BlockIds(), info)).toBe(false)
})

it('notices a page that shares only the genesis block with our chain', () => {
  expect(isOtherChain(pageOf(0, 3), blockIdsOf(90, 3))).toBe(true)
  expect(isOtherChain(pageOf(0, 3), blockIdsOf(0, 3))).toBe(false)
  expect(isOtherChain(pageOf(90, 3), blockIdsOf(90, 3))).toBe(false)
})

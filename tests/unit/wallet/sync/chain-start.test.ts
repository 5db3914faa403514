// Where a wallet begins on a chain, and when it begins again on another one.
import { describe, expect, it } from 'vitest'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeRefusedError, NodeUnreachableError } from '../../../../src/daemon/errors.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import {
  beginChain,
  beginOtherChain,
  explainMismatch,
  explainRefusal,
  NodeBehindError,
  WrongNetworkError,
} from '../../../../src/wallet/sync/chainStart.ts'
import { ChainError } from '../../../../src/wallet/sync/pageReader.ts'
import { DeepReorganisationError } from '../../../../src/wallet/sync/reorganisation.ts'
import { bytesOf, sampleOutput } from '../../../support/wallet/ledger-samples.ts'
import { chainBlock } from '../../../support/wallet/recorded-chains.ts'
import { chain } from '../../../support/wallet/small-chain.ts'
import { smallNode, syncStage } from '../../../support/wallet/sync-stage.ts'

const DAY = 86_400
const idAt = (height: number) => chain[height]?.id

/** Begins a new wallet on the recorded chain. */
const begin = async (restoreHeight: number, blocks = chain) => {
  const stage = await syncStage({ node: smallNode(blocks), restoreHeight })
  await beginChain(stage.context, await stage.node.info())
  return stage
}

describe('a new wallet', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [101, 100],
    [335, 334],
  ])('with restore height %i begins with block %i', async (restoreHeight, base) => {
    const { state, node } = await begin(restoreHeight)
    expect([state.height, state.blockIds.base, state.restoreHeight]).toEqual([base + 1, base, restoreHeight])
    expect(state.blockIds.idAt(base)).toEqual(idAt(base))
    expect(node.calls.includes('block')).toBe(base > 0)
  })

  it('with a restore height above the chain begins a week before its top, at least at its beginning', async () => {
    const { state } = await begin(336)
    expect([state.restoreHeight, state.height]).toEqual([0, 1])
    const stage = await syncStage({ restoreHeight: 10_000 })
    // A week has 5040 blocks of two minutes.
    await beginChain(stage.context, { ...(await stage.node.info()), height: 5240 })
    expect(stage.state.restoreHeight).toBe(200)
  })

  it('rejects a node that returns another block', async () => {
    const stage = await syncStage({ restoreHeight: 101 })
    const { block } = stage.node
    stage.node.block = (height) => block.call(stage.node, height - 1)
    await expect(beginChain(stage.context, await stage.node.info())).rejects.toThrow(ChainError)
    expect(stage.state.height).toBe(0)
  })
})

describe('a restore height estimated from a date', () => {
  /** The restore height of a wallet on a chain of 1000 blocks, one an hour, and the requested heights. */
  const estimated = async (restoreHeight: number, restoreDate: number) => {
    const stage = await syncStage({ restoreHeight, restoreDate })
    const asked: number[] = []
    stage.node.blockTimestamp = async (height) => {
      asked.push(height)
      return 1_000_000 + 3600 * height
    }
    stage.node.block = () => Promise.reject(new ChainError('this chain has times only'))
    const info = { ...(await stage.node.info()), height: 1000 }
    await beginChain(stage.context, info).catch(() => undefined)
    return { asked, stage, info }
  }

  const heightOf = async (restoreHeight: number, restoreDate: number): Promise<number> => {
    const { stage, info } = await estimated(restoreHeight, restoreDate)
    stage.node.block = async (height) => chain[height]?.block ?? new Uint8Array()
    await beginChain(stage.context, info)
    return stage.state.restoreHeight
  }

  /** The time of block 200, and of a day after it. */
  const DATE = 1_000_000 + 3600 * 200 + DAY

  it('is kept if its block is more than a day older than the date', async () => {
    expect(await heightOf(199, DATE)).toBe(199)
    const { asked } = await estimated(199, DATE)
    expect(asked).toEqual([199])
  })

  it.each([200, 250, 330])('of %i is corrected to the first block that is not', async (restoreHeight) => {
    expect(await heightOf(restoreHeight, DATE)).toBe(200)
    expect(await heightOf(restoreHeight, DATE - 1)).toBe(200)
    expect(await heightOf(restoreHeight, DATE + 1)).toBe(Math.min(restoreHeight, 201))
  })

  it('is at most the height of the top block', async () => {
    const { asked } = await estimated(5000, DATE)
    expect(asked[0]).toBe(999)
    expect(await heightOf(5000, DATE)).toBe(200)
  })

  it('is not asked about at genesis', async () => {
    const { asked } = await estimated(0, DATE)
    expect(asked).toEqual([])
    const early = await estimated(100, 1)
    expect(early.stage.state.restoreHeight).toBe(0)
  })
})

describe('another chain', () => {
  /** A wallet that begins at block 100 and knows 50 blocks of a chain that nobody has. */
  const stageOf = async (blocks = 50) => {
    const stage = await syncStage({ restoreHeight: 101 })
    await stage.state.update('relaxed', (draft) => {
      draft.putOutput(sampleOutput({ height: 120, frozen: true }))
      return { blockIds: new BlockIds(100, new Uint8Array(32 * blocks).fill(7)) }
    })
    const info = await stage.node.info()
    const page = (chainHeight: number) => ({ startHeight: 0, chainHeight, blocks: [] })
    const beginOther = (chainHeight: number, context = stage.context) =>
      beginOtherChain(context, { ...info, height: chainHeight }, page(chainHeight))
    return { ...stage, info, beginOther }
  }

  it('replaces what was scanned if it is longer', async () => {
    const { state, beginOther } = await stageOf()
    expect(await beginOther(151)).toBe(true)
    expect([state.height, state.blockIds.base]).toEqual([101, 100])
    expect(state.blockIds.idAt(100)).toEqual(idAt(100))
    expect(state.ledger.outputs.size).toBe(0)
    expect(state.ledger.removedOutputs.size).toBe(1)
  })

  it('is left alone if it is not longer', async () => {
    const { state, beginOther } = await stageOf()
    expect(await beginOther(150)).toBe(false)
    expect([state.height, state.ledger.outputs.size]).toEqual([150, 1])
  })

  it('cannot be that of a node which has not reached the first block of the wallet', async () => {
    const { beginOther } = await stageOf()
    await expect(beginOther(100)).rejects.toThrow(NodeBehindError)
    await expect(beginOther(100)).rejects.toMatchObject({ code: 'node-behind' })
    expect(await beginOther(101)).toBe(false)
  })

  it('replaces at most the blocks that the user allows, counted from the first block of the wallet', async () => {
    const { context, beginOther } = await stageOf()
    await expect(beginOther(300, { ...context, maxReorgDepth: 49 })).rejects.toThrow(DeepReorganisationError)
    expect(await beginOther(300, { ...context, maxReorgDepth: 50 })).toBe(true)
  })

  it('with less reported work is left alone', async () => {
    const { context, info } = await stageOf()
    context.claims.record('other:', { ...info, topHash: bytesOf(7), cumulativeDifficulty: 100n })
    const page = { startHeight: 0, chainHeight: 155, blocks: [] }
    expect(await beginOtherChain(context, { ...info, cumulativeDifficulty: 99n }, page)).toBe(false)
    expect(await beginOtherChain(context, { ...info, cumulativeDifficulty: 101n }, page)).toBe(true)
  })
})

const GENESIS = { block: moneroRegtest.genesis, transactions: [], outputIndices: [[0]] }

describe('a refusal', () => {
  const refusal = new NodeRefusedError('no', { details: { url: 'memory:' } })

  it('remains if the node’s chain is ours', async () => {
    const { context } = await syncStage()
    await expect(explainRefusal(context, refusal)).rejects.toBe(refusal)
  })

  it('is that of a node on another network if its genesis block is another', async () => {
    const { context } = await syncStage()
    const network = { ...oxenRegtest, checkpoints: [{ height: 0, id: bytesOf(1) }] }
    await expect(explainRefusal({ ...context, network }, refusal)).rejects.toThrow(WrongNetworkError)
    await expect(explainRefusal({ ...context, network }, refusal)).rejects.toMatchObject({ code: 'wrong-network' })
  })

  it('is that of a node on another network if its blocks have another format', async () => {
    const { context, node } = await syncStage()
    node.setChain([{ ...chainBlock(moneroRegtest, GENESIS), block: moneroRegtest.genesis.slice(0, -3) }])
    await expect(explainRefusal(context, refusal)).rejects.toThrow(WrongNetworkError)
  })

  it('is not explained if the node fails meanwhile', async () => {
    const { context, node } = await syncStage()
    node.failure = new NodeUnreachableError('gone', { details: { url: node.url } })
    await expect(explainRefusal(context, refusal)).rejects.toThrow('gone')
  })
})

describe('a mismatch', () => {
  const mismatch = new ChainError('block 5 does not fit')

  it('remains if the node’s chain is ours, or the node fails meanwhile', async () => {
    const { context, node } = await syncStage()
    await expect(explainMismatch(context, mismatch)).rejects.toBe(mismatch)
    node.failure = new NodeUnreachableError('gone', { details: { url: node.url } })
    await expect(explainMismatch(context, mismatch)).rejects.toBe(mismatch)
  })

  it('is that of a node on another network if its genesis block is another', async () => {
    const { context } = await syncStage()
    const network = { ...context.network, genesisId: bytesOf(1) }
    await expect(explainMismatch({ ...context, network }, mismatch)).rejects.toMatchObject({ code: 'wrong-network' })
  })
})

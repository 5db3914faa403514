// Many wallets that follow one node: what they request together, and that each finds what it finds alone.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeUnreachableError } from '../../../../src/daemon/errors.ts'
import type { BlockPage, NodeClient } from '../../../../src/daemon/nodeClient.ts'
import type { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { downloadBlocks } from '../../../../src/wallet/sync/blockDownload.ts'
import { ChainError } from '../../../../src/wallet/sync/pageReader.ts'
import { createSharedNode } from '../../../../src/wallet/sync/sharedNode.ts'
import { scanNewTransactions } from '../../../../src/wallet/sync/txpool.ts'
import { AlteredTransactionError } from '../../../../src/wallet/sync/verifyTransactions.ts'
import type { WalletName } from '../../../support/data/schemas.ts'
import { forkChain } from '../../../support/wallet/chain-builder.ts'
import type { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, wholeTransaction } from '../../../support/wallet/small-chain.ts'
import { type SyncStage, settled, smallNode, synchronizerOf, syncStage } from '../../../support/wallet/sync-stage.ts'

/** of the recorded chain: A pays B in block 203 */
const PAYMENT_TO_B = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'

const NAMES: readonly WalletName[] = ['A', 'B', 'C']

/** The stages of `count` wallets of the recorded chain, which follow one shared node. */
const sharedStages = async (node: FakeNode, count: number, restoreHeight = 200): Promise<SyncStage[]> => {
  const shared = createSharedNode(oxenRegtest, node)
  return await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const stage = await syncStage({ node, wallet: NAMES[i % NAMES.length] ?? 'A', restoreHeight })
      return { ...stage, context: { ...stage.context, node: shared } }
    }),
  )
}

const SILENT = { beginPage: () => undefined, committed: () => undefined }

/** Downloads all blocks as a pass does. */
const download = async ({ context }: SyncStage): Promise<void> =>
  downloadBlocks(context, await context.node.info(), SILENT)

const contentOf = ({ state }: SyncStage) => ({
  height: state.height,
  outputs: [...state.ledger.outputs].sort(([a], [b]) => (a < b ? -1 : 1)),
  payments: [...state.ledger.payments].sort(([a], [b]) => (a < b ? -1 : 1)),
  history: state.blockIds.history(oxenRegtest.genesisId),
})

/** The content of a wallet that follows a node alone. */
const aloneOn = async (blocks: FakeNode['chain'], wallet: WalletName, restoreHeight = 200) => {
  const stage = await syncStage({ node: smallNode(blocks), wallet, restoreHeight })
  await download(stage)
  return contentOf(stage)
}

const countOf = ({ calls }: FakeNode, name: string): number => calls.filter((call) => call === name).length

/** Replaces the pages that a node sends. */
const alterPages = (node: FakeNode, alter: (page: BlockPage) => BlockPage): void => {
  const blocks = node.blocks.bind(node)
  node.blocks = async (history) => alter(await blocks(history)) as Awaited<ReturnType<typeof blocks>> // FakeNode's pages have more fields, which nothing reads
}

describe('ten wallets of one node', () => {
  it('request each page once, and find what each finds alone', async () => {
    const node = smallNode()
    node.pageSize = 20
    const stages = await sharedStages(node, 10)
    await Promise.all(stages.map(download))
    const alone = smallNode()
    alone.pageSize = 20
    await download(await syncStage({ node: alone, restoreHeight: 200 }))
    expect(countOf(node, 'blocks')).toBe(countOf(alone, 'blocks'))
    for (const [i, stage] of stages.entries())
      expect(contentOf(stage)).toEqual(await aloneOn(chain, NAMES[i % NAMES.length] ?? 'A'))
    expect(stages[0]?.state.ledger.outputs.size).toBeGreaterThan(0)
  })

  it('parse each block once', async () => {
    const node = smallNode()
    let reads = 0
    alterPages(node, (page) => ({
      ...page,
      blocks: page.blocks.map(({ block, outputIndices, transactions }) => ({
        block,
        outputIndices,
        get transactions() {
          reads++
          return transactions
        },
      })),
    }))
    const [alone, ...others] = await sharedStages(node, 10)
    if (alone === undefined) throw new Error('there is no wallet')
    await download(alone)
    const once = reads
    await Promise.all(others.map(download))
    // Of the one page, they read its first block only, to check that it is theirs.
    expect(reads - once).toBeLessThanOrEqual(2 * others.length)
    expect(once).toBeGreaterThan(3 * others.length)
  })

  it('parse each transaction of the txpool once, and find what each finds alone', async () => {
    const node = smallNode(chain.slice(0, 203))
    node.addToPool(wholeTransaction(PAYMENT_TO_B))
    let reads = 0
    const transactions = node.transactions.bind(node)
    node.transactions = async (ids) =>
      (await transactions(ids)).map(({ blob, ...rest }) => ({
        ...rest,
        get blob() {
          reads++
          return blob
        },
      }))
    const stages = await sharedStages(node, 10)
    const scan = async ({ context }: SyncStage): Promise<void> =>
      scanNewTransactions(context, await context.node.poolHashes())
    await scan(await syncStage({ node }))
    const alone = reads
    reads = 0
    node.calls.length = 0
    await Promise.all(stages.map(scan))
    expect([countOf(node, 'transactions'), reads]).toEqual([1, alone])
    expect(alone).toBeGreaterThan(0)
    const isPaid = stages.map(({ state }) => state.pool.entries.has(PAYMENT_TO_B))
    expect(isPaid).toEqual(stages.map((_, i) => i % NAMES.length !== 2))
    expect(stages.map(({ state }) => state.pool.seen.size)).toEqual(stages.map(() => 1))
  })

  it('share the transactions that the node proves, although it is not trusted', async () => {
    const node = smallNode(chain.slice(0, 206))
    // Of so few blocks, every transaction is proven.
    const stages = await sharedStages(node, 10)
    await Promise.all(stages.map(download))
    expect(countOf(node, 'prunableHashes')).toBeGreaterThan(0)
    expect(countOf(node, 'prunableHashes')).toBeLessThan(10)
  })

  it('catch up alone from different heights, and share the next block', async () => {
    const node = smallNode(chain.slice(0, 250))
    const [far, ...near] = await sharedStages(node, 4)
    if (far === undefined) throw new Error('there is no wallet')
    node.setChain(chain.slice(0, 230))
    await Promise.all(near.map(download))
    node.setChain(chain.slice(0, 250))
    node.calls.length = 0
    await Promise.all([far, ...near].map(download))
    expect(countOf(node, 'blocks')).toBe(2)
    node.setChain(chain.slice(0, 251))
    node.calls.length = 0
    await Promise.all([far, ...near].map(download))
    expect(countOf(node, 'blocks')).toBe(1)
    for (const [i, stage] of [far, ...near].entries())
      expect(contentOf(stage)).toEqual(await aloneOn(chain.slice(0, 251), NAMES[i % NAMES.length] ?? 'A'))
  })

  it('do not take an older page after the node has a new block', async () => {
    const node = smallNode(chain.slice(0, 210))
    const [first, second] = await sharedStages(node, 2)
    if (first === undefined || second === undefined) throw new Error('there are no wallets')
    await download(first)
    node.setChain(chain.slice(0, 211))
    await download(second)
    expect([first.state.height, second.state.height]).toEqual([210, 211])
  })

  describe('that poll at different moments', () => {
    const polled = () => {
      const node = smallNode(chain.slice(0, 210))
      node.sendsNews = true
      const requested: string[] = []
      const news = node.news.bind(node)
      node.news = async (history) => {
        const answer = await news(history)
        requested.push(answer?.page === undefined ? 'txpool' : `from block ${answer.page.startHeight}`)
        return answer
      }
      const shared = createSharedNode(oxenRegtest, node)
      /** Polls as a wallet whose newest blocks have these heights. */
      const poll = (...heights: readonly number[]) =>
        shared.news(
          heights.map((height) => chain[height]?.id ?? new Uint8Array()),
          oxenRegtest,
        )
      return { node, requested, shared, poll }
    }

    it('receive a block with the txpool once', async () => {
      const { node, requested, poll, shared } = polled()
      const first = await poll(208, 207)
      await shared.info()
      node.addToPool(wholeTransaction(PAYMENT_TO_B))
      const second = await poll(208, 207)
      const third = await poll(208, 207, 206)
      expect([second?.page, third?.page]).toEqual([first?.page, first?.page])
      // What was parsed of a page is kept with it.
      expect(second?.page).toBe(first?.page)
      expect([first, second].map((news) => news?.pool.ids.length)).toEqual([0, 1])
      expect(requested).toEqual(['from block 208', 'txpool', 'txpool'])
    })

    it('receive a newer block as well', async () => {
      const { node, requested, poll } = polled()
      await poll(208)
      node.setChain(chain.slice(0, 211))
      const second = await poll(208)
      expect(second?.page).toMatchObject({ startHeight: 208, chainHeight: 211 })
      expect((await poll(208))?.page).toBe(second?.page)
      expect(requested).toEqual(['from block 208', 'from block 209', 'from block 208', 'txpool'])
    })

    it('do not share pages of other chains, nor a page that proved false', async () => {
      const { node, poll } = polled()
      const first = await poll(208)
      const fork = forkChain(oxenRegtest, chain.slice(0, 210), 209, 2)
      node.setChain(fork)
      expect((await poll(208))?.page?.blocks.at(-1)?.block).toEqual(fork.at(-1)?.block)
      node.setChain(chain.slice(0, 210))
      const again = await poll(208)
      expect(again?.page).toEqual(first?.page)
      const distrusting = createSharedNode(oxenRegtest, Object.assign(node, { distrust: () => undefined }))
      const history = [chain[208]?.id ?? new Uint8Array()]
      const page = (await distrusting.news(history, oxenRegtest))?.page
      distrusting.distrust?.('it is false', page)
      expect((await distrusting.news(history, oxenRegtest))?.page).not.toBe(page)
    })

    it('follow different newest blocks, of which those of the last eight are kept', async () => {
      const { requested, poll } = polled()
      for (let height = 208; height > 199; height--) await poll(height)
      requested.length = 0
      await poll(200)
      await poll(207)
      await poll(208)
      expect(requested).toEqual(['txpool', 'txpool', 'from block 208'])
    })
  })

  it('follow a reorganisation together', async () => {
    const node = smallNode(chain.slice(0, 240))
    const stages = await sharedStages(node, 10)
    await Promise.all(stages.map(download))
    const fork = forkChain(oxenRegtest, chain, 220, 30)
    node.setChain(fork)
    node.calls.length = 0
    await Promise.all(stages.map(download))
    expect(countOf(node, 'blocks')).toBe(1)
    for (const [i, stage] of stages.entries())
      expect(contentOf(stage)).toEqual(await aloneOn(fork, NAMES[i % NAMES.length] ?? 'A'))
  })

  it('request a page of their own if their histories differ where the node’s chain leaves theirs', async () => {
    const node = smallNode(chain.slice(0, 240))
    const shared = createSharedNode(oxenRegtest, node)
    const stageAt = async (restoreHeight: number): Promise<SyncStage> => {
      const stage = await syncStage({ node, restoreHeight })
      return { ...stage, context: { ...stage.context, node: shared } }
    }
    const stages = [await stageAt(100), await stageAt(235)]
    await Promise.all(stages.map(download))
    node.setChain(forkChain(oxenRegtest, chain, 150, 100))
    const [deep, base] = await Promise.allSettled(stages.map(download))
    expect([deep?.status, base?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(stages.map(({ state }) => state.height)).toEqual([250, 250])
  })
})

describe('a lying node', () => {
  const lies: readonly [string, (page: BlockPage) => BlockPage, typeof ChainError | typeof AlteredTransactionError][] =
    [
      ['that leaves out a block', (page) => ({ ...page, blocks: page.blocks.filter((_, i) => i !== 5) }), ChainError],
      [
        'that alters a transaction',
        (page) => ({
          ...page,
          blocks: page.blocks.map((raw) => ({ ...raw, transactions: raw.transactions.map(alterLast) })),
        }),
        AlteredTransactionError,
      ],
    ]

  /** Changes an encrypted amount or a commitment. */
  const alterLast = (bytes: Uint8Array): Uint8Array => {
    const altered = bytes.slice()
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
    return altered
  }

  it.each(lies)('%s is noticed by every wallet', async (_, alter, expected) => {
    const node = smallNode()
    alterPages(node, alter)
    const stages = await sharedStages(node, 10)
    for (const result of await Promise.allSettled(stages.map(download)))
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(expected) })
  })

  it('is not believed again: its pages are forgotten', async () => {
    const node = smallNode()
    const distrusted: string[] = []
    Object.assign(node, { distrust: (reason: string) => distrusted.push(reason) })
    const genuine = node.blocks.bind(node)
    alterPages(node, (page) => ({ ...page, blocks: page.blocks.filter((_, i) => i !== 5) }))
    const [first, second] = await sharedStages(node, 2)
    if (first === undefined || second === undefined) throw new Error('there are no wallets')
    await expect(download(first)).rejects.toThrow(ChainError)
    node.blocks = genuine
    first.context.node.distrust?.('it lies')
    await download(second)
    expect([second.state.height, distrusted]).toEqual([chain.length, ['it lies']])
  })
})

describe('the synchronizers of many wallets', () => {
  const heights = (stages: readonly { readonly state: WalletState }[]) => stages.map(({ state }) => state.height)

  const started = async (node: FakeNode, count: number) => {
    const stages = (await sharedStages(node, count)).map((stage) => ({ ...stage, ...synchronizerOf(stage) }))
    for (const { sync } of stages) sync.start()
    return stages
  }

  /** Resolves when the condition holds; nothing here waits for a clock. */
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve))
  }

  it('go on when one of them closes while a page is requested for all', async () => {
    const node = smallNode(chain.slice(0, 220))
    const blocks = node.blocks.bind(node)
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    node.blocks = async (history) => {
      const page = await blocks(history)
      await mayAnswer
      return page
    }
    const stages = await started(node, 3)
    await until(() => countOf(node, 'blocks') > 0)
    await settled()
    await stages[0]?.sync.close()
    answer()
    await until(() => stages.slice(1).every(({ sync }) => sync.state.phase === 'synced'))
    expect(heights(stages)).toEqual([200, 220, 220])
    expect(countOf(node, 'blocks')).toBe(1)
    for (const { sync } of stages) await sync.close()
  })

  it('report a node that fails, and go on when it is back', async () => {
    const node = smallNode(chain.slice(0, 220))
    node.failure = new NodeUnreachableError('the node is away', { details: { url: node.url } })
    const stages = await started(node, 5)
    await until(() => stages.every(({ sync }) => sync.state.problem !== ''))
    expect(countOf(node, 'info')).toBeLessThan(5)
    node.failure = undefined
    await Promise.all(stages.map(({ sync }) => sync.refresh()))
    expect(heights(stages)).toEqual([220, 220, 220, 220, 220])
    for (const { sync } of stages) await sync.close()
  })

  it('see a new block with the refresh that follows it', async () => {
    const node = smallNode(chain.slice(0, 220))
    const stages = await started(node, 5)
    await until(() => stages.every(({ sync }) => sync.state.phase === 'synced'))
    node.calls.length = 0
    node.setChain(chain.slice(0, 221))
    await Promise.all(stages.map(({ sync }) => sync.refresh()))
    expect(heights(stages)).toEqual([221, 221, 221, 221, 221])
    expect([countOf(node, 'info'), countOf(node, 'blocks')]).toEqual([1, 1])
    for (const { sync } of stages) await sync.close()
  })
})

describe('a shared node', () => {
  it('passes on what it does not share, and has no distrust unless its node has', async () => {
    const node = smallNode()
    const shared: NodeClient = createSharedNode(oxenRegtest, node)
    expect([shared.url, shared.distrust, await shared.hardFork()]).toEqual([node.url, undefined, await node.hardFork()])
    expect(toHex((await shared.info()).topHash)).toBe(toHex((await node.info()).topHash))
  })
})

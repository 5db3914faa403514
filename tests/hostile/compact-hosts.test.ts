// Hosts of the compact chain that lie, fail or send parts: the wallet is that of its node, the host is left, and a rescan is offered where it lied.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { ChunkBuilder } from '../../src/coin/compact/chunkBuilder.ts'
import {
  type ChunkEntry,
  chunkFile,
  HEAD_FILE,
  pageFile,
  parseHead,
  parsePage,
} from '../../src/coin/compact/compactIndex.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { visitPrunedMembers } from '../../src/coin/transactions/transactionVisitor.ts'
import { extendCompactChain } from '../../src/compact/chainMaker.ts'
import { createMemoryFolder } from '../../src/compact/chunkFolder.ts'
import { FolderIndex } from '../../src/compact/folderIndex.ts'
import { createSampler } from '../../src/crypto/random/randomSampler.ts'
import { type CompactHostError, createCompactHost } from '../../src/daemon/compactHost.ts'
import type { WalletState } from '../../src/wallet/state/walletState.ts'
import { downloadBlocks } from '../../src/wallet/sync/blockDownload.ts'
import { ChainError } from '../../src/wallet/sync/pageReader.ts'
import { seededRandom } from '../support/random.ts'
import { forkChain } from '../support/wallet/chain-builder.ts'
import { compactHostOf, TEST_RULE, type TestHost } from '../support/wallet/compact-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import type { ChainBlock } from '../support/wallet/recorded-chains.ts'
import { chain } from '../support/wallet/small-chain.ts'
import { smallNode, synchronizerOf, syncStage } from '../support/wallet/sync-stage.ts'

const contentOf = ({ ledger, blockIds, height }: WalletState) => ({
  outputs: [...ledger.outputs.values()].map((output) => ({ ...output })),
  payments: [...ledger.payments.values()],
  ids: toHex(blockIds.recent()),
  height,
})

/** Syncs a new wallet B from a host; returns what was found and why the host was left. */
const syncedFrom = async (test: Pick<TestHost, 'host'>, seed = 1) => {
  const stage = await syncStage({ wallet: 'B' })
  const failures: CompactHostError[] = []
  await downloadBlocks({ ...stage.context, random: seededRandom(seed), compact: test.host }, await stage.node.info(), {
    beginPage: () => undefined,
    committed: () => undefined,
    hostFailed: (error) => failures.push(error),
  })
  return { content: contentOf(stage.state), failures }
}

const honest = syncedFrom({
  host: { url: '', blocks: 0, height: async () => 0, chunkAt: async () => undefined, receivedBytes: () => 0 },
})

/** A host whose chunks are made from altered blocks, with an index that fits them. */
const lyingHost = async (
  alter: (block: ChainBlock, height: number) => Pick<ChainBlock, 'block' | 'transactions'>,
): Promise<TestHost> => {
  const test = await compactHostOf(oxenRegtest, smallNode())
  const folder = createMemoryFolder()
  const index = await FolderIndex.open(oxenRegtest, folder)
  for (let start = 0; start < 300; start += TEST_RULE.chunkBlocks) {
    const builder = new ChunkBuilder(oxenRegtest, start, TEST_RULE.chunkBlocks)
    let endId = new Uint8Array()
    for (const [i, block] of chain.slice(start, start + TEST_RULE.chunkBlocks).entries())
      endId = builder.add(alter(block, start + i)).id.slice()
    await index.add(builder.finish(), { startHeight: start, blocks: TEST_RULE.chunkBlocks, endId })
  }
  test.respond = async (name) => {
    const content = await folder.read(name)
    return content === undefined ? new Response('', { status: 404 }) : new Response(content.slice())
  }
  return test
}

/** Changes a byte of the last output key of a pruned transaction. */
const withOtherKey = (bytes: Uint8Array): Uint8Array => {
  const changed = bytes.slice()
  visitPrunedMembers(oxenRegtest, bytes, {
    output: (_, key) => {
      changed[key] = (bytes[key] ?? 0) ^ 1
    },
  })
  return changed
}

/** The blocks of the chain with a transaction besides their coinbase. */
const busy = [...chain.keys()].filter((height) => height < 300 && (chain[height]?.transactions.length ?? 0) > 0)

describe('a host that fails', () => {
  it.each([
    ['does not respond', () => Promise.reject(new TypeError('fetch failed'))],
    ['has none of its files', () => new Response('', { status: 404 })],
    ['sends a page of a website instead', () => new Response('<!doctype html>')],
    ['sends nothing', () => new Response()],
    ['is another network’s', () => new Response(new Uint8Array(48))],
  ] as const)('%s, and the node is used', async (_, respond) => {
    const test = await compactHostOf(oxenRegtest, smallNode())
    test.respond = respond
    const { content, failures } = await syncedFrom(test)
    expect(failures).toHaveLength(1)
    expect(content).toEqual((await honest).content)
  })

  it('lacks a chunk, or sends a part of one: what came before it is used, the rest comes from the node', async () => {
    for (const part of [undefined, 0, 5000]) {
      const test = await compactHostOf(oxenRegtest, smallNode())
      let chunks = 0
      test.respond = (name, content) => {
        const isThird = name.startsWith('chunks/') && ++chunks === 3
        if (content === undefined || (isThird && part === undefined)) return new Response('', { status: 404 })
        return new Response(content.slice(0, isThird ? part : undefined))
      }
      const { content, failures } = await syncedFrom(test)
      expect(failures.map(({ details }) => details.fault)).toEqual([part === undefined ? 'unavailable' : 'false'])
      expect(content).toEqual((await honest).content)
    }
  })

  it('never ends its response, and is left after a while', async () => {
    const test = await compactHostOf(oxenRegtest, smallNode())
    let fire = (): void => undefined
    const host = createCompactHost({
      network: oxenRegtest,
      url: 'http://slow',
      fetch: () => new Promise(() => setTimeout(() => fire(), 1)),
      schedule: (callback) => {
        fire = callback
        return () => undefined
      },
      clock: (() => {
        let now = 0
        return () => (now += 60_000)
      })(),
    })
    const { content, failures } = await syncedFrom({ ...test, host })
    expect(failures.map(({ details }) => details.fault)).toEqual(['unavailable'])
    expect(content).toEqual((await honest).content)
  })
})

describe('a host that lies', () => {
  it('about bytes that its index covers is caught at the hash', async () => {
    for (const file of ['pages/', 'chunks/']) {
      const test = await compactHostOf(oxenRegtest, smallNode())
      test.respond = (name, content = new Uint8Array()) => {
        const changed = content.slice()
        if (name.startsWith(file)) changed[40] = (changed[40] ?? 0) ^ 1
        return new Response(changed)
      }
      const { content, failures } = await syncedFrom(test)
      expect(failures.map(({ details }) => details.fault)).toEqual(['false'])
      expect(content).toEqual((await honest).content)
    }
  })

  it('with a whole chain that is not the node’s is caught at the first chunk whose end differs', async () => {
    const fork = forkChain(oxenRegtest, chain, 20, 316)
    const { content, failures } = await syncedFrom(await compactHostOf(oxenRegtest, new FakeNode(oxenRegtest, fork)))
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('the node has another block 49')])
    // Nothing of it was used.
    expect(failures.map(({ details }) => details.fault)).toEqual(['foreign'])
    expect(content).toEqual((await honest).content)
  })

  it('whose chain leaves the node’s after chunks of it were used is false', async () => {
    const fork = forkChain(oxenRegtest, chain, 120, 216)
    const { content, failures } = await syncedFrom(await compactHostOf(oxenRegtest, new FakeNode(oxenRegtest, fork)))
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('the node has another block 149')])
    expect(failures.map(({ details }) => details.fault)).toEqual(['false'])
    expect(content).toEqual((await honest).content)
  })

  it('with chunks in another order, or one chunk in place of another, is caught', async () => {
    const test = await compactHostOf(oxenRegtest, smallNode())
    const { pages } = parseHead(oxenRegtest, (await test.folder.read(HEAD_FILE)) ?? new Uint8Array())
    const entries: ChunkEntry[] = []
    for (const page of pages)
      entries.push(...parsePage(page, (await test.folder.read(pageFile(page))) ?? new Uint8Array()))
    const [first, second] = entries.map(chunkFile)
    test.respond = async (name, content) => {
      const swapped = name === first ? second : name === second ? first : undefined
      const bytes = swapped === undefined ? content : await test.folder.read(swapped)
      return new Response((bytes ?? new Uint8Array()).slice())
    }
    const { content, failures } = await syncedFrom(test)
    expect(failures.map(({ details }) => details.fault)).toEqual(['false'])
    expect(content).toEqual((await honest).content)
  })

  it('that alters, drops or adds transactions of checked blocks is caught', async () => {
    const alterations: readonly ((block: ChainBlock) => Pick<ChainBlock, 'block' | 'transactions'>)[] = [
      (block) => ({ ...block, transactions: block.transactions.map(withOtherKey) }),
      (block) => ({ ...block, transactions: block.transactions.slice(1) }),
      (block) => ({ ...block, transactions: [...block.transactions, ...block.transactions.slice(0, 1)] }),
      (block) => ({ ...block, transactions: block.transactions.toReversed() }),
    ]
    for (const alter of alterations) {
      // Some blocks have one transaction only, which is the same in reverse order.
      const test = await lyingHost((block, height) => (busy.includes(height) ? alter(block) : block))
      let caught = 0
      for (let seed = 1; seed <= 8; seed++) {
        const { failures } = await syncedFrom(test, seed)
        caught += failures.filter(({ details }) => details.fault === 'false').length
      }
      expect(caught).toBeGreaterThan(0)
    }
  })

  it('is not used again, and a rescan is offered; one that only failed is used again later', async () => {
    for (const isFalse of [true, false]) {
      const fork = forkChain(oxenRegtest, chain, 70, 266)
      const test = await compactHostOf(oxenRegtest, isFalse ? new FakeNode(oxenRegtest, fork) : smallNode())
      const respond = test.respond
      if (!isFalse) test.respond = () => new Response('', { status: 503 })
      const stage = await syncStage({ wallet: 'B', node: smallNode(chain.slice(0, 160)) })
      const { sync } = synchronizerOf(stage, { compact: () => test.host })
      sync.start()
      await sync.refresh()
      expect(sync.state.compact).toEqual({
        url: test.host.url,
        blocks: isFalse ? 300 : 0,
        problem: expect.stringContaining(isFalse ? 'is false' : 'cannot be used'),
      })
      expect([stage.state.height, stage.state.rescanAdvised]).toEqual([160, isFalse])
      // It works again, and there are blocks to fetch.
      test.respond = respond
      const before = test.requests.length
      stage.node.chain = chain
      stage.time.advance(11 * 60_000)
      await sync.refresh()
      expect(test.requests.length > before).toBe(!isFalse)
      expect(contentOf(stage.state)).toEqual((await honest).content)
      await sync.close()
    }
  })
})

it('that fails half of the time is used whenever it responds, and the wallet is that of its node', async () => {
  let sent = 0
  let problems = 0
  for (let seed = 1; seed <= 12; seed++) {
    const sampler = createSampler(seededRandom(seed))
    const test = await compactHostOf(oxenRegtest, smallNode())
    const { respond } = test
    test.respond = async (name, content) => {
      const kind = sampler.below(6)
      if (kind === 0) throw new TypeError('fetch failed')
      if (kind === 1) return new Response('', { status: 503 })
      // The connection ends in the middle of a file.
      if (kind === 2)
        return new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('reset')) }))
      if (name.startsWith('chunks/')) sent++
      return await respond(name, content)
    }
    const stage = await syncStage({ wallet: 'B', node: smallNode(chain.slice(0, 110)) })
    const { sync } = synchronizerOf(stage, { compact: () => test.host })
    sync.start()
    for (const length of [110, 215, chain.length]) {
      stage.node.chain = chain.slice(0, length)
      stage.time.advance(11 * 60_000)
      await sync.refresh()
      expect(stage.state.height).toBe(length)
      if (sync.state.compact?.problem !== '') problems++
    }
    expect(contentOf(stage.state)).toEqual((await honest).content)
    expect(stage.state.rescanAdvised).toBe(false)
    await sync.close()
  }
  expect(problems).toBeGreaterThan(0)
  expect(sent).toBeGreaterThan(3)
})

it('is not blamed for blocks of its node that have other heights', async () => {
  const test = await compactHostOf(oxenRegtest, smallNode())
  const stage = await syncStage({ wallet: 'B' })
  const honestly = stage.node.fewBlocks.bind(stage.node)
  stage.node.fewBlocks = async (requested) => {
    const page = await honestly(requested)
    const [first, second, ...rest] = page.blocks
    return { ...page, blocks: [second, first, ...rest].flatMap((block) => block ?? []) }
  }
  const events = { beginPage: () => undefined, committed: () => undefined }
  const syncing = downloadBlocks({ ...stage.context, compact: test.host }, await stage.node.info(), events)
  await expect(syncing).rejects.toThrow(ChainError)
})

/** A maker is not part of a host, but its chain is what a host serves. */
it('is made again by the same blocks to the same bytes', async () => {
  const make = async () => {
    const folder = createMemoryFolder()
    const index = await FolderIndex.open(oxenRegtest, folder)
    const { signal } = new AbortController()
    await extendCompactChain({
      network: oxenRegtest,
      node: smallNode(),
      index,
      rule: TEST_RULE,
      signal,
      onProgress: () => undefined,
    })
    return await folder.read(HEAD_FILE)
  }
  expect(await make()).toEqual(await make())
})

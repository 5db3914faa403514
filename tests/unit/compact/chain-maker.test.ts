// The compact chain of a node: all blocks, verified, whatever interrupts the work; extended, and made anew where the node has other blocks.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { type CompactChunk, parseChunk } from '../../../src/coin/compact/compactChunk.ts'
import { chunkFile, HEAD_FILE, pageFile, parseHead, parsePage } from '../../../src/coin/compact/compactIndex.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { extendCompactChain, type MakerProgress } from '../../../src/compact/chainMaker.ts'
import { type ChunkFolder, createMemoryFolder } from '../../../src/compact/chunkFolder.ts'
import { ChunkFolderError, FolderIndex } from '../../../src/compact/folderIndex.ts'
import { sha256 } from '../../../src/crypto/hash/sha256.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import { AlteredTransactionError } from '../../../src/wallet/sync/verifyTransactions.ts'
import { forkChain } from '../../support/wallet/chain-builder.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { chain } from '../../support/wallet/small-chain.ts'

const RULE = { chunkBlocks: 50, margin: 20 }

const never = new AbortController().signal

const make = async (
  folder: ChunkFolder,
  node: NodeClient = new FakeNode(oxenRegtest, chain),
  onProgress: (progress: MakerProgress) => void = () => undefined,
): Promise<MakerProgress> => {
  const index = await FolderIndex.open(oxenRegtest, folder)
  return await extendCompactChain({ network: oxenRegtest, node, index, rule: RULE, signal: never, onProgress })
}

/** Returns the chunks that a folder lists, each as its entry states. */
const chunksOf = async (folder: ChunkFolder): Promise<readonly CompactChunk[]> => {
  const bytesOf = async (name: string): Promise<Uint8Array> => {
    const bytes = await folder.read(name)
    if (bytes === undefined) throw new RangeError(`${name} is missing`)
    return bytes
  }
  const { pages } = parseHead(oxenRegtest, await bytesOf(HEAD_FILE))
  const chunks: CompactChunk[] = []
  for (const page of pages)
    for (const entry of parsePage(page, await bytesOf(pageFile(page)))) {
      const bytes = await bytesOf(chunkFile(entry))
      const chunk = parseChunk(oxenRegtest, bytes)
      expect([toHex(sha256(bytes)), bytes.length]).toEqual([toHex(entry.hash), entry.size])
      expect([chunk.startHeight, chunk.timestamps.length]).toEqual([entry.startHeight, entry.blocks])
      expect(toHex(chunk.blockIds.subarray(-32))).toBe(toHex(entry.endId))
      chunks.push(chunk)
    }
  return chunks
}

const idsOf = (chunks: readonly CompactChunk[]): readonly string[] =>
  chunks.flatMap(({ blockIds, timestamps }) =>
    [...timestamps.keys()].map((i) => toHex(blockIds.subarray(32 * i, 32 * i + 32))),
  )

const chainIds = (count: number, blocks = chain): readonly string[] => blocks.slice(0, count).map(({ id }) => toHex(id))

/** A folder that fails at the nth change, as a process that is killed. */
const mortalFolder = (folder: ChunkFolder, changes: number): ChunkFolder => {
  let left = changes
  const change = async (work: () => Promise<void>): Promise<void> => {
    if (left-- <= 0) throw new Error('killed')
    await work()
  }
  return {
    read: (name) => folder.read(name),
    write: (name, content) => change(() => folder.write(name, content)),
    remove: (name) => change(() => folder.remove(name)),
  }
}

describe('the compact chain of a node', () => {
  it('has every block below its margin, in full chunks, and grows with the chain', async () => {
    const folder = createMemoryFolder()
    const node = new FakeNode(oxenRegtest, chain.slice(0, 200))
    const progress: MakerProgress[] = []
    const last = await make(folder, node, (step) => progress.push(step))
    expect(last).toMatchObject({ height: 150, target: 180 })
    expect(progress.map(({ height }) => height)).toEqual([50, 100, 150])
    expect(last.written).toBeGreaterThan(progress[0]?.written ?? 0)
    expect(idsOf(await chunksOf(folder))).toEqual(chainIds(150))
    node.chain = chain
    expect(await make(folder, node)).toMatchObject({ height: 300 })
    expect(idsOf(await chunksOf(folder))).toEqual(chainIds(300))
    expect(await make(folder, node)).toMatchObject({ height: 300, written: 0 })
  })

  it('has what one run would have written, at whichever change the process is killed', async () => {
    const whole = createMemoryFolder()
    await make(whole)
    for (let changes = 0; ; changes++) {
      const folder = createMemoryFolder()
      const isKilled = await make(mortalFolder(folder, changes)).then(
        () => false,
        () => true,
      )
      await make(folder)
      expect(await folder.read(HEAD_FILE)).toEqual(await whole.read(HEAD_FILE))
      expect(idsOf(await chunksOf(folder))).toEqual(chainIds(300))
      if (!isKilled) break
      expect(changes).toBeLessThan(100)
    }
  })

  it('is made anew from where the node has other blocks', async () => {
    const folder = createMemoryFolder()
    await make(folder)
    const fork = forkChain(oxenRegtest, chain, 170, 100)
    await make(folder, new FakeNode(oxenRegtest, fork))
    expect(idsOf(await chunksOf(folder))).toEqual(chainIds(250, fork))
  })

  it('rejects transactions that do not have the ids that their blocks name, and writes nothing of them', async () => {
    const folder = createMemoryFolder()
    const altered = chain.map((block, height) => {
      const [first, ...rest] = block.transactions
      if (height !== 210 || first === undefined) return block
      const changed = first.slice()
      // A byte of an output key.
      changed[first.length - 40] = (changed[first.length - 40] ?? 0) ^ 1
      return { ...block, transactions: [changed, ...rest] }
    })
    const height = altered.findIndex((block, i) => block !== chain[i])
    const node = new FakeNode(oxenRegtest, chain)
    const honest = node.blocks.bind(node)
    node.blocks = async (history) => {
      const page = await honest(history)
      return {
        ...page,
        blocks: page.blocks.map((block, i) =>
          page.startHeight + i === 210 ? { ...block, transactions: altered[210]?.transactions ?? [] } : block,
        ),
      }
    }
    expect(height).toBe(210)
    await expect(make(folder, node)).rejects.toThrow(AlteredTransactionError)
    expect(idsOf(await chunksOf(folder))).toEqual(chainIds(200))
  })

  it('rejects blocks that do not follow each other', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const honest = node.blocks.bind(node)
    node.blocks = async (history) => {
      const page = await honest(history)
      return { ...page, blocks: page.blocks.filter((_, i) => page.startHeight + i !== 60) }
    }
    const folder = createMemoryFolder()
    await expect(make(folder, node)).rejects.toThrow('height 61 for height 60')
    expect(idsOf(await chunksOf(folder))).toEqual(chainIds(50))
  })

  it('rejects the chain of another network', async () => {
    const index = await FolderIndex.open(moneroRegtest, createMemoryFolder())
    const options = { network: moneroRegtest, node: new FakeNode(oxenRegtest, chain), index, rule: RULE }
    await expect(extendCompactChain({ ...options, signal: never, onProgress: () => undefined })).rejects.toThrow(Error)
  })

  it('is not continued in a folder of another network or with damaged files', async () => {
    const folder = createMemoryFolder()
    await make(folder)
    await expect(FolderIndex.open(moneroRegtest, folder)).rejects.toThrow(ChunkFolderError)
    const { pages } = parseHead(oxenRegtest, (await folder.read(HEAD_FILE)) ?? new Uint8Array())
    await folder.write(
      pageFile(pages[0] ?? { startHeight: 0, chunks: 0, hash: new Uint8Array(32) }),
      new Uint8Array(76),
    )
    await expect(FolderIndex.open(oxenRegtest, folder)).rejects.toThrow(ChunkFolderError)
    await folder.remove(pageFile(pages[0] ?? { startHeight: 0, chunks: 0, hash: new Uint8Array(32) }))
    await expect(FolderIndex.open(oxenRegtest, folder)).rejects.toThrow('is missing')
  })
})

// Reads the chunks of a host one after the other: each is scanned as soon as it has arrived and its last block is that of the node, while earlier ones
// are processed and later ones arrive.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { type CompactChunk, KEY_SIZE } from '../../coin/compact/compactChunk.ts'
import type { ScanHit } from '../../crypto/scan/scanner.ts'
import { type CompactHost, CompactHostError, type HostedChunk } from '../../daemon/compactHost.ts'
import type { NodeInfo } from '../../daemon/nodeClient.ts'
import { chunkBatch, firstTransactionOf } from '../scan/chunkBatch.ts'
import { idOfBlock } from './pageReader.ts'
import { awaitNode, type SyncContext } from './syncContext.ts'

/** Chunks that are requested and scanned before the one that is processed is done. */
const CHUNKS_AHEAD = 2

/** What a scan of a chunk found from a height on. */
export type ChunkScan = {
  /** with the rows of the whole chunk */
  readonly hits: readonly ScanHit[]
  /** growth of the table of watched addresses when it was scanned */
  readonly generation: number
}

/** A chunk, and its scan from the first block that the wallet lacks. */
export type ReadChunk = HostedChunk & {
  readonly start: number
  readonly end: number
  readonly scan: Promise<ChunkScan>
}

/** @throws CompactHostError */
export const proveFalse = ({ url }: CompactHost, reason: string): never => {
  throw new CompactHostError(`the compact chain at ${url} is false: ${reason}; the node's blocks are used instead`, {
    details: { url, fault: 'false' },
  })
}

/** @throws CompactHostError */
const refuseForeign = ({ url }: CompactHost, height: number): never => {
  throw new CompactHostError(
    `the compact chain at ${url} is not used: the node has another block ${height}; one of them is on another chain`,
    { details: { url, fault: 'foreign' } },
  )
}

/** Requests the id of the node's block at a height. */
export const nodeIdAt = async (context: SyncContext, height: number): Promise<Uint8Array> => {
  const { network, node, signal } = context
  return idOfBlock(network, await awaitNode(context, node.block(height, signal)), height)
}

/** Wipes what a scan of a chunk found. */
export const wipeHits = (hits: readonly ScanHit[]): void => wipe(...hits.map(({ derivation }) => derivation))

const idIn = ({ blockIds }: CompactChunk, position: number): Uint8Array =>
  blockIds.subarray(KEY_SIZE * position, KEY_SIZE * (position + 1))

export class ChunkReader {
  readonly #context: SyncContext
  readonly #host: CompactHost
  readonly #info: NodeInfo
  readonly #stopping = new AbortController()
  readonly #ahead: Promise<ReadChunk | undefined>[]
  /** whether a chunk of the host was read whose last block is the node's */
  #hasRead = false

  /**
   * @param start height of the first block that the wallet lacks
   * @param previousId of the block before
   */
  constructor(context: SyncContext, host: CompactHost, info: NodeInfo, start: number, previousId: Uint8Array) {
    this.#context = context
    this.#host = host
    this.#info = info
    this.#ahead = [this.#read(start, previousId)]
  }

  /** Returns the next chunk; undefined after the last one. @throws CompactHostError */
  async next(): Promise<ReadChunk | undefined> {
    while (this.#ahead.length <= CHUNKS_AHEAD) {
      const last = this.#ahead.at(-1)
      const following = (async () => {
        const chunk = await last
        return chunk && (await this.#read(chunk.end, chunk.entry.endId))
      })()
      // It is awaited later.
      following.catch(() => undefined)
      this.#ahead.push(following)
    }
    return await this.#ahead.shift()
  }

  /**
   * Scans a chunk for the addresses that are watched now.
   * @param height of the first block; blocks before the restore height are left out
   */
  async scan({ chunk, end }: Omit<ReadChunk, 'scan'>, height: number): Promise<ChunkScan> {
    const { outputScanner, state } = this.#context
    const { generation } = outputScanner
    const start = Math.min(Math.max(height, state.restoreHeight), end)
    if (start === end) return { hits: [], generation }
    const first = firstTransactionOf(chunk, start - chunk.startHeight)
    const [firstOutput, firstKey] = [chunk.firstOutputs[first] ?? 0, chunk.firstKeys[first] ?? 0]
    const hits = await outputScanner.find(chunkBatch(chunk, first))
    return {
      hits: hits.map((hit) => ({ ...hit, output: firstOutput + hit.output, key: firstKey + hit.key })),
      generation,
    }
  }

  /** Stops all requests, and wipes what was found in chunks that were not returned. */
  close(): void {
    this.#stopping.abort()
    for (const ahead of this.#ahead) {
      const wiping = ahead.then(async (chunk) => wipeHits((await chunk?.scan)?.hits ?? []))
      wiping.catch(() => undefined)
    }
  }

  async #read(start: number, previousId: Uint8Array): Promise<ReadChunk | undefined> {
    const signal = AbortSignal.any([this.#context.signal, this.#stopping.signal])
    const hosted = await this.#host.chunkAt(start, signal)
    if (hosted === undefined) return undefined
    const { startHeight, blocks } = hosted.entry
    const end = startHeight + blocks
    // The node has not come as far.
    if (end > this.#info.height) return undefined
    const read = { ...hosted, start, end }
    const scan = this.#check(read, previousId).then(() => this.scan(read, start))
    scan.catch(() => undefined)
    return { ...read, scan }
  }

  /** @throws CompactHostError unless a chunk follows the block before its first one, and the node has its last one */
  async #check({ chunk, entry, start, end }: Omit<ReadChunk, 'scan'>, previousId: Uint8Array): Promise<void> {
    const isNodes = equalBytes(await nodeIdAt(this.#context, end - 1), entry.endId)
    if (!isNodes && !this.#hasRead) refuseForeign(this.#host, end - 1)
    if (!isNodes) proveFalse(this.#host, `the node has another block ${end - 1}`)
    const before = start - 1 - entry.startHeight
    if (before >= 0 && !equalBytes(idIn(chunk, before), previousId))
      proveFalse(this.#host, `the node has another block ${start - 1}`)
    this.#hasRead = true
  }
}

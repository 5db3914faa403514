// A host of the compact chain: static files, which are requested without a login and without anything of a wallet. Each file is compared with the hash
// under which it is listed; whether the chain is the network's, the sync finds out at a node.

import { SharedCall } from '../async/sharedCall.ts'
import { type Clock, type Milliseconds, type Schedule, scheduleTimer } from '../async/time.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { FormatError } from '../bytes/cursor.ts'
import { type CompactChunk, parseChunk } from '../coin/compact/compactChunk.ts'
import {
  type ChunkEntry,
  chunkFile,
  HEAD_FILE,
  type IndexHead,
  type IndexPage,
  MAX_HEAD_BYTES,
  MAX_PAGE_BYTES,
  pageFile,
  parseHead,
  parsePage,
} from '../coin/compact/compactIndex.ts'
import type { Network } from '../coin/networks/network.ts'
import { sha256OfFile } from '../crypto/hash/sha256.ts'
import { FabaError } from '../errors/fabaError.ts'
import type { Fetch } from '../jsonrpc/client.ts'
import { parseNodeUrl } from './nodeUrl.ts'
import { ProgressTimeout } from './progressTimeout.ts'
import { orAborted, readBody } from './responseBody.ts'

/**
 * Why a host cannot be used: it does not respond or lacks a file; it has another chain than the node; what it sends is not what it lists, or
 * contradicts the node after blocks of it were used.
 */
export type CompactHostFault = 'unavailable' | 'foreign' | 'false'

/** A host of the compact chain cannot be used. Blocks come from the node instead. */
export class CompactHostError extends FabaError<{ readonly url: string; readonly fault: CompactHostFault }> {
  override readonly name = 'CompactHostError'
  readonly code = 'compact-host'
}

/** A chunk as it is listed, and its content. */
export type HostedChunk = { readonly entry: ChunkEntry; readonly chunk: CompactChunk }

/** Every call may throw CompactHostError, and the reason of its signal. */
export type CompactHost = {
  readonly url: string
  /** number of blocks that the chunks have in all, by the index as it was requested last; 0 before */
  readonly blocks: number
  /** Requests the index. Returns the number of blocks that the chunks have in all. */
  height(signal: AbortSignal): Promise<number>
  /** Returns the chunk that contains a height; undefined if the index, as it was requested last, has none. */
  chunkAt(height: number, signal: AbortSignal): Promise<HostedChunk | undefined>
  /** Returns how many bytes were received so far. */
  receivedBytes(): number
}

export type CompactHostOptions = {
  readonly network: Network
  /** http or https: the folder that contains the index */
  readonly url: string
  readonly fetch: Fetch
  /** whether the address may have no compact chain, as the host of a page: then it has 0 blocks; omitted: that is an error */
  readonly mayBeMissing?: boolean
  /** maximum time until a response begins, and between a received chunk and the next; 30 s by default */
  readonly timeoutMs?: Milliseconds
  readonly schedule?: Schedule
  readonly clock?: Clock
}

const DEFAULT_TIMEOUT_MS = 30_000

/** Pages of the index that are kept. */
const MAX_PAGES = 4

/** Chunks that are kept for wallets that follow close behind. */
const MAX_CHUNKS = 2

const NO_BLOCKS: IndexHead = { height: 0, pages: [] }

/** Returns the item with the highest start that is not above a height. */
const lastUpTo = <Item extends { readonly startHeight: number }>(
  items: readonly Item[],
  height: number,
): Item | undefined => items.findLast(({ startHeight }) => startHeight <= height)

class HttpCompactHost implements CompactHost {
  readonly url: string
  readonly #options: CompactHostOptions
  readonly #schedule: Schedule
  readonly #clock: Clock
  #head: IndexHead | undefined
  /** by their file names, the least recently used first */
  readonly #pages = new Map<string, readonly ChunkEntry[]>()
  /** by their file names, the oldest first */
  readonly #chunks = new Map<string, SharedCall<HostedChunk>>()
  #receivedBytes = 0

  constructor(options: CompactHostOptions) {
    this.url = parseNodeUrl(options.url)
    this.#options = options
    this.#schedule = options.schedule ?? scheduleTimer
    this.#clock = options.clock ?? (() => performance.now())
  }

  receivedBytes(): number {
    return this.#receivedBytes
  }

  get blocks(): number {
    return this.#head?.height ?? 0
  }

  async height(signal: AbortSignal): Promise<number> {
    try {
      const bytes = await this.#request(HEAD_FILE, MAX_HEAD_BYTES, 'no-cache', signal)
      this.#head = this.#parse(() => parseHead(this.#options.network, bytes))
    } catch (error) {
      if (this.#options.mayBeMissing !== true || !(error instanceof CompactHostError)) throw error
      this.#head = NO_BLOCKS
    }
    return this.#head.height
  }

  async chunkAt(height: number, signal: AbortSignal): Promise<HostedChunk | undefined> {
    if (this.#head === undefined) await this.height(signal)
    const { pages = [], height: end = 0 } = this.#head ?? {}
    const page = lastUpTo(pages, height)
    if (page === undefined || height >= end) return undefined
    const entry = lastUpTo(await this.#page(page, signal), height)
    if (entry === undefined || height >= entry.startHeight + entry.blocks) return undefined
    return await this.#chunk(entry).join(signal)
  }

  /** Requests a chunk, once for all wallets that want it at about the same time. */
  #chunk(entry: ChunkEntry): SharedCall<HostedChunk> {
    const file = chunkFile(entry)
    const known = this.#chunks.get(file)
    if (known?.isUsable === true) return known
    const call = new SharedCall(async (stop) => {
      const bytes = await this.#request(file, entry.size, 'default', stop)
      const hash = await sha256OfFile(bytes)
      return { entry, chunk: this.#parse(() => this.#chunkOf(entry, bytes, hash)) }
    })
    this.#chunks.set(file, call)
    const [oldest] = this.#chunks.keys()
    if (this.#chunks.size > MAX_CHUNKS && oldest !== undefined) this.#chunks.delete(oldest)
    return call
  }

  async #page(page: IndexPage, signal: AbortSignal): Promise<readonly ChunkEntry[]> {
    const file = pageFile(page)
    const known = this.#pages.get(file)
    this.#pages.delete(file)
    const bytes = known === undefined ? await this.#request(file, MAX_PAGE_BYTES, 'default', signal) : new Uint8Array()
    const entries = known ?? this.#parse(() => parsePage(page, bytes))
    this.#pages.set(file, entries)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest)
    return entries
  }

  /** @throws FormatError */
  #chunkOf({ startHeight, blocks, endId, hash }: ChunkEntry, bytes: Uint8Array, found: Uint8Array): CompactChunk {
    if (!equalBytes(found, hash)) throw new FormatError(`the chunk of height ${startHeight} is not the listed one`)
    const chunk = parseChunk(this.#options.network, bytes)
    const isListed =
      chunk.startHeight === startHeight &&
      chunk.timestamps.length === blocks &&
      equalBytes(chunk.blockIds.subarray(-32), endId)
    if (!isListed) throw new FormatError(`the chunk of height ${startHeight} has other blocks than the index states`)
    return chunk
  }

  #parse<T>(parse: () => T): T {
    try {
      return parse()
    } catch (error) {
      if (error instanceof FormatError) throw this.#error('false', error.message, error)
      throw error
    }
  }

  #error(fault: CompactHostFault, reason: string, cause?: unknown): CompactHostError {
    const { url } = this
    return new CompactHostError(`the compact chain at ${url} cannot be used: ${reason}`, {
      details: { url, fault },
      cause,
    })
  }

  async #request(
    file: string,
    maxBytes: number,
    cache: RequestCache,
    outer: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    outer.throwIfAborted()
    const late = (): CompactHostError => this.#error('unavailable', `${file} did not arrive in time`)
    const timeout = new ProgressTimeout(
      late,
      this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      this.#schedule,
      this.#clock,
    )
    const signal = AbortSignal.any([outer, timeout.signal])
    try {
      const request = new Request(`${this.url}/${file}`, {
        ...{ signal, cache, redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' },
      })
      const response = await orAborted(this.#options.fetch(request), signal)
      if (!response.ok) throw this.#error('unavailable', `${file} has HTTP status ${response.status}`)
      const body = await readBody(response, maxBytes, signal, ({ length }) => {
        this.#receivedBytes += length
        timeout.passed(length)
      })
      if (body === undefined) throw this.#error('false', `${file} is longer than ${maxBytes} bytes`)
      return body
    } catch (error) {
      outer.throwIfAborted()
      timeout.signal.throwIfAborted()
      if (error instanceof CompactHostError) throw error
      throw this.#error('unavailable', `${file} cannot be requested`, error)
    } finally {
      timeout.stop()
    }
  }
}

/**
 * Creates a client of a host.
 * @throws NodeUrlError if its address is not a URL, or contains a login
 */
export const createCompactHost = (options: CompactHostOptions): CompactHost => new HttpCompactHost(options)

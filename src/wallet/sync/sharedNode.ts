// A node that many wallets of a process follow. What several of them request at the same time is requested once, and a page of blocks is
// fetched and parsed once for the wallets whose newest block is the same, also if they poll at different moments. Each wallet checks what it receives as if it had requested it
// alone: a page is only data, and whether it follows the wallet's chain is the wallet's own matter.

import { SharedCall, SharedCalls } from '../../async/sharedCall.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { BlockPage, NodeClient, NodeInfo, NodeNews } from '../../daemon/nodeClient.ts'
import { UnknownForkError } from '../node/unknownFork.ts'
import { sharePage } from './blockRange.ts'
import { ChainError, idOfBlock } from './pageReader.ts'

/** Bytes of the pages that are kept for wallets that follow close behind; the newest page is kept whatever its size. */
const MAX_BYTES = 64 * 1024 * 1024

/** A page, and the ids of a chain history that it answers: the wallets' newest ones, down to the first that the node's chain has. */
type AnsweredPage = { readonly page: BlockPage; readonly answers: readonly Uint8Array[] }

/** A page that is requested or received; 0 bytes until it is received. */
type Entry = { readonly call: SharedCall<AnsweredPage>; bytes: number }

const sizeOf = ({ blocks }: BlockPage): number => {
  let size = 0
  for (const { block, transactions } of blocks) {
    size += block.length
    for (const transaction of transactions) size += transaction.length
  }
  return size
}

/** Returns the id of a block; undefined if it cannot be read. Each wallet finds and reports what is wrong with its page. */
const readId = (network: Network, block: Uint8Array, height: number): Uint8Array | undefined => {
  try {
    return idOfBlock(network, block, height)
  } catch (error) {
    if (error instanceof ChainError || error instanceof FormatError || error instanceof UnknownForkError)
      return undefined
    throw error
  }
}

/** Returns the ids of a history that determine its page: later ones change nothing. All, if the page begins with none of them. */
const answeredIds = (network: Network, page: BlockPage, history: readonly Uint8Array[]): readonly Uint8Array[] => {
  const [first] = page.blocks
  const id = first === undefined ? undefined : readId(network, first.block, page.startHeight)
  const position = id === undefined ? -1 : history.findIndex((known) => equalBytes(known, id))
  return position === -1 ? history : history.slice(0, position + 1)
}

const beginsWith = (history: readonly Uint8Array[], ids: readonly Uint8Array[]): boolean =>
  ids.length <= history.length && ids.every((id, i) => equalBytes(id, history[i] ?? new Uint8Array()))

/** Returns the newest block of a history, hex. */
const keyOf = ([newest = new Uint8Array()]: readonly Uint8Array[]): string => toHex(newest)

/** Pages that came with the txpool, which are kept for wallets that poll later: one for each newest block of a wallet. */
const MAX_NEWEST_PAGES = 8

/** A page that ends with the top block of the node's chain. `top`: its id. */
type NewestPage = AnsweredPage & { readonly top: Uint8Array }

/** Returns the id of the last block of a page; undefined if the chain goes on after it, or the block cannot be read. */
const topOf = (network: Network, { startHeight, chainHeight, blocks }: BlockPage): Uint8Array | undefined => {
  const last = blocks.at(-1)
  const height = startHeight + blocks.length - 1
  return last === undefined || height + 1 < chainHeight ? undefined : readId(network, last.block, height)
}

/** Pages of blocks by the newest block of the wallets that requested them, as long as the node's top block stays the same. */
class SharedPages {
  readonly #network: Network
  readonly #node: NodeClient
  /** the least recently used first */
  readonly #pages = new Map<string, Entry>()
  /** the oldest first */
  readonly #newest = new Map<string, NewestPage>()
  #top: Uint8Array = new Uint8Array()

  constructor(network: Network, node: NodeClient) {
    this.#network = network
    this.#node = node
  }

  /** Forgets all pages if the node has another top block than before. */
  follow({ topHash }: NodeInfo): void {
    if (equalBytes(topHash, this.#top)) return
    this.#top = topHash
    this.#pages.clear()
    // A page with the new top block may have come before.
    for (const [key, { top }] of this.#newest) if (!equalBytes(top, topHash)) this.#newest.delete(key)
  }

  forget(): void {
    this.#pages.clear()
    this.#newest.clear()
  }

  /** Returns the news for a history. Blocks that came with the txpool for another wallet are not requested again: only what is newer is. */
  async news(history: readonly Uint8Array[], signal: AbortSignal): Promise<NodeNews | undefined> {
    const key = keyOf(history)
    const known = this.#newest.get(key)
    if (known !== undefined && beginsWith(history, known.answers)) {
      const news = await this.#node.news([known.top, ...history], this.#network, signal)
      if (news === undefined || news.page === undefined) return news && { ...news, page: known.page }
      this.#newest.delete(key)
    }
    const news = await this.#node.news(history, this.#network, signal)
    if (news?.page === undefined) return news
    const page = sharePage(news.page)
    const top = topOf(this.#network, page)
    if (top !== undefined) this.#keepNewest(key, { page, top, answers: answeredIds(this.#network, page, history) })
    return { ...news, page }
  }

  #keepNewest(key: string, newest: NewestPage): void {
    this.#newest.delete(key)
    this.#newest.set(key, newest)
    const [oldest] = this.#newest.keys()
    if (this.#newest.size > MAX_NEWEST_PAGES && oldest !== undefined) this.#newest.delete(oldest)
  }

  /** Returns the page that the node sends for a history. */
  async fetch(history: readonly Uint8Array[], signal?: AbortSignal): Promise<BlockPage> {
    const key = keyOf(history)
    const known = this.#pages.get(key)
    const entry = known?.call.isUsable === true ? known : this.#request(history)
    // The newest entry of a map is the last one.
    this.#pages.delete(key)
    this.#pages.set(key, entry)
    const { page, answers } = await entry.call.join(signal)
    return beginsWith(history, answers) ? page : await this.#node.blocks(history, signal)
  }

  #request(history: readonly Uint8Array[]): Entry {
    const call = new SharedCall(async (stop) => {
      const page = sharePage(await this.#node.blocks(history, stop))
      entry.bytes = sizeOf(page)
      this.#forgetOldest()
      return { page, answers: answeredIds(this.#network, page, history) }
    })
    const entry: Entry = { call, bytes: 0 }
    return entry
  }

  #forgetOldest(): void {
    let bytes = 0
    for (const [key, entry] of [...this.#pages].reverse()) {
      bytes += entry.bytes
      if (bytes > MAX_BYTES && bytes > entry.bytes) this.#pages.delete(key)
    }
  }
}

const idsKey = (name: string, ids: readonly Uint8Array[]): string => `${name} ${ids.map((id) => toHex(id)).join()}`

/** Returns the methods whose calls are shared. */
const sharedMethods = (network: Network, node: NodeClient) => {
  const calls = new SharedCalls()
  const pages = new SharedPages(network, node)
  const methods = {
    info: (signal) =>
      calls.run(
        'info',
        async (stop) => {
          const info = await node.info(stop)
          pages.follow(info)
          return info
        },
        signal,
      ),
    blocks: (history, signal) => pages.fetch(history, signal),
    news: (history, _, signal) => calls.run(idsKey('news', history), (stop) => pages.news(history, stop), signal),
    fewBlocks: (requested, signal) =>
      calls.run(
        `fewBlocks ${requested.startHeight} ${requested.count}`,
        async (stop) => sharePage(await node.fewBlocks(requested, stop)),
        signal,
      ),
    block: (height, signal) => calls.run(`block ${height}`, (stop) => node.block(height, stop), signal),
    blockTimestamp: (height, signal) =>
      calls.run(`blockTimestamp ${height}`, (stop) => node.blockTimestamp(height, stop), signal),
    poolHashes: (signal) => calls.run('poolHashes', (stop) => node.poolHashes(stop), signal),
    blinkHashes: (signal) => calls.run('blinkHashes', (stop) => node.blinkHashes(stop), signal),
    transactions: (ids, signal) =>
      calls.run(idsKey('transactions', ids), (stop) => node.transactions(ids, stop), signal),
    prunableHashes: (ids, signal) =>
      calls.run(idsKey('prunableHashes', ids), (stop) => node.prunableHashes(ids, stop), signal),
    wholeTransactions: (ids, signal) =>
      calls.run(idsKey('wholeTransactions', ids), (stop) => node.wholeTransactions(ids, stop), signal),
    lockedStakes: (signal) => calls.run('lockedStakes', (stop) => node.lockedStakes(stop), signal),
  } satisfies Partial<NodeClient>
  if (node.distrust === undefined) return methods
  const distrust: NodeClient['distrust'] = (reason, page) => {
    // The pages may contain the lie.
    pages.forget()
    node.distrust?.(reason, page)
  }
  return { ...methods, distrust }
}

/**
 * Returns a client of a node for many wallets of one network, which share their requests. Results are never older than their requests,
 * except pages of blocks, which are valid until `info` reports another top block.
 */
export const createSharedNode = (network: Network, node: NodeClient): NodeClient => {
  const shared: Partial<NodeClient> = sharedMethods(network, node)
  return new Proxy(node, {
    get: (target, name) => {
      if (name in shared) return Reflect.get(shared, name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

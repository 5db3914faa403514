// Downloads the blocks of the upstream node that this node lacks, and submits them with the same checks as any other block.

import { delay } from '../../async/withTimeout.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import { blockId, parseBlock } from '../../coin/blocks/block.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { BlockPage, RawBlock } from '../../daemon/nodeClient.ts'
import { BlockRefusedError } from '../chain/chain.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { parseFullTransaction } from '../records/chainRecords.ts'
import { hasBlock } from './localBlocks.ts'
import { UpstreamInvalidError, type UpstreamSession } from './upstreamSession.ts'

/** How long blocks are checked before other requests are served. */
const TIME_SLICE_MS = 40
/** Ids at the top of a short chain history that follow each other without a gap. */
const CONSECUTIVE_IDS = 10

/** Returns ids of the main chain by which another node finds the split height: the newest ten, then exponentially fewer, genesis last. */
export const shortChainHistory = ({ chain }: DevelopmentNode): Uint8Array[] => {
  const ids: Uint8Array[] = []
  let step = 1
  for (let height = chain.height - 1; height > 0; height -= step) {
    const block = chain.blockAt(height)
    if (block !== undefined) ids.push(block.id)
    if (ids.length > CONSECUTIVE_IDS) step *= 2
  }
  const genesis = chain.blockAt(0)
  return genesis === undefined ? ids : [...ids, genesis.id]
}

export class BlockDownload {
  readonly #session: UpstreamSession

  constructor(session: UpstreamSession) {
    this.#session = session
  }

  /**
   * Downloads all missing blocks.
   * @returns id of the upstream node's top block
   * @throws UpstreamInvalidError, NodeError
   */
  async run(): Promise<Uint8Array> {
    const { node, client, signal } = this.#session
    const { chain } = node
    await chain.work.ready()
    const { topHash, height } = await client.info(signal)
    this.#session.updateStatus({ height })
    if (hasBlock(node, topHash)) return topHash
    this.#session.updateStatus({ state: 'behind' })
    const before = chain.height
    await this.#downloadPages()
    if (chain.height !== before) this.#session.log(`: ${chain.height} blocks`)
    return topHash
  }

  async #downloadPages(): Promise<void> {
    const { node } = this.#session
    let history = shortChainHistory(node)
    let start = -1
    for (;;) {
      const page = await this.#requestPage(history)
      this.#session.updateStatus({ height: page.chainHeight })
      // Without progress the upstream node may have been reorganised meanwhile: the next run requests its top block again.
      if (!(await this.#submitPage(page)) || page.startHeight <= start) return
      if (page.startHeight + page.blocks.length >= page.chainHeight) return
      start = page.startHeight
      // While its branch is not the better one, its last block is an alternative block here.
      const alternative = node.alternatives.all.at(-1)?.id
      history = [...(alternative === undefined ? [] : [alternative]), ...shortChainHistory(node)]
    }
  }

  async #requestPage(history: readonly Uint8Array[]): Promise<BlockPage> {
    const { client, signal } = this.#session
    try {
      return await client.blocks(history, signal)
    } catch (error) {
      if (error instanceof NodeRefusedError && error.details.httpStatus === undefined)
        throw new UpstreamInvalidError('its genesis block differs: both nodes must be started with the same options')
      throw error
    }
  }

  /** Submits the blocks of a page; returns whether to request the next page. */
  async #submitPage({ startHeight, blocks: [first, ...others] }: BlockPage): Promise<boolean> {
    // The first block is the last common one, unless blocks were popped here meanwhile.
    if (first === undefined || this.#heightOf(first) !== startHeight) return false
    let sliceEnd = performance.now() + TIME_SLICE_MS
    for (const [i, raw] of others.entries()) {
      await this.#submitBlock(raw, startHeight + 1 + i)
      if (performance.now() < sliceEnd) continue
      await delay(0)
      this.#session.signal.throwIfAborted()
      if (this.#heightOf(raw) === undefined) return false
      sliceEnd = performance.now() + TIME_SLICE_MS
    }
    return true
  }

  /** @throws UpstreamInvalidError */
  async #submitBlock({ block, transactions }: RawBlock, height: number): Promise<void> {
    const { node, localBlocks } = this.#session
    const pooled = new Set(transactions.length === 0 ? [] : node.pool.byId.keys())
    try {
      const outcome = await node.chain.work.verifyInSlices(() => {
        this.#session.signal.throwIfAborted()
        return this.#session.apply(() => localBlocks.ignoring(() => node.submitBlock(block, transactions)))
      })
      if (outcome === 'orphan') throw new BlockRefusedError('it does not follow the previous block')
    } catch (error) {
      if (!(error instanceof BlockRefusedError) && !(error instanceof FormatError)) throw error
      // Transactions that came with an invalid block do not stay in the pool.
      for (const blob of transactions) this.#removeUnless(pooled, blob)
      throw new UpstreamInvalidError(`block ${height}: ${error.message}`, { cause: error })
    }
  }

  /** Removes a transaction from the pool unless it was there before. */
  #removeUnless(pooled: ReadonlySet<string>, blob: Uint8Array): void {
    const { node } = this.#session
    try {
      const { id } = parseFullTransaction(node.rules.network, blob)
      if (!pooled.has(toHex(id))) node.pool.remove(id)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
    }
  }

  /** Height of a block if this node has it. */
  #heightOf({ block }: RawBlock): number | undefined {
    const { node } = this.#session
    try {
      const id = blockId(parseBlock(node.rules.network, block))
      return node.chain.heightOf(id) ?? node.alternatives.get(id)?.height
    } catch (error) {
      if (error instanceof FormatError) return undefined
      throw error
    }
  }
}

// Relays local blocks to the upstream node as a network would: in order from the split height, each with the transactions that the
// upstream node lacks. Blocks that came from there are relayed only if a local block builds on them. The consensus rules decide which
// chain wins; a refusal is only logged.

import { fromHex, toHex } from '../../bytes/hex.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { BlockRecord, ParsedTransaction } from '../records/chainRecords.ts'
import { hasBlock } from './localBlocks.ts'
import type { UpstreamSession } from './upstreamSession.ts'

/** `none`: there is no such block, or no new one to try. */
export type RelayOutcome = 'none' | 'relayed' | 'refused'

/** Returns the height of the last common block of the main chain and a chain with a given top block; undefined if the top is unknown. */
export const lastCommonHeight = ({ chain, alternatives }: DevelopmentNode, top: Uint8Array): number | undefined =>
  chain.heightOf(top) ?? alternatives.chainUpTo(top)?.parent.height

/** Ids are in hex. */
export class BlockRelay {
  readonly #session: UpstreamSession
  /** the upstream node's top block at the last attempt; a refused block is tried again only with another top */
  #triedTop = ''
  readonly #relayed = new Set<string>()
  #refused: string | undefined
  /** blocks whose refusal was logged */
  readonly #logged = new Set<string>()

  constructor(session: UpstreamSession) {
    this.#session = session
  }

  /**
   * Relays the local blocks that the upstream node lacks.
   * @param top its top block
   * @throws NodeError if the upstream node is unavailable
   */
  async run(top: Uint8Array): Promise<RelayOutcome> {
    if (toHex(top) !== this.#triedTop) this.reset()
    this.#triedTop = toHex(top)
    this.#forgetSettled(top)
    return await this.#relayAll(this.#pending(top))
  }

  /** Starts again with an upstream node that was unavailable, and may have lost blocks. */
  reset(): void {
    this.#triedTop = ''
    this.#relayed.clear()
    this.#refused = undefined
  }

  /** Forgets blocks that this node does not have any more or that are on the upstream node's main chain. */
  #forgetSettled(top: Uint8Array): void {
    const { node, localBlocks } = this.#session
    const { chain } = node
    const upstreamHeight = chain.heightOf(top) ?? -1
    localBlocks.retain((id) => (chain.heightOf(id) ?? Number.MAX_SAFE_INTEGER) > upstreamHeight && hasBlock(node, id))
    for (const id of this.#logged) if (!hasBlock(node, fromHex(id))) this.#logged.delete(id)
  }

  /** The blocks after the last common one, up to the newest local block. */
  #pending(top: Uint8Array): readonly BlockRecord[] {
    const { node, localBlocks } = this.#session
    const common = lastCommonHeight(node, top)
    if (common === undefined) return []
    const newest = localBlocks.all.reduce((height, id) => Math.max(height, node.chain.heightOf(id) ?? -1), -1)
    return node.chain.blocks.slice(common + 1, newest + 1)
  }

  async #relayAll(blocks: readonly BlockRecord[]): Promise<RelayOutcome> {
    let count = 0
    for (const block of blocks) {
      const id = toHex(block.id)
      if (id === this.#refused) return 'refused'
      if (this.#relayed.has(id)) continue
      // The chain may have been reorganised meanwhile: the next run starts from its new state.
      if (this.#session.node.chain.heightOf(block.id) === undefined) break
      if (!(await this.#relay(block))) return 'refused'
      this.#relayed.add(id)
      count++
    }
    if (count > 0) this.#session.log(`: relayed ${count} local ${count === 1 ? 'block' : 'blocks'}`)
    return count === 0 ? 'none' : 'relayed'
  }

  /** Relays one block; returns whether it is accepted. */
  async #relay({ id, height, blob, transactions }: BlockRecord): Promise<boolean> {
    const { client, node, signal } = this.#session
    const faults = await this.#relayTransactions(transactions.slice(1))
    try {
      await client.submitBlock(blob, node.rules.network, signal)
      return true
    } catch (error) {
      if (!(error instanceof NodeRefusedError)) throw error
      const text = toHex(id)
      if (!this.#logged.has(text))
        this.#session.log(
          ` rejects local block ${height} (${text}): ${error.message}${faults}; this node keeps it until the other chain is the better one`,
        )
      this.#logged.add(text)
      this.#refused = text
      return false
    }
  }

  /** Relays transactions that the upstream node lacks; returns text for the log that names the refused ones. */
  async #relayTransactions(listed: readonly ParsedTransaction[]): Promise<string> {
    if (listed.length === 0) return ''
    const { client, signal } = this.#session
    const known = await client.transactions(
      listed.map(({ id }) => id),
      signal,
    )
    const knownIds = new Set(known.map(({ id }) => toHex(id)))
    const faults: string[] = []
    for (const { id, blob } of listed) {
      if (knownIds.has(toHex(id))) continue
      const answer = await client.submit(blob, { signal })
      if (!answer.accepted) faults.push(`; it also rejects transaction ${toHex(id)}: ${answer.reason}`)
    }
    return faults.join('')
  }
}

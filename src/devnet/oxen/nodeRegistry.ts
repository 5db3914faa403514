// The service nodes of one chain: the list after each block, and the quorums drawn from it. Only the last lists are kept; for older ones
// the chain is read again from its beginning.

import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/network.ts'
import { TransactionType } from '../../coin/transaction.ts'
import type { BlockRecord } from '../records.ts'
import {
  blinkQuorum,
  CHECKPOINT_LAG,
  checkpointQuorum,
  obligationsQuorum,
  pulseEntropy,
  pulseQuorum,
  type Quorum,
} from './quorums.ts'
import { afterBlock, leaderOf, NO_SERVICE_NODES, type ServiceNode, type ServiceNodes } from './serviceNodes.ts'

/** A list with the block it holds after. */
type Standing = { readonly height: number; readonly id: Uint8Array; readonly list: ServiceNodes }

const KEPT = 500

/** Service nodes, growing and shrinking with a chain. */
export class NodeRegistry {
  readonly #network: Network
  #standings: Standing[] = []

  constructor(network: Network) {
    this.#network = network
  }

  /** After the top block. */
  get list(): ServiceNodes {
    return this.#standings.at(-1)?.list ?? NO_SERVICE_NODES
  }

  /** Who is paid by the next block. */
  get leader(): ServiceNode | undefined {
    return leaderOf(this.list)
  }

  /** A node that is registered. */
  find(key: Uint8Array): ServiceNode | undefined {
    return this.list.nodes.get(toHex(key))
  }

  /** After the block at a height; undefined for one that is too old, or not there yet. */
  #standingAt(height: number): Standing | undefined {
    const first = this.#standings[0]
    return first === undefined ? undefined : this.#standings[height - first.height]
  }

  /** The list after the block at a height; undefined for one that is too old, or not there yet. */
  listAt(height: number): ServiceNodes | undefined {
    return this.#standingAt(height)?.list
  }

  /** Who tests whom by the block at a height. */
  obligationsAt(height: number): Quorum | undefined {
    const standing = this.#standingAt(height)
    return standing === undefined ? undefined : obligationsQuorum(standing.list, standing.id)
  }

  /** Who signs the checkpoint of a height; it is drawn from an older list. */
  checkpointersAt(height: number): Quorum | undefined {
    const standing = this.#standingAt(height - CHECKPOINT_LAG)
    return standing === undefined ? undefined : checkpointQuorum(standing.list, standing.id, standing.height)
  }

  /** Who approves blinks by the block at a height. */
  blinkersAt(height: number): Quorum | undefined {
    const standing = this.#standingAt(height)
    return standing === undefined ? undefined : blinkQuorum(standing.list, standing.id, height)
  }

  /** Who makes and signs the block at a height, the next one or one before it, in a round; undefined where it is mined. */
  pulseQuorum(blocks: readonly BlockRecord[], height: number, round: number): Quorum | undefined {
    const entropy = pulseEntropy(blocks, height, round)
    const list = this.listAt(height - 1)
    if (entropy === undefined || list === undefined) return undefined
    return pulseQuorum(list, entropy, round, this.#network.netType)
  }

  /** Takes in a block of a chain. */
  append(record: BlockRecord, blocks: readonly BlockRecord[]): void {
    const { height, id } = record
    const before = this.#withValidators(this.list, record, blocks)
    const list = afterBlock(this.#network, before, record, (at, index) => this.obligationsAt(at)?.workers[index])
    this.#standings.push({ height, id, list })
    if (this.#standings.length > 2 * KEPT) this.#standings = this.#standings.slice(-KEPT)
  }

  /** Becomes the registry of a chain. Before the first stake there is nothing to read. */
  resume(blocks: readonly BlockRecord[]): void {
    const first = blocks.findIndex(
      (record) =>
        record.isEmpty !== true &&
        record.transactions.some(({ transaction: { type } }) => type === TransactionType.stake),
    )
    const begun = first === -1 ? blocks.length : first
    this.#standings = blocks
      .slice(Math.max(0, begun - KEPT), begun)
      .map(({ height, id }) => ({ height, id, list: NO_SERVICE_NODES }))
    for (const record of blocks.slice(begun)) this.append(record, blocks)
  }

  /** The list with a quorum's validators marked as having had their turn. */
  #withValidators(list: ServiceNodes, record: BlockRecord, blocks: readonly BlockRecord[]): ServiceNodes {
    const quorum = this.pulseQuorum(blocks, record.height, record.block.pulse?.round ?? 0)
    if (quorum === undefined) return list
    const nodes = new Map(list.nodes)
    for (const [index, key] of quorum.validators.entries()) {
      const node = nodes.get(toHex(key))
      if (node !== undefined) nodes.set(toHex(key), { ...node, lastValidation: { height: record.height, index } })
    }
    return { ...list, nodes }
  }

  /** Forgets the top block; `blocks` are those that are left. */
  pop(blocks: readonly BlockRecord[]): void {
    this.#standings.pop()
    if (this.#standings.length > 0 || blocks.length === 0) return
    this.resume(blocks)
  }
}

// The service nodes of one chain: the list after each block, and the quorums drawn from it. Only recent lists are kept; older ones are
// rebuilt from the start of the chain.

import { equalBytes } from '../../../bytes/bytes.ts'
import type { CborValue } from '../../../bytes/cbor.ts'
import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { TransactionType } from '../../../coin/transactions/transaction.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { Fork } from '../rules/forks.ts'
import {
  blinkQuorum,
  checkpointQuorum,
  isPulseBlock,
  minPulseNodes,
  obligationsQuorum,
  pulseEntropy,
  pulseQuorum,
  type Quorum,
  type QuorumBlock,
  REORG_SAFETY_BUFFER,
} from './quorums.ts'
import {
  type BlacklistedStake,
  blockLeader,
  NO_SERVICE_NODES,
  type ServiceNode,
  type ServiceNodes,
} from './serviceNodes.ts'
import { STATE_CHANGE_TX_LIFETIME } from './stateChange.ts'
import { isStakeTransactionType, updateFromBlock } from './updateFromBlock.ts'

/** The list after a block. */
type ListAtBlock = { readonly height: number; readonly id: Uint8Array; readonly list: ServiceNodes }

const KEPT_LISTS = 500

/** Minimum blocks above a saved list that is restored: so many recent lists must be known. */
const MIN_SAVED_LIST_DEPTH = 100

/** Entries of a participation history (oxen-core: `QUORUM_VOTE_CHECK_COUNT`). */
export const PARTICIPATION_HISTORY_LENGTH = 8

/** Format of saved lists: increment with every change of their content. Other formats are ignored. */
const SAVED_LIST_FORMAT = 4

type SavedList = Omit<ListAtBlock, 'list'> & {
  readonly form: number
  readonly nodes: readonly ServiceNode[]
  readonly blacklist: readonly (readonly [string, BlacklistedStake])[]
}

const isSavedList = (value: CborValue): value is SavedList & CborValue =>
  typeof value === 'object' && value !== null && 'form' in value && value['form'] === SAVED_LIST_FORMAT

const hasStateChange = (record: BlockRecord): boolean =>
  record.isEmpty !== true &&
  record.transactions.some(({ transaction: { type } }) => type === TransactionType.stateChange)

/** Returns whether a block contains a registration, valid or not. */
const hasRegistration = (network: Network, record: BlockRecord): boolean => {
  const { height } = record
  if (record.isEmpty === true) return false
  return record.transactions.slice(1).some(({ transaction: { type, extra } }) => {
    if (!isStakeTransactionType(network, type, height)) return false
    return findField(parseStrictExtra(network, extra), 'registration') !== undefined
  })
}

/** Restores a saved list; undefined if it is too recent, of another chain, or if later state changes need older lists. */
const restoreList = (mark: CborValue, blocks: readonly BlockRecord[]): ListAtBlock | undefined => {
  if (!isSavedList(mark)) return undefined
  const { height, id, nodes, blacklist } = mark
  const block = blocks[height]
  if (height + MIN_SAVED_LIST_DEPTH >= blocks.length) return undefined
  if (block === undefined || !equalBytes(block.id, id)) return undefined
  if (blocks.slice(height + 1, height + 1 + STATE_CHANGE_TX_LIFETIME).some(hasStateChange)) return undefined
  return {
    height,
    id,
    list: { nodes: new Map(nodes.map((node) => [toHex(node.key), node])), blacklist: new Map(blacklist) },
  }
}

/** The service nodes of a chain that grows and shrinks at its end. */
export class ServiceNodeRegistry {
  readonly #network: Network
  #lists: ListAtBlock[] = []

  constructor(network: Network) {
    this.#network = network
  }

  /** The list after the top block. */
  get list(): ServiceNodes {
    return this.#lists.at(-1)?.list ?? NO_SERVICE_NODES
  }

  /** The node that the next block rewards. */
  get leader(): ServiceNode | undefined {
    return blockLeader(this.list)
  }

  /** Returns a registered node by its key. */
  find(key: Uint8Array): ServiceNode | undefined {
    return this.list.nodes.get(toHex(key))
  }

  /** Returns the list with its block at a height; undefined if it is too old or in the future. */
  #listAtBlock(height: number): ListAtBlock | undefined {
    const first = this.#lists[0]
    return first === undefined ? undefined : this.#lists[height - first.height]
  }

  /** Returns the list after the block at a height; undefined if it is too old or in the future. */
  listAt(height: number): ServiceNodes | undefined {
    return this.#listAtBlock(height)?.list
  }

  #drawingBlock({ height, id }: ListAtBlock): QuorumBlock {
    return { height, id, fork: hardForkAt(this.#network, height) }
  }

  /** Returns the obligations quorum of a height. */
  obligationsQuorumAt(height: number): Quorum | undefined {
    const standing = this.#listAtBlock(height)
    return standing === undefined ? undefined : obligationsQuorum(standing.list, this.#drawingBlock(standing))
  }

  /** Returns the checkpoint quorum of a height; it is drawn from an older list. */
  checkpointQuorumAt(height: number): Quorum | undefined {
    const standing = this.#listAtBlock(height - REORG_SAFETY_BUFFER)
    return standing === undefined ? undefined : checkpointQuorum(standing.list, this.#drawingBlock(standing))
  }

  /** Returns the blink quorum of a height. */
  blinkQuorumAt(height: number): Quorum | undefined {
    const standing = this.#listAtBlock(height)
    return standing === undefined ? undefined : blinkQuorum(standing.list, this.#drawingBlock(standing))
  }

  /** Returns the pulse quorum of the block at a height, at most the next one, in a round; undefined if the block is mined. */
  pulseQuorumAt(blocks: readonly BlockRecord[], height: number, round: number): Quorum | undefined {
    const { netType } = this.#network
    if (hardForkAt(this.#network, height) < Fork.clsag) return undefined
    const list = this.listAt(height - 1)
    // Called for every block: with too few nodes, the entropy is not computed.
    if (list === undefined || list.nodes.size < minPulseNodes(netType)) return undefined
    const entropy = pulseEntropy(blocks, height, round)
    return entropy === undefined ? undefined : pulseQuorum(list, entropy, round, netType)
  }

  /** Applies a new block. */
  append(record: BlockRecord, blocks: readonly BlockRecord[]): void {
    const { height, id } = record
    const before = this.#withValidators(this.list, record, blocks)
    const workerOf = (at: number, index: number) => this.obligationsQuorumAt(at)?.workers[index]
    const list = updateFromBlock(this.#network, before, record, blocks, workerOf)
    this.#lists.push({ height, id, list })
    if (this.#lists.length > 2 * KEPT_LISTS) this.#lists = this.#lists.slice(-KEPT_LISTS)
  }

  /** Rebuilds the registry of a chain: from a saved list, or from the first registration. */
  resume(blocks: readonly BlockRecord[], marks: readonly CborValue[] = []): void {
    for (const serialize of marks) {
      const standing = restoreList(serialize, blocks)
      if (standing === undefined) continue
      this.#lists = [standing]
      for (const record of blocks.slice(standing.height + 1)) this.append(record, blocks)
      return
    }
    const first = blocks.findIndex((record) => hasRegistration(this.#network, record))
    const begun = first === -1 ? blocks.length : first
    this.#lists = blocks
      .slice(Math.max(0, begun - KEPT_LISTS), begun)
      .map(({ height, id }) => ({ height, id, list: NO_SERVICE_NODES }))
    for (const record of blocks.slice(begun)) this.append(record, blocks)
  }

  /** Serialises the list after the top block; undefined if there are no service nodes. */
  mark(): CborValue | undefined {
    const top = this.#lists.at(-1)
    if (top === undefined || (top.list.nodes.size === 0 && top.list.blacklist.size === 0)) return undefined
    const { height, id, list } = top
    return { form: SAVED_LIST_FORMAT, height, id, nodes: [...list.nodes.values()], blacklist: [...list.blacklist] }
  }

  /** Records the pulse participation of a block's validators. */
  #withValidators(list: ServiceNodes, record: BlockRecord, blocks: readonly BlockRecord[]): ServiceNodes {
    const { height, block } = record
    const { round = 0, validatorBitset = 0 } = block.pulse ?? {}
    const quorum = this.pulseQuorumAt(blocks, height, round)
    if (quorum === undefined) return list
    const nodes = new Map(list.nodes)
    for (const [index, key] of quorum.validators.entries()) {
      const node = nodes.get(toHex(key))
      if (node === undefined) continue
      const turn = { height, round, hasSigned: (validatorBitset & (1 << index)) !== 0 }
      const pulseTurns = isPulseBlock(block)
        ? [...node.pulseTurns, turn].slice(-PARTICIPATION_HISTORY_LENGTH)
        : node.pulseTurns
      nodes.set(toHex(key), { ...node, lastValidation: { height, index }, pulseTurns })
    }
    return { ...list, nodes }
  }

  /** Undoes the top block; `blocks` are the remaining ones. */
  pop(blocks: readonly BlockRecord[]): void {
    this.#lists.pop()
    const [first] = this.#lists
    // State changes can refer to lists before the first one kept.
    const isShort =
      first === undefined ||
      (first.list !== NO_SERVICE_NODES && blocks.length - first.height < STATE_CHANGE_TX_LIFETIME)
    if (isShort && blocks.length > 0) this.resume(blocks)
  }
}

// What the oxen family keeps of a chain beside outputs and key images, block by block: names and service nodes.

import type { CborValue } from '../../bytes/cbor.ts'
import { toHex } from '../../bytes/hex.ts'
import { type Block, blockId } from '../../coin/blocks/block.ts'
import { hardForkAt, heightOfFork, type Network } from '../../coin/networks/network.ts'
import { findField } from '../../coin/transactions/extra.ts'
import { feeOf, type Transaction, TransactionType } from '../../coin/transactions/transaction.ts'
import { verifyHash } from '../../crypto/signatures/signature.ts'
import type { BlockRecord, ParsedTransaction } from '../chain/chainRecords.ts'
import type { FamilyState } from '../rules/consensus.ts'
import { type Refusal, refusal } from '../rules/refusal.ts'
import { NameRegistry } from './names/nameRegistry.ts'
import { unlockFault, verdictFault, verdictOf } from './quorums/obligations.ts'
import { isPulse, PULSE_SIGNATURES, PULSE_VALIDATORS, type Quorum } from './quorums/quorums.ts'
import { Fork } from './rules/rules.ts'
import { parseWholeExtra } from './rules/strictExtra.ts'
import { NodeRegistry } from './service-nodes/serviceNodeRegistry.ts'
import { nodeOfStake } from './service-nodes/serviceNodes.ts'

const ROUND = { target: 120, least: 90, most: 150, seconds: 60, last: 255 }

/** When a block of service nodes is due; UNIX seconds. */
export type PulseTimes = {
  /** by the schedule since blocks are made so */
  readonly ideal: number
  /** of the first round, after the top block */
  readonly target: number
  /** from which on blocks are mined again */
  readonly fallback: number
}

/** When the block after those is due; undefined before there are such blocks. */
export const pulseTimes = (
  network: Network,
  blocks: readonly { readonly timestamp: number }[],
): PulseTimes | undefined => {
  const start = heightOfFork(network, Fork.clsag)
  const base = start === undefined ? undefined : blocks[start - 1]
  const top = blocks.at(-1)
  if (start === undefined || base === undefined || top === undefined || blocks.length < start) return undefined
  const ideal = base.timestamp + ROUND.target * (blocks.length - (start - 1))
  const target = Math.min(Math.max(ideal, top.timestamp + ROUND.least), top.timestamp + ROUND.most)
  return { ideal, target, fallback: target + ROUND.last * ROUND.seconds }
}

/** The round in which the block after those would be made at a time (UNIX seconds); undefined when it is to be mined. */
export const pulseRound = (
  network: Network,
  blocks: readonly { readonly timestamp: number }[],
  now: number,
): number | undefined => {
  const times = pulseTimes(network, blocks)
  if (times === undefined) return undefined
  const round = Math.max(0, Math.floor((now - times.target) / ROUND.seconds))
  return round <= ROUND.last ? round : undefined
}

/** Who makes the next block and who signs it, should it be of that time and round; undefined where it is mined. */
export const dueQuorum = (
  network: Network,
  registry: NodeRegistry,
  blocks: readonly BlockRecord[],
  { timestamp, round }: { readonly timestamp: number; readonly round: number },
): Quorum | undefined =>
  timestamp < (pulseTimes(network, blocks)?.fallback ?? 0)
    ? registry.pulseQuorum(blocks, blocks.length, round)
    : undefined

/** State of one chain of the family. */
export class OxenState implements FamilyState {
  readonly names: NameRegistry
  readonly serviceNodes: NodeRegistry
  readonly #network: Network

  constructor(network: Network) {
    this.#network = network
    this.names = new NameRegistry(network)
    this.serviceNodes = new NodeRegistry(network)
  }

  fault({ transaction }: ParsedTransaction, height: number): Refusal | undefined {
    switch (transaction.type) {
      case TransactionType.nameSystem: {
        const fault = this.names.fault(transaction, height)
        return fault === undefined ? undefined : { ...refusal(fault), verbose: fault }
      }
      case TransactionType.stateChange:
      case TransactionType.keyImageUnlock:
        return this.#orderFault(transaction, height)
    }
    return undefined
  }

  /** Of transactions without inputs, which tell the network to do something. */
  #orderFault(transaction: Transaction, height: number): Refusal | undefined {
    if (feeOf(transaction) !== 0n) return refusal('a transaction of this type has no fee')
    const fields = parseWholeExtra(this.#network, transaction.extra)
    if (transaction.type === TransactionType.keyImageUnlock)
      return unlockFault(this.serviceNodes.list, findField(fields, 'keyImageUnlock'))
    const fork = hardForkAt(this.#network, height)
    return verdictFault(this.serviceNodes, verdictOf(fields, fork), height, fork)
  }

  /** Stakes cannot be spent while they count, nor for a while after a deregistration. */
  keyImageFault(keyImage: Uint8Array, height: number): Refusal | undefined {
    if (hardForkAt(this.#network, height) < Fork.infiniteStaking) return undefined
    const { list } = this.serviceNodes
    if (list.nodes.size === 0 && list.blacklist.size === 0) return undefined
    const image = toHex(keyImage)
    if (list.blacklist.has(image)) return refusal(`key image ${image} is a deregistered stake`, 'blacklistedKeyImage')
    if (nodeOfStake(list, keyImage) !== undefined)
      return refusal(`key image ${image} is a stake of a service node`, 'lockedKeyImage')
    return undefined
  }

  producerOf(block: Block, blocks: readonly BlockRecord[]): Uint8Array | undefined {
    if (!isPulse(block)) return undefined
    return this.serviceNodes.pulseQuorum(blocks, blocks.length, block.pulse?.round ?? 0)?.workers[0]
  }

  makerFault(block: Block, blocks: readonly BlockRecord[]): string | undefined {
    const { pulse, timestamp } = block
    if (pulse === undefined) return undefined
    const quorum = dueQuorum(this.#network, this.serviceNodes, blocks, { timestamp, round: pulse.round })
    if (quorum === undefined)
      return isPulse(block) || pulse.round !== 0
        ? 'a pulse block needs service nodes, of which there are too few'
        : undefined
    if (!isPulse(block)) return 'it was mined, but it is the turn of the service nodes'
    if (block.nonce !== 0) return `a block of service nodes has the nonce 0, not ${block.nonce}`
    const { quorumSignatures: signatures } = block
    if (pulse.validatorBitset >= 2 ** PULSE_VALIDATORS) return 'its validators are not among the quorum'
    if (signatures.length !== PULSE_SIGNATURES)
      return `it has ${signatures.length} signatures of its quorum instead of ${PULSE_SIGNATURES}`
    const id = blockId(block)
    let before = -1
    for (const { voterIndex, signature } of signatures) {
      const key = quorum.validators[voterIndex]
      if (voterIndex <= before || key === undefined || (pulse.validatorBitset & (1 << voterIndex)) === 0)
        return `voter ${voterIndex} is out of order or not among its validators`
      if (!verifyHash(id, key, signature)) return `the signature of voter ${voterIndex} does not hold`
      before = voterIndex
    }
    return undefined
  }

  append(record: BlockRecord, blocks: readonly BlockRecord[]): void {
    this.names.append(record)
    this.serviceNodes.append(record, blocks)
  }

  resume(blocks: readonly BlockRecord[], marks: readonly CborValue[]): void {
    for (const record of blocks) if (record.isEmpty !== true) this.names.append(record)
    this.serviceNodes.resume(blocks, marks)
  }

  mark(): CborValue | undefined {
    return this.serviceNodes.mark()
  }

  pop(record: BlockRecord, blocks: readonly BlockRecord[]): void {
    this.names.pop(record.height)
    this.serviceNodes.pop(blocks)
  }
}

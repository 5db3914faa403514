// The oxen family's state of a chain beside outputs and key images: LNS names and service nodes.

import type { CborValue } from '../../../bytes/cbor.ts'
import { toHex } from '../../../bytes/hex.ts'
import { type Block, blockId } from '../../../coin/blocks/block.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { type Transaction, TransactionType, transactionFee } from '../../../coin/transactions/transaction.ts'
import { verifyHash } from '../../../crypto/signatures/signature.ts'
import type { BlockRecord, ParsedTransaction } from '../../records/chainRecords.ts'
import type { FamilyState } from '../../rules/consensus.ts'
import { type Refusal, refusal } from '../../rules/refusal.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { NameRegistry } from '../names/nameRegistry.ts'
import { Fork } from '../rules/forks.ts'
import { keyImageUnlockFault } from '../service-nodes/keyImageUnlock.ts'
import { isPulseBlock, PULSE_SIGNATURES, PULSE_VALIDATORS } from '../service-nodes/quorums.ts'
import { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import { nodeOfStake } from '../service-nodes/serviceNodes.ts'
import { parseStateChange } from '../service-nodes/stateChange.ts'
import { expectedPulseQuorum } from './pulseSchedule.ts'
import { stateChangeFault } from './stateChangeRules.ts'

/** The family state of one chain. */
export class OxenState implements FamilyState {
  readonly names: NameRegistry
  readonly serviceNodes: ServiceNodeRegistry
  readonly #network: Network

  constructor(network: Network) {
    this.#network = network
    this.names = new NameRegistry(network)
    this.serviceNodes = new ServiceNodeRegistry(network)
  }

  transactionFault({ transaction }: ParsedTransaction, height: number): Refusal | undefined {
    switch (transaction.type) {
      case TransactionType.nameSystem: {
        const fault = this.names.fault(transaction, height)
        return fault === undefined ? undefined : { ...refusal(fault), verbose: fault }
      }
      case TransactionType.stateChange:
      case TransactionType.keyImageUnlock:
        return this.#networkTransactionFault(transaction, height)
    }
    return undefined
  }

  /** Checks transactions without inputs: state changes and key image unlocks. */
  #networkTransactionFault(transaction: Transaction, height: number): Refusal | undefined {
    if (transactionFee(transaction) !== 0n) return refusal('a transaction of this type has no fee')
    const fields = parseStrictExtra(this.#network, transaction.extra)
    if (transaction.type === TransactionType.keyImageUnlock)
      return keyImageUnlockFault(this.serviceNodes.list, findField(fields, 'keyImageUnlock'))
    const fork = hardForkAt(this.#network, height)
    return stateChangeFault(this.serviceNodes, parseStateChange(fields, fork), height, fork)
  }

  /** Stakes cannot be spent while locked, nor while blacklisted after a deregistration. */
  keyImageFault(keyImage: Uint8Array, height: number): Refusal | undefined {
    if (hardForkAt(this.#network, height) < Fork.infiniteStaking) return undefined
    const { list } = this.serviceNodes
    if (list.nodes.size === 0 && list.blacklist.size === 0) return undefined
    const image = toHex(keyImage)
    if (list.blacklist.has(image))
      return refusal(
        `key image ${image} is blacklisted: it is the stake of a deregistered service node`,
        'blacklistedKeyImage',
      )
    if (nodeOfStake(list, keyImage) !== undefined)
      return refusal(`key image ${image} is locked: it is the stake of a service node`, 'lockedKeyImage')
    return undefined
  }

  producerOf(block: Block, blocks: readonly BlockRecord[]): Uint8Array | undefined {
    if (!isPulseBlock(block)) return undefined
    return this.serviceNodes.pulseQuorumAt(blocks, blocks.length, block.pulse?.round ?? 0)?.workers[0]
  }

  producerFault(block: Block, blocks: readonly BlockRecord[]): string | undefined {
    const { pulse, timestamp } = block
    if (pulse === undefined) return undefined
    const quorum = expectedPulseQuorum(this.#network, this.serviceNodes, blocks, { timestamp, round: pulse.round })
    if (quorum === undefined)
      return isPulseBlock(block) || pulse.round !== 0 ? 'there are too few service nodes for a pulse block' : undefined
    if (!isPulseBlock(block)) return 'it is a mined block, but a pulse block is due'
    if (block.nonce !== 0) return `a pulse block has the nonce 0, not ${block.nonce}`
    const { quorumSignatures: signatures } = block
    if (pulse.validatorBitset >= 2 ** PULSE_VALIDATORS) return 'its validator bitset exceeds the quorum'
    if (signatures.length !== PULSE_SIGNATURES)
      return `it has ${signatures.length} signatures of its quorum instead of ${PULSE_SIGNATURES}`
    const id = blockId(block)
    let before = -1
    for (const { voterIndex, signature } of signatures) {
      const key = quorum.validators[voterIndex]
      if (voterIndex <= before || key === undefined || (pulse.validatorBitset & (1 << voterIndex)) === 0)
        return `voter ${voterIndex} is out of order or not among its validators`
      if (!verifyHash(id, key, signature)) return `the signature of voter ${voterIndex} is invalid`
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

  serialize(): CborValue | undefined {
    return this.serviceNodes.mark()
  }

  pop(record: BlockRecord, blocks: readonly BlockRecord[]): void {
    this.names.pop(record.height)
    this.serviceNodes.pop(blocks)
  }
}

/** Returns the name registry of a chain's family state; undefined if the family has no names. */
export const namesOf = (state: FamilyState): NameRegistry | undefined =>
  state instanceof OxenState ? state.names : undefined

/** Returns the service node registry of a chain's family state; undefined if the family has no service nodes. */
export const serviceNodesOf = (state: FamilyState): ServiceNodeRegistry | undefined =>
  state instanceof OxenState ? state.serviceNodes : undefined

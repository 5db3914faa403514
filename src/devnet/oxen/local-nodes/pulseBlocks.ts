// Pulse blocks produced by local service nodes: the quorum of a round, and the signatures of its local members.

import { blockId } from '../../../coin/blocks/block.ts'
import type { Network } from '../../../coin/networks/network.ts'
import type { Random } from '../../../crypto/random/random.ts'
import { type BlockProducer, BlockProducerUnavailableError } from '../../mining/blockTemplate.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { expectedPulseQuorum, pulseTimes } from '../blocks/pulseSchedule.ts'
import { PULSE_SIGNATURES } from '../service-nodes/quorums.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import type { CanSign, LocalNodeKeys } from './localNodeKeys.ts'

export type PulseRequest = {
  readonly network: Network
  readonly registry: ServiceNodeRegistry
  readonly blocks: readonly BlockRecord[]
  /** of the block, UNIX seconds */
  readonly timestamp: number
  readonly round: number
  /** returns whether a validator signs now */
  readonly canSign: CanSign
}

const bitsetOf = (validators: readonly Uint8Array[], canSign: CanSign): number =>
  validators.reduce((set, key, i) => (canSign(key) ? set | (1 << i) : set), 0)

/**
 * Returns the producer of the next block; undefined if the block is mined.
 * @throws BlockProducerUnavailableError
 */
export const pulseBlockProducer = (
  turn: PulseRequest,
  keys: LocalNodeKeys,
  random: Random,
): BlockProducer | undefined => {
  const { network, registry, blocks, timestamp, round, canSign } = turn
  const quorum = expectedPulseQuorum(network, registry, blocks, { timestamp, round })
  const [producer] = quorum?.workers ?? []
  if (quorum === undefined || producer === undefined) {
    if (round === 0) return undefined
    throw new BlockProducerUnavailableError(`block ${blocks.length} is mined and has no round ${round}; use round 0`)
  }
  const localValidators = keys.countOf(quorum.validators, canSign)
  if (localValidators < PULSE_SIGNATURES) {
    const fallback = pulseTimes(network, blocks)?.fallback ?? 0
    throw new BlockProducerUnavailableError(
      `block ${blocks.length} must be a pulse block, and this node can sign for ${localValidators} of its validators in round ` +
        `${round}, of which ${PULSE_SIGNATURES} must sign: try another round, submit a block that others signed, ` +
        `or wait until ${new Date(fallback * 1000).toISOString()}, from when on mined blocks are valid`,
    )
  }
  return {
    producer,
    pulse: { randomValue: random(16), round, validatorBitset: bitsetOf(quorum.validators, canSign) },
    sign: (block) => keys.sign(blockId(block), quorum.validators, PULSE_SIGNATURES, canSign),
  }
}

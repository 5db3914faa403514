// Rules of state change transactions: their votes, and whether the service node can take the new state.

import { toHex } from '../../../bytes/hex.ts'
import { verifyHash } from '../../../crypto/signatures/signature.ts'
import { type Refusal, refusal, type VoteFlag } from '../../rules/refusal.ts'
import { Fork } from '../rules/forks.ts'
import type { Quorum } from '../service-nodes/quorums.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import { canBeVotedOn, canTransition, canTransitionBeforeFork13 } from '../service-nodes/serviceNodes.ts'
import {
  NewState,
  STATE_CHANGE_TX_LIFETIME,
  type StateChange,
  stateChangeVoteHash,
} from '../service-nodes/stateChange.ts'

/** Minimum votes of a state change (oxen-core: `STATE_CHANGE_MIN_VOTES_TO_CHANGE_STATE`). */
export const MIN_STATE_CHANGE_VOTES = 7
const MAX_STATE_CHANGE_VOTES = 10
const voteRefusal = (reason: string, vote: VoteFlag): Refusal => ({ ...refusal(reason), vote })

/** Returns what is wrong with the votes of a state change; undefined if they are valid. They must be sorted since fork 13. */
const votesFault = ({ validators }: Quorum, stateChange: StateChange, fork: number): Refusal | undefined => {
  const hash = stateChangeVoteHash(stateChange)
  const voted = new Set<number>()
  let before = -1
  for (const { validatorIndex, signature } of stateChange.votes) {
    if (fork >= Fork.perOutputFee && validatorIndex <= before)
      return voteRefusal(`voter ${validatorIndex} is out of order`, 'votesNotSorted')
    const key = validators[validatorIndex]
    if (key === undefined) return voteRefusal(`voter ${validatorIndex} is not in the quorum`, 'validatorOutOfBounds')
    if (voted.has(validatorIndex)) return voteRefusal(`voter ${validatorIndex} votes twice`, 'duplicateVoters')
    if (!verifyHash(hash, key, signature))
      return voteRefusal(`the signature of voter ${validatorIndex} is invalid`, 'signatureNotValid')
    voted.add(validatorIndex)
    before = validatorIndex
  }
  return undefined
}

/** Returns why a state change cannot be applied at a height of a fork; undefined if it can. */
export const stateChangeFault = (
  registry: ServiceNodeRegistry,
  field: StateChange | undefined,
  height: number,
  fork: number,
): Refusal | undefined => {
  if (field === undefined) return refusal('it has no state change')
  const { votes, state, blockHeight } = field
  if (state > NewState.ipChangePenalty) return refusal(`there is no state change ${state}`)
  if (votes.length < MIN_STATE_CHANGE_VOTES)
    return voteRefusal(
      `a state change has ${MIN_STATE_CHANGE_VOTES} to ${MAX_STATE_CHANGE_VOTES} votes, not ${votes.length}`,
      'notEnoughVotes',
    )
  if (votes.length > MAX_STATE_CHANGE_VOTES)
    return refusal(
      `a state change has ${MIN_STATE_CHANGE_VOTES} to ${MAX_STATE_CHANGE_VOTES} votes, not ${votes.length}`,
    )
  if (blockHeight >= height || blockHeight + STATE_CHANGE_TX_LIFETIME <= height)
    return voteRefusal(`a state change of block ${blockHeight} is not valid at height ${height}`, 'invalidBlockHeight')
  const quorum = registry.obligationsQuorumAt(blockHeight)
  const worker = quorum?.workers[field.serviceNodeIndex]
  if (quorum === undefined) return refusal(`the quorum of block ${blockHeight} is unknown`)
  if (worker === undefined)
    return voteRefusal(
      `the quorum of block ${blockHeight} tests no node ${field.serviceNodeIndex}`,
      'workerOutOfBounds',
    )
  const voteFault = votesFault(quorum, field, fork)
  if (voteFault !== undefined) return voteFault
  const node = registry.find(worker)
  // Before fork 12, a state change of an unregistered node was valid and had no effect.
  if (node === undefined)
    return fork < Fork.checkpoints ? undefined : refusal(`service node ${toHex(worker)} is no longer registered`)
  const isPossible =
    fork < Fork.perOutputFee
      ? canTransitionBeforeFork13(node, state, blockHeight)
      : canTransition(node, state) && canBeVotedOn(node, state, blockHeight)
  if (!isPossible)
    return refusal(`the present state of ${toHex(worker)} does not permit state change ${state}`, 'doubleSpend')
  return undefined
}

// Orders to the network that come as transactions without inputs: a quorum's verdict on a service node, a contributor's wish to have
// the stake back.

import { equalBytes, u32Bytes, u64Bytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { buildExtra, type ExtraField, findField, type StateChangeField } from '../../../coin/transactions/extra.ts'
import { type Transaction, TransactionType } from '../../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../coin/transactions/transactionBytes.ts'
import { keccak256 } from '../../../crypto/hash/keccak.ts'
import { verifyHash } from '../../../crypto/signatures/signature.ts'
import { type Refusal, refusal, type VoteFlag } from '../../rules/refusal.ts'
import { Fork } from '../rules/rules.ts'
import { parseWholeExtra } from '../rules/strictExtra.ts'
import type { NodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import {
  canDecide,
  canHaveSeen,
  couldDecide,
  nodeOfStake,
  type ServiceNodes,
  Verdict,
} from '../service-nodes/serviceNodes.ts'
import type { Quorum } from './quorums.ts'

type UnlockField = Extract<ExtraField, { readonly field: 'keyImageUnlock' }>

/** Most blocks that a verdict may be old. */
export const VOTE_LIFE = 60
/** Votes that a verdict needs. */
export const VERDICT_VOTES = 7
const MAX_VOTES = 10
/** `UNLK`, which unlock requests sign. */
export const UNLOCK_NONCE = 0x4b4c4e55

/** What a stake's key signs to have it back (32 bytes): the nonce eight times. */
export const unlockHash = (nonce: number): Uint8Array => {
  const hash = new Uint8Array(32)
  for (let i = 0; i < 8; i++) hash.set(u32Bytes(nonce), 4 * i)
  return hash
}

const u16Bytes = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8)

/** What a member of a quorum signs (32 bytes). */
export const verdictHash = ({
  blockHeight,
  serviceNodeIndex,
  state,
}: Pick<StateChangeField, 'blockHeight' | 'serviceNodeIndex' | 'state'>): Uint8Array =>
  keccak256(
    u64Bytes(BigInt(blockHeight)),
    u32Bytes(serviceNodeIndex),
    state === Verdict.deregister ? new Uint8Array() : u16Bytes(state),
  )

/** A verdict as a transaction. `votes`: in the order of their voters. */
export const verdictBlob = (
  network: Network,
  subject: Pick<StateChangeField, 'blockHeight' | 'serviceNodeIndex' | 'state'>,
  votes: StateChangeField['votes'],
): Uint8Array =>
  serializeTransaction({
    version: network.transactionVersion,
    type: TransactionType.stateChange,
    unlockTime: 0n,
    outputUnlockTimes: [],
    inputs: [],
    outputs: [],
    extra: buildExtra([{ field: 'stateChange', ...subject, votes }]),
    signatures: [],
    rct: undefined,
    prunable: undefined,
  })

/** The verdict that a transaction of a fork holds; undefined where it holds none. Before fork 12 there was one, in a form of its own. */
export const verdictOf = (fields: readonly ExtraField[], fork: number): StateChangeField | undefined => {
  if (fork >= Fork.checkpoints) return findField(fields, 'stateChange')
  const old = findField(fields, 'oldDeregister')
  if (old === undefined) return undefined
  const votes = old.votes.map(({ voterIndex, signature }) => ({ validatorIndex: voterIndex, signature }))
  const { blockHeight, serviceNodeIndex } = old
  return { field: 'stateChange', state: Verdict.deregister, blockHeight: Number(blockHeight), serviceNodeIndex, votes }
}

/**
 * What an order is about, of which the pool holds one at a time; undefined for other transactions. Verdicts of different quorums on the
 * same service node are about the same.
 */
export const orderKeyOf = (
  network: Network,
  { type, extra }: Transaction,
  registry: NodeRegistry | undefined,
): string | undefined => {
  if (type !== TransactionType.stateChange && type !== TransactionType.keyImageUnlock) return undefined
  const fields = parseWholeExtra(network, extra)
  const unlock = findField(fields, 'keyImageUnlock')
  if (unlock !== undefined) return `unlock ${toHex(unlock.proof.keyImage)}`
  const verdict = verdictOf(fields, Fork.newest) ?? verdictOf(fields, Fork.serviceNodes)
  if (verdict === undefined) return undefined
  const { state, blockHeight, serviceNodeIndex } = verdict
  const subject = registry?.obligationsAt(blockHeight)?.workers[serviceNodeIndex]
  return `verdict ${state} on ${subject === undefined ? `${serviceNodeIndex} at ${blockHeight}` : toHex(subject)}`
}

/** Why a stake cannot be asked back; undefined when it can. */
export const unlockFault = (list: ServiceNodes, field: UnlockField | undefined): Refusal | undefined => {
  if (field === undefined) return refusal('it names no stake')
  const { keyImage, signature } = field.proof
  const node = nodeOfStake(list, keyImage)
  const output = node?.contributors.flatMap(({ locked }) => locked).find((each) => equalBytes(each.keyImage, keyImage))
  if (node === undefined || output === undefined)
    return refusal(`key image ${toHex(keyImage)} is no stake of a service node`, 'invalidInput')
  if (!verifyHash(unlockHash(field.nonce), output.key, signature))
    return refusal('the signature of the stake does not hold')
  if (node.requestedUnlockHeight !== 0)
    return refusal(`the stakes of ${toHex(node.key)} were asked back before`, 'doubleSpend')
  return undefined
}

const badVotes = (reason: string, vote: VoteFlag): Refusal => ({ ...refusal(reason), vote })

/** What is wrong with the votes of a verdict; undefined when nothing is. They have an order since fork 13. */
const votesFault = ({ validators }: Quorum, verdict: StateChangeField, fork: number): Refusal | undefined => {
  const hash = verdictHash(verdict)
  const voted = new Set<number>()
  let before = -1
  for (const { validatorIndex, signature } of verdict.votes) {
    if (fork >= Fork.perOutputFee && validatorIndex <= before)
      return badVotes(`voter ${validatorIndex} is out of order`, 'votesNotSorted')
    const key = validators[validatorIndex]
    if (key === undefined) return badVotes(`voter ${validatorIndex} is not of the quorum`, 'validatorOutOfBounds')
    if (voted.has(validatorIndex)) return badVotes(`voter ${validatorIndex} votes twice`, 'duplicateVoters')
    if (!verifyHash(hash, key, signature))
      return badVotes(`the vote of ${validatorIndex} does not hold`, 'signatureNotValid')
    voted.add(validatorIndex)
    before = validatorIndex
  }
  return undefined
}

/** Why a verdict cannot be carried out at a height of a fork; undefined when it can. */
export const verdictFault = (
  registry: NodeRegistry,
  field: StateChangeField | undefined,
  height: number,
  fork: number,
): Refusal | undefined => {
  if (field === undefined) return refusal('it holds no verdict')
  const { votes, state, blockHeight } = field
  if (state > Verdict.addressChange) return refusal(`there is no verdict ${state}`)
  if (votes.length < VERDICT_VOTES)
    return badVotes(`a verdict has ${VERDICT_VOTES} to ${MAX_VOTES} votes, not ${votes.length}`, 'notEnoughVotes')
  if (votes.length > MAX_VOTES)
    return refusal(`a verdict has ${VERDICT_VOTES} to ${MAX_VOTES} votes, not ${votes.length}`)
  if (blockHeight >= height || blockHeight + VOTE_LIFE <= height)
    return badVotes(`a verdict of block ${blockHeight} does not count at ${height}`, 'invalidBlockHeight')
  const quorum = registry.obligationsAt(blockHeight)
  const worker = quorum?.workers[field.serviceNodeIndex]
  if (quorum === undefined) return refusal(`the quorum of block ${blockHeight} is not known`)
  if (worker === undefined)
    return badVotes(`the quorum of block ${blockHeight} watches no node ${field.serviceNodeIndex}`, 'workerOutOfBounds')
  const misvoted = votesFault(quorum, field, fork)
  if (misvoted !== undefined) return misvoted
  const node = registry.find(worker)
  // Before fork 12 a verdict on a node that was gone was taken, for nothing.
  if (node === undefined)
    return fork < Fork.checkpoints ? undefined : refusal(`there is no service node ${toHex(worker)} any more`)
  const isPossible =
    fork < Fork.perOutputFee
      ? couldDecide(node, state, blockHeight)
      : canDecide(node, state) && canHaveSeen(node, state, blockHeight)
  if (!isPossible) return refusal(`verdict ${state} cannot be about ${toHex(worker)} as it stands`, 'doubleSpend')
  return undefined
}

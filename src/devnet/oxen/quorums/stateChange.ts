// State change transactions, by which an obligations quorum changes the state of a service node: their form and what voters sign.

import { u32Bytes, u64Bytes } from '../../../bytes/bytes.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { buildExtra, type ExtraField, findField, type StateChangeField } from '../../../coin/transactions/extra.ts'
import { TransactionType } from '../../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../coin/transactions/transactionBytes.ts'
import { keccak256 } from '../../../crypto/hash/keccak.ts'
import { Fork } from '../rules/forks.ts'

/** What a quorum decided. */
export const NewState = { deregister: 0, decommission: 1, recommission: 2, ipChangePenalty: 3 } as const

/** Most blocks that a verdict may be old. */
export const STATE_CHANGE_TX_LIFETIME = 60
const u16Bytes = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8)

/** What a member of a quorum signs (32 bytes). */
export const stateChangeVoteHash = ({
  blockHeight,
  serviceNodeIndex,
  state,
}: Pick<StateChangeField, 'blockHeight' | 'serviceNodeIndex' | 'state'>): Uint8Array =>
  keccak256(
    u64Bytes(BigInt(blockHeight)),
    u32Bytes(serviceNodeIndex),
    state === NewState.deregister ? new Uint8Array() : u16Bytes(state),
  )

/** A verdict as a transaction. `votes`: in the order of their voters. */
export const buildStateChange = (
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
export const parseStateChange = (fields: readonly ExtraField[], fork: number): StateChangeField | undefined => {
  if (fork >= Fork.checkpoints) return findField(fields, 'stateChange')
  const old = findField(fields, 'oldDeregister')
  if (old === undefined) return undefined
  const votes = old.votes.map(({ voterIndex, signature }) => ({ validatorIndex: voterIndex, signature }))
  const { blockHeight, serviceNodeIndex } = old
  return { field: 'stateChange', state: NewState.deregister, blockHeight: Number(blockHeight), serviceNodeIndex, votes }
}

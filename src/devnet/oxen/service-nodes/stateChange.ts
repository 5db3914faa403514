// State change transactions, by which an obligations quorum changes the state of a service node: their form and what voters sign.

import { u32Bytes, u64Bytes } from '../../../bytes/bytes.ts'
import type { Network } from '../../../coin/networks/network.ts'
import type { ExtraField, StateChangeField } from '../../../coin/transactions/extraField.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { buildExtra } from '../../../coin/transactions/serializeExtra.ts'
import { TransactionType } from '../../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../coin/transactions/transactionBytes.ts'
import { keccak256 } from '../../../crypto/hash/keccak.ts'
import { Fork } from '../rules/forks.ts'

/** The new state of a service node (oxen-core: `new_state`). */
export const NewState = { deregister: 0, decommission: 1, recommission: 2, ipChangePenalty: 3 } as const

/** Maximum age of a state change in blocks (oxen-core: `STATE_CHANGE_TX_LIFETIME_IN_BLOCKS`). */
export const STATE_CHANGE_TX_LIFETIME = 60

/** A state change with its height as a number: one beyond 2^53, which no block has, is not exact. */
export type StateChange = Omit<StateChangeField, 'blockHeight'> & { readonly blockHeight: number }

const u16Bytes = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8)

/** Returns the hash that a quorum member signs (32 bytes). */
export const stateChangeVoteHash = ({
  blockHeight,
  serviceNodeIndex,
  state,
}: Pick<StateChange, 'blockHeight' | 'serviceNodeIndex' | 'state'>): Uint8Array =>
  keccak256(
    u64Bytes(BigInt(blockHeight)),
    u32Bytes(serviceNodeIndex),
    state === NewState.deregister ? new Uint8Array() : u16Bytes(state),
  )

/** Serialises a state change transaction. `votes`: sorted by validator index. */
export const buildStateChange = (
  network: Network,
  subject: Pick<StateChange, 'blockHeight' | 'serviceNodeIndex' | 'state'>,
  votes: StateChange['votes'],
): Uint8Array =>
  serializeTransaction({
    version: network.transactionVersion,
    type: TransactionType.stateChange,
    unlockTime: 0n,
    outputUnlockTimes: [],
    inputs: [],
    outputs: [],
    extra: buildExtra([{ field: 'stateChange', ...subject, blockHeight: BigInt(subject.blockHeight), votes }]),
    signatures: [],
    rct: undefined,
    prunable: undefined,
  })

/** Returns the state change of a transaction at a fork; undefined if there is none. Before fork 12, the only one was a deregistration, with its own extra field. */
export const parseStateChange = (fields: readonly ExtraField[], fork: number): StateChange | undefined => {
  if (fork >= Fork.checkpoints) {
    const field = findField(fields, 'stateChange')
    return field === undefined ? undefined : { ...field, blockHeight: Number(field.blockHeight) }
  }
  const old = findField(fields, 'oldDeregister')
  if (old === undefined) return undefined
  const votes = old.votes.map(({ voterIndex, signature }) => ({ validatorIndex: voterIndex, signature }))
  const { blockHeight, serviceNodeIndex } = old
  return { field: 'stateChange', state: NewState.deregister, blockHeight: Number(blockHeight), serviceNodeIndex, votes }
}

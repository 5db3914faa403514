// Parameters that payment methods share, and how they become intents.

import * as v from 'valibot'
import type { Network } from '../../coin/networks/network.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { list, u32, u64 } from '../../jsonrpc/schemas.ts'
import type { PaymentSource } from '../../wallet/spend/intent.ts'

/** Where a payment goes. Omitted members become empty ones, for which wallet2 has errors of its own. */
export const destinationList = list(v.object({ amount: v.optional(u64, 0n), address: v.optional(v.string(), '') }))

/** Where a payment comes from, and how it travels. */
export const origin = {
  account_index: v.optional(u32, 0),
  subaddr_indices: list(u32),
  priority: v.optional(u32, 0),
  unlock_time: v.optional(u64, 0n),
  payment_id: v.optional(v.string(), ''),
}

export type Origin = {
  readonly account_index: number
  readonly subaddr_indices: readonly number[]
  readonly priority: number
  readonly unlock_time: bigint
  readonly payment_id: string
}

/** Returns the priority for a number; numbers above the highest priority mean the highest. */
export const clampPriority = ({ fees }: Network, priority: number): number =>
  Math.min(priority, Math.max(...fees.priorities.map(({ value }) => value)))

/**
 * Returns the source of a payment.
 * @throws JsonRpcError for an unlock time that nodes do not relay
 */
export const paymentSource = (
  network: Network,
  { account_index, subaddr_indices, priority, unlock_time }: Omit<Origin, 'payment_id'>,
): PaymentSource => {
  const { unlockTime: refusal } = network.walletRpc.errors
  if (unlock_time > 0n && refusal !== undefined)
    throw new JsonRpcError(refusal.code, refusal.message, 'nodes relay no such transaction; leave unlock_time out')
  return {
    account: account_index,
    subaddresses: subaddr_indices,
    priority: clampPriority(network, priority),
    unlockTime: unlock_time,
  }
}

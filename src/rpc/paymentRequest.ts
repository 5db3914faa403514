// What requests for payments have in common: where the money goes, where it comes from, and what of it is refused.

import * as v from 'valibot'
import { formatAmount, sumAmounts } from '../coin/amount.ts'
import type { Network } from '../coin/networks/network.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { list, u32, u64 } from '../jsonrpc/schemas.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import { parseAddressParam } from './walletSource.ts'

/** Where a payment goes. What is left out is nothing, which is refused with words of its own. */
export const destinationList = list(v.object({ amount: v.optional(u64, 0n), address: v.optional(v.string(), '') }))

export type Destination = { readonly address: string; readonly amount: bigint }

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

const LARGEST_SUM = 2n ** 64n - 1n

/**
 * Refuses destinations that nobody can be paid at, with the reference's words and in its order.
 * @param paymentId as the request gave it; empty for none
 * @throws JsonRpcError
 */
export const checkDestinations = (network: Network, destinations: readonly Destination[], paymentId: string): void => {
  if (destinations.length === 0)
    throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'No destinations for this transfer')
  const integrated = destinations.filter(({ address }) => parseAddressParam(network, address).kind === 'integrated')
  if (integrated.length > 1 || (integrated.length > 0 && paymentId !== ''))
    throw new JsonRpcError(WALLET_RPC_CODES.wrongPaymentId, 'A single payment id is allowed per transaction')
  if (paymentId !== '')
    throw new JsonRpcError(
      WALLET_RPC_CODES.wrongPaymentId,
      'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
    )
}

/** @throws JsonRpcError */
export const checkAmounts = ({ decimals }: Network, destinations: readonly Destination[]): void => {
  if (destinations.some(({ amount }) => amount === 0n))
    throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'Destination amount is zero')
  if (sumAmounts(destinations) > LARGEST_SUM)
    throw new JsonRpcError(
      WALLET_RPC_CODES.unknown,
      `Transaction sum + fee exceeds ${formatAmount(LARGEST_SUM, decimals)}`,
    )
}

/** The priority that a number stands for: those beyond the highest are the highest. */
export const clampPriority = ({ fees }: Network, priority: number): number =>
  Math.min(priority, Math.max(...fees.priorities.standard.map(({ value }) => value)))

// The sanity check of rings, as in monerod's tx_sanity_check.cpp: a node applies it to transactions sent over RPC.

import { absoluteOffsets, isCoinbase, type Transaction } from '../../coin/transactions/transaction.ts'
import type { Chain } from '../chain/chain.ts'
import { medianOf } from '../rules/weights.ts'

const MIN_MEMBERS = 10
const MIN_OUTPUTS = 10_000

/** Returns the global indices of all ring members with hidden amounts. Those of rings that no chain has do not count: such a ring is refused. */
const membersOf = ({ inputs }: Transaction): number[] =>
  inputs.flatMap((input) =>
    input.kind === 'key' && input.amount === 0n ? (absoluteOffsets(input.keyOffsets) ?? []) : [],
  )

/**
 * Whether ring members are plausible: few of them repeat, and their median is recent.
 * @param members global indices, in any order
 * @param mature number of outputs that are old enough to be spent
 */
export const haveSaneMembers = (members: readonly number[], mature: number): boolean => {
  if (members.length <= MIN_MEMBERS || mature < MIN_OUTPUTS) return true
  const distinct = [...new Set(members)]
  if (distinct.length < Math.floor((members.length * 8) / 10)) return false
  return medianOf(distinct) >= Math.floor((mature * 6) / 10)
}

/** Whether the rings of a transaction are plausible. */
export const passesSanityCheck = (chain: Chain, transaction: Transaction): boolean => {
  if (isCoinbase(transaction)) return false
  const mature = chain.blockAt(chain.height - chain.rules.network.spendableAge)?.outputsSoFar ?? 0
  return haveSaneMembers(membersOf(transaction), mature)
}

// Whether the rings of a transaction look like those of honest wallets, which nodes ask of what is sent to them.

import { FormatError } from '../../bytes/cursor.ts'
import { absoluteOffsets, isCoinbase, type Transaction } from '../../coin/transactions/transaction.ts'
import type { Chain } from '../chain/chain.ts'
import { medianOf } from '../rules/weights.ts'

const MIN_MEMBERS = 10
const MIN_OUTPUTS = 10_000

/** Global indices of all ring members among outputs that hide their amount; undefined where they do not add up. */
const membersOf = ({ inputs }: Transaction): number[] | undefined => {
  try {
    return inputs.flatMap((input) =>
      input.kind === 'key' && input.amount === 0n ? absoluteOffsets(input.keyOffsets) : [],
    )
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/**
 * Rings are drawn from the whole chain by honest wallets: few repetitions, and not only old members.
 * @param members global indices, in any order
 * @param mature how many outputs are old enough to be spent
 */
export const haveSaneMembers = (members: readonly number[], mature: number): boolean => {
  if (members.length <= MIN_MEMBERS || mature < MIN_OUTPUTS) return true
  const different = [...new Set(members)]
  if (different.length < Math.floor((members.length * 8) / 10)) return false
  return medianOf(different) >= Math.floor((mature * 6) / 10)
}

/** Whether all rings of a transaction look so. */
export const passesSanityCheck = (chain: Chain, transaction: Transaction): boolean => {
  const members = isCoinbase(transaction) ? undefined : membersOf(transaction)
  if (members === undefined) return false
  const mature = chain.blockAt(chain.height - chain.rules.network.spendableAge)?.outputsSoFar ?? 0
  return haveSaneMembers(members, mature)
}

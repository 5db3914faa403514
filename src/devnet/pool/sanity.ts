// Whether the rings of a transaction look like those of honest wallets, which nodes ask of what is sent to them.

import { FormatError } from '../../bytes/cursor.ts'
import { absoluteOffsets, isCoinbase, type Transaction } from '../../coin/transaction.ts'
import type { Chain } from '../chain.ts'

const LEAST_MEMBERS = 10
const LEAST_OUTPUTS = 10_000

/** Global indices of all ring members; undefined where they do not add up. */
const membersOf = ({ inputs }: Transaction): number[] | undefined => {
  try {
    return inputs.flatMap((input) => (input.kind === 'key' ? absoluteOffsets(input.keyOffsets) : []))
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** Rings are drawn from the whole chain by honest wallets: few repetitions, and not only old members. */
export const looksSane = (chain: Chain, transaction: Transaction): boolean => {
  const members = isCoinbase(transaction) ? undefined : membersOf(transaction)
  if (members === undefined) return false
  const { network } = chain.rules
  const mature = (chain.blockAt(chain.height - 1 - network.spendableAge)?.outputsSoFar ?? 1) - 1
  if (members.length <= LEAST_MEMBERS || mature < LEAST_OUTPUTS) return true
  if (new Set(members).size * 10 < members.length * 8) return false
  const sorted = members.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) * 10 >= mature * 6
}

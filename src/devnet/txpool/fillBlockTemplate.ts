// Which transactions of the pool go into the next block.

import { toHex } from '../../bytes/hex.ts'
import type { Chain } from '../chain/chain.ts'
import type { ParsedTransaction } from '../chain/chainRecords.ts'
import type { TransactionChecker } from '../rules/checker.ts'
import { COINBASE_RESERVE } from '../rules/weights.ts'
import { spentKeyImages } from './conflictIndex.ts'
import type { PoolEntry } from './poolEntry.ts'

export type TemplateTransactions = {
  readonly transactions: readonly ParsedTransaction[]
  readonly weight: number
  /** atomic units */
  readonly fees: bigint
  /** ids of those that no block on this chain can have now, in hex */
  readonly failed: readonly string[]
}

/**
 * What goes into the next block of a chain, best first, as long as it earns the block's maker more.
 * @param byWorth all that waits, the most worth first
 */
export const fillBlockTemplate = (
  chain: Chain,
  checker: TransactionChecker,
  byWorth: readonly PoolEntry[],
): TemplateTransactions => {
  const room = chain.limits.limit - COINBASE_RESERVE
  const { consensus } = chain.rules
  const used = new Set<string>()
  const transactions: ParsedTransaction[] = []
  const failed: string[] = []
  let weight = 0
  let fees = 0n
  let best = 0n
  for (const { parsed, fee } of byWorth) {
    if (weight + parsed.weight > room) continue
    const earned = chain.payoutFor(weight + parsed.weight, fees + fee)?.miner ?? -1n
    if (earned < best) continue
    const subject = consensus.blockClaim(parsed.transaction)
    const taken = [...spentKeyImages(parsed.transaction), ...(subject === undefined ? [] : [subject])]
    if (taken.some((each) => used.has(each))) continue
    if (checker.checkForNextBlock(chain, parsed) !== undefined) {
      failed.push(toHex(parsed.id))
      continue
    }
    for (const each of taken) used.add(each)
    transactions.push(parsed)
    weight += parsed.weight
    fees += fee
    best = earned
  }
  return { transactions, weight, fees, failed }
}

// Selects the pool transactions of the next block.

import { toHex } from '../../bytes/hex.ts'
import type { Chain } from '../chain/chain.ts'
import type { ParsedTransaction } from '../records/chainRecords.ts'
import { spentKeyImages } from '../records/conflictIndex.ts'
import type { TransactionChecker } from '../rules/checker.ts'
import { COINBASE_RESERVE } from '../rules/weights.ts'
import type { PoolEntry } from './poolEntry.ts'

export type TemplateTransactions = {
  readonly transactions: readonly ParsedTransaction[]
  readonly weight: number
  /** atomic units */
  readonly fees: bigint
  /** ids of transactions that are invalid in the next block, in hex */
  readonly failed: readonly string[]
}

/**
 * Returns the transactions of the next block: by priority, as long as each raises the miner's reward.
 * @param byPriority all entries, the highest priority first
 */
export const fillBlockTemplate = (
  chain: Chain,
  checker: TransactionChecker,
  byPriority: readonly PoolEntry[],
): TemplateTransactions => {
  const maxWeight = chain.limits.limit - COINBASE_RESERVE
  const { consensus } = chain.rules
  const used = new Set<string>()
  const transactions: ParsedTransaction[] = []
  const failed: string[] = []
  let weight = 0
  let fees = 0n
  let best = 0n
  for (const { parsed, fee } of byPriority) {
    if (weight + parsed.weight > maxWeight) continue
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

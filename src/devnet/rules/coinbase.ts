// The miner transaction (coinbase): the rules that all families share.

import { sumAmounts } from '../../coin/amount.ts'
import type { Block } from '../../coin/blocks/block.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { randomScalar } from '../../crypto/curve/secretScalar.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { ChainRules } from './chainRules.ts'

/** Returns a random transaction secret key for a coinbase. */
export const coinbaseSecret = (random: Random): Uint8Array => randomScalar(random)

/** Returns the sum of a coinbase's outputs, in atomic units. */
export const outputSum = ({ outputs }: Transaction): bigint => sumAmounts(outputs)

/** Returns what is wrong with the form of a block's miner transaction; undefined if it is valid. */
export const coinbaseFault = (rules: ChainRules, block: Block, height: number): string | undefined => {
  const { minerTransaction: transaction } = block
  const [input] = transaction.inputs
  const fork = hardForkAt(rules.network, height)
  if (transaction.inputs.length !== 1 || input?.kind !== 'gen') return 'the miner transaction must have one gen input'
  if (input.height !== height) return `the miner transaction is for height ${input.height}, the block is ${height}`
  const unlockTime = BigInt(height + rules.network.coinbaseUnlockWindow)
  if (transaction.unlockTime !== unlockTime)
    return `the miner transaction unlocks at ${transaction.unlockTime} instead of ${unlockTime}`
  const fault = rules.consensus.coinbaseFault(transaction, fork)
  if (fault !== undefined) return fault
  if (outputSum(transaction) >= 1n << 64n) return 'the outputs of the miner transaction add up to more than 2^64'
  return undefined
}

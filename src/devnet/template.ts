// The next block, ready to be mined: transactions of the pool, and a coinbase that fits the reward to the block's own weight.

import type { Block } from '../coin/block.ts'
import { serializeTransaction, type Transaction } from '../coin/transaction.ts'
import { transactionId } from '../coin/transactionHash.ts'
import type { Random } from '../crypto/scalar.ts'
import type { Chain } from './chain.ts'
import { coinbaseSecret } from './coinbase.ts'
import type { Pool } from './pool.ts'
import type { ParsedTransaction, PublicKeys } from './records.ts'
import { newestFork } from './rules.ts'

/** No coinbase was found whose reward fits the weight that it gives the block. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

export type Template = {
  readonly block: Block
  readonly transactions: readonly ParsedTransaction[]
  /** of the coinbase */
  readonly publicKey: Uint8Array
  /** what the miner may claim of reward and fees; atomic units */
  readonly reward: bigint
  readonly minerTransactionId: Uint8Array
}

export type TemplateRequest = {
  readonly to: PublicKeys
  /** goes into the coinbase's extra; empty for none */
  readonly nonce: Uint8Array
  /** UNIX seconds; now where undefined */
  readonly timestamp: number | undefined
}

const ATTEMPTS = 10

/**
 * A block on the tip. Nothing of it needs work: difficulty is not checked on a development chain.
 * @throws TemplateError
 */
export const blockTemplate = (
  chain: Chain,
  pool: Pool,
  { to, nonce, timestamp }: TemplateRequest,
  random: Random,
): Template => {
  const { height, rules } = chain
  const { transactions, weight, fees } = pool.fillTemplate()
  const secret = coinbaseSecret(random)
  let coinbaseSize = 600
  let padding = 0
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const payout = chain.payoutFor(weight + coinbaseSize, fees)
    if (payout === undefined) break
    const { transaction, publicKey } = rules.consensus.buildCoinbase({ height, to, payout, nonce, padding }, secret)
    const size = serializeTransaction(transaction).length
    if (samePay(chain, weight + size, fees, payout.miner))
      return {
        block: blockOn(chain, transaction, transactions, timestamp),
        transactions,
        publicKey,
        reward: payout.miner,
        minerTransactionId: transactionId(transaction),
      }
    // A smaller coinbase would earn more and so be larger; zeros close the gap.
    padding = size < coinbaseSize ? padding + coinbaseSize - size : 0
    coinbaseSize = Math.max(coinbaseSize, size)
  }
  throw new TemplateError(`no coinbase fits a block of ${transactions.length} transactions of weight ${weight}`)
}

const samePay = (chain: Chain, weight: number, fees: bigint, miner: bigint): boolean =>
  chain.payoutFor(weight, fees)?.miner === miner

const blockOn = (
  chain: Chain,
  minerTransaction: Transaction,
  transactions: readonly ParsedTransaction[],
  timestamp: number | undefined,
): Block => ({
  majorVersion: chain.nextFork,
  minorVersion: newestFork(chain.rules),
  timestamp: Math.max(timestamp ?? chain.clock(), chain.leastTimestamp),
  previousId: chain.tip.id,
  nonce: 0,
  pulse: chain.rules.consensus.minedPulse(chain.nextFork),
  minerTransaction,
  transactionIds: transactions.map(({ id }) => id),
  quorumSignatures: [],
})

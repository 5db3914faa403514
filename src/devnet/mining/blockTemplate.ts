// Builds block templates: transactions of the pool, and a coinbase whose reward matches the block's own weight.

import { sumAmounts } from '../../coin/amount.ts'
import type { Block, PulseHeader, QuorumSignature } from '../../coin/blocks/block.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { transactionId } from '../../coin/transactions/transactionHash.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Chain } from '../chain/chain.ts'
import type { ParsedTransaction, PublicKeys } from '../records/chainRecords.ts'
import { newestScheduledFork } from '../rules/chainRules.ts'
import { coinbaseSecret } from '../rules/coinbase.ts'
import type { Payout } from '../rules/consensus.ts'
import type { TransactionPool } from '../txpool/txpool.ts'

/** No coinbase has a reward that matches the resulting weight of the block. */
export class TemplateError extends FabaError {
  override readonly name = 'TemplateError'
  readonly code = 'template'
}

/** Service nodes whose keys this node does not hold must produce the next block. The message states a remedy. */
export class BlockProducerUnavailableError extends FabaError {
  override readonly name = 'BlockProducerUnavailableError'
  readonly code = 'block-producer-unavailable'
}

export type Template = {
  readonly block: Block
  readonly transactions: readonly ParsedTransaction[]
  /** of the coinbase */
  readonly publicKey: Uint8Array
  /** the miner's part of reward and fees; atomic units */
  readonly reward: bigint
  readonly minerTransactionId: Uint8Array
}

/** The service nodes that produce a block that is not mined. */
export type BlockProducer = {
  /** key of the service node */
  readonly producer: Uint8Array
  readonly pulse: PulseHeader
  /** Signs a block that is complete except for the signatures. */
  sign(block: Block): readonly QuorumSignature[]
}

export type TemplateRequest = {
  readonly to: PublicKeys
  /** extra nonce of the coinbase; empty for none */
  readonly nonce: Uint8Array
  /** UNIX seconds; now if undefined */
  readonly timestamp: number | undefined
  /** Returns the producer of a block with a timestamp; undefined if it is mined. By default it is mined. */
  readonly producerAt?: (timestamp: number) => BlockProducer | undefined
}

const ATTEMPTS = 10
/** The most padding bytes that parsers of extra accept. */
const MAX_PADDING = 255

/**
 * Builds a block for the tip, without a nonce.
 * @throws TemplateError, BlockProducerUnavailableError
 */
export const blockTemplate = (
  chain: Chain,
  pool: TransactionPool,
  { to, nonce, timestamp: wanted, producerAt }: TemplateRequest,
  random: Random,
): Template => {
  const { height, rules } = chain
  const { transactions, weight, fees } = pool.fillTemplate()
  const timestamp = Math.max(wanted ?? chain.clock(), chain.minTimestamp)
  const producer = producerAt?.(timestamp)
  const secret = coinbaseSecret(random)
  let coinbaseSize = 600
  let padding = 0
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const payout = chain.payoutFor(weight + coinbaseSize, fees, producer?.producer)
    if (payout === undefined) break
    const { transaction, publicKey } = rules.consensus.buildCoinbase({ height, to, payout, nonce, padding }, secret)
    const size = serializeTransaction(transaction).length
    const final = chain.payoutFor(weight + size, fees, producer?.producer)
    if (final !== undefined && totalOf(final) === totalOf(payout))
      return {
        block: blockOn(chain, transaction, transactions, timestamp, producer),
        transactions,
        publicKey,
        reward: payout.miner,
        minerTransactionId: transactionId(transaction),
      }
    // A smaller coinbase has a larger reward, which makes it larger; padding closes the gap.
    const gap = coinbaseSize - (size - padding)
    const isNear = gap >= 0 && gap <= MAX_PADDING
    coinbaseSize = isNear ? coinbaseSize : size - padding
    padding = isNear ? gap : 0
  }
  throw new TemplateError(`no coinbase fits a block of ${transactions.length} transactions of weight ${weight}`)
}

const totalOf = ({ miner, mandatedOutputs }: Payout): bigint => miner + sumAmounts(mandatedOutputs)

const blockOn = (
  chain: Chain,
  minerTransaction: Transaction,
  transactions: readonly ParsedTransaction[],
  timestamp: number,
  producer: BlockProducer | undefined,
): Block => {
  const block: Block = {
    majorVersion: chain.nextFork,
    minorVersion: newestScheduledFork(chain.rules),
    timestamp,
    previousId: chain.tip.id,
    nonce: 0,
    pulse: producer?.pulse ?? chain.rules.consensus.minedPulseHeader(chain.nextFork),
    minerTransaction,
    transactionIds: transactions.map(({ id }) => id),
    quorumSignatures: [],
  }
  return producer === undefined ? block : { ...block, quorumSignatures: producer.sign(block) }
}

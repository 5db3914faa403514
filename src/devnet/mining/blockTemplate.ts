// The next block, ready to be mined: transactions of the pool, and a coinbase that fits the reward to the block's own weight.

import { sumAmounts } from '../../coin/amount.ts'
import type { Block, PulseHeader, QuorumSignature } from '../../coin/blocks/block.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { transactionId } from '../../coin/transactions/transactionHash.ts'
import type { Random } from '../../crypto/random.ts'
import type { Chain } from '../chain/chain.ts'
import type { ParsedTransaction, PublicKeys } from '../chain/chainRecords.ts'
import { newestScheduledFork } from '../rules/chainRules.ts'
import { coinbaseSecret } from '../rules/coinbase.ts'
import type { Payout } from '../rules/consensus.ts'
import type { TransactionPool } from '../txpool/txpool.ts'

/** No coinbase was found whose reward fits the weight that it gives the block. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** The next block is for others to make, who are not here. The message says what would do. */
export class BlockProducerUnavailableError extends Error {
  override readonly name = 'OthersTurnError'
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

/** Who makes a block where it is not mined. */
export type BlockProducer = {
  /** key of the service node */
  readonly producer: Uint8Array
  readonly pulse: PulseHeader
  /** Signs a block that is complete but for that. */
  sign(block: Block): readonly QuorumSignature[]
}

export type TemplateRequest = {
  readonly to: PublicKeys
  /** goes into the coinbase's extra; empty for none */
  readonly nonce: Uint8Array
  /** UNIX seconds; now where undefined */
  readonly timestamp: number | undefined
  /** Who makes a block of a time; undefined where it is mined, as it is where this is left out. */
  readonly producerAt?: (timestamp: number) => BlockProducer | undefined
}

const ATTEMPTS = 10
/** Bytes of zeros that readers of extra take. */
const MAX_PADDING = 255

/**
 * A block on the tip. Nothing of it needs work: difficulty is not checked on a development chain.
 * @throws TemplateError, OthersTurnError
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
  const maker = producerAt?.(timestamp)
  const secret = coinbaseSecret(random)
  let coinbaseSize = 600
  let padding = 0
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const payout = chain.payoutFor(weight + coinbaseSize, fees, maker?.producer)
    if (payout === undefined) break
    const { transaction, publicKey } = rules.consensus.buildCoinbase({ height, to, payout, nonce, padding }, secret)
    const size = serializeTransaction(transaction).length
    const final = chain.payoutFor(weight + size, fees, maker?.producer)
    if (final !== undefined && totalOf(final) === totalOf(payout))
      return {
        block: blockOn(chain, transaction, transactions, timestamp, maker),
        transactions,
        publicKey,
        reward: payout.miner,
        minerTransactionId: transactionId(transaction),
      }
    // A smaller coinbase would earn more and so be larger; zeros close the gap.
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
  maker: BlockProducer | undefined,
): Block => {
  const block: Block = {
    majorVersion: chain.nextFork,
    minorVersion: newestScheduledFork(chain.rules),
    timestamp,
    previousId: chain.tip.id,
    nonce: 0,
    pulse: maker?.pulse ?? chain.rules.consensus.minedPulseHeader(chain.nextFork),
    minerTransaction,
    transactionIds: transactions.map(({ id }) => id),
    quorumSignatures: [],
  }
  return maker === undefined ? block : { ...block, quorumSignatures: maker.sign(block) }
}

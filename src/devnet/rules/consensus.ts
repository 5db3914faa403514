// What a family of coins demands of its blocks and transactions, as one value: all that a Network does not say. The chain, the pool
// and the miner work by it and know no family.

import type { CborValue } from '../../bytes/cbor.ts'
import type { Block, PulseHeader } from '../../coin/blocks/block.ts'
import type { HardFork, Network } from '../../coin/networks/network.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import type { BlockRecord, ParsedTransaction, PublicKeys } from '../chain/chainRecords.ts'
import type { FamilyProofOfWork } from './proofOfWork.ts'
import type { Refusal } from './refusal.ts'

/** An output that the rules decree, with the receiver whose key it must have. */
export type MandatedOutput = {
  readonly amount: bigint
  readonly to: PublicKeys
  /** rounding may not make a difference of 1 */
  readonly isExact?: true
}

/** What a block must and may pay. Amounts in atomic units. */
export type Payout = {
  /** the most that goes to the miner, fees included */
  readonly miner: bigint
  /** the part of it that others' fees are: coins that were there before */
  readonly fees: bigint
  /** outputs of their own, in order */
  readonly mandatedOutputs: readonly MandatedOutput[]
  /** key of the service node whose turn it is; undefined where there is none */
  readonly winner?: Uint8Array
}

/** The weights of a chain's blocks, genesis first. */
export type WeightHistory = {
  readonly weights: readonly number[]
  readonly longTermWeights: readonly number[]
  /** how many long-term weights of the window are above what is free of penalty */
  readonly heavyCount: number
}

export type WeightLimits = {
  /** of the last hundred blocks */
  readonly shortMedian: number
  readonly longMedian: number
  /** at least the weight that is free of penalty; held down by the long term */
  readonly effectiveMedian: number
  /** the most that the next block may weigh */
  readonly limit: number
}

/** A block as its reward depends on it. */
export type RewardRequest = {
  readonly height: number
  /** coins made by all blocks before; atomic units */
  readonly generated: bigint
  readonly limits: WeightLimits
  readonly weight: number
  /** of the block's transactions, without what they burn; atomic units */
  readonly fees: bigint
  readonly state: FamilyState
  /** key of the service node that makes the block; undefined where it is mined */
  readonly producer: Uint8Array | undefined
  /** those before it, the genesis block first */
  readonly blocks: readonly { readonly block: Block }[]
}

/** A block as difficulty sees it. */
export type SolvedBlock = { readonly timestamp: number; readonly cumulativeDifficulty: bigint }

/** The chain as fees depend on it; the Chain is one. */
export type FeeView = {
  readonly height: number
  readonly tip: { readonly generated: bigint }
  readonly limits: WeightLimits
  readonly weights: readonly number[]
}

/** Fees in atomic units. */
export type FeeRates = {
  readonly perByte: bigint
  readonly perOutput: bigint
  /** one per priority where the family has levels; the first is `perByte` then */
  readonly perByteLevels: readonly bigint[]
  /** fees are rounded up to a multiple */
  readonly quantizationMask: bigint
}

export type CoinbaseRequest = {
  readonly height: number
  readonly to: PublicKeys
  readonly payout: Payout
  /** bytes a pool may change, empty for none */
  readonly nonce: Uint8Array
  /** zeros appended to the extra; 0 for none */
  readonly padding: number
}

export type BuiltCoinbase = { readonly transaction: Transaction; readonly publicKey: Uint8Array }

/** What a family keeps of a chain beside outputs and key images; it follows the chain block by block. */
export type FamilyState = {
  /** Why an output cannot be spent in the block at a height, the next one; undefined when it can. */
  keyImageFault(keyImage: Uint8Array, height: number): Refusal | undefined
  /** Why a transaction cannot be in the block at a height, the next one, its inputs aside; undefined when it can. */
  transactionFault(parsed: ParsedTransaction, height: number): Refusal | undefined
  /** What is wrong with who made the next block; undefined when nothing is. */
  producerFault(block: Block, blocks: readonly BlockRecord[]): string | undefined
  /** Key of the service node that made the next block; undefined where it was mined. */
  producerOf(block: Block, blocks: readonly BlockRecord[]): Uint8Array | undefined
  /** Takes in a block that was added to those. */
  append(record: BlockRecord, blocks: readonly BlockRecord[]): void
  /**
   * Becomes what it is after blocks that were taken in before, of which it has the genesis block.
   * @param savedStates what `mark` wrote down once, the newest first; those that do not help are passed over
   */
  resume(blocks: readonly BlockRecord[], savedStates: readonly CborValue[]): void
  /** What it is now, so that a long chain needs not be read from its beginning; undefined where that is no work. */
  serialize(): CborValue | undefined
  /** Forgets the top block; those are left. */
  pop(record: BlockRecord, blocks: readonly BlockRecord[]): void
}

/** Of families that keep nothing more. */
export const NO_FAMILY_STATE: FamilyState = {
  keyImageFault: () => undefined,
  transactionFault: () => undefined,
  producerFault: () => undefined,
  producerOf: () => undefined,
  append: () => undefined,
  resume: () => undefined,
  serialize: () => undefined,
  pop: () => undefined,
}

/** The rules of a family on one network. */
export type Consensus = {
  /** of the genesis block, with which a schedule begins */
  readonly firstFork: number
  /** the newest one there is */
  readonly newestFork: number
  /** from which on the payments of this engine's wallets are taken */
  readonly paymentFork: number

  /** Bounds of a block's timestamp: seconds ahead of the clock, and how many blocks' median it may not be below. */
  readonly timestamps: { readonly futureLimit: number; readonly window: number }
  /** The time by which locks end, where the chain tells it; UNIX seconds. Undefined where the clock does. */
  adjustedTime(blocks: readonly { readonly timestamp: number }[]): number | undefined

  /** Transaction versions that a fork allows. */
  transactionVersions(fork: number): { readonly min: number; readonly max: number }
  /** The highest transaction type that a fork allows. */
  maxTransactionType(fork: number): number
  /** The fewest outputs that a fork lets a transaction have. */
  minOutputs(transaction: Transaction, fork: number): number
  /** The most that a transaction weighs at a fork, sent alone or with a block. */
  maxTransactionWeight(fork: number): { readonly sent: number; readonly inBlock: number }
  /** Blocks that must be on top of every ring member. */
  minRingMemberAge(fork: number): number
  /** The state of a chain that has no block yet. */
  createState(): FamilyState
  /**
   * What a transaction says that no other in the pool may say as well, beside its key images; undefined for nothing, whatever the state.
   */
  poolClaim(transaction: Transaction, state: FamilyState): string | undefined
  /** What one transaction of a block at most may be about, beside its key images; undefined for nothing. */
  blockClaim(transaction: Transaction): string | undefined
  /** What is wrong with the confidential type and the outputs at a height; undefined when nothing is. */
  outputFault(transaction: Transaction, height: number): string | undefined
  /** What a transaction burns of its fee, in atomic units. */
  burnedFee(transaction: Transaction, fork: number): bigint

  /** The weight with which a block counts in the long run. */
  longTermWeight(history: WeightHistory, fork: number, weight: number): number
  /** What holds for the block after the last one of the history. */
  weightLimits(history: WeightHistory, fork: number): WeightLimits
  /** Difficulty of the block that follows `blocks` (genesis first). */
  nextDifficulty(blocks: readonly SolvedBlock[]): bigint
  /** The least fee that the pool takes, in atomic units. */
  minFee(chain: FeeView, weight: number, outputs: number): bigint
  /** The rates that will be enough for a while, should `graceBlocks` blocks be as large as is free of penalty. */
  feeRates(chain: FeeView, graceBlocks: number): FeeRates

  /** Who gets which part of a block's reward; undefined when the block weighs too much. */
  payout(request: RewardRequest): Payout | undefined
  /** Builds the transaction that pays a reward. */
  buildCoinbase(request: CoinbaseRequest, secret: Uint8Array): BuiltCoinbase
  /** What is wrong with the form of a miner transaction, beside what no family allows; undefined when nothing is. */
  coinbaseFault(transaction: Transaction, fork: number): string | undefined
  /** What is wrong with what a miner transaction pays; undefined when nothing is. */
  payoutFault(height: number, transaction: Transaction, payout: Payout): string | undefined
  /** The pulse header of a mined block; undefined where blocks have none. */
  minedPulseHeader(fork: number): PulseHeader | undefined
  /** How much a block counts for its chain, where two are compared. */
  chainWeight(block: Block, fork: number, difficulty: bigint): bigint
  /** Whether blocks that lose their place on the main chain are kept as alternatives. */
  keepsDisconnectedBlocks(fork: number): boolean
  /** How blocks prove work, where a chain asks for it. */
  readonly proofOfWork: FamilyProofOfWork
  /** Name of the proof of work, for people. */
  powAlgorithm(fork: number): string
}

/** Makes the rules of a family for a network, whose fork schedule they follow. */
export type Family = (network: Network) => Consensus

/** A schedule's newest fork, for which blocks vote. */
export const newestForkOf = (hardForks: readonly HardFork[], consensus: Pick<Consensus, 'firstFork'>): number =>
  hardForks.at(-1)?.version ?? consensus.firstFork

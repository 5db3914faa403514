// The main chain: blocks, outputs and key images. Blocks are added and popped at the tip; a new block is checked in the order of monerod
// and oxen-core.

import type { UnixSeconds } from '../../async/time.ts'
import type { CborValue } from '../../bytes/cbor.ts'
import { toHex } from '../../bytes/hex.ts'
import { type Block, blockId, parseBlock, serializeBlock } from '../../coin/blocks/block.ts'
import { MAX_BLOCK_NUMBER } from '../../coin/blocks/unlockTime.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import { transactionFee } from '../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { countOutputs, packBlockMetadata } from '../records/blockMetadata.ts'
import { ChainIndex } from '../records/chainIndex.ts'
import {
  type BlockRecord,
  type ChainDump,
  type OutputRecord,
  type ParsedTransaction,
  parseFullTransaction,
  type TransactionPlace,
} from '../records/chainRecords.ts'
import { BlockOpener, type BlockRow, BlockRowError, StoredBlock } from '../records/storedBlock.ts'
import type { ChainRules } from '../rules/chainRules.ts'
import type { TransactionChecker } from '../rules/checker.ts'
import { coinbaseFault, outputSum } from '../rules/coinbase.ts'
import type { FamilyState, Payout, SolvedBlock, WeightLimits } from '../rules/consensus.ts'
import { type PlacedBlock, ProofOfWork } from '../rules/proofOfWork.ts'
import { BlockWeights, medianOf } from '../rules/weights.ts'
import { headerFault } from './headerChecks.ts'
import { listingFault } from './listedTransactions.ts'

/** A block that breaks a rule, which the message states. */
export class BlockRefusedError extends FabaError {
  override readonly name = 'BlockRefusedError'
  readonly code = 'block-refused'
}

/** The most coins that a chain counts as generated; atomic units (monerod: MONEY_SUPPLY). */
export const MAX_COINS = 2n ** 64n - 1n

type Refuse = (reason: string) => BlockRefusedError

/** Returns the present time. */
export type UnixClock = () => UnixSeconds

/** The main chain of a development node. */
export class Chain {
  readonly rules: ChainRules
  readonly clock: UnixClock
  readonly state: FamilyState
  readonly work: ProofOfWork
  readonly #checker: TransactionChecker
  readonly #opener: BlockOpener
  readonly #blocks: StoredBlock[] = []
  readonly #weights = new BlockWeights()
  #limits: WeightLimits | undefined
  readonly #index = new ChainIndex()

  constructor(rules: ChainRules, clock: UnixClock, checker: TransactionChecker) {
    this.rules = rules
    this.clock = clock
    this.#checker = checker
    this.state = rules.consensus.createState()
    const { consensus, difficulty, seedEpoch } = rules
    const seed = (): Uint8Array => this.blockAt(this.work.seedHeight(this.height))?.id ?? rules.network.genesisId
    this.work = new ProofOfWork(consensus.proofOfWork, { isChecked: false, difficulty }, seedEpoch, seed)
    this.#opener = new BlockOpener(rules.network)
    const { genesis } = rules.network
    this.#append(parseBlock(rules.network, genesis), genesis, [], 0n)
  }

  /** Number of blocks. */
  get height(): number {
    return this.#blocks.length
  }

  get blocks(): readonly StoredBlock[] {
    return this.#blocks
  }

  /** Number of transactions without coinbases, and approximate size in bytes. */
  get totals(): { readonly transactions: number; readonly bytes: number } {
    return this.#index.totals
  }

  get outputs(): readonly OutputRecord[] {
    return this.#index.outputs
  }

  get tip(): BlockRecord {
    const tip = this.#blocks.at(-1)
    if (tip === undefined) throw new BlockRefusedError('the chain has no genesis block')
    return tip
  }

  /** Fork in force for the next block. */
  get nextFork(): number {
    return hardForkAt(this.rules.network, this.height)
  }

  /** Limits for the next block. */
  get limits(): WeightLimits {
    this.#limits ??= this.rules.consensus.weightLimits(this.#weights, this.nextFork)
    return this.#limits
  }

  get weights(): readonly number[] {
    return this.#weights.weights
  }

  /** Difficulty of the next block if it is mined. */
  get nextDifficulty(): bigint {
    return this.difficultyAfter(this.#blocks)
  }

  /**
   * Returns the difficulty of the block after `blocks` (genesis first), on this chain or a branch.
   * @param block the block itself; a mined one if omitted
   */
  difficultyAfter(blocks: readonly SolvedBlock[], block?: Block): bigint {
    const { difficulty } = this.work.setting
    if (blocks.length === 0) return 1n
    if (difficulty !== 'adjusted') return difficulty
    const { nextDifficulty, proofOfWork } = this.rules.consensus
    return block === undefined || proofOfWork.isRequired(block) ? nextDifficulty(blocks) : proofOfWork.unminedDifficulty
  }

  /** Returns a block as the next one of the chain. */
  placeOnTip(block: Block): PlacedBlock {
    const difficulty = this.difficultyAfter(this.#blocks, block)
    return { block, height: this.height, difficulty, idAt: (height) => this.blockAt(height)?.id }
  }

  blockAt(height: number): BlockRecord | undefined {
    return this.#blocks[height]
  }

  heightOf(id: Uint8Array): number | undefined {
    return this.#index.heightOf(id)
  }

  placeOf(txid: Uint8Array): TransactionPlace | undefined {
    return this.#index.placeOf(txid)
  }

  transaction(txid: Uint8Array): ParsedTransaction | undefined {
    const place = this.placeOf(txid)
    return place === undefined ? undefined : this.#blocks[place.height]?.transactions[place.position]
  }

  isSpent(keyImage: Uint8Array): boolean {
    return this.#index.isSpent(keyImage)
  }

  /** Whether an unlock time allows spending in the next block. */
  isUnlocked(unlockTime: bigint): boolean {
    return unlockTime < MAX_BLOCK_NUMBER
      ? unlockTime <= BigInt(this.height)
      : BigInt(this.#unlockClock() + this.rules.network.blockTarget) >= unlockTime
  }

  /** The time that unlock times are compared with. */
  #unlockClock(): UnixSeconds {
    return this.rules.consensus.adjustedTime(this.#blocks) ?? this.clock()
  }

  /** The earliest timestamp of the next block. */
  get minTimestamp(): number {
    return this.minTimestampAfter(this.#blocks)
  }

  /** Returns the earliest timestamp of the block after `blocks` (genesis first), on this chain or a branch. */
  minTimestampAfter(blocks: readonly { readonly timestamp: number }[]): number {
    const { window } = this.rules.consensus.timestamps
    return blocks.length < window ? 0 : medianOf(blocks.slice(-window).map(({ timestamp }) => timestamp))
  }

  /** Returns what the next block may pay, given its weight and its fees; undefined if it weighs too much. */
  payoutFor(weight: number, fees: bigint, producer?: Uint8Array): Payout | undefined {
    const { height, blocks, limits, state } = this
    const { generated } = this.tip
    return this.rules.consensus.payout({ height, generated, limits, weight, fees, state, producer, blocks })
  }

  /**
   * Adds a block at the tip.
   * @param transactions of the block without the coinbase, in its order
   * @throws BlockRefusedError
   */
  add(block: Block, transactions: readonly ParsedTransaction[], blob = serializeBlock(block)): BlockRecord {
    return this.#add(block, transactions, blob, (refuse) => {
      const workError = this.work.fault(this.placeOnTip(block))
      if (workError !== undefined) throw refuse(workError)
      const [first] = this.#checker.checkInBlock(this, transactions)
      if (first !== undefined) throw refuse(`transaction ${toHex(first.id)}: ${first.refusal.reason}`)
    })
  }

  #add(
    block: Block,
    transactions: readonly ParsedTransaction[],
    blob: Uint8Array,
    checkContents: (refuse: Refuse) => void,
  ): BlockRecord {
    const { height } = this
    const { consensus } = this.rules
    const fork = this.nextFork
    const refuse: Refuse = (reason) => new BlockRefusedError(`block ${height} refused: ${reason}`)
    const headerError = headerFault(this, block)
    if (headerError !== undefined) throw refuse(headerError)
    const coinbaseError = coinbaseFault(this.rules, block, height)
    if (coinbaseError !== undefined) throw refuse(coinbaseError)
    const producerError = this.state.producerFault(block, this.#blocks)
    if (producerError !== undefined) throw refuse(producerError)
    const listError = listingFault(this, block, transactions)
    if (listError !== undefined) throw refuse(listError)
    checkContents(refuse)

    let weight = serializeTransaction(block.minerTransaction).length
    let fees = 0n
    for (const { transaction, weight: own } of transactions) {
      weight += own
      fees += transactionFee(transaction) - consensus.burnedFee(transaction, fork)
    }
    const payout = this.payoutFor(weight, fees, this.state.producerOf(block, this.#blocks))
    if (payout === undefined) throw refuse(`its weight ${weight} is too large for the median`)
    const payoutError = consensus.payoutFault(height, block.minerTransaction, payout)
    if (payoutError !== undefined) throw refuse(payoutError)
    return this.#append(block, blob, transactions, payout.fees)
  }

  #append(block: Block, blob: Uint8Array, listed: readonly ParsedTransaction[], fees: bigint): BlockRecord {
    const { height } = this
    const id = blockId(block)
    const miner = parseFullTransaction(this.rules.network, serializeTransaction(block.minerTransaction))
    const transactions = [miner, ...listed]
    const weight = transactions.reduce((sum, transaction) => sum + transaction.weight, 0)
    const fork = hardForkAt(this.rules.network, height)
    const longTerm = this.rules.consensus.longTermWeight(this.#weights, fork, weight)
    const difficulty = this.difficultyAfter(this.#blocks, block)
    const before = this.#blocks.at(-1)
    const generated = (before?.generated ?? 0n) + outputSum(block.minerTransaction) - fees
    const known = {
      id,
      outputsSoFar: this.outputs.length + countOutputs(transactions),
      weight,
      longTermWeight: longTerm,
      timestamp: block.timestamp,
      difficulty,
      cumulativeDifficulty: (before?.cumulativeDifficulty ?? 0n) + difficulty,
      generated: generated < MAX_COINS ? generated : MAX_COINS,
    }
    const facts = packBlockMetadata(known, transactions)
    const stored = new StoredBlock(this.#opener, { height, blob, facts, transactions: listed.map((each) => each.blob) })
    this.#opener.remember(stored, block, transactions)
    this.#push(stored)
    this.state.append(stored, this.#blocks)
    return stored
  }

  /** Adds a block to all indexes. */
  #push(stored: StoredBlock): void {
    this.#blocks.push(stored)
    this.#weights.push(stored.weight, stored.longTermWeight)
    this.#limits = undefined
    this.#index.push(stored)
  }

  /** Restores a former state: `blocks` from the genesis block on, all of which this chain created. */
  restore(blocks: readonly StoredBlock[]): void {
    while (this.height > 1 && this.tip !== blocks[this.height - 1]) this.pop()
    for (const stored of blocks.slice(this.height)) {
      this.#push(stored)
      this.state.append(stored, this.#blocks)
    }
  }

  /**
   * Loads the rows of stored blocks, from the first block after genesis on, without checks except that they are complete.
   * @param marks snapshots of the family state, the newest first
   * @throws BlockRowError
   */
  resume(rows: Iterable<BlockRow>, marks: readonly CborValue[]): void {
    this.restore(this.#blocks.slice(0, 1))
    for (const row of rows) {
      if (row.height !== this.height)
        throw new BlockRowError(`block ${this.height} is missing, the next one is ${row.height}`)
      this.#push(new StoredBlock(this.#opener, row))
    }
    this.state.resume(this.#blocks, marks)
  }

  /** Pops the top block; the genesis block stays. */
  pop(): StoredBlock | undefined {
    if (this.height <= 1) return undefined
    const record = this.#blocks.pop()
    if (record === undefined) return undefined
    this.state.pop(record, this.#blocks)
    this.#weights.pop()
    this.#limits = undefined
    this.#index.pop(record, this.tip.outputsSoFar)
    return record
  }

  /** Returns all blocks after genesis with their transactions. */
  dump(): ChainDump {
    return {
      blocks: this.#blocks.slice(1).map(({ bytes }) => ({ block: bytes.blob, transactions: bytes.listed })),
    }
  }

  /**
   * Adds the blocks of a dump of this program, without verifying proofs and signatures again.
   * @throws BlockRefusedError, FormatError
   */
  load({ blocks }: ChainDump): void {
    for (const { block, transactions } of blocks)
      this.#add(
        parseBlock(this.rules.network, block),
        transactions.map((blob) => parseFullTransaction(this.rules.network, blob)),
        block,
        () => undefined,
      )
  }
}

// A development node: chain, pool and alternative blocks, changed together by submitted blocks and transactions.

import type { UnixSeconds } from '../../async/time.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { type Block, blockId, parseBlock, serializeBlock } from '../../coin/blocks/block.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { AlternativeBlocks, AlternativeChain } from '../chain/alternativeBlocks.ts'
import { BlockRefusedError, type Chain, type UnixClock } from '../chain/chain.ts'
import { type CheckpointView, NO_CHECKPOINTS } from '../chain/checkpoints.ts'
import { type BlockRecord, type ParsedTransaction, parseFullTransaction } from '../records/chainRecords.ts'
import type { ChainRules } from '../rules/chainRules.ts'
import { findApprovalConflicts } from '../txpool/approvalConflicts.ts'
import type { SubmitOptions, SubmitResult } from '../txpool/submitResult.ts'
import type { TransactionPool } from '../txpool/txpool.ts'
import type { MovableClock } from './movableClock.ts'
import type { NodeEvent, NodeStep } from './nodeEvents.ts'
import { type NodeOptions, NodeState } from './nodeState.ts'
import type { PersistedState } from './persistedState.ts'
import { Snapshots } from './snapshots.ts'

/** The outcome of a submitted block. */
export type BlockOutcome = 'added' | 'known' | 'alternative' | 'reorganised' | 'orphan'

/** A development node without its RPC. */
export class DevelopmentNode {
  readonly state: NodeState
  readonly snapshots: Snapshots
  readonly startedAt: UnixSeconds
  /** whether transactions submitted as blink are confirmed at once; without a quorum they are refused */
  hasQuorum = false
  /** of the main chain; the local service nodes sign them */
  checkpoints: CheckpointView = NO_CHECKPOINTS
  /** whether checkpoints make blocks final; false while the node follows another one, whose chain decides */
  enforcesCheckpoints = true

  constructor(options: NodeOptions) {
    this.state = new NodeState(options)
    this.snapshots = new Snapshots(this.state)
    this.startedAt = options.clock()
  }

  get rules(): ChainRules {
    return this.state.rules
  }

  get time(): MovableClock {
    return this.state.time
  }

  /** The time of `time`. */
  get clock(): UnixClock {
    return this.state.time.now
  }

  get random(): Random {
    return this.state.random
  }

  get chain(): Chain {
    return this.state.chain
  }

  get pool(): TransactionPool {
    return this.state.pool
  }

  get alternatives(): AlternativeBlocks {
    return this.state.alternatives
  }

  get persisted(): PersistedState {
    return this.state.persisted
  }

  /** Calls back after each change; returns a function that removes the listener. */
  listen(listener: (event: NodeEvent) => void): () => void {
    return this.state.events.listen(listener)
  }

  /** Calls back at each step, also of changes that are not complete; returns a function that removes the watcher. */
  watch(watcher: (step: NodeStep) => void): () => void {
    return this.state.events.watch(watcher)
  }

  /** Submits a transaction to the pool. */
  submitTransaction(blob: Uint8Array, options: SubmitOptions): SubmitResult {
    const result = this.pool.submit(blob, options)
    if (!result.accepted || !result.added) return result
    this.#reportPooled(result.id)
    this.state.events.emit({ kind: 'pool', txid: result.id })
    return result
  }

  #reportPooled(id: Uint8Array): void {
    const entry = this.pool.get(id)
    if (entry !== undefined) this.state.events.report({ kind: 'pooled', entry })
  }

  /** Marks a transaction as relayed, if the pool has it. */
  relayTransaction(id: Uint8Array): void {
    const isFirstRelay = this.pool.get(id)?.doNotRelay === true
    this.pool.relay(id)
    if (isFirstRelay) this.#reportPooled(id)
  }

  /** Removes transactions from the pool as if they had never been submitted; returns how many were there. */
  removeTransactions(ids: readonly Uint8Array[]): number {
    const dropped = ids.filter((id) => this.pool.remove(id) !== undefined).length
    if (dropped > 0) this.state.events.emit({ kind: 'dropped' })
    return dropped
  }

  /** Runs due maintenance of the pool: expires old transactions and relays others again. */
  maintain(): void {
    if (this.pool.maintain()) this.state.events.emit({ kind: 'dropped' })
  }

  /**
   * Sets the clock, which then runs on.
   * @throws ClockError
   */
  setTime(time: UnixSeconds): void {
    this.time.set(time, this.chain)
    this.maintain()
  }

  /**
   * Submits a transaction that a quorum approved. Conflicting transactions are removed from the pool, and blocks with conflicting
   * transactions are popped unless they are final; a conflicting transaction that was approved before is kept.
   */
  submitApproved(blob: Uint8Array, options: SubmitOptions): SubmitResult {
    const parsed = this.pool.parse(blob)
    const conflicts =
      parsed === undefined ? undefined : findApprovalConflicts(parsed, this.chain, this.pool, this.checkpoints)
    if (conflicts === undefined) return this.#submitApproved(blob, options)
    return this.state.events.batch(() => {
      const before = this.state.capture()
      const popped = this.#pop(conflicts.blocks)
      for (const id of conflicts.doubleSpends) this.pool.remove(id)
      const result = this.#submitApproved(blob, options)
      // Only now, so that the pool refuses conflicting transactions of these blocks.
      if (result.accepted) this.#returnToPool(popped)
      else this.state.restore(before)
      return result
    })
  }

  #submitApproved(blob: Uint8Array, options: SubmitOptions): SubmitResult {
    const result = this.submitTransaction(blob, options)
    if (result.accepted) this.pool.approve(result.id)
    return result
  }

  /**
   * Submits a block, for the tip or as an alternative block, which may cause a reorganisation.
   * @param blobs transactions that may not be in the pool yet; those that the block does not list are ignored
   * @throws BlockRefusedError, FormatError
   */
  submitBlock(blob: Uint8Array, blobs: readonly Uint8Array[] = []): BlockOutcome {
    const block = parseBlock(this.rules.network, blob)
    const id = blockId(block)
    if (this.chain.heightOf(id) !== undefined || this.alternatives.isKnown(id)) return 'known'
    const listed = new Set(blobs.length === 0 ? [] : block.transactionIds.map(toHex))
    for (const transaction of blobs) {
      const parsed = parseFullTransaction(this.rules.network, transaction)
      if (listed.has(toHex(parsed.id))) this.pool.addFromBlock(parsed)
    }
    return this.state.events.batch(() => {
      // Emitted before the change of the chain, so that storage listeners know of the block when they write the change.
      this.state.events.emit({ kind: 'submitted', id })
      if (!equalBytes(block.previousId, this.chain.tip.id)) return this.#addAlternative(block, id)
      this.#extend(block, blob)
      return 'added'
    })
  }

  /** Adds a block whose transactions are in the pool. */
  #extend(block: Block, blob = serializeBlock(block)): BlockRecord {
    const transactions = block.transactionIds.map((id) => this.#transactionFromPool(id))
    const record = this.chain.add(block, transactions, blob)
    this.pool.afterBlock(transactions)
    this.state.events.report({ kind: 'extended', block: record })
    this.state.events.emit({ kind: 'block', height: record.height })
    return record
  }

  #hasTransaction(txid: Uint8Array): boolean {
    return this.pool.get(txid) !== undefined || this.chain.placeOf(txid) !== undefined
  }

  #transactionFromPool(id: Uint8Array): ParsedTransaction {
    const entry = this.pool.get(id)
    if (entry === undefined) throw new BlockRefusedError(`transaction ${toHex(id)} of the block is not in the pool`)
    return entry.parsed
  }

  /** Pops blocks and returns their transactions to the pool. Returns the blocks, top first. */
  popBlocks(count: number): BlockRecord[] {
    const popped = this.#pop(count)
    this.#returnToPool(popped)
    return popped
  }

  /** Pops blocks and forgets their transactions. */
  discardBlocks(count: number): void {
    const popped = this.#pop(count)
    if (popped.length > 0) this.#reportPopped()
  }

  /** Pops blocks without returning their transactions to the pool. Returns the blocks, top first. */
  #pop(count: number): BlockRecord[] {
    const popped: BlockRecord[] = []
    for (let left = count; left > 0; left--) {
      const record = this.chain.pop()
      if (record === undefined) break
      popped.push(record)
    }
    return popped
  }

  /** Returns the transactions of popped blocks to the pool, which checks them against the present chain. */
  #returnToPool(popped: readonly BlockRecord[]): void {
    for (const { transactions } of popped.toReversed())
      for (const transaction of transactions.slice(1)) this.pool.addFromBlock(transaction)
    if (popped.length > 0) this.#reportPopped()
  }

  #reportPopped(): void {
    this.state.events.emit({ kind: 'block', height: this.chain.height - 1 })
  }

  /** Adds a block whose parent is not the top block. */
  #addAlternative(block: Block, id: Uint8Array): BlockOutcome {
    const missing = block.transactionIds.find((each) => !this.#hasTransaction(each))
    if (missing !== undefined)
      throw new BlockRefusedError(`transaction ${toHex(missing)} of the block is neither in the pool nor on the chain`)
    const checkpoints = this.enforcesCheckpoints ? this.checkpoints : NO_CHECKPOINTS
    const branch = this.alternatives.add(block, id, checkpoints)
    if (branch === undefined) return 'orphan'
    if (!this.alternatives.outweighs(branch, checkpoints)) return 'alternative'
    // Its blocks are verified, but for those that came while proof of work was switched off.
    this.state.events.batch(() => this.chain.work.atOnce(() => this.#reorganise(branch)))
    return 'reorganised'
  }

  /** Makes a branch the main chain; restores the former main chain if a block of the branch is invalid. */
  #reorganise({ blocks, parent }: AlternativeChain): void {
    const popped = this.popBlocks(this.chain.height - 1 - parent.height)
    const added: BlockRecord[] = []
    try {
      for (const { block } of blocks.toReversed()) added.push(this.#extend(block))
    } catch (error) {
      // From the invalid block up: the blocks below it are on the chain now.
      this.alternatives.markInvalid(blocks.filter(({ height }) => height >= this.chain.height))
      this.popBlocks(this.chain.height - 1 - parent.height)
      for (const { id } of popped) this.chain.work.trust(id)
      for (const { block, blob } of popped.toReversed()) this.#extend(block, blob)
      throw error
    } finally {
      this.alternatives.remove(blocks)
    }
    this.alternatives.addAbandoned(popped)
    this.state.events.report({ kind: 'reorganised', blocks: added })
  }

  /**
   * Runs `work` with another block as the top block, of the main chain or an alternative one, and undoes all changes.
   * @throws BlockRefusedError if the block is unknown, or the chain up to it is invalid
   */
  withTop<T>(id: Uint8Array, work: () => T): T {
    const branch = this.alternatives.chainUpTo(id)
    const height = branch?.parent.height ?? this.chain.heightOf(id)
    if (height === undefined) throw new BlockRefusedError(`there is no block ${toHex(id)}`)
    const pool = this.pool.capture()
    const onTop = (): T => {
      const popped = this.#pop(this.chain.height - 1 - height)
      if (branch !== undefined) this.#returnToPool(popped)
      for (const { block } of branch?.blocks.toReversed() ?? []) this.#extend(block)
      this.pool.restore(pool)
      return work()
    }
    return this.state.speculate(undefined, onTop).result
  }
}

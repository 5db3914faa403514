// A development node: chain, pool and alternative chains kept in step. Blocks and transactions come in here, from the miner as from
// the RPC.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { type Block, blockId, parseBlock, serializeBlock } from '../../coin/blocks/block.ts'
import type { AlternativeChain } from '../chain/alternativeBlocks.ts'
import { BlockRefusedError } from '../chain/chain.ts'
import { type BlockRecord, type ParsedTransaction, parseFullTransaction } from '../chain/chainRecords.ts'
import { type CheckpointView, NO_CHECKPOINTS } from '../chain/checkpoints.ts'
import { findApprovalConflicts } from '../txpool/approvalConflicts.ts'
import type { SubmitOptions, SubmitResult } from '../txpool/txpool.ts'
import { NodeState } from './nodeState.ts'
import { type NodeSnapshot, Snapshots } from './snapshots.ts'

/** What became of a block. */
export type BlockOutcome = 'added' | 'known' | 'alternative' | 'reorganised' | 'orphan'

/** What chain and pool could become. */
export type Draft = Pick<NodeSnapshot, 'blocks' | 'pool'>

/** A chain with its pool and its alternative chains, changed by blocks and transactions that come in. */
export class DevelopmentNode extends NodeState {
  readonly snapshots = new Snapshots(this)
  /** whether transactions that are sent as blink are confirmed at once; without a quorum they are refused */
  hasQuorum = false
  /** of the main chain; none unless somebody signs them */
  checkpoints: CheckpointView = NO_CHECKPOINTS
  /** whether they make blocks final: a node that follows another goes back wherever that one goes */
  enforcesCheckpoints = true

  /** Takes a transaction into the pool, or says why not. */
  submitTransaction(blob: Uint8Array, options: SubmitOptions): SubmitResult {
    const admission = this.pool.submit(blob, options)
    if (admission.accepted && admission.added) this.events.emit({ kind: 'pool', txid: admission.id })
    return admission
  }

  /** Takes transactions out of the pool as if they had never been sent. Answers how many were there. */
  removeTransactions(ids: readonly Uint8Array[]): number {
    const dropped = ids.filter((id) => this.pool.remove(id) !== undefined).length
    if (dropped > 0) this.events.emit({ kind: 'dropped' })
    return dropped
  }

  /** Does what is due by now: transactions leave the pool for their age, and others are told of them again. */
  maintain(): void {
    if (this.pool.maintain()) this.events.emit({ kind: 'dropped' })
  }

  /**
   * Moves the clock; it runs on from there.
   * @param time UNIX seconds
   * @throws ClockError
   */
  setTime(time: number): void {
    this.time.set(time, this.chain)
    this.maintain()
  }

  /**
   * Takes a transaction into the pool as one that a quorum confirmed, or says why not. What spends the same makes way, in the pool and
   * in blocks that are not final, unless a quorum confirmed that before.
   */
  submitApproved(blob: Uint8Array, options: SubmitOptions): SubmitResult {
    const parsed = this.pool.parse(blob)
    const way =
      parsed === undefined ? undefined : findApprovalConflicts(parsed, this.chain, this.pool, this.checkpoints)
    if (way === undefined) return this.#submitApproved(blob, options)
    return this.batch(() => {
      const before = this.capture()
      const popped = this.#pop(way.blocks)
      for (const id of way.rivals) this.pool.remove(id)
      const admission = this.#submitApproved(blob, options)
      // Only now: what is in conflict with it stays out.
      if (admission.accepted) this.#takeBack(popped)
      else this.restore(before)
      return admission
    })
  }

  #submitApproved(blob: Uint8Array, options: SubmitOptions): SubmitResult {
    const admission = this.submitTransaction(blob, options)
    if (admission.accepted) this.pool.approve(admission.id)
    return admission
  }

  /**
   * Takes a block: on the tip, or beside the main chain, which it may take over from.
   * @param blobs transactions of the block that may not be in the pool yet; others are left out
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
    return this.batch(() => {
      // Told before what it does to the chain: what writes that down is to have heard of it.
      this.events.emit({ kind: 'submitted', id })
      if (!equalBytes(block.previousId, this.chain.tip.id)) return this.#takeBeside(block, id)
      this.#extend(block, blob)
      return 'added'
    })
  }

  /** Adds a block whose transactions are in the pool. */
  #extend(block: Block, blob = serializeBlock(block)): BlockRecord {
    const transactions = block.transactionIds.map((id) => this.#pooled(id))
    const record = this.chain.add(block, transactions, blob)
    this.pool.afterBlock(transactions)
    this.events.emit({ kind: 'block', height: record.height })
    return record
  }

  #isAtHand(txid: Uint8Array): boolean {
    return this.pool.get(txid) !== undefined || this.chain.placeOf(txid) !== undefined
  }

  #pooled(id: Uint8Array): ParsedTransaction {
    const entry = this.pool.get(id)
    if (entry === undefined) throw new BlockRefusedError(`transaction ${toHex(id)} of the block is not in the pool`)
    return entry.parsed
  }

  /** Takes the top blocks off; their transactions go back to the pool. Answers the blocks, top first. */
  popBlocks(count: number): BlockRecord[] {
    const popped = this.#pop(count)
    this.#takeBack(popped)
    return popped
  }

  /** Takes the top blocks off. Answers them, top first. */
  #pop(count: number): BlockRecord[] {
    const popped: BlockRecord[] = []
    for (let left = count; left > 0; left--) {
      const record = this.chain.pop()
      if (record === undefined) break
      popped.push(record)
    }
    return popped
  }

  /** Has the pool take transactions of blocks that were taken off: their inputs are judged by the chain as it has become. */
  #takeBack(popped: readonly BlockRecord[]): void {
    for (const { transactions } of popped.toReversed())
      for (const transaction of transactions.slice(1)) this.pool.addFromBlock(transaction)
    if (popped.length > 0) this.events.emit({ kind: 'block', height: this.chain.height - 1 })
  }

  /** Takes a block that is not for the tip. */
  #takeBeside(block: Block, id: Uint8Array): BlockOutcome {
    const missing = block.transactionIds.find((each) => !this.#isAtHand(each))
    if (missing !== undefined)
      throw new BlockRefusedError(`transaction ${toHex(missing)} of the block is neither in the pool nor on the chain`)
    const checkpoints = this.enforcesCheckpoints ? this.checkpoints : NO_CHECKPOINTS
    const branch = this.alternatives.add(block, id, checkpoints)
    if (branch === undefined) return 'orphan'
    if (!this.alternatives.outweighs(branch, checkpoints)) return 'alternative'
    this.batch(() => this.#moveTo(branch))
    return 'reorganised'
  }

  /** Moves the main chain over to a branch; back again if a block of it is not good. */
  #moveTo({ blocks, parent }: AlternativeChain): void {
    const popped = this.popBlocks(this.chain.height - 1 - parent.height)
    try {
      for (const { block } of blocks.toReversed()) this.#extend(block)
    } catch (error) {
      // From the bad block up: those below it are on the chain now.
      this.alternatives.markInvalid(blocks.filter(({ height }) => height >= this.chain.height))
      this.popBlocks(this.chain.height - 1 - parent.height)
      for (const { id } of popped) this.chain.work.trust(id)
      for (const { block, blob } of popped.toReversed()) this.#extend(block, blob)
      throw error
    } finally {
      this.alternatives.remove(blocks)
    }
    this.alternatives.addAbandoned(popped)
  }

  /**
   * Does something as if another block were the top one, of the main chain or beside it; nothing of it stays.
   * @throws BlockRefusedError when the block is not known, or the chain up to it is no good
   */
  withTop<T>(id: Uint8Array, work: () => T): T {
    const branch = this.alternatives.chainUpTo(id)
    const height = branch?.parent.height ?? this.chain.heightOf(id)
    if (height === undefined) throw new BlockRefusedError(`there is no block ${toHex(id)}`)
    const pool = this.pool.capture()
    const onTop = (): T => {
      const popped = this.#pop(this.chain.height - 1 - height)
      if (branch !== undefined) this.#takeBack(popped)
      for (const { block } of branch?.blocks.toReversed() ?? []) this.#extend(block)
      this.pool.restore(pool)
      return work()
    }
    return this.speculate(undefined, onTop).result
  }

  #draftNow(): Draft {
    return { blocks: [...this.chain.blocks], pool: this.pool.capture() }
  }

  /**
   * Does something on a draft of chain and pool, or on one that begins as they are. Nobody hears of it, and nothing stays but the draft
   * that is answered, which goes on from there.
   */
  speculate<T>(draft: Draft | undefined, work: () => T): { readonly draft: Draft; readonly result: T } {
    const before = this.#draftNow()
    return this.events.muted(() => {
      try {
        if (draft !== undefined) this.#becomeDraft(draft)
        const result = work()
        return { draft: this.#draftNow(), result }
      } finally {
        this.#becomeDraft(before)
      }
    })
  }

  #becomeDraft({ blocks, pool }: Draft): void {
    this.chain.restore(blocks)
    this.pool.restore(pool)
  }
}

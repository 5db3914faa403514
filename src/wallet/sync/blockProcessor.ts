// Scanned blocks on their way into the wallet state. Scanning, opening and committing overlap: while one block range is scanned, the
// hits of the one before are opened and the one before that is written. All ranges that are ready when a commit ends go into the
// next one together, so that a slow store gets fewer and larger commits. The order of the blocks is kept.

import { toHex } from '../../bytes/hex.ts'
import { sumAmounts, wrapAmount } from '../../coin/amount.ts'
import { keyPrefix } from '../../crypto/keys/keyPrefix.ts'
import { createSampler, type RandomSampler } from '../../crypto/random/randomSampler.ts'
import { RequestSlots } from '../../daemon/requestSlots.ts'
import type { TransactionBatch } from '../scan/scanBatch.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import type { StateChange } from '../state/walletStateData.ts'
import { applyBlocks } from './applyToLedger.ts'
import type { BlockRange } from './blockRange.ts'
import { checkedHeights } from './checkedBlocks.ts'
import { ofPage } from './falsePage.ts'
import type { PendingScan, ReceivedOutputs } from './outputScanner.ts'
import type { SyncContext } from './syncContext.ts'
import { verifyTransactions } from './verifyTransactions.ts'

/** A block range that is being scanned. */
export type ScanningBlockRange = BlockRange & { readonly scanning: PendingScan }

type ScannedBlockRange = BlockRange & {
  readonly received: ReceivedOutputs
  /** resolves when the node has proven the transactions that are checked */
  readonly verified: Promise<void>
}

/** A transaction of one of the newest committed blocks. */
export type RecentTransaction = { readonly txid: Uint8Array; readonly height: number; readonly isOurs: boolean }

/** Newest blocks whose transactions are remembered; older ones are usually final. */
const RECENT_BLOCKS = 12

/** Numbers of scanned blocks and of owned outputs found in them. */
export type ScanCounts = { readonly blocks: number; readonly outputs: number }

/** @param restoreHeight blocks before it were not scanned */
const countsOf = (ranges: readonly ScannedBlockRange[], restoreHeight: number): ScanCounts => {
  let blocks = 0
  let outputs = 0
  for (const { start, ids, received } of ranges) {
    blocks += Math.max(0, start + ids.length / 32 - Math.max(start, restoreHeight))
    for (const found of received.values()) outputs += found.length
  }
  return { blocks, outputs }
}

/** Block ranges that are verified at a time, with a request each: those of a payment wait for few others. */
const MAX_VERIFICATIONS = 2

/** Block ranges that wait to be committed; each holds its page in memory. */
const MAX_READY = 32

/** Returns what the newest coinbase paid, atomic units; undefined if there is none. */
const newestReward = (ranges: readonly ScannedBlockRange[]): bigint | undefined => {
  for (const { transactionBatch } of ranges.toReversed()) {
    const position = transactionBatch.sources.findLastIndex(({ coinbase }) => coinbase)
    if (position >= 0) return wrapAmount(sumAmounts(transactionBatch.transaction(position).transaction().outputs))
  }
  return undefined
}

/** Waits for the verification of ranges in their order, and returns those before the first failure. */
const untilFailure = async (
  ranges: readonly ScannedBlockRange[],
): Promise<{
  readonly verified: readonly ScannedBlockRange[]
  readonly failure: { readonly error: unknown } | undefined
}> => {
  const verified: ScannedBlockRange[] = []
  for (const range of ranges) {
    try {
      await range.verified
    } catch (error) {
      return { verified, failure: { error: ofPage(range.page, error) } }
    }
    verified.push(range)
  }
  return { verified, failure: undefined }
}

/**
 * Opens and commits pages of one chain in order, each as consecutive block ranges. A range that begins below the state's height
 * replaces the blocks from there on.
 */
export class BlockProcessor {
  readonly #context: SyncContext
  readonly #committed: (counts: ScanCounts) => void
  readonly #ready: ScannedBlockRange[] = []
  #recent: readonly RecentTransaction[] = []
  /** prefixes of the key images of outputs that were found and are not in the ledger yet */
  readonly #newKeyImages = new Set<number>()
  readonly #sampler: RandomSampler
  readonly #verifications = new RequestSlots(MAX_VERIFICATIONS)
  #opening: Promise<void> = Promise.resolve()
  #committing: Promise<void> = Promise.resolve()

  /** @param committed called after each commit */
  constructor(context: SyncContext, committed: (counts: ScanCounts) => void) {
    this.#context = context
    this.#committed = committed
    this.#sampler = createSampler(context.random)
  }

  /** Returns whether an output of the wallet, also one that is not committed yet, has a key image with this prefix; true may be a false positive. */
  knowsKeyImage(prefix: number): boolean {
    return this.#newKeyImages.has(prefix) || this.#context.state.ledger.hasKeyImagePrefix(prefix)
  }

  /** Number of key images that were found and are not in the ledger yet. */
  get newKeyImages(): number {
    return this.#newKeyImages.size
  }

  /** Transactions of the newest blocks, without coinbases. */
  get recent(): readonly RecentTransaction[] {
    return this.#recent
  }

  /** Adds a page; resolves when it is opened, or as soon as something before it failed. */
  add(ranges: readonly ScanningBlockRange[]): Promise<void> {
    for (const range of ranges) {
      this.#opening = this.#opening.then(() => this.#open(range))
      this.#opening.catch(() => this.#context.outputScanner.discard(range.scanning))
    }
    this.#opening = this.#opening.then(() => this.#endPage())
    this.#opening.catch(() => undefined)
    return this.#opening
  }

  /**
   * Resolves when everything is committed.
   * @throws the first error; what came before it is committed
   */
  async drain(): Promise<void> {
    try {
      await this.#opening
    } finally {
      await this.#committing
    }
  }

  /** Resolves when nothing is being written. */
  async settle(): Promise<void> {
    await this.#committing.catch(() => undefined)
  }

  async #open({ scanning, ...range }: ScanningBlockRange): Promise<void> {
    const { outputScanner, signal } = this.#context
    const received = await outputScanner.finish(scanning, signal)
    for (const outputs of received.values())
      for (const { keyImage } of outputs) if (keyImage !== undefined) this.#newKeyImages.add(keyPrefix(keyImage))
    // Chosen for trusted pages too: recorded payments depend on the random numbers that are drawn.
    const checked = this.#checked(range, received)
    const verify = () =>
      verifyTransactions(
        this.#context,
        checked.map((position) => range.transactionBatch.transaction(position)),
      )
    const verified = range.page.trusted === true ? Promise.resolve() : this.#verifications.run(verify, signal)
    verified.catch(() => undefined)
    this.#ready.push({ ...range, received, verified })
  }

  /** Returns the positions of the transactions of a range that the node must prove. Blocks prove their coinbases. */
  #checked({ start, ids, transactionBatch }: BlockRange, received: ReceivedOutputs): number[] {
    const { sources } = transactionBatch
    const ours: number[] = []
    let transactions = 0
    for (const [i, { coinbase, height = 0 }] of sources.entries()) {
      if (coinbase) continue
      transactions++
      if (received.has(i) || this.#mayBeOurs(transactionBatch, i)) ours.push(height)
    }
    if (transactions === 0) return []
    const isChecked = checkedHeights({ start, blocks: ids.length / 32, transactions }, ours, this.#sampler)
    const checked: number[] = []
    for (const [i, { coinbase, height = 0 }] of sources.entries()) if (!coinbase && isChecked(height)) checked.push(i)
    return checked
  }

  /** Returns false only if a transaction neither spends outputs of the wallet nor is a payment of it; true may be a false positive. */
  #mayBeOurs(transactionBatch: TransactionBatch, position: number): boolean {
    const { ledger } = this.#context.state
    if (transactionBatch.someKeyImage(position, (prefix) => this.knowsKeyImage(prefix))) return true
    return ledger.pending.size > 0 && ledger.pending.has(toHex(transactionBatch.txid(position)))
  }

  /** A commit begins at the end of a page: outputs that are added and removed within it are written once. */
  async #endPage(): Promise<void> {
    const before = this.#committing
    this.#committing = before.then(() => this.#commit())
    this.#committing.catch(() => undefined)
    // A store that failed or is slow delays what follows.
    await (this.#ready.length > MAX_READY ? this.#committing : Promise.race([before, undefined]))
  }

  /** Returns what can be committed together: blocks that replace others begin a commit of their own. */
  #takeReady(): ScannedBlockRange[] {
    const fork = this.#ready.findIndex(({ start }, i) => {
      const before = this.#ready[i - 1]
      return before !== undefined && start !== before.start + before.ids.length / 32
    })
    return this.#ready.splice(0, fork === -1 ? this.#ready.length : fork)
  }

  async #commit(): Promise<void> {
    const { state, signal } = this.#context
    while (this.#ready.length > 0) {
      if (signal.aborted) return
      const { verified, failure } = await untilFailure(this.#takeReady())
      if (signal.aborted) return
      if (verified.length > 0) {
        await state.update('relaxed', (draft) => this.#draft(draft, verified))
        this.#remember(verified)
        this.#committed(countsOf(verified, state.restoreHeight))
      }
      if (failure !== undefined) throw failure.error
    }
  }

  #remember(ranges: readonly ScannedBlockRange[]): void {
    const { height: end, ledger } = this.#context.state
    const first = ranges[0]?.start ?? end
    const recent = this.#recent.filter(({ height }) => height < first && height >= end - RECENT_BLOCKS)
    for (const { transactionBatch, received } of ranges)
      for (const [i, { coinbase, height = 0 }] of transactionBatch.sources.entries()) {
        if (coinbase || height < end - RECENT_BLOCKS) continue
        const txid = transactionBatch.txid(i)
        recent.push({ txid, height, isOurs: received.has(i) || ledger.payments.has(toHex(txid)) })
      }
    this.#recent = recent
  }

  #draft(draft: LedgerDraft, ranges: readonly ScannedBlockRange[]): StateChange {
    const { state, outputScanner } = this.#context
    const blockIds = state.blockIds.copy()
    let { labels } = state
    for (const { start, ids, transactionBatch, received } of ranges) {
      if (start < blockIds.height) draft.rollback(start, outputScanner.keyImageOrigin)
      blockIds.cut(start)
      blockIds.append(ids)
      applyBlocks(draft, transactionBatch, received)
      for (const outputs of received.values()) labels = outputScanner.issue(labels, outputs)
    }
    blockIds.thin()
    const change = { blockIds, lastReward: newestReward(ranges) ?? state.lastReward }
    return labels === state.labels ? change : { ...change, labels }
  }
}

// Blocks on their way into the state. Scanning, opening and committing overlap: while the scanner works on one range, what was
// found in the one before is opened and the one before that is written. Whatever is ready when a commit ends goes into the next
// one together, so that a slow store gets fewer and larger commits. The order of the blocks is kept throughout.

import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { issueUpTo } from '../accounts/subaddressTable.ts'
import type { OutputScanner, PendingScan, ScannedTransaction } from '../scan/outputScanner.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import type { WalletState } from '../state/walletState.ts'
import type { StateChange } from '../state/walletStateStore.ts'
import { applyMined } from './applyToLedger.ts'
import type { BlockRange } from './pageReader.ts'

/** A range that is with the scanner. */
export type ScanningBlockRange = BlockRange & { readonly scanning: PendingScan }

type ScannedBlockRange = BlockRange & { readonly scanned: readonly ScannedTransaction[] }

/** A transaction of one of the newest blocks that were taken in. */
export type RecentTransaction = { readonly txid: Uint8Array; readonly height: number; readonly isOurs: boolean }

/** Newest blocks of which the transactions are remembered: older ones are final, as a rule. */
const RECENT_BLOCKS = 12

export type BlockProcessorContext = {
  readonly state: WalletState
  readonly outputScanner: OutputScanner
  readonly signal: AbortSignal
  /** called after each commit */
  readonly committed: (found: ScanCounts) => void
}

/** How many blocks were looked at, and how many outputs of ours they brought. */
export type ScanCounts = { readonly blocks: number; readonly outputs: number }

/** @param restoreHeight blocks before it were only passed */
const findingsOf = (ranges: readonly ScannedBlockRange[], restoreHeight: number): ScanCounts => {
  let blocks = 0
  let outputs = 0
  for (const { start, ids, scanned } of ranges) {
    blocks += Math.max(0, start + ids.length / 32 - Math.max(start, restoreHeight))
    for (const { received } of scanned) outputs += received.length
  }
  return { blocks, outputs }
}

/** Stretches that wait to be committed; each holds its page in memory. */
const MAX_READY = 32

/** What the newest coinbase paid, atomic units; undefined where there is none. */
const newestReward = (ranges: readonly ScannedBlockRange[]): bigint | undefined => {
  for (const { transactionBatch } of ranges.toReversed()) {
    const coinbase = transactionBatch.transactions.findLast((transaction) => transaction.coinbase)
    if (coinbase !== undefined) return sumAmounts(coinbase.transaction().outputs)
  }
  return undefined
}

/** Takes pages of one chain after the other, each as ranges that follow each other; the first may lie below the state's height, whose blocks it then replaces. */
export class BlockProcessor {
  readonly #host: BlockProcessorContext
  readonly #ready: ScannedBlockRange[] = []
  #recent: readonly RecentTransaction[] = []
  #opening: Promise<void> = Promise.resolve()
  #committing: Promise<void> = Promise.resolve()

  constructor(host: BlockProcessorContext) {
    this.#host = host
  }

  /** Transactions of the newest blocks, coinbases left out. */
  get recent(): readonly RecentTransaction[] {
    return this.#recent
  }

  /** Takes a page in; resolves when they are opened, or as soon as something before them failed. */
  add(ranges: readonly ScanningBlockRange[]): Promise<void> {
    for (const range of ranges) {
      this.#opening = this.#opening.then(() => this.#open(range))
      this.#opening.catch(() => this.#host.outputScanner.abandon(range.scanning))
    }
    this.#opening = this.#opening.then(() => this.#endPage())
    this.#opening.catch(() => undefined)
    return this.#opening
  }

  /**
   * Resolves when everything is in the state.
   * @throws what went wrong first; what came before it is in the state then
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
    const { outputScanner, signal } = this.#host
    const scanned = await outputScanner.finish(scanning, signal)
    this.#ready.push({ ...range, scanned })
  }

  /** What comes and goes within a page is written once: so a commit begins at its end. */
  async #endPage(): Promise<void> {
    const before = this.#committing
    this.#committing = before.then(() => this.#commit())
    this.#committing.catch(() => undefined)
    // A store that failed, or cannot keep up, holds up what follows.
    await (this.#ready.length > MAX_READY ? this.#committing : Promise.race([before, undefined]))
  }

  /** What can be committed together: blocks that replace others begin a commit of their own. */
  #takeReady(): ScannedBlockRange[] {
    const fork = this.#ready.findIndex(({ start }, i) => {
      const before = this.#ready[i - 1]
      return before !== undefined && start !== before.start + before.ids.length / 32
    })
    return this.#ready.splice(0, fork === -1 ? this.#ready.length : fork)
  }

  async #commit(): Promise<void> {
    const { state, signal, committed } = this.#host
    while (this.#ready.length > 0) {
      if (signal.aborted) return
      const ranges = this.#takeReady()
      await state.update('relaxed', (draft) => this.#draft(draft, ranges))
      this.#remember(ranges)
      committed(findingsOf(ranges, state.restoreHeight))
    }
  }

  #remember(ranges: readonly ScannedBlockRange[]): void {
    const { height: end, ledger } = this.#host.state
    const first = ranges[0]?.start ?? end
    const found = ranges.flatMap(({ scanned }) =>
      scanned.flatMap(({ source: { txid, coinbase, height = 0 }, received }) => {
        if (coinbase || height < end - RECENT_BLOCKS) return []
        return [{ txid, height, isOurs: received.length > 0 || ledger.payments.has(toHex(txid)) }]
      }),
    )
    this.#recent = [...this.#recent.filter(({ height }) => height < first && height >= end - RECENT_BLOCKS), ...found]
  }

  #draft(draft: LedgerDraft, ranges: readonly ScannedBlockRange[]): StateChange {
    const { state, outputScanner } = this.#host
    const blockIds = state.blockIds.copy()
    let { labels } = state
    for (const { start, ids, scanned } of ranges) {
      if (start < blockIds.height) draft.rollback(start, outputScanner.keyImageOrigin)
      blockIds.cut(start)
      blockIds.append(ids)
      for (const transaction of scanned) {
        applyMined(draft, transaction, transaction.source.height ?? 0)
        for (const { subaddress } of transaction.received) labels = issueUpTo(labels, subaddress)
      }
    }
    blockIds.thin()
    const change = { blockIds, lastReward: newestReward(ranges) ?? state.lastReward }
    return labels === state.labels ? change : { ...change, labels }
  }
}

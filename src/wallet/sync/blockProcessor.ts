// Blocks on their way into the book. Scanning, opening and committing overlap: while the scanner works on one stretch, what was
// found in the one before is opened and the one before that is written. Whatever is ready when a commit ends goes into the next
// one together, so that a slow store gets fewer and larger commits. The order of the blocks is kept throughout.

import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { issueUpTo } from '../accounts/subaddressTable.ts'
import type { Receiver, ScannedTransaction, Scanning } from '../scan/outputScanner.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import type { Book } from '../state/walletState.ts'
import type { BookChange } from '../state/walletStateStore.ts'
import { applyMined } from './applyToLedger.ts'
import type { Stretch } from './pageReader.ts'

/** A stretch that is with the scanner. */
export type ScanningStretch = Stretch & { readonly scanning: Scanning }

type ScannedStretch = Stretch & { readonly scanned: readonly ScannedTransaction[] }

/** A transaction of one of the newest blocks that were taken in. */
export type RecentTransaction = { readonly txid: Uint8Array; readonly height: number; readonly isOurs: boolean }

/** Newest blocks of which the transactions are remembered: older ones are final, as a rule. */
const RECENT_BLOCKS = 12

export type IntakeHost = {
  readonly book: Book
  readonly receiver: Receiver
  readonly signal: AbortSignal
  /** called after each commit */
  readonly committed: (found: Findings) => void
}

/** How many blocks were looked at, and how many outputs of ours they brought. */
export type Findings = { readonly blocks: number; readonly outputs: number }

/** @param restoreHeight blocks before it were only passed */
const findingsOf = (stretches: readonly ScannedStretch[], restoreHeight: number): Findings => {
  let blocks = 0
  let outputs = 0
  for (const { start, ids, scanned } of stretches) {
    blocks += Math.max(0, start + ids.length / 32 - Math.max(start, restoreHeight))
    for (const { received } of scanned) outputs += received.length
  }
  return { blocks, outputs }
}

/** Stretches that wait to be committed; each holds its page in memory. */
const MOST_READY = 32

/** What the newest coinbase paid, atomic units; undefined where there is none. */
const newestReward = (stretches: readonly ScannedStretch[]): bigint | undefined => {
  for (const { gathering } of stretches.toReversed()) {
    const coinbase = gathering.transactions.findLast((transaction) => transaction.coinbase)
    if (coinbase !== undefined) return sumAmounts(coinbase.transaction().outputs)
  }
  return undefined
}

/** Takes pages of one chain after the other, each as stretches that follow each other; the first may lie below the book's height, whose blocks it then replaces. */
export class Intake {
  readonly #host: IntakeHost
  readonly #ready: ScannedStretch[] = []
  #recent: readonly RecentTransaction[] = []
  #opening: Promise<void> = Promise.resolve()
  #committing: Promise<void> = Promise.resolve()

  constructor(host: IntakeHost) {
    this.#host = host
  }

  /** Transactions of the newest blocks, coinbases left out. */
  get recent(): readonly RecentTransaction[] {
    return this.#recent
  }

  /** Takes a page in; resolves when they are opened, or as soon as something before them failed. */
  add(stretches: readonly ScanningStretch[]): Promise<void> {
    for (const stretch of stretches) {
      this.#opening = this.#opening.then(() => this.#open(stretch))
      this.#opening.catch(() => this.#host.receiver.abandon(stretch.scanning))
    }
    this.#opening = this.#opening.then(() => this.#endPage())
    this.#opening.catch(() => undefined)
    return this.#opening
  }

  /**
   * Resolves when everything is in the book.
   * @throws what went wrong first; what came before it is in the book then
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

  async #open({ scanning, ...stretch }: ScanningStretch): Promise<void> {
    const { receiver, signal } = this.#host
    const scanned = await receiver.finish(scanning, signal)
    this.#ready.push({ ...stretch, scanned })
  }

  /** What comes and goes within a page is written once: so a commit begins at its end. */
  async #endPage(): Promise<void> {
    const before = this.#committing
    this.#committing = before.then(() => this.#commit())
    this.#committing.catch(() => undefined)
    // A store that failed, or cannot keep up, holds up what follows.
    await (this.#ready.length > MOST_READY ? this.#committing : Promise.race([before, undefined]))
  }

  /** What can be committed together: blocks that replace others begin a commit of their own. */
  #takeReady(): ScannedStretch[] {
    const fork = this.#ready.findIndex(({ start }, i) => {
      const before = this.#ready[i - 1]
      return before !== undefined && start !== before.start + before.ids.length / 32
    })
    return this.#ready.splice(0, fork === -1 ? this.#ready.length : fork)
  }

  async #commit(): Promise<void> {
    const { book, signal, committed } = this.#host
    while (this.#ready.length > 0) {
      if (signal.aborted) return
      const stretches = this.#takeReady()
      await book.update('relaxed', (draft) => this.#draft(draft, stretches))
      this.#remember(stretches)
      committed(findingsOf(stretches, book.restoreHeight))
    }
  }

  #remember(stretches: readonly ScannedStretch[]): void {
    const { height: end, ledger } = this.#host.book
    const first = stretches[0]?.start ?? end
    const found = stretches.flatMap(({ scanned }) =>
      scanned.flatMap(({ source: { txid, coinbase, height = 0 }, received }) => {
        if (coinbase || height < end - RECENT_BLOCKS) return []
        return [{ txid, height, isOurs: received.length > 0 || ledger.payments.has(toHex(txid)) }]
      }),
    )
    this.#recent = [...this.#recent.filter(({ height }) => height < first && height >= end - RECENT_BLOCKS), ...found]
  }

  #draft(draft: LedgerDraft, stretches: readonly ScannedStretch[]): BookChange {
    const { book, receiver } = this.#host
    const trail = book.trail.copy()
    let { labels } = book
    for (const { start, ids, scanned } of stretches) {
      if (start < trail.height) draft.rollback(start, receiver.keyImageOrigin)
      trail.cut(start)
      trail.append(ids)
      for (const transaction of scanned) {
        applyMined(draft, transaction, transaction.source.height ?? 0)
        for (const { subaddress } of transaction.received) labels = issueUpTo(labels, subaddress)
      }
    }
    trail.thin()
    const change = { trail, lastReward: newestReward(stretches) ?? book.lastReward }
    return labels === book.labels ? change : { ...change, labels }
  }
}

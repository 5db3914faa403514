// The scanners of many wallets on few workers. Wallets that scan the same batch at about the same time scan it together: it is sent once, with
// what a scan needs of each of them (`ownerScan.ts`), and comes back with the spend keys that its outputs may belong to, among which each
// wallet finds its own.

import { concat, wipe } from '../../bytes/bytes.ts'
import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { joinHits, splitBatch } from './batchParts.ts'
import { copyCanary, wipeCanary } from './canaryBatch.ts'
import { type OwnerCandidates, packSecrets, splitAnswer } from './ownerScan.ts'
import { OwnerWorkers, type OwnerWorkersOptions } from './ownerWorkers.ts'
import type { ScanCanary } from './scanCanary.ts'
import { assertBatch, assertWatched, type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from './scanner.ts'
import { SpendKeyIndex } from './spendKeyIndex.ts'

export type ScannerGroupOptions = OwnerWorkersOptions & {
  /** Calls back when the wallets that go on at the same time have begun their scans: after the microtasks that are due. */
  readonly defer: (callback: () => void) => void
}

/** Candidates in a part of a batch, with the positions of its first rows in the batch. */
type PartCandidates = { readonly candidates: OwnerCandidates; readonly firstOutput: number; readonly firstKey: number }

/** A wallet that waits for the scan of a batch. */
type Waiting = {
  /** of `packSecrets` */
  readonly secrets: Uint8Array
  resolve(found: readonly PartCandidates[]): void
  reject(error: unknown): void
}

/** Returns the first candidate of each output that leads to a watched key, and wipes the derivations. */
const hitsOf = ({ rows, owners, derivations }: OwnerCandidates, index: SpendKeyIndex): ScanHit[] => {
  const hits: ScanHit[] = []
  for (let i = 0; i < rows.length / 2; i++) {
    const output = rows[2 * i] ?? 0
    if (hits.at(-1)?.output === output) continue
    const spendKey = index.positionOf(owners, i)
    if (spendKey === undefined) continue
    const derivation = derivations.slice(KEY_LENGTH * i, KEY_LENGTH * (i + 1))
    hits.push({ output, key: rows[2 * i + 1] ?? 0, derivation, spendKey })
  }
  wipe(derivations)
  return hits
}

/** The scanners of many wallets. Workers start with the first scan, and end with the last scanner. */
export class ScannerGroup {
  readonly #workers: OwnerWorkers
  readonly #defer: (callback: () => void) => void
  readonly #waiting = new Map<ScanBatch, Waiting[]>()
  #scanners = 0

  constructor({ defer, ...options }: ScannerGroupOptions) {
    this.#workers = new OwnerWorkers(options)
    this.#defer = defer
  }

  /** Number of running workers. */
  get workers(): number {
    return this.#workers.count
  }

  /** Creates the scanner of a wallet. */
  createScanner(): Scanner {
    this.#scanners++
    return new GroupScanner(this)
  }

  /** Ends the workers with the last scanner. */
  async leave(): Promise<void> {
    this.#scanners--
    if (this.#scanners === 0) await this.#workers.close()
  }

  /**
   * Scans a batch for a wallet, together with the wallets that scan it now. Wipes the secrets.
   * @param secrets of `packSecrets`
   */
  find(batch: ScanBatch, secrets: Uint8Array): Promise<readonly PartCandidates[]> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(batch)
      if (waiting !== undefined) {
        waiting.push({ secrets, resolve, reject })
        return
      }
      this.#waiting.set(batch, [{ secrets, resolve, reject }])
      this.#defer(() => this.#begin(batch))
    })
  }

  /** Splits a scan into jobs: between wallets if there are enough of them for all workers, and between transactions. */
  #begin(batch: ScanBatch): void {
    const waiting = this.#waiting.get(batch) ?? []
    this.#waiting.delete(batch)
    const { jobSize, size } = this.#workers
    const outputs = batch.outputIndexes.length
    const share = Math.min(jobSize, Math.ceil((outputs * waiting.length) / size))
    const together = Math.max(Math.floor(share / outputs), 1)
    for (let i = 0; i < waiting.length; i += together)
      void this.#scan(batch, waiting.slice(i, i + together), Math.max(share, MIN_PART))
  }

  async #scan(batch: ScanBatch, wallets: readonly Waiting[], partSize: number): Promise<void> {
    const secrets = wallets.map((wallet) => wallet.secrets)
    try {
      const parts = splitBatch(batch, partSize)
      const answers = parts.map((part) => this.#workers.run({ batch: part.batch, secrets: concat(...secrets) }))
      wipe(...secrets)
      const found = (await Promise.all(answers)).map(splitAnswer)
      for (const [wallet, { resolve }] of wallets.entries())
        resolve(
          parts.flatMap(({ firstOutput, firstKey }, part) => {
            const candidates = found[part]?.[wallet]
            return candidates === undefined ? [] : [{ candidates, firstOutput, firstKey }]
          }),
        )
    } catch (error) {
      for (const { reject } of wallets) reject(error)
    }
  }
}

/** Outputs of a part of a batch, at least. */
const MIN_PART = 32

type Watched = {
  readonly viewSecret: Uint8Array
  readonly index: SpendKeyIndex
  readonly canary: Promise<ScanCanary | undefined>
}

/** Computes the canary of a wallet with portable arithmetic, which is loaded here. */
const canaryOf = async (viewSecret: Uint8Array, owner: Uint8Array): Promise<ScanCanary | undefined> => {
  const secret = viewSecret.slice()
  try {
    const { createCanary } = await import('./scanCanary.ts')
    return createCanary(secret, owner)
  } finally {
    wipe(secret)
  }
}

/** The scanner of a wallet of a group. */
class GroupScanner implements Scanner {
  readonly #group: ScannerGroup
  #watched: Watched | undefined
  #isClosed = false

  constructor(group: ScannerGroup) {
    this.#group = group
  }

  async watch(viewSecret: Uint8Array, spendKeys: Uint8Array, known?: ScanCanary): Promise<void> {
    this.#assertOpen()
    assertWatched(viewSecret, spendKeys)
    this.#forget()
    const secret = viewSecret.slice()
    const canary =
      known === undefined ? canaryOf(secret, spendKeys.slice(0, KEY_LENGTH)) : Promise.resolve(copyCanary(known))
    this.#watched = { viewSecret: secret, index: new SpendKeyIndex(spendKeys), canary }
    await canary
  }

  async scan(batch: ScanBatch): Promise<readonly ScanHit[]> {
    this.#assertOpen()
    if (this.#watched === undefined) throw new ScannerStateError('the scanner has no keys: call watch first')
    assertBatch(batch)
    const { index } = this.#watched
    if (batch.outputIndexes.length === 0 || index.keys.length === 0) return []
    const found = await this.#group.find(batch, await this.#secrets(this.#watched))
    const hits = found.flatMap((part) => {
      const { candidates, firstOutput, firstKey } = part
      return joinHits({ batch, firstOutput, firstKey }, hitsOf(candidates, index))
    })
    if (!this.#isClosed) return hits
    wipe(...hits.map(({ derivation }) => derivation))
    throw closedError()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#forget()
    await this.#group.leave()
  }

  #assertOpen(): void {
    if (this.#isClosed) throw closedError()
  }

  async #secrets({ viewSecret, index, canary }: Watched): Promise<Uint8Array> {
    // Other keys may be watched while this waits.
    const secret = viewSecret.slice()
    try {
      const known = await canary
      this.#assertOpen()
      return packSecrets({ viewSecret: secret, owner: index.keys.subarray(0, KEY_LENGTH), canary: known })
    } finally {
      wipe(secret)
    }
  }

  #forget(): void {
    if (this.#watched === undefined) return
    wipe(this.#watched.viewSecret)
    this.#watched.canary.then(wipeCanary, () => undefined)
    this.#watched = undefined
  }
}

const closedError = (): ScannerStateError => new ScannerStateError('the scanner is closed')

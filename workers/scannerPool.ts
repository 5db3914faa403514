// Scans a batch on all processor cores but one: the batch is cut between transactions, each part goes to a worker of its own.
import { transfer, wrap } from 'comlink'
import type { ScanBatch, ScanHit, Scanner } from '../src/crypto/scan.ts'

/** A scanner worker that could not start, or died. */
export class ScannerWorkerError extends Error {
  override readonly name = 'ScannerWorkerError'
}

/** Parts smaller than this are not worth a message. */
const LEAST_OUTPUTS = 32
const MOST_WORKERS = 16

/** A stretch of a batch that can be scanned alone, and where its rows stood. */
export type BatchPart = { readonly batch: ScanBatch; readonly firstOutput: number; readonly firstKey: number }

const cut = (batch: ScanBatch, start: number, end: number): BatchPart => {
  let first = batch.keys.length / 32
  let last = 0
  for (let i = start; i < end; i++) {
    const row = batch.firstKeys[i] ?? 0
    const additional = batch.additionalKeys[i] ?? -1
    first = Math.min(first, row, additional < 0 ? row : additional)
    last = Math.max(last, row + (batch.keyCounts[i] ?? 0), additional + 1)
  }
  return {
    firstOutput: start,
    firstKey: first,
    batch: {
      keys: batch.keys.slice(32 * first, 32 * last),
      outputs: batch.outputs.slice(32 * start, 32 * end),
      outputIndexes: batch.outputIndexes.slice(start, end),
      firstKeys: batch.firstKeys.slice(start, end).map((row) => row - first),
      keyCounts: batch.keyCounts.slice(start, end),
      additionalKeys: batch.additionalKeys.slice(start, end).map((row) => (row < 0 ? -1 : row - first)),
      viewTags: batch.viewTags.slice(start, end),
    },
  }
}

/** Cuts a batch into at most `count` parts of about equal size; outputs of a transaction stay together. */
export const splitBatch = (batch: ScanBatch, count: number): readonly BatchPart[] => {
  const total = batch.outputs.length / 32
  const size = Math.max(Math.ceil(total / count), LEAST_OUTPUTS)
  const parts: BatchPart[] = []
  let start = 0
  while (start < total) {
    let end = Math.min(start + size, total)
    while (end < total && batch.firstKeys[end] === batch.firstKeys[end - 1]) end += 1
    parts.push(cut(batch, start, end))
    start = end
  }
  return parts
}

/** Hits of a part with their rows in the whole batch. */
export const joinHits = (part: BatchPart, hits: readonly ScanHit[]): readonly ScanHit[] =>
  hits.map((hit) => ({ ...hit, output: hit.output + part.firstOutput, key: hit.key + part.firstKey }))

class PoolWorker {
  load = 0
  private readonly worker = new Worker(new URL('./scanner.ts', import.meta.url), { type: 'module', name: 'scanner' })
  private readonly scanner = wrap<Scanner>(this.worker)
  private readonly died = new Promise<never>((_, reject) => {
    this.worker.onerror = (event) => {
      event.preventDefault()
      reject(new ScannerWorkerError(`a scanner stopped: ${event.message || 'its script could not be loaded'}`))
    }
  })

  constructor() {
    // Whoever waits for an answer hears of it; nobody waits while the worker is idle.
    this.died.catch(() => undefined)
  }

  watch(viewSecret: Uint8Array, spendKeys: Uint8Array): Promise<void> {
    return Promise.race([this.scanner.watch(viewSecret, spendKeys), this.died])
  }

  async scan(part: BatchPart): Promise<readonly ScanHit[]> {
    this.load += 1
    try {
      const buffers = Object.values(part.batch).map((rows) => rows.buffer as ArrayBuffer) // cut() made them with slice
      return joinHits(part, await Promise.race([this.scanner.scan(transfer(part.batch, buffers)), this.died]))
    } finally {
      this.load -= 1
    }
  }

  async close(): Promise<void> {
    try {
      // One that died has nothing left to wipe, and must not keep a wallet from closing.
      await Promise.race([this.scanner.close(), this.died.catch(() => undefined)])
    } finally {
      this.worker.terminate()
    }
  }
}

/** A scanner on `size` workers. */
export const createScannerPool = (
  size = Math.min(Math.max(navigator.hardwareConcurrency - 1, 1), MOST_WORKERS),
): Scanner => {
  const workers = Array.from({ length: size }, () => new PoolWorker())
  const idlest = (): PoolWorker => workers.reduce((best, worker) => (worker.load < best.load ? worker : best))
  return {
    watch: async (viewSecret, spendKeys) => {
      await Promise.all(workers.map((worker) => worker.watch(viewSecret, spendKeys)))
    },
    scan: async (batch) => {
      const parts = splitBatch(batch, workers.length)
      const hits = await Promise.all(parts.map((part) => idlest().scan(part)))
      return hits.flat()
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}

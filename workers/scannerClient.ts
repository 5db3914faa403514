// A scanner in a worker of its own, as the pool speaks to it.
import { transfer, wrap } from 'comlink'
import type { ScanHit, Scanner } from '../src/crypto/scan.ts'
import type { WireHits, WireScanner } from './scanner.ts'
import { ScannerWorkerError } from './scannerPool.ts'

const fromWire = ({ rows, derivations }: WireHits): readonly ScanHit[] =>
  Array.from({ length: derivations.length / 32 }, (_, i) => ({
    output: rows[3 * i] ?? 0,
    key: rows[3 * i + 1] ?? 0,
    spendKey: rows[3 * i + 2] ?? 0,
    derivation: derivations.subarray(32 * i, 32 * i + 32),
  }))

/** Starts a worker. Batches are handed over: their memory is gone afterwards. Every call fails once the worker is dead. */
export const startScanner = (): Scanner => {
  const worker = new Worker(new URL('./scanner.ts', import.meta.url), { type: 'module', name: 'scanner' })
  const remote = wrap<WireScanner>(worker)
  const died = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault()
      reject(new ScannerWorkerError(`a scanner stopped: ${event.message || 'its script could not be loaded'}`))
    }
  })
  // Whoever waits for an answer hears of it; nobody waits while the worker rests.
  died.catch(() => undefined)
  return {
    watch: (viewSecret, spendKeys) => Promise.race([remote.watch(viewSecret, spendKeys), died]),
    scan: async (batch) => {
      const buffers = Object.values(batch).map((rows) => rows.buffer as ArrayBuffer) // the pool cut them with slice
      return fromWire(await Promise.race([remote.scan(transfer(batch, buffers)), died]))
    },
    close: async () => {
      try {
        // One that died has nothing left to wipe, and must not keep a wallet from closing.
        await Promise.race([remote.close(), died.catch(() => undefined)])
      } finally {
        worker.terminate()
      }
    },
  }
}

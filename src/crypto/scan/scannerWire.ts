// A scanner on the other side of a message channel, whatever channel that is: a page's worker or a thread of Node.

import { transfer } from 'comlink'
import { wipe } from '../../bytes/bytes.ts'
import type { ScanBatch, ScanHit, Scanner } from './scanner.ts'

/** Hits as they cross: in one piece, however many there are. */
export type WireHits = {
  /** n × 3: output, key and spend key of each */
  readonly rows: Uint32Array
  /** n × 32 */
  readonly derivations: Uint8Array
}

export type WireScanner = {
  watch(viewSecret: Uint8Array, spendKeys: Uint8Array): Promise<void>
  scan(batch: ScanBatch): Promise<WireHits>
  close(): Promise<void>
}

const toWire = (hits: readonly ScanHit[]): WireHits => {
  const rows = new Uint32Array(3 * hits.length)
  const derivations = new Uint8Array(32 * hits.length)
  for (const [i, { output, key, spendKey, derivation }] of hits.entries()) {
    rows.set([output, key, spendKey], 3 * i)
    derivations.set(derivation, 32 * i)
    wipe(derivation)
  }
  return transfer({ rows, derivations }, [rows.buffer, derivations.buffer])
}

const fromWire = ({ rows, derivations }: WireHits): readonly ScanHit[] =>
  Array.from({ length: derivations.length / 32 }, (_, i) => ({
    output: rows[3 * i] ?? 0,
    key: rows[3 * i + 1] ?? 0,
    spendKey: rows[3 * i + 2] ?? 0,
    derivation: derivations.subarray(32 * i, 32 * i + 32),
  }))

/** What a worker exposes: its own scanner, with its own copy of the view secret until it is closed. */
export const serveScanner = (scanner: Promise<Scanner>): WireScanner => ({
  watch: async (viewSecret, spendKeys) => {
    try {
      await (await scanner).watch(viewSecret, spendKeys)
    } finally {
      wipe(viewSecret)
    }
  },
  scan: async (batch) => toWire(await (await scanner).scan(batch)),
  close: async () => (await scanner).close(),
})

/**
 * The scanner of a worker, as the pool speaks to it. Batches are handed over: their memory is gone afterwards.
 * @param died rejects once the worker is dead, with which then every call fails
 * @param end ends the worker
 */
export const remoteScanner = (
  remote: WireScanner,
  died: Promise<never>,
  end: () => Promise<unknown> | undefined,
): Scanner => {
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
        await end()
      }
    },
  }
}

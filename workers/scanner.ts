// One scanner of the pool: its own WASM instance, its own copy of the view secret until it is closed.
import { expose, transfer } from 'comlink'
import { wipe } from '../src/bytes/bytes.ts'
import { createScanner, type ScanBatch } from '../src/crypto/scan.ts'

/** Hits as they cross between workers: in one piece, however many there are. */
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

const scanner = createScanner()

const remote: WireScanner = {
  watch: async (viewSecret, spendKeys) => {
    try {
      await (await scanner).watch(viewSecret, spendKeys)
    } finally {
      wipe(viewSecret)
    }
  },
  scan: async (batch) => {
    const hits = await (await scanner).scan(batch)
    const rows = new Uint32Array(3 * hits.length)
    const derivations = new Uint8Array(32 * hits.length)
    for (const [i, { output, key, spendKey, derivation }] of hits.entries()) {
      rows.set([output, key, spendKey], 3 * i)
      derivations.set(derivation, 32 * i)
      wipe(derivation)
    }
    return transfer({ rows, derivations }, [rows.buffer, derivations.buffer])
  },
  close: async () => (await scanner).close(),
}

expose(remote)

// One scanner of the pool: its own WASM instance, its own copy of the view secret until it is closed.
import { expose, transfer } from 'comlink'
import { createScanner, type ScanBatch, type Scanner } from '../src/crypto/scan.ts'

const scanner = createScanner()

const remote: Scanner = {
  watch: async (viewSecret, spendKeys) => (await scanner).watch(viewSecret, spendKeys),
  scan: async (batch: ScanBatch) => {
    const hits = await (await scanner).scan(batch)
    return transfer(
      hits,
      hits.map((hit) => hit.derivation.buffer),
    )
  },
  close: async () => (await scanner).close(),
}

expose(remote)

// The peer's WebAssembly (glue.c) with the interface of Faba's scanners, so that benches treat both alike. Runs in Node and in pages.

import type { ScanBatch, Scanner } from '../../../src/crypto/scan/scanner.ts'

type Address = () => number

/** Exports of glue.c. */
type Exports = {
  readonly memory: WebAssembly.Memory
  readonly viewSecret: Address
  readonly spendKeys: Address
  readonly keys: Address
  readonly outputs: Address
  readonly outputIndexes: Address
  readonly firstKeys: Address
  readonly keyCounts: Address
  readonly additionalKeys: Address
  readonly viewTags: Address
  readonly derivations: Address
  readonly hits: Address
  watch(count: number): void
  scan(keyCount: number, outputCount: number): number
}

const HIT_SIZE = 12

/** Creates a scanner on monero's arithmetic. `module`: the output of ref10/build.ts. The view secret must be reduced. */
export const createRef10Scanner = async (module: WebAssembly.Module): Promise<Scanner> => {
  // The exports are those of glue.c, which `Exports` lists.
  const peer = (await WebAssembly.instantiate(module)).exports as Exports
  const write = (address: Address, { buffer, byteOffset, byteLength }: ArrayBufferView): void =>
    new Uint8Array(peer.memory.buffer).set(new Uint8Array(buffer, byteOffset, byteLength), address())
  return {
    watch: async (viewSecret, spendKeys) => {
      write(peer.viewSecret, viewSecret)
      write(peer.spendKeys, spendKeys)
      peer.watch(spendKeys.length / 32)
    },
    scan: async (batch: ScanBatch) => {
      write(peer.keys, batch.keys)
      write(peer.outputs, batch.outputs)
      write(peer.outputIndexes, batch.outputIndexes)
      write(peer.firstKeys, batch.firstKeys)
      write(peer.keyCounts, Uint8Array.from(batch.keyCounts)) // no batch here has more than a few keys
      write(peer.additionalKeys, batch.additionalKeys)
      write(peer.viewTags, batch.viewTags)
      const count = peer.scan(batch.keys.length / 32, batch.outputs.length / 32)
      const view = new DataView(peer.memory.buffer, peer.hits(), HIT_SIZE * count)
      return Array.from({ length: count }, (_, i) => {
        const key = view.getUint32(HIT_SIZE * i + 4, true)
        return {
          output: view.getUint32(HIT_SIZE * i, true),
          key,
          derivation: new Uint8Array(peer.memory.buffer, peer.derivations() + 32 * key, 32).slice(),
          spendKey: view.getUint32(HIT_SIZE * i + 8, true),
        }
      })
    },
    close: async () => undefined,
  }
}

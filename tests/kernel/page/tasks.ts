// What the page is asked to scan and what it answers, as JSON: byte arrays travel in hex.

import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import type { ScanBatch, ScanHit } from '../../../src/crypto/scan.ts'

export type Task = {
  readonly name: string
  readonly viewSecret: string
  readonly spendKeys: string
  readonly batch: { readonly [Field in keyof ScanBatch]: ScanBatch[Field] extends Uint8Array ? string : number[] }
}

/** output, key, position of the spend key, derivation */
export type Found = readonly [number, number, number, string]

export type Answer = {
  readonly engine: string
  /** What went wrong apart from the scans. */
  readonly error?: string
  /** By level: what each task found, or why the level does not run. */
  readonly levels: {
    readonly [level: string]: { readonly found: readonly (readonly Found[])[] } | { readonly error: string }
  }
}

export const taskOf = (name: string, viewSecret: Uint8Array, spendKeys: Uint8Array, batch: ScanBatch): Task => ({
  name,
  viewSecret: toHex(viewSecret),
  spendKeys: toHex(spendKeys),
  batch: {
    keys: toHex(batch.keys),
    outputs: toHex(batch.outputs),
    outputIndexes: [...batch.outputIndexes],
    firstKeys: [...batch.firstKeys],
    keyCounts: toHex(batch.keyCounts),
    additionalKeys: [...batch.additionalKeys],
    viewTags: [...batch.viewTags],
  },
})

export const batchOfTask = ({ batch }: Task): ScanBatch => ({
  keys: fromHex(batch.keys),
  outputs: fromHex(batch.outputs),
  outputIndexes: Uint32Array.from(batch.outputIndexes),
  firstKeys: Uint32Array.from(batch.firstKeys),
  keyCounts: fromHex(batch.keyCounts),
  additionalKeys: Int32Array.from(batch.additionalKeys),
  viewTags: Int16Array.from(batch.viewTags),
})

export const foundOf = (hits: readonly ScanHit[]): readonly Found[] =>
  hits.map(({ output, key, spendKey, derivation }) => [output, key, spendKey, toHex(derivation)])

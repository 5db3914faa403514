// Cutting a batch for several scanners loses nothing: the parts find what the whole finds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScanBatch, ScanHit } from '../../src/crypto/scan.ts'
import { type BatchPart, joinHits, splitBatch } from '../../workers/scannerPool.ts'

type Drawn = { readonly outputs: number; readonly keys: number; readonly additional: boolean }

/** A batch of transactions with so many outputs, keys and, perhaps, an additional key for each output; every row is unlike the others. */
const batchOf = (transactions: readonly Drawn[]): ScanBatch => {
  const rows: number[] = []
  const outputIndexes: number[] = []
  const firstKeys: number[] = []
  const keyCounts: number[] = []
  const additionalKeys: number[] = []
  for (const { outputs, keys, additional } of transactions) {
    const first = rows.length
    for (let i = 0; i < keys + (additional ? outputs : 0); i++) rows.push(rows.length)
    for (let i = 0; i < outputs; i++) {
      outputIndexes.push(i)
      firstKeys.push(first)
      keyCounts.push(keys)
      additionalKeys.push(additional ? first + keys + i : -1)
    }
  }
  const named = (count: number, salt: number): Uint8Array => {
    const bytes = new Uint8Array(32 * count)
    const view = new DataView(bytes.buffer)
    for (let i = 0; i < count; i++) view.setUint32(32 * i, i + salt)
    return bytes
  }
  return {
    keys: named(rows.length, 1_000_000),
    outputs: named(outputIndexes.length, 2_000_000),
    outputIndexes: Uint32Array.from(outputIndexes),
    firstKeys: Uint32Array.from(firstKeys),
    keyCounts: Uint8Array.from(keyCounts),
    additionalKeys: Int32Array.from(additionalKeys),
    viewTags: Int16Array.from(outputIndexes, (_, i) => i % 256),
  }
}

/** "Finds" every output with each key it may be tried with; the derivation tells which rows were really looked at. */
const findAll = (batch: ScanBatch): ScanHit[] => {
  const hits: ScanHit[] = []
  batch.outputIndexes.forEach((index, output) => {
    const first = batch.firstKeys[output] ?? 0
    const rows = Array.from({ length: batch.keyCounts[output] ?? 0 }, (_, i) => first + i)
    const additional = batch.additionalKeys[output] ?? -1
    for (const key of additional < 0 ? rows : [...rows, additional]) {
      const derivation = Uint8Array.of(
        ...batch.keys.subarray(32 * key, 32 * key + 4),
        ...batch.outputs.subarray(32 * output, 32 * output + 4),
      )
      hits.push({ output, key, derivation, spendKey: 1000 * index + (batch.viewTags[output] ?? 0) })
    }
  })
  return hits
}

const transaction = fc.record({
  outputs: fc.integer({ min: 1, max: 40 }),
  keys: fc.integer({ min: 0, max: 3 }),
  additional: fc.boolean(),
})

test('parts of a batch, each scanned alone, find what the batch finds', () => {
  fc.assert(
    fc.property(fc.array(transaction, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (drawn, count) => {
      const batch = batchOf(drawn)
      const parts = splitBatch(batch, count)
      const found = parts.flatMap((part: BatchPart) => joinHits(part, findAll(part.batch)))
      expect(found).toEqual(findAll(batch))
      expect(parts.length).toBeLessThanOrEqual(count)
    }),
  )
})

test('a part has memory of its own, so that it can be transferred', () => {
  const batch = batchOf(Array.from({ length: 50 }, () => ({ outputs: 2, keys: 1, additional: false })))
  for (const part of splitBatch(batch, 3))
    for (const rows of Object.values(part.batch)) expect(rows.buffer.byteLength).toBe(rows.byteLength)
})

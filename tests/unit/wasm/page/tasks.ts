// What the page is asked to compute and what it answers, as JSON: byte arrays travel in hex.

import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import type { PointArithmetic } from '../../../../src/crypto/curve/pointArithmetic.ts'
import type { ScanBatch, ScanHit } from '../../../../src/crypto/scan/scanner.ts'

export type Task = {
  readonly name: string
  readonly viewSecret: string
  readonly spendKeys: string
  readonly batch: { readonly [Field in keyof ScanBatch]: ScanBatch[Field] extends Uint8Array ? string : number[] }
}

/** Keys and secrets, a row for each: what the point kernel multiplies. */
export type PointTask = { readonly keys: string; readonly secrets: string }

export type Tasks = { readonly scans: readonly Task[]; readonly points: PointTask }

/** What the point kernel made of its task: encoded points, those of keys that are none included. */
export type PointAnswer = {
  readonly valid: string
  readonly products: string
  readonly baseProducts: string
  readonly keyImages: string
  readonly sum: string
}

/** output, key, position of the spend key, derivation */
export type Found = readonly [number, number, number, string]

export type Answer = {
  readonly engine: string
  /** What went wrong apart from the scans. */
  readonly error?: string
  /** by level */
  readonly points?: Readonly<Record<string, PointAnswer>>
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

/** Does the point task on an arithmetic. */
export const answerPoints = (arithmetic: PointArithmetic, task: PointTask): PointAnswer => {
  const [keys, secrets] = [fromHex(task.keys), fromHex(task.secrets)]
  const { points, valid } = arithmetic.decode(keys)
  // What is no point is left out by way of a point that is one.
  const good = points.slice()
  const [length, other] = [points.length / valid.length, arithmetic.multiplyBaseSecret(secrets)]
  for (const [i, flag] of valid.entries())
    if (flag === 0) good.set(other.subarray(length * i, length * i + length), length * i)
  const encoded = (rows: Uint8Array): string => toHex(arithmetic.encode(rows))
  return {
    valid: toHex(valid),
    products: encoded(arithmetic.multiplySecret(good, secrets)),
    baseProducts: encoded(other),
    keyImages: toHex(arithmetic.keyImages(keys, secrets)),
    sum: encoded(arithmetic.multiplySums(secrets.subarray(0, 32), secrets, good)),
  }
}

// The tasks of the test page and its results, as JSON: byte arrays are hex.

import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import type { PointArithmetic } from '../../../../src/crypto/curve/pointArithmetic.ts'
import type { ScanBatch, ScanHit } from '../../../../src/crypto/scan/scanner.ts'

export type Task = {
  readonly name: string
  readonly viewSecret: string
  readonly spendKeys: string
  readonly batch: { readonly [Field in keyof ScanBatch]: ScanBatch[Field] extends Uint8Array ? string : number[] }
}

/** Keys and secrets, one row each: the operands of the point kernel. */
export type PointTask = { readonly keys: string; readonly secrets: string }

export type Tasks = { readonly scans: readonly Task[]; readonly points: PointTask }

/** The results of the point kernel: encoded points, also of invalid keys. */
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
  /** Errors outside the scans. */
  readonly error?: string
  /** by level */
  readonly points?: Readonly<Record<string, PointAnswer>>
  /** By level: the hits of each task, or the reason why the level is unavailable. */
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
    keyCounts: [...batch.keyCounts],
    additionalKeys: [...batch.additionalKeys],
    viewTags: [...batch.viewTags],
  },
})

export const batchOfTask = ({ batch }: Task): ScanBatch => ({
  keys: fromHex(batch.keys),
  outputs: fromHex(batch.outputs),
  outputIndexes: Uint32Array.from(batch.outputIndexes),
  firstKeys: Uint32Array.from(batch.firstKeys),
  keyCounts: Uint32Array.from(batch.keyCounts),
  additionalKeys: Int32Array.from(batch.additionalKeys),
  viewTags: Int16Array.from(batch.viewTags),
})

export const foundOf = (hits: readonly ScanHit[]): readonly Found[] =>
  hits.map(({ output, key, spendKey, derivation }) => [output, key, spendKey, toHex(derivation)])

/** Runs the point task on an arithmetic. */
export const answerPoints = (arithmetic: PointArithmetic, task: PointTask): PointAnswer => {
  const [keys, secrets] = [fromHex(task.keys), fromHex(task.secrets)]
  const { points, valid } = arithmetic.decode(keys)
  // Keys that are not points are replaced by a point.
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

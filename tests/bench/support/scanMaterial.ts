// The material of the kernel bench: batches to be timed, and trials that verify what a contestant finds. Runs in Node and in pages.

import { concat, equalBytes } from '../../../src/bytes/bytes.ts'
import { deriveOutputKey, generateKeys, keyDerivation, viewTag } from '../../../src/crypto/keys/keys.ts'
import type { ScanBatch, ScanHit } from '../../../src/crypto/scan/scanner.ts'
import { createSubaddressTable } from '../../../src/crypto/scan/subaddressTable.ts'

export const WALLETS = 5
const MANY_ACCOUNTS = 50
const MANY_SUBADDRESSES = 200
const FEW = 20

/** Output indices stay below this, so that they take one byte, as in most transactions. */
const MAX_OUTPUTS = 32

/** The kinds of batches: outputs per key, and the watched keys. Batches with outputs have few derivations. */
export const KINDS = {
  derivation: { outputs: 0, watched: 'many' },
  output: { outputs: 32, watched: 'many' },
  outputFewKeys: { outputs: 32, watched: 'few' },
  viewTag: { outputs: 1024, watched: 'many' },
} as const

export type Kind = keyof typeof KINDS

/** A wallet, its watched keys with a trial for each number of them, and unrelated points. */
export type ScanMaterial = {
  readonly viewSecret: Uint8Array
  readonly watched: Readonly<Record<Watched, Uint8Array>>
  readonly trials: Readonly<Record<Watched, Trial>>
  readonly points: Uint8Array
}

/** Numbers of watched spend keys. */
export const WATCHED = ['many', 'few'] as const
export type Watched = (typeof WATCHED)[number]

/** A batch with the expected finds. */
export type Trial = { readonly batch: ScanBatch; readonly hits: readonly ScanHit[] }

const row = (rows: Uint8Array, i: number): Uint8Array => rows.subarray(32 * i, 32 * i + 32)

/**
 * Creates a batch of some keys and of outputs of other wallets. Where tags are timed, no tag matches. Batches of different `part` share no
 * key, so that they need different table entries, as real ones do.
 */
export const batchOf = (
  { points, viewSecret }: ScanMaterial,
  kind: Kind,
  keyCount: number,
  part: number,
): ScanBatch => {
  const { outputs } = KINDS[kind]
  const rows = keyCount * outputs
  const pointRows = points.length / 32
  const batch = {
    keys: points.slice(32 * keyCount * part, 32 * keyCount * (part + 1)),
    outputs: concat(...Array.from({ length: rows }, (_, i) => row(points, (rows * part + i) % pointRows))),
    outputIndexes: Uint32Array.from({ length: rows }, (_, i) => i % MAX_OUTPUTS),
    firstKeys: Uint32Array.from({ length: rows }, (_, i) => Math.floor(i / outputs)),
    keyCounts: new Uint32Array(rows).fill(1),
    additionalKeys: new Int32Array(rows).fill(-1),
    viewTags: new Int16Array(rows).fill(-1),
  }
  if (kind === 'viewTag')
    for (let key = 0; key < keyCount; key++) {
      const derivation = keyDerivation(row(batch.keys, key), viewSecret)
      const tags = Array.from({ length: MAX_OUTPUTS }, (_, index) => viewTag(derivation, index))
      for (let i = key * outputs; i < (key + 1) * outputs; i++)
        batch.viewTags[i] = ((tags[i % MAX_OUTPUTS] ?? 0) + 1) % 256
    }
  return batch
}

/** y = 2 is the y-coordinate of no curve point. */
const NO_POINT = new Uint8Array(32).fill(2, 0, 1)

/**
 * Creates a trial of all cases: transactions of two outputs, one of them owned, found by the first key, by the second, or by an additional
 * key; without view tag, with the right one, and with a wrong one; keys that are not points.
 */
const createTrial = (viewSecret: Uint8Array, spendKeys: Uint8Array, points: Uint8Array): Trial => {
  const hits: ScanHit[] = []
  const keys: Uint8Array[] = []
  const outputs: Uint8Array[] = []
  const viewTags: number[] = []
  const transactions = 48
  for (let i = 0; i < transactions; i++) {
    const spendKey = (i * 7919) % (spendKeys.length / 32)
    const finder = 3 * i + (i % 3)
    const candidates = [0, 1, 2].map((k) => row(points, 3 * i + k))
    // Every seventh transaction has an invalid key, which is either beside the finding key, or in its place: then nothing is found.
    if (i % 7 === 6) candidates[i % 2] = NO_POINT
    keys.push(...candidates)
    const found = candidates[i % 3] ?? NO_POINT
    const index = i % 2
    const mine = (): { output: Uint8Array; tag: number } => {
      const derivation = keyDerivation(found, viewSecret)
      const fits = i % 5 !== 4
      if (fits) hits.push({ output: 2 * i + index, key: finder, derivation, spendKey })
      const tag = viewTag(derivation, index)
      return {
        output: deriveOutputKey(derivation, index, row(spendKeys, spendKey)),
        tag: fits ? (i % 4 === 0 ? -1 : tag) : (tag + 1) % 256,
      }
    }
    const { output, tag } = found === NO_POINT ? { output: row(points, 2000 + i), tag: -1 } : mine()
    const foreign = i % 9 === 8 ? NO_POINT : row(points, 3000 + i)
    outputs.push(...(index === 0 ? [output, foreign] : [foreign, output]))
    viewTags.push(...(index === 0 ? [tag, -1] : [-1, tag]))
  }
  const rows = 2 * transactions
  const batch = {
    keys: concat(...keys),
    outputs: concat(...outputs),
    outputIndexes: Uint32Array.from({ length: rows }, (_, i) => i % 2),
    firstKeys: Uint32Array.from({ length: rows }, (_, i) => 3 * (i >> 1)),
    keyCounts: new Uint32Array(rows).fill(2),
    additionalKeys: Int32Array.from({ length: rows }, (_, i) => 3 * (i >> 1) + 2),
    viewTags: Int16Array.from(viewTags),
  }
  return { batch, hits }
}

const createMaterial = async (seed: number): Promise<ScanMaterial> => {
  const wallet = generateKeys(new Uint8Array(32).fill(seed))
  const stranger = generateKeys(new Uint8Array(32).fill(255 - seed))
  const accounts = await Promise.all(
    Array.from({ length: MANY_ACCOUNTS }, async (_, account) =>
      createSubaddressTable(wallet.viewSecret, wallet.spendPublic, account, 0, MANY_SUBADDRESSES),
    ),
  )
  const points = await createSubaddressTable(stranger.viewSecret, stranger.spendPublic, 0, 0, 4096)
  const many = concat(...accounts)
  const watched = { many, few: many.slice(0, 32 * FEW) }
  const trialOf = (spendKeys: Uint8Array): Trial => createTrial(wallet.viewSecret, spendKeys, points)
  const trials = { many: trialOf(watched.many), few: trialOf(watched.few) }
  return { viewSecret: wallet.viewSecret, watched, trials, points }
}

/** Creates several wallets, the same in every run: the time of a derivation depends slightly on the view secret. */
export const createMaterials = async (): Promise<readonly ScanMaterial[]> =>
  await Promise.all(Array.from({ length: WALLETS }, (_, i) => createMaterial(i + 1)))

const sameHit = (a: ScanHit, b: ScanHit | undefined): boolean =>
  b !== undefined &&
  a.output === b.output &&
  a.key === b.key &&
  a.spendKey === b.spendKey &&
  equalBytes(a.derivation, b.derivation)

/** @throws Error if a contestant's finds in a trial differ from the expected ones */
export const assertFound = (name: string, found: readonly ScanHit[], { hits }: Trial): void => {
  if (found.length !== hits.length || !hits.every((hit, i) => sameHit(hit, found[i])))
    throw new Error(`"${name}" does not find the ${hits.length} expected outputs, so it is not measured`)
}

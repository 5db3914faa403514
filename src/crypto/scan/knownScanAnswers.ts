// Questions with known answers for the scan kernel: spend keys of subaddresses, derivations, and outputs to few and to many watched keys.
// They are asked at start, and a kernel that answers otherwise is not used. The answers were computed by portable arithmetic.

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { fromHex } from '../../bytes/hex.ts'
import { H_BYTES, KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { scanOnKernel, watchOnKernel } from './kernelBatch.ts'
import { readFrom, type ScanKernel, writeTo } from './scanKernel.ts'
import type { ScanBatch, ScanHit } from './scanner.ts'

const G_BYTES = fromHex('58'.padEnd(64, '6'))
const NO_POINT = new Uint8Array(KEY_LENGTH).fill(0xff)

/**
 * The known answers. Spend keys are those of account 1 of the wallet with this view secret and the spend key H. The secret is short, which saves most
 * doublings; every scan verifies a derivation with the wallet's own secret (`scanCanary.ts`).
 */
export const KNOWN_SCAN = {
  viewSecret: Uint8Array.from({ length: KEY_LENGTH }, (_, i) => (i < 12 ? (37 * i + 11) & 255 : 0)),
  spendKeyCount: 8,
  lastSpendKey: fromHex('4ebe22840145d8b631d47d3606c90045a1de82d6bdb2b2e194334613c351e618'),
  /** derivations of the transaction keys G and H */
  derivations: [
    fromHex('a9d5d42d2e8a07fb888be455c67d0ee9f3118c0437e7bf1b48959cf03163ac5b'),
    fromHex('8911884f319b624a0b1950ba71523f37d3b2c5105e9d04364205060f1155bf3a'),
  ],
  /** output 0 of G to spend key 0, and output 300 of H to spend key 7, with their view tags */
  outputs: [
    fromHex('a3e2395957401392d1cbcd74241da5181061254b9720d996fd006acc6ab8df44'),
    fromHex('713ad712936b37c4b499e014b21969ace2fe95130da09678339d70b0ce32bc33'),
  ],
  indexes: [0, 300],
  viewTags: [61, 143],
  spendKeys: [0, 7],
} as const

/** Rows of the batch: each kind of output is in each lane of the kernels, with a view tag and without. */
const ROWS = 16

/** Kinds of transaction keys: G and H, whose derivations are known, and one that is not a point. */
const TX_KEYS = [G_BYTES, H_BYTES, NO_POINT] as const
const NONE = 2

/** Keys that are watched beside those of the wallet, so many that outputs are looked up instead of compared with each. */
const OTHERS = concat(...Array.from({ length: 32 }, (_, i) => NO_POINT.map((byte, j) => (j === 0 ? i : byte))))

/**
 * A question: how many keys of the wallet are watched, which others, and the kinds of transaction keys. Four keys are computed at once: G and H
 * have each lane in one question.
 */
const QUESTIONS = [
  { watched: 2, others: new Uint8Array(), kinds: [0, 1, NONE, 0] },
  { watched: KNOWN_SCAN.spendKeyCount, others: OTHERS, kinds: [1, NONE, 0, 1] },
] as const

type Question = (typeof QUESTIONS)[number]

/** Outputs: the two known ones in turn; every third one is G, which no wallet owns. */
const kindOf = (row: number): number => (row % 3 === 2 ? -1 : ((row >> 1) ^ row) & 1)

const rowsOf = (pick: (kind: 0 | 1, row: number) => number): number[] =>
  Array.from({ length: ROWS }, (_, row) => pick(kindOf(row) === 1 ? 1 : 0, row))

/** Returns the transaction key of a row: the first of its kind in the first half of the rows, else the last one. */
const keyOf = ({ kinds }: Question, kind: 0 | 1, row: number): number =>
  row < ROWS / 2 ? kinds.indexOf(kind) : kinds.lastIndexOf(kind)

const batchOf = (question: Question): ScanBatch => ({
  keys: concat(...question.kinds.map((kind) => TX_KEYS[kind])),
  outputs: concat(
    ...Array.from({ length: ROWS }, (_, row) =>
      kindOf(row) < 0 ? G_BYTES : KNOWN_SCAN.outputs[kindOf(row) === 1 ? 1 : 0],
    ),
  ),
  outputIndexes: Uint32Array.from(rowsOf((kind) => KNOWN_SCAN.indexes[kind])),
  firstKeys: Uint32Array.from(rowsOf((kind, row) => keyOf(question, kind, row))),
  keyCounts: new Uint32Array(ROWS).fill(1),
  additionalKeys: new Int32Array(ROWS).fill(question.kinds.indexOf(NONE)),
  viewTags: Int16Array.from(rowsOf((kind, row) => (row % 4 < 2 ? KNOWN_SCAN.viewTags[kind] : -1))),
})

/** Returns whether the hits are those of the known outputs whose spend keys are among the watched ones. */
const isAnswer = (hits: readonly ScanHit[], question: Question): boolean => {
  const rows = Array.from({ length: ROWS }, (_, row) => row).filter((row) => {
    const kind = kindOf(row)
    return kind >= 0 && KNOWN_SCAN.spendKeys[kind === 1 ? 1 : 0] < question.watched
  })
  return (
    hits.length === rows.length &&
    hits.every(({ output, key, derivation, spendKey }, i) => {
      const kind = kindOf(output) === 1 ? 1 : 0
      return (
        output === rows[i] &&
        key === keyOf(question, kind, output) &&
        spendKey === KNOWN_SCAN.spendKeys[kind] &&
        equalBytes(derivation, KNOWN_SCAN.derivations[kind])
      )
    })
  )
}

/** Returns the spend keys that the kernel computes; undefined if it refuses. */
const makeSpendKeys = (kernel: ScanKernel): Uint8Array | undefined => {
  const { viewSecret, spendKeyCount } = KNOWN_SCAN
  if (kernel.reserveMadeKeys(spendKeyCount) === 0) return undefined
  writeTo(kernel, kernel.viewSecret, viewSecret)
  writeTo(kernel, kernel.spendPublic, H_BYTES)
  return kernel.makeSpendKeys(1, 0, spendKeyCount) === 0
    ? undefined
    : readFrom(kernel, kernel.madeKeys.value, KEY_LENGTH * spendKeyCount)
}

/**
 * Returns whether a kernel answers all questions right. Afterwards it watches nothing.
 * @throws KernelMemoryError if the engine provides no memory
 *
 * @example
 * import { createScanKernelOf } from './createScanKernel.ts'
 * answersKnownScan(await createScanKernelOf('scalar')) // true
 */
export const answersKnownScan = (kernel: ScanKernel): boolean => {
  try {
    const made = makeSpendKeys(kernel)
    if (made === undefined || !equalBytes(made.subarray(-KEY_LENGTH), KNOWN_SCAN.lastSpendKey)) return false
    // Few watched keys are compared directly, many are looked up.
    return QUESTIONS.every((question) => {
      const watched = concat(made.subarray(0, KEY_LENGTH * question.watched), question.others)
      watchOnKernel(kernel, KNOWN_SCAN.viewSecret, watched)
      return isAnswer(scanOnKernel(kernel, batchOf(question)), question)
    })
  } finally {
    kernel.forget()
  }
}

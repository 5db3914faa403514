// Created accounts and subaddresses with their labels, and the table of spend keys that the scanner looks for. The table contains
// more addresses than were created (lookahead), so that a restored wallet finds payments to addresses that another copy created.

import { SerialQueue } from '../../async/serialQueue.ts'
import { concat } from '../../bytes/bytes.ts'
import type { LookAhead } from '../../coin/addresses/address.ts'
import { KEY_LENGTH } from '../../crypto/curve/pointArithmetic.ts'
import { SpendKeyIndex } from '../../crypto/scan/spendKeyIndex.ts'
import { createSubaddressTable } from '../../crypto/scan/subaddressTable.ts'
import type { WalletKeys } from '../state/ledger.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'

/** As in wallet2. */
const LOOK_AHEAD: LookAhead = { majors: 50, minors: 200 }

/** Labels of the created addresses: `labels[major][minor]`. The label of an account is that of address (major, 0). */
export type Labels = readonly (readonly string[])[]

const PRIMARY_LABEL = 'Primary account'
const UNTITLED_LABEL = 'Untitled account'

/** Returns the labels of a new wallet, which has only the primary address. */
export const newLabels = (): Labels => [[PRIMARY_LABEL]]

/** Returns the labels with all accounts and addresses up to `index` created; the same value if they exist. */
export const issueUpTo = (labels: Labels, { major, minor }: SubaddressIndex): Labels => {
  if ((labels[major]?.length ?? 0) > minor) return labels
  const grown = [...labels]
  while (grown.length <= major) grown.push([UNTITLED_LABEL])
  const minors = [...(grown[major] ?? [])]
  while (minors.length <= minor) minors.push('')
  grown[major] = minors
  return grown
}

/** Returns the labels with accounts without a label named as wallet2 names those that a scan finds. */
export const withDefaultTitles = (labels: Labels): Labels =>
  labels.map(([title = '', ...minors], major) => [
    title === '' ? (major === 0 ? PRIMARY_LABEL : UNTITLED_LABEL) : title,
    ...minors,
  ])

/** Returns the labels with one of them changed. The address must exist. */
export const relabel = (labels: Labels, { major, minor }: SubaddressIndex, label: string): Labels =>
  labels.map((minors, account) => (account === major ? minors.with(minor, label) : minors))

/** The table grows in steps, so that it does not grow with each new address. */
const MAJOR_STEP = 5
const MINOR_STEP = 100

/**
 * Extra growth beyond the lookahead: transactions scanned before an address was in the table must be scanned again. The addresses of
 * the next account are the most likely to be needed.
 */
const MAJORS_AHEAD = 3
const MINORS_AHEAD = 50

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step

/** Consecutive addresses of an account from `minor` on, whose keys begin at `position`. An object for each address would take more than its key. */
type Run = SubaddressIndex & { readonly position: number }

/** The public spend keys that the scanner looks for, with the index of each. Append-only. */
export class SubaddressTable {
  readonly #viewSecret: Uint8Array
  readonly #spendPublic: Uint8Array
  readonly #lookAhead: LookAhead
  /** number of addresses in the table, by account */
  readonly #minors: number[] = []
  #keys: Uint8Array = new Uint8Array()
  /** which addresses the keys are of, in their order */
  readonly #runs: Run[] = []
  readonly #index = new SpendKeyIndex(new Uint8Array())
  readonly #extensions = new SerialQueue()
  #generation = 0

  constructor({ viewSecret, spendPublic }: WalletKeys, lookAhead: LookAhead = LOOK_AHEAD) {
    this.#viewSecret = viewSecret
    this.#spendPublic = spendPublic
    this.#lookAhead = lookAhead
  }

  /** All spend keys, 32 bytes each. */
  get keys(): Uint8Array {
    return this.#keys
  }

  /** Increases whenever the lookahead grows beyond the table, which makes earlier scans incomplete. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Returns the index of the key at a position in `keys`.
   * @throws RangeError if the table is shorter
   */
  indexAt(position: number): SubaddressIndex {
    const count = this.#keys.length / KEY_LENGTH
    const run = this.#runs[this.#runOf(position)]
    if (run === undefined || position < 0 || position >= count)
      throw new RangeError(`the table has ${count} spend keys, none at ${position}`)
    return { major: run.major, minor: run.minor + position - run.position }
  }

  /** Returns the last run that begins at or before a position. */
  #runOf(position: number): number {
    let low = 0
    let high = this.#runs.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#runs[middle]?.position ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Returns the index of a spend key; undefined if it is not in the table. */
  indexOf(spendKey: Uint8Array): SubaddressIndex | undefined {
    // Filled when it is needed: a wallet that only scans needs none.
    this.#index.extend(this.#keys)
    const position = spendKey.length === KEY_LENGTH ? this.#index.positionOf(spendKey) : undefined
    return position === undefined ? undefined : this.indexAt(position)
  }

  /** Returns whether an address is in the table. */
  has({ major, minor }: SubaddressIndex): boolean {
    return minor < (this.#minors[major] ?? 0)
  }

  /**
   * Extends the table by the lookahead after `index`: the following accounts and addresses.
   * @returns whether some of the lookahead was not in the table before
   */
  reach(index: SubaddressIndex): Promise<boolean> {
    return this.#extensions.run(() => this.#extend(index))
  }

  async #extend({ major, minor }: SubaddressIndex): Promise<boolean> {
    const { majors, minors } = this.#lookAhead
    const known = this.#minors.length
    const isLate = major + majors > known || minor + minors > (this.#minors[major] ?? 0)
    const pieces: Uint8Array[] = []
    let position = this.#keys.length / KEY_LENGTH
    const append = async (account: number, count: number): Promise<void> => {
      const start = this.#minors[account] ?? 0
      if (count <= start) return
      pieces.push(await createSubaddressTable(this.#viewSecret, this.#spendPublic, account, start, count - start))
      this.#runs.push({ major: account, minor: start, position })
      position += count - start
      this.#minors[account] = count
    }
    const appendAhead = async (account: number, required: number): Promise<void> => {
      const count = required + MINORS_AHEAD
      if (count > (this.#minors[account] ?? 0)) await append(account, roundUp(count, MINOR_STEP))
    }
    if (major + majors + MAJORS_AHEAD > known) {
      const accounts = roundUp(major + majors + MAJORS_AHEAD, MAJOR_STEP)
      for (let account = known; account < accounts; account++) await append(account, minors)
    }
    await appendAhead(major, minor + minors)
    await appendAhead(major + 1, minors)
    if (pieces.length > 0) this.#keys = concat(this.#keys, ...pieces)
    if (isLate) this.#generation++
    return isLate
  }
}

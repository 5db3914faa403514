// Created accounts and subaddresses with their labels, and the table of spend keys that the scanner looks for. The table contains
// more addresses than were created (lookahead), so that a restored wallet finds payments to addresses that another copy created.

import { nextTurn } from '../../async/nextTurn.ts'
import { SerialQueue } from '../../async/serialQueue.ts'
import { concat } from '../../bytes/bytes.ts'
import { type AddressRange, DEFAULT_LOOK_AHEAD, type LookAhead } from '../../coin/lookAhead.ts'
import { KEY_LENGTH } from '../../crypto/curve/pointArithmetic.ts'
import { SpendKeyIndex } from '../../crypto/scan/spendKeyIndex.ts'
import { createSubaddressTable } from '../../crypto/scan/subaddressTable.ts'
import type { WalletKeys } from './ledger.ts'
import type { SubaddressIndex } from './outputFields.ts'

/** Labels of the created addresses: `labels[major][minor]`. The label of an account is that of address (major, 0). */
export type Labels = readonly (readonly string[])[]

const PRIMARY_LABEL = 'Primary account'
const UNTITLED_LABEL = 'Untitled account'

/** Returns the labels of a new wallet, which has only the primary address. */
export const newLabels = (): Labels => [[PRIMARY_LABEL]]

/** Returns the labels with all accounts and addresses up to `index` created; the same value if they exist. */
const issueUpTo = (labels: Labels, { major, minor }: SubaddressIndex): Labels => {
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

/** Returns the labels that a user chose, with the index of each. */
export const chosenLabels = (labels: Labels): readonly (readonly [major: number, minor: number, label: string])[] =>
  labels.flatMap((minors, major) =>
    minors.flatMap((label, minor) =>
      ['', PRIMARY_LABEL, UNTITLED_LABEL].includes(label) ? [] : [[major, minor, label] as const],
    ),
  )

/** Returns the labels with one of them changed. The address must exist. */
export const relabel = (labels: Labels, { major, minor }: SubaddressIndex, label: string): Labels =>
  labels.map((minors, account) => (account === major ? minors.with(minor, label) : minors))

/** The table grows in steps, so that it does not grow with each new address: of so many accounts or addresses, or a share of what it has. */
const MAJOR_STEP = 5
const MINOR_STEP = 100
const STEP_SHARE = 8

/**
 * Extra growth beyond the lookahead: transactions scanned before an address was in the table must be scanned again. The addresses of
 * the next account are the most likely to be needed.
 */
const MAJORS_AHEAD = 3
const MINORS_AHEAD = 50
const AHEAD_SHARE = 16

/** Accounts are added in advance as long as their addresses are few. */
const MAX_ADDRESSES_OF_ACCOUNTS_AHEAD = 2000

/** Keys that are computed in one turn of the event loop: about 20 ms. */
const KEYS_AT_ONCE = 8192

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step

/** Returns how many accounts the table has in advance, at most `most`. */
const accountsAhead = (most: number, minors: number): number =>
  Math.min(most, Math.floor(MAX_ADDRESSES_OF_ACCOUNTS_AHEAD / minors))

/** A range whose keys begin at `position`. An object for each address would take more than its key. */
type Run = AddressRange & { readonly position: number }

/** What is to be added to a table. */
class Growth {
  /** number of addresses from the first one on, by account, after the growth */
  readonly minors: number[]
  readonly ranges: AddressRange[] = []

  constructor(minors: readonly number[]) {
    this.minors = [...minors]
  }

  /** Adds what of the first `count` addresses of an account is missing. The account is a known one, or the next. */
  extendTo(major: number, count: number): void {
    const minor = this.minors[major] ?? 0
    if (count <= minor) return
    this.ranges.push({ major, minor, count: count - minor })
    this.minors[major] = count
  }

  /** Adds addresses of any account, where others may be missing before them. */
  add({ major, minor, count }: AddressRange): void {
    if (major <= this.minors.length && minor <= (this.minors[major] ?? 0)) this.extendTo(major, minor + count)
    else this.ranges.push({ major, minor, count })
  }
}

/** Adds the required addresses of an account to a growth, and more in advance, if some of these are missing. */
const extendAhead = (growth: Growth, account: number, required: number): void => {
  const count = required + Math.max(MINORS_AHEAD, Math.floor(required / AHEAD_SHARE))
  const step = Math.max(MINOR_STEP, Math.floor(required / STEP_SHARE))
  if (count > (growth.minors[account] ?? 0)) growth.extendTo(account, roundUp(count, step))
}

/** The public spend keys that the scanner looks for, with the index of each. Append-only. */
export class SubaddressTable {
  readonly #viewSecret: Uint8Array
  readonly #spendPublic: Uint8Array
  #lookAhead: LookAhead
  /** number of addresses in the table from the first one on, by account */
  #minors: readonly number[] = []
  #keys: Uint8Array = new Uint8Array()
  /** which addresses the keys are of, in their order */
  readonly #runs: Run[] = []
  readonly #index = new SpendKeyIndex(new Uint8Array())
  readonly #extensions = new SerialQueue()
  #generation = 0

  constructor({ viewSecret, spendPublic }: WalletKeys, lookAhead: LookAhead = DEFAULT_LOOK_AHEAD) {
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

  /** Returns whether an address and all addresses of its account before it are in the table. */
  has({ major, minor }: SubaddressIndex): boolean {
    return minor < (this.#minors[major] ?? 0)
  }

  /**
   * Returns the labels with the addresses of received outputs created. Those are left out before which addresses are missing in the table
   * (wallet2: should_expand): creating all of these could take extremely long.
   */
  issue(labels: Labels, received: Iterable<{ readonly subaddress: SubaddressIndex }>): Labels {
    let issued = labels
    for (const { subaddress } of received) if (this.has(subaddress)) issued = issueUpTo(issued, subaddress)
    return issued
  }

  /** All addresses in the table. */
  get ranges(): readonly AddressRange[] {
    const whole = this.#minors.map((count, major) => ({ major, minor: 0, count }))
    const apart = this.#runs.filter((run) => !this.has({ major: run.major, minor: run.minor + run.count - 1 }))
    return [...whole, ...apart.map(({ major, minor, count }) => ({ major, minor, count }))]
  }

  /** Changes the lookahead of what is reached from now on. The table keeps its addresses. */
  set lookAhead(lookAhead: LookAhead) {
    this.#lookAhead = lookAhead
  }

  /**
   * Extends the table by the lookahead after `index`: the following accounts and addresses.
   * @returns whether some of the lookahead was not in the table before
   */
  reach(index: SubaddressIndex): Promise<boolean> {
    return this.#extensions.run(() => this.#extend(index))
  }

  /** Adds addresses that the lookahead may not include. Outputs to them do not extend it if addresses before them are missing. */
  include(ranges: readonly AddressRange[]): Promise<void> {
    return this.#extensions.run(async () => {
      const growth = new Growth(this.#minors)
      for (const range of ranges) if (!this.#hasRange(range)) growth.add(range)
      await this.#grow(growth)
      if (growth.ranges.length > 0) this.#generation++
    })
  }

  #hasRange({ major, minor, count }: AddressRange): boolean {
    return this.#runs.some((run) => run.major === major && run.minor <= minor && run.minor + run.count >= minor + count)
  }

  async #extend({ major, minor }: SubaddressIndex): Promise<boolean> {
    const { majors, minors } = this.#lookAhead
    const growth = new Growth(this.#minors)
    const known = this.#minors.length
    const isLate = major + majors > known || minor + minors > (this.#minors[major] ?? 0)
    const accounts = major + majors + accountsAhead(MAJORS_AHEAD, minors)
    if (accounts > known) {
      const end = roundUp(accounts, Math.max(1, accountsAhead(MAJOR_STEP, minors)))
      for (let account = known; account < end; account++) growth.extendTo(account, minors)
    }
    for (const [account, required] of [
      [major, minor + minors],
      [major + 1, minors],
    ] as const)
      if (account < growth.minors.length) extendAhead(growth, account, required)
    await this.#grow(growth)
    if (isLate) this.#generation++
    return isLate
  }

  /** Computes the keys of a growth, then adds them. */
  async #grow({ ranges, minors }: Growth): Promise<void> {
    if (ranges.length === 0) return
    const pieces: Uint8Array[] = []
    const runs: Run[] = []
    let position = this.#keys.length / KEY_LENGTH
    for (const { major, minor, count } of ranges) {
      for (let done = 0; done < count; done += KEYS_AT_ONCE) {
        const some = Math.min(KEYS_AT_ONCE, count - done)
        pieces.push(await createSubaddressTable(this.#viewSecret, this.#spendPublic, major, minor + done, some))
        if (some === KEYS_AT_ONCE) await nextTurn()
      }
      runs.push({ major, minor, count, position })
      position += count
    }
    this.#keys = concat(this.#keys, ...pieces)
    for (const run of runs) this.#runs.push(run)
    this.#minors = minors
  }
}

// Accounts and subaddresses: which were issued, under which labels, and which spend keys to watch for. More are watched than were
// issued, so that a restored wallet finds what was paid to addresses that another copy of it handed out.

import { concat } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { createSubaddressTable } from '../../crypto/scan/subaddressTable.ts'
import type { SubaddressIndex, WalletKeys } from '../state/ledger.ts'

/** How far beyond the highest used index a wallet watches. */
export type LookAhead = { readonly majors: number; readonly minors: number }

const LOOK_AHEAD: LookAhead = { majors: 50, minors: 200 }

/** Labels of the issued addresses of each account: `labels[major][minor]`. The label of an account is that of its (major, 0). */
export type Labels = readonly (readonly string[])[]

const PRIMARY_LABEL = 'Primary account'
const UNTITLED_LABEL = 'Untitled account'

/** Labels of a new wallet: the primary address alone. */
export const newLabels = (): Labels => [[PRIMARY_LABEL]]

/** The labels with everything up to `index` issued; the same value when it was. */
export const issueUpTo = (labels: Labels, { major, minor }: SubaddressIndex): Labels => {
  if ((labels[major]?.length ?? 0) > minor) return labels
  const grown = [...labels]
  while (grown.length <= major) grown.push([UNTITLED_LABEL])
  const minors = [...(grown[major] ?? [])]
  while (minors.length <= minor) minors.push('')
  grown[major] = minors
  return grown
}

/** The labels with one of them set; the address must have been issued. */
export const relabel = (labels: Labels, { major, minor }: SubaddressIndex, label: string): Labels =>
  labels.map((minors, account) => (account === major ? minors.with(minor, label) : minors))

/** A table grows in steps, so that a run of new addresses does not make it grow with each of them. */
const MAJOR_STEP = 5
const MINOR_STEP = 100

/**
 * And it grows ahead of need, since what was scanned before an address was watched must be scanned again. The next account's
 * addresses are the likeliest to be needed.
 */
const MAJORS_AHEAD = 3
const MINORS_AHEAD = 50

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step

/** The spend keys a wallet watches, with the index of each. It only grows, at its end. */
export class SubaddressTable {
  readonly #viewSecret: Uint8Array
  readonly #spendPublic: Uint8Array
  readonly #lookAhead: LookAhead
  /** how many addresses of each account are watched */
  readonly #minors: number[] = []
  #keys: Uint8Array = new Uint8Array()
  readonly #indices: SubaddressIndex[] = []
  readonly #positions = new Map<string, number>()
  #growing: Promise<unknown> = Promise.resolve()
  #generation = 0

  constructor({ viewSecret, spendPublic }: WalletKeys, lookAhead: LookAhead = LOOK_AHEAD) {
    this.#viewSecret = viewSecret
    this.#spendPublic = spendPublic
    this.#lookAhead = lookAhead
  }

  /** All watched spend keys, 32 bytes each. */
  get keys(): Uint8Array {
    return this.#keys
  }

  /** Grows whenever addresses are watched too late for what was scanned before. */
  get generation(): number {
    return this.#generation
  }

  /** The index at a position in `keys`. */
  indexAt(position: number): SubaddressIndex {
    const index = this.#indices[position]
    if (index === undefined)
      throw new RangeError(`the table holds ${this.#indices.length} spend keys, none at ${position}`)
    return index
  }

  /** The index of a spend key, if it is watched. */
  indexOf(spendKey: Uint8Array): SubaddressIndex | undefined {
    for (let i = this.#positions.size; i < this.#indices.length; i++)
      this.#positions.set(toHex(this.#keys.subarray(32 * i, 32 * i + 32)), i)
    const position = this.#positions.get(toHex(spendKey))
    return position === undefined ? undefined : this.#indices[position]
  }

  /** Whether an address is watched. */
  has({ major, minor }: SubaddressIndex): boolean {
    return minor < (this.#minors[major] ?? 0)
  }

  /**
   * Watches what a use of `index` asks for: the following accounts and addresses.
   * @returns whether some of them were not watched before
   */
  reach(index: SubaddressIndex): Promise<boolean> {
    const reached = this.#growing.then(() => this.#grow(index))
    this.#growing = reached.catch(() => undefined)
    return reached
  }

  async #grow({ major, minor }: SubaddressIndex): Promise<boolean> {
    const { majors, minors } = this.#lookAhead
    const known = this.#minors.length
    const isLate = major + majors > known || minor + minors > (this.#minors[major] ?? 0)
    const pieces: Uint8Array[] = []
    const extend = async (account: number, count: number): Promise<void> => {
      const start = this.#minors[account] ?? 0
      if (count <= start) return
      pieces.push(await createSubaddressTable(this.#viewSecret, this.#spendPublic, account, start, count - start))
      for (let i = start; i < count; i++) this.#indices.push({ major: account, minor: i })
      this.#minors[account] = count
    }
    const extendAhead = async (account: number, wanted: number): Promise<void> => {
      const ahead = wanted + MINORS_AHEAD
      if (ahead > (this.#minors[account] ?? 0)) await extend(account, roundUp(ahead, MINOR_STEP))
    }
    if (major + majors + MAJORS_AHEAD > known) {
      const accounts = roundUp(major + majors + MAJORS_AHEAD, MAJOR_STEP)
      for (let account = known; account < accounts; account++) await extend(account, minors)
    }
    await extendAhead(major, minor + minors)
    await extendAhead(major + 1, minors)
    if (pieces.length > 0) this.#keys = concat(this.#keys, ...pieces)
    if (isLate) this.#generation++
    return isLate
  }
}

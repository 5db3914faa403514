// Accounts and subaddresses: which were issued, under which labels, and which spend keys to watch for. More are watched than were
// issued, so that a restored wallet finds what was paid to addresses that another copy of it handed out.

import { toHex } from '../bytes/hex.ts'
import { createSubaddressTable } from '../crypto/subaddressTable.ts'
import type { SubaddressIndex, WalletKeys } from './ledger.ts'

/** How far beyond the highest used index a wallet watches. */
export type LookAhead = { readonly majors: number; readonly minors: number }

export const LOOK_AHEAD: LookAhead = { majors: 50, minors: 200 }

/** Labels of the issued addresses of each account: `labels[major][minor]`. The label of an account is that of its (major, 0). */
export type Labels = readonly (readonly string[])[]

export const PRIMARY_LABEL = 'Primary account'
export const UNTITLED_LABEL = 'Untitled account'

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
const MAJOR_STEP = 10
const MINOR_STEP = 100

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step

/** The spend keys a wallet watches, with the index of each. */
export class SubaddressTable {
  readonly #viewSecret: Uint8Array
  readonly #spendPublic: Uint8Array
  readonly #lookAhead: LookAhead
  /** flat keys per account, 32 bytes each */
  readonly #accounts: Uint8Array[] = []
  #keys: Uint8Array = new Uint8Array()
  #indices: SubaddressIndex[] = []
  #positions: Map<string, number> | undefined

  constructor({ viewSecret, spendPublic }: WalletKeys, lookAhead: LookAhead = LOOK_AHEAD) {
    this.#viewSecret = viewSecret
    this.#spendPublic = spendPublic
    this.#lookAhead = lookAhead
  }

  /** All watched spend keys, 32 bytes each. */
  get keys(): Uint8Array {
    return this.#keys
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
    this.#positions ??= new Map(this.#indices.map((_, i) => [toHex(this.#keys.subarray(32 * i, 32 * i + 32)), i]))
    const position = this.#positions.get(toHex(spendKey))
    return position === undefined ? undefined : this.#indices[position]
  }

  /**
   * Watches what a use of `index` asks for: the following accounts and addresses.
   * @returns whether the table grew
   */
  async reach({ major, minor }: SubaddressIndex): Promise<boolean> {
    const { majors, minors } = this.#lookAhead
    const rows = this.#accounts.length
    const wantedRows = major + majors > rows ? Math.max(majors, roundUp(major + majors, MAJOR_STEP)) : rows
    let grew = false
    for (let account = rows; account < wantedRows; account++) {
      this.#accounts.push(await this.#make(account, 0, minors))
      grew = true
    }
    const own = this.#accounts[major] ?? new Uint8Array()
    const have = own.length / 32
    if (minor + minors > have) {
      const wanted = roundUp(minor + minors, MINOR_STEP)
      const more = await this.#make(major, have, wanted - have)
      const row = new Uint8Array(32 * wanted)
      row.set(own)
      row.set(more, own.length)
      this.#accounts[major] = row
      grew = true
    }
    if (grew) this.#flatten()
    return grew
  }

  #make(major: number, minorStart: number, count: number): Promise<Uint8Array> {
    return createSubaddressTable(this.#viewSecret, this.#spendPublic, major, minorStart, count)
  }

  #flatten(): void {
    let length = 0
    for (const row of this.#accounts) length += row.length
    const keys = new Uint8Array(length)
    const indices: SubaddressIndex[] = []
    let offset = 0
    for (const [major, row] of this.#accounts.entries()) {
      keys.set(row, offset)
      offset += row.length
      for (let minor = 0; minor < row.length / 32; minor++) indices.push({ major, minor })
    }
    this.#keys = keys
    this.#indices = indices
    this.#positions = undefined
  }
}

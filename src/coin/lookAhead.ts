// Subaddress lookahead: how far beyond the used addresses a wallet looks for payments.

/** How many accounts, and how many addresses of each, from the highest used index on are scanned for. */
export type LookAhead = { readonly majors: number; readonly minors: number }

/** That of wallet2 (SUBADDRESS_LOOKAHEAD_MAJOR, SUBADDRESS_LOOKAHEAD_MINOR). */
export const DEFAULT_LOOK_AHEAD: LookAhead = { majors: 50, minors: 200 }

/** Addresses of all accounts together. Their keys take a third of a gigabyte in each scanner. */
export const MAX_LOOK_AHEAD_ADDRESSES = 2 ** 23

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0

/**
 * Returns whether a wallet can have a lookahead: at least one account and one address, and not more addresses than a scanner can hold.
 *
 * @example
 * isLookAhead({ majors: 50, minors: 100_000 }) // true
 * isLookAhead({ majors: 0, minors: 200 }) // false
 * isLookAhead({ majors: 100_000, minors: 100_000 }) // false
 */
export const isLookAhead = ({ majors, minors }: LookAhead): boolean =>
  isCount(majors) && isCount(minors) && majors * minors <= MAX_LOOK_AHEAD_ADDRESSES

/**
 * Parses a lookahead as monero-wallet-cli takes it, `ACCOUNTS:ADDRESSES`; undefined if it is not valid.
 *
 * @example
 * parseLookAhead('4:1500') // { majors: 4, minors: 1500 }
 * parseLookAhead('1500') // undefined
 */
export const parseLookAhead = (text: string): LookAhead | undefined => {
  const [, majors, minors] = /^(\d{1,10}):(\d{1,10})$/.exec(text.trim()) ?? []
  const lookAhead = { majors: Number(majors), minors: Number(minors) }
  return isLookAhead(lookAhead) ? lookAhead : undefined
}

/** Consecutive addresses of an account, from `minor` on. */
export type AddressRange = { readonly major: number; readonly minor: number; readonly count: number }

/**
 * Gathers addresses by account, in any order and without repetition.
 *
 * @example
 * const addresses = new AddressRanges()
 * for (const minor of [7, 1, 0]) addresses.add(3, minor)
 * addresses.ranges() // [{ major: 3, minor: 0, count: 2 }, { major: 3, minor: 7, count: 1 }]
 */
export class AddressRanges {
  readonly #accounts = new Map<number, number[]>()

  add(major: number, minor: number): void {
    const minors = this.#accounts.get(major)
    if (minors === undefined) this.#accounts.set(major, [minor])
    else minors.push(minor)
  }

  /** Returns the addresses, by account and index. */
  ranges(): AddressRange[] {
    const accounts = [...this.#accounts].sort(([a], [b]) => a - b)
    return accounts.flatMap(([major, unsorted]) => {
      const minors = Uint32Array.from(unsorted).sort()
      const ranges: AddressRange[] = []
      let start = 0
      for (let i = 1; i <= minors.length; i++) {
        if (i < minors.length && minors[i] === (minors[i - 1] ?? 0) + 1) continue
        ranges.push({ major, minor: minors[start] ?? 0, count: i - start })
        start = i
      }
      return ranges
    })
  }
}

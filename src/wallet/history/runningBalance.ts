// The balance after each transfer of the history.

import type { Entry } from './history.ts'

/** Returns what a transfer changes in the balance; undefined if it does not count: it failed, or it is incoming and unmined. */
export const balanceChange = ({ direction, state, kind, amount, fee }: Entry): bigint | undefined => {
  if (state === 'failed' || state === 'pool') return undefined
  if (direction === 'in') return amount
  // A stake stays in the wallet.
  return kind === 'stake' ? -fee : -(amount + fee)
}

const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

/**
 * The balances after the entries of a history, of the whole wallet and of the entry's account; at least 0, as the first inputs may be
 * unknown. They are in arrays of numbers: a long history has a hundred thousand.
 */
export class RunningBalances {
  readonly #entries: readonly Entry[]
  readonly #totals: BigUint64Array
  readonly #ofAccounts: BigUint64Array

  /** @param entries newest first */
  constructor(entries: readonly Entry[]) {
    this.#entries = entries
    this.#totals = new BigUint64Array(entries.length)
    this.#ofAccounts = new BigUint64Array(entries.length)
    const latest = new Map<number, bigint>()
    let total = 0n
    for (let i = entries.length - 1; i >= 0; i -= 1) {
      const entry = entries[i]
      const change = entry === undefined ? undefined : balanceChange(entry)
      if (entry === undefined || change === undefined) continue
      total = atLeastZero(total + change)
      const ofAccount = atLeastZero((latest.get(entry.account) ?? 0n) + change)
      latest.set(entry.account, ofAccount)
      this.#totals[i] = total
      this.#ofAccounts[i] = ofAccount
    }
  }

  /** Returns the balance of the wallet after an entry; undefined if the entry does not count. */
  total(position: number): bigint | undefined {
    return this.#after(position, this.#totals)
  }

  /** Returns the balance of its account after an entry; undefined if the entry does not count. */
  ofAccount(position: number): bigint | undefined {
    return this.#after(position, this.#ofAccounts)
  }

  #after(position: number, balances: BigUint64Array): bigint | undefined {
    const entry = this.#entries[position]
    return entry === undefined || balanceChange(entry) === undefined ? undefined : balances[position]
  }
}

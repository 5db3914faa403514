// The balance after each transfer of the history.

import type { Entry } from './history.ts'

/** Returns what a transfer changes in the balance; undefined if it does not count: it failed, or it is incoming and unmined. */
export const balanceChange = ({ direction, state, kind, amount, fee }: Entry): bigint | undefined => {
  if (state === 'failed' || state === 'pool') return undefined
  if (direction === 'in') return amount
  // A stake stays in the wallet.
  return kind === 'stake' ? -fee : -(amount + fee)
}

/** The balance after a transfer, of the whole wallet and of its account; at least 0, as the first inputs may be unknown. */
export type BalanceAfter = { readonly total: bigint; readonly ofAccount: bigint }

const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

/**
 * Returns the balance after each entry, undefined for those that do not count.
 * @param entries newest first
 */
export const runningBalances = (entries: readonly Entry[]): readonly (BalanceAfter | undefined)[] => {
  const balances: (BalanceAfter | undefined)[] = new Array(entries.length)
  const ofAccounts = new Map<number, bigint>()
  let total = 0n
  for (let i = entries.length - 1; i >= 0; i -= 1) {
    const entry = entries[i]
    const change = entry === undefined ? undefined : balanceChange(entry)
    if (entry === undefined || change === undefined) continue
    total = atLeastZero(total + change)
    const ofAccount = atLeastZero((ofAccounts.get(entry.account) ?? 0n) + change)
    ofAccounts.set(entry.account, ofAccount)
    balances[i] = { total, ofAccount }
  }
  return balances
}

// Sums of unspent coins that the balance of wallet2 leaves out, or counts although they may be spent.

import type { OwnedOutput } from '../state/ledger.ts'
import { hasKeyImage, isSpent } from '../state/packedOutput.ts'
import type { CoinSums } from './fundsViews.ts'

export const NO_COIN_SUMS: CoinSums = { frozen: 0n, unverified: 0n }

/** Returns the sum of two sums. */
export const addCoinSums = (a: CoinSums, b: CoinSums): CoinSums => ({
  frozen: a.frozen + b.frozen,
  unverified: a.unverified + b.unverified,
})

/** Returns the sums of unspent outputs by account; accounts without such outputs are omitted. */
export const coinSumsByAccount = (outputs: Iterable<OwnedOutput>): ReadonlyMap<number, CoinSums> => {
  const sums = new Map<number, CoinSums>()
  for (const output of outputs) {
    if (isSpent(output) || (!output.frozen && hasKeyImage(output))) continue
    const { frozen, amount, subaddress } = output
    const own: CoinSums = frozen ? { frozen: amount, unverified: 0n } : { frozen: 0n, unverified: amount }
    sums.set(subaddress.major, addCoinSums(sums.get(subaddress.major) ?? NO_COIN_SUMS, own))
  }
  return sums
}

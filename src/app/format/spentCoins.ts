// Names of coins that are spent already, for the texts of errors.
import type { SpentCoin } from '../../wallet/offline/setViews.ts'
import { listOf, t } from '../text/text.ts'
import { formatAmount } from './amount.ts'
import { formatDate } from './time.ts'

/** Returns coins by their amounts and days, each of which the user finds in the history: `100.00 OXEN of 3 May 2026`. */
export const coinNames = (
  coins: readonly SpentCoin[],
  { decimals, ticker }: { readonly decimals: number; readonly ticker: string },
): string =>
  listOf(
    coins.map(({ amount, timestamp }) =>
      t('coins.namedByDate', { amount: formatAmount(amount, decimals, ticker), date: formatDate(timestamp) }),
    ),
  )

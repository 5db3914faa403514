// From when on a wallet looks for payments.
import type { WalletView } from '../../../engine/api/engineViews.ts'
import { formatDate } from '../../format/time.ts'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'

/** Whether payments can be older than the wallet: for a wallet whose keys were generated here, there is nothing to look for. */
export const isRestored = ({ createdAt, restoreDate }: WalletView): boolean =>
  createdAt === 0 || createdAt !== restoreDate

/** Returns from when on the wallet looks for payments: the day that the user chose, or a block. */
export const beginningText = (
  { restoreDate, restoreHeight }: WalletView,
  heightText: (height: number) => string,
): string => {
  if (restoreDate > 0) return `${t('time.block', { height: formatCount(restoreHeight) })} · ${formatDate(restoreDate)}`
  return restoreHeight === 0 ? t('from.beginning') : t('time.block', { height: heightText(restoreHeight) })
}

// The texts of a coin in lists.
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { nameOf } from '../../state/wallet/lists.ts'
import { listOf, t } from '../../text/text.ts'

/** Returns the name of the address that received a coin. */
export const coinAddress = ({ subaddress, label }: Pick<CoinView, 'subaddress' | 'label'>): string =>
  subaddress === 0 ? t('coins.main') : showHidden(label) || t('coins.address', { index: subaddress })

/** Returns where a coin comes from: the note of its payment, the contacts of the payment that it is the change of, or its kind. */
export const coinOrigin = ({ kind, note, paidTo }: CoinView, contacts: readonly ContactView[]): string => {
  const name = showHidden(note)
  if (kind !== 'change') return name || t(`coins.kinds.${kind}`)
  if (name !== '') return t('coins.changeOf', { name })
  const names = [...new Set(paidTo.map((address) => nameOf(contacts, address)).filter(Boolean))]
  return names.length === 0 ? t('coins.kinds.change') : t('coins.changeTo', { names: listOf(names) })
}

/** Returns what a coin is called: its label, or else where it comes from. */
export const coinTitle = (coin: CoinView, contacts: readonly ContactView[]): string =>
  showHidden(coin.name) || coinOrigin(coin, contacts)

/** Whether a text has words of the user, which no translation changes. */
export const isNamedCoin = (coin: CoinView, contacts: readonly ContactView[]): boolean =>
  coinOrigin(coin, contacts) !== t(`coins.kinds.${coin.kind}`)

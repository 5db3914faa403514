// The menu of a coin.
import { useNavigate } from '@solidjs/router'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import type { MenuGroup, MenuItem } from '../../components/controls/Menu.tsx'
import { editableAmount } from '../../format/amount.ts'
import { detailsPath } from '../../host/navigation/detailsPath.ts'
import { createCopying } from '../../state/history/paymentActions.ts'
import { canPayWith } from '../../state/payments/chosenCoins.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { type CoinsState, canSetFrozen } from './coinsState.ts'

/** Returns the items that are there if a condition holds. */
const when = (condition: boolean, item: MenuItem): readonly MenuItem[] => (condition ? [item] : [])

/** Creates what returns the menu of a coin. */
export const createCoinMenu = (
  coins: CoinsState,
  actions: {
    readonly onPay: (coins: readonly CoinView[]) => void
    /** shows what is known of it */
    readonly onDetails: (coin: CoinView) => void
    /** the label of the address that received it is to be changed */
    readonly onLabel: (coin: CoinView) => void
  },
): ((coin: CoinView) => readonly MenuGroup[]) => {
  const { account, wallet } = useOpenWallet()
  const navigate = useNavigate()
  const copy = createCopying()
  const copying = (text: string, copied: string, key: { readonly key?: string } = {}): MenuItem => ({
    text,
    icon: 'copy',
    ...key,
    onSelect: () => void copy(copied),
  })
  const showing = (text: string, payment: string): readonly MenuItem[] =>
    when(payment !== '', { text, icon: 'history', onSelect: () => navigate(detailsPath(payment)) })
  return (coin) => [
    [
      { text: t('payment.details'), icon: 'watch', key: '↵', onSelect: () => actions.onDetails(coin) },
      {
        text: t('addresses.label'),
        icon: 'tag',
        key: 'e',
        onSelect: () => coins.edit({ id: coin.id, draft: undefined }),
      },
      ...showing(t('coins.toPayment'), coin.payment),
      ...showing(t('coins.toSpend'), coin.spentBy),
      ...when(canPayWith(coin, account()), {
        text: tCount('coins.use', 1),
        icon: 'send',
        onSelect: () => actions.onPay([coin]),
      }),
      ...when(canSetFrozen(coin, true), {
        text: t('coins.freeze'),
        icon: 'frozen',
        key: 'f',
        onSelect: () => void coins.setFrozen([coin], true),
      }),
      ...when(canSetFrozen(coin, false), {
        text: t('coins.thaw'),
        icon: 'frozen',
        key: 'f',
        onSelect: () => void coins.setFrozen([coin], false),
      }),
      // The main address carries the label of its account.
      ...when(coin.subaddress !== 0, {
        text: t('coins.nameAddress'),
        icon: 'edit',
        onSelect: () => actions.onLabel(coin),
      }),
    ],
    [
      copying(t('payment.copyAmount'), editableAmount(coin.amount, wallet().decimals)),
      ...(coin.keyImage === '' ? [] : [copying(t('coins.copyKeyImage'), coin.keyImage, { key: 'c' })]),
      copying(t('payment.copyId'), coin.txid),
    ],
  ]
}

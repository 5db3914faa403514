// The menu of a payment in the history.
import { useNavigate } from '@solidjs/router'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine } from '../../../wallet/history/historyViews.ts'
import { openExternal } from '../../components/controls/ExternalLink.tsx'
import type { MenuGroup, MenuItem } from '../../components/controls/Menu.tsx'
import { createExplorerUrl } from '../../components/payment/ExplorerLink.tsx'
import { shownAmount } from '../../components/payment/transferText.ts'
import { editableAmount } from '../../format/amount.ts'
import { formatTime } from '../../format/time.ts'
import { addressesOf, canPayAgain, createCopying, draftLike } from '../../state/history/paymentActions.ts'
import { isWarnedOf } from '../../state/preferences/explorer.ts'
import { nameOf } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { canProve } from '../details/ProofDialog.tsx'

export type PaymentMenuOptions = {
  readonly contacts: () => readonly ContactView[]
  readonly onDetails: (line: HistoryLine) => void
  readonly onNote: (line: HistoryLine) => void
  readonly onProve: (line: HistoryLine) => void
  readonly onSaveContact: (address: string) => void
  /** asks before the explorer of a payment is opened for the first time */
  readonly onExplorer: (url: URL) => void
}

/** Returns the items that are there if a condition holds. */
const when = (condition: boolean, item: MenuItem): readonly MenuItem[] => (condition ? [item] : [])

/** Creates what returns the menu of a line. */
export const createPaymentMenu = (options: PaymentMenuOptions): ((line: HistoryLine) => readonly MenuGroup[]) => {
  const { wallet, send } = useOpenWallet()
  const navigate = useNavigate()
  const copy = createCopying()
  const explorerUrlOf = createExplorerUrl()
  const copying = (text: string, copied: string, key?: string): MenuItem => ({
    text,
    icon: 'copy',
    ...(key === undefined ? {} : { key }),
    onSelect: () => void copy(copied),
  })
  const openExplorer = (url: URL): void => {
    if (isWarnedOf(url.host)) openExternal(url.href)
    else options.onExplorer(url)
  }
  const payAgain = (line: HistoryLine): void => {
    send.begin(draftLike(line, wallet().decimals))
    navigate('/send')
  }
  return (line) => {
    const addresses = addressesOf(line)
    const amount = line.recipient?.amount ?? shownAmount(line)
    const explorer = explorerUrlOf(line)
    const [unknown] =
      line.direction === 'out' && line.kind === 'transfer'
        ? addresses.filter((address) => nameOf(options.contacts(), address) === '')
        : []
    return [
      [
        { text: t('payment.details'), icon: 'watch', key: '↵', onSelect: () => options.onDetails(line) },
        { text: t('payment.editNote'), icon: 'edit', key: 'e', onSelect: () => options.onNote(line) },
        ...when(canProve(line, wallet()), {
          text: t('payment.prove'),
          icon: 'check',
          onSelect: () => options.onProve(line),
        }),
        ...when(canPayAgain(line), { text: t('payment.again'), icon: 'send', onSelect: () => payAgain(line) }),
        ...when(unknown !== undefined, {
          text: t('contacts.keep'),
          icon: 'contacts',
          onSelect: () => options.onSaveContact(unknown ?? ''),
        }),
        ...(explorer === undefined
          ? []
          : [{ text: t('explorer.open'), icon: 'link' as const, onSelect: () => openExplorer(explorer) }]),
      ],
      [
        copying(t('payment.copyId'), line.txid, 'c'),
        copying(t('payment.copyAmount'), editableAmount(amount, wallet().decimals)),
        ...(addresses.length === 0 ? [] : [copying(t('payment.copyAddress'), addresses.join('\n'))]),
        ...(line.note === '' ? [] : [copying(t('payment.copyNote'), line.note)]),
        ...(line.timestamp === 0 ? [] : [copying(t('payment.copyDate'), formatTime(line.timestamp))]),
      ],
    ]
  }
}

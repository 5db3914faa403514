// The menu of an own address.
import { useNavigate } from '@solidjs/router'
import type { AddressPlace, AddressView } from '../../../wallet/accounts/accountViews.ts'
import type { MenuGroup, MenuItem } from '../../components/controls/Menu.tsx'
import type { HistoryRequest } from '../../state/history/historyMemory.ts'
import { createCopying } from '../../state/history/paymentActions.ts'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import type { SignRequest } from '../tools/proofs/SignCard.tsx'

export type ChosenPlace = Exclude<AddressPlace, 'returned'>

export type AddressActions = {
  readonly onShow: (address: AddressView) => void
  readonly onRename: (address: AddressView) => void
  readonly onPlace: (address: AddressView, place: ChosenPlace) => void
}

/** Returns where an address goes when it is pinned, or no longer. */
export const pinnedPlace = ({ place }: AddressView): ChosenPlace => (place === 'pinned' ? 'listed' : 'pinned')

/** Returns where an address goes when it is hidden, or no longer; undefined for a main address, which is never hidden. */
export const hiddenPlace = ({ index, place }: AddressView): ChosenPlace | undefined => {
  if (index === 0) return undefined
  return place === 'hidden' ? 'listed' : 'hidden'
}

/** Creates what returns the menu of an address. */
export const createAddressMenu = (actions: AddressActions): ((address: AddressView) => readonly MenuGroup[]) => {
  const { wallet } = useOpenWallet()
  const navigate = useNavigate()
  const copy = createCopying()
  const showPayments = ({ account, index }: AddressView): void => {
    const state: HistoryRequest = { filter: { account, address: index } }
    navigate('/history', { state })
  }
  const sign = ({ index }: AddressView): void => {
    const state: SignRequest = { signWith: index }
    navigate('/tools/proofs', { state })
  }
  return (address) => {
    const payments: MenuItem = { text: t('addresses.payments'), icon: 'history', onSelect: () => showPayments(address) }
    const pinning: MenuItem = {
      text: t(address.place === 'pinned' ? 'addresses.unpin' : 'addresses.pin'),
      icon: 'pin',
      key: 'p',
      onSelect: () => actions.onPlace(address, pinnedPlace(address)),
    }
    const hidden = hiddenPlace(address)
    const hiding: readonly MenuItem[] =
      hidden === undefined
        ? []
        : [
            {
              text: t(hidden === 'hidden' ? 'addresses.hide' : 'addresses.unhide'),
              icon: hidden === 'hidden' ? 'eyeOff' : 'eye',
              key: 'h',
              onSelect: () => actions.onPlace(address, hidden),
            },
          ]
    const signing: MenuItem = { text: t('addresses.sign'), icon: 'edit', onSelect: () => sign(address) }
    return [
      [
        { text: t('addresses.show'), icon: 'qr', key: '↵', onSelect: () => actions.onShow(address) },
        { text: t('addresses.label'), icon: 'tag', key: 'e', onSelect: () => actions.onRename(address) },
        ...(address.used ? [payments] : []),
        ...(signsAlone(wallet()) ? [signing] : []),
      ],
      [pinning, ...hiding],
      [
        { text: t('receive.copyAddress'), icon: 'copy', key: 'c', onSelect: () => void copy(address.address) },
        ...(address.label === ''
          ? []
          : [{ text: t('addresses.copyLabel'), icon: 'copy', onSelect: () => void copy(address.label) } as const]),
      ],
    ]
  }
}

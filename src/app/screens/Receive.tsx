// Shows an address as text and QR code, optionally with a requested amount, and all addresses of the account.
import { createSignal, type JSX, Show } from 'solid-js'
import type { AddressView } from '../../wallet/accounts/accountViews.ts'
import { addressName } from '../components/address/addressName.ts'
import { LabelDialog } from '../components/address/LabelDialog.tsx'
import { Problem } from '../components/feedback/Notice.tsx'
import { AccountSelect } from '../components/form/AccountSelect.tsx'
import { Disclosure } from '../components/layout/Disclosure.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { createAddressChoice } from '../state/receive/shownAddress.ts'
import { useSession } from '../state/session/session.tsx'
import { createAddresses } from '../state/wallet/lists.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'
import { AddressCard } from './receive/AddressCard.tsx'
import { Addresses } from './receive/Addresses.tsx'
import type { ChosenPlace } from './receive/addressMenu.ts'
import { IntegratedForm } from './receive/IntegratedForm.tsx'
import { createPaymentRequest, RequestCard } from './receive/RequestCard.tsx'
import './receive.css'

export default function Receive(): JSX.Element {
  const { engine } = useSession()
  const { account, receive, toasts } = useOpenWallet()
  const addresses = createAddresses(account)
  const { current, choose, chooseIntegrated } = createAddressChoice(receive, addresses, account)
  const [dialog, setDialog] = createSignal<{ readonly address: AddressView | undefined }>()
  const request = createPaymentRequest(() => current()?.address)
  let top: HTMLDivElement | undefined
  /** On a narrow screen the address is far above the list. */
  const showTop = (): void => top?.scrollIntoView({ block: 'nearest' })
  const show = (address: Pick<AddressView, 'account' | 'index'>): void => {
    choose(address)
    showTop()
  }
  const labelTitle = (address: AddressView | undefined): string =>
    address === undefined ? t('receive.create') : addressName(address)
  /** The list shows the place of an address at once. */
  const savePlace = (address: AddressView, to: ChosenPlace): Promise<void> =>
    addresses.change(
      (items) => items.map((each) => (each.index === address.index ? { ...each, place: to } : each)),
      () => engine.setAddressPlace(address.account, address.index, to),
    )
  const place = (address: AddressView, to: ChosenPlace): void => {
    if (to !== 'hidden') void toasts.awaitSaved(savePlace(address, to))
    else {
      const before = address.place === 'pinned' ? 'pinned' : 'listed'
      const text = t('toast.addressHidden', { name: addressName(address) })
      void toasts.offerUndo(text, savePlace(address, to), () => savePlace(address, before))
    }
  }
  /** The list shows the label of an address at once. */
  const saveLabel = async (address: AddressView | undefined, label: string): Promise<void> => {
    if (address === undefined) return choose(await engine.createSubaddress(account(), label))
    await addresses.change(
      (items) => items.map((each) => (each.index === address.index ? { ...each, label } : each)),
      () => engine.setLabel(address.account, address.index, label),
    )
  }

  return (
    <Screen title={t('receive.title')}>
      <AccountSelect label={t('receive.account')} />
      <Problem text={addresses.problem() || request.problem()} />
      <div class="receive">
        <div ref={top}>
          <Show when={current()} fallback={<div class="card address-card" />}>
            {(address) => (
              <AddressCard
                address={address()}
                request={request}
                onCreated={show}
                onNew={() => setDialog({ address: undefined })}
                onMain={() => show({ account: account(), index: 0 })}
              />
            )}
          </Show>
        </div>
        <div class="stack">
          <RequestCard request={request}>
            <Show when={account() === 0}>
              <Disclosure summary={t('send.options')}>
                <IntegratedForm
                  onMade={(integrated) => {
                    chooseIntegrated(integrated)
                    showTop()
                  }}
                />
              </Disclosure>
            </Show>
          </RequestCard>
        </div>
      </div>
      <Addresses
        addresses={addresses.items}
        loaded={addresses.loaded()}
        shown={current()?.paymentId === '' ? current()?.index : undefined}
        actions={{ onShow: show, onRename: (address) => setDialog({ address }), onPlace: place }}
      />
      <Show when={dialog()}>
        {(open) => (
          <LabelDialog
            title={labelTitle(open().address)}
            label={open().address?.label ?? ''}
            hint={open().address === undefined ? t('receive.createHint') : ''}
            action={t(open().address === undefined ? 'receive.create' : 'action.save')}
            onSave={(label) => saveLabel(open().address, label)}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Show>
    </Screen>
  )
}

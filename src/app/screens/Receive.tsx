// Shows an address as text and QR code, optionally with a requested amount, and all addresses of the account.
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import type { AddressView } from '../../wallet/engine/engineViews.ts'
import { AccountSelect } from '../components/AccountSelect.tsx'
import { AddressList } from '../components/AddressList.tsx'
import { Card } from '../components/Card.tsx'
import { Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { SkeletonRows } from '../components/Skeleton.tsx'
import { createAddresses } from '../state/lists.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { t } from '../text/text.ts'
import { AddressCard } from './receive/AddressCard.tsx'
import { AddressRow } from './receive/AddressRow.tsx'
import { LabelDialog } from './receive/LabelDialog.tsx'
import { createPaymentRequest, RequestCard } from './receive/RequestCard.tsx'

type Chosen = { readonly account: number; readonly index: number }

/** Returns the shown address (the chosen one, else the newest unused one, else the main address) and a function that chooses one. */
const createChosenAddress = (addresses: ReturnType<typeof createAddresses>, account: () => number) => {
  const [chosen, setChosen] = createSignal<Chosen>()
  const current = createMemo((): AddressView | undefined => {
    const selected = chosen()
    const index = selected?.account === account() ? selected.index : undefined
    return (
      addresses.items.find((each) => each.index === index) ??
      addresses.items.findLast((each) => !each.used) ??
      addresses.items[0]
    )
  })
  const choose = (address: AddressView): void => void setChosen({ account: address.account, index: address.index })
  return { current, choose }
}

export default function Receive(): JSX.Element {
  const { account } = useOpenWallet()
  const addresses = createAddresses(account)
  const { current, choose } = createChosenAddress(addresses, account)
  const [dialog, setDialog] = createSignal<{ readonly address: AddressView | undefined }>()
  const request = createPaymentRequest(() => current()?.address)

  return (
    <Screen title={t('receive.title')}>
      <AccountSelect label={t('receive.account')} />
      <Problem text={addresses.problem() || request.problem()} />
      <div class="columns">
        <Show when={current()} fallback={<div class="card address-card" />}>
          {(address) => (
            <AddressCard address={address()} link={request.link()} onCreate={() => setDialog({ address: undefined })} />
          )}
        </Show>
        <div class="stack">
          <RequestCard request={request} />
          <Card title={t('receive.list')}>
            <Show when={!addresses.loaded()}>
              <SkeletonRows rows={1} />
            </Show>
            <AddressList>
              <For each={addresses.items}>
                {(address) => (
                  <AddressRow
                    address={address}
                    chosen={current()?.index === address.index}
                    onChoose={() => choose(address)}
                    onRename={() => setDialog({ address })}
                  />
                )}
              </For>
            </AddressList>
          </Card>
        </div>
      </div>
      <Show when={dialog()}>
        {(open) => (
          <LabelDialog
            address={open().address}
            addresses={addresses}
            onDone={(created) => {
              if (created !== undefined) choose(created)
              setDialog(undefined)
            }}
          />
        )}
      </Show>
    </Screen>
  )
}

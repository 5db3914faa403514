// Shows an address as text and QR code, optionally with a requested amount, and all addresses of the account.
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import type { AddressView } from '../../wallet/engine/engineApi.ts'
import { AccountSelect } from '../components/AccountSelect.tsx'
import { AddressList } from '../components/AddressList.tsx'
import { Card } from '../components/Card.tsx'
import { TextField } from '../components/Field.tsx'
import { Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { parseAmount } from '../format/amount.ts'
import { createFetched } from '../state/fetched.ts'
import { createAddresses } from '../state/lists.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { AddressCard } from './receive/AddressCard.tsx'
import { AddressRow } from './receive/AddressRow.tsx'
import { LabelDialog } from './receive/LabelDialog.tsx'

export default function Receive(): JSX.Element {
  const { engine } = useSession()
  const { wallet, account } = useOpenWallet()
  const addresses = createAddresses(account)
  const [chosen, setChosen] = createSignal<{ readonly account: number; readonly index: number }>()
  const [dialog, setDialog] = createSignal<{ readonly address: AddressView | undefined }>()
  const [amountText, setAmountText] = createSignal('')
  const [message, setMessage] = createSignal('')

  /** The chosen address, else the newest unused one, else the main address. */
  const current = createMemo((): AddressView | undefined => {
    const wanted = chosen()
    const index = wanted?.account === account() ? wanted.index : undefined
    return (
      addresses.items.find((each) => each.index === index) ??
      addresses.items.findLast((each) => !each.used) ??
      addresses.items[0]
    )
  })
  const amount = createMemo(() => parseAmount(amountText(), wallet().decimals))
  const amountProblem = (): string => {
    const typed = amount()
    return typed.valid || typed.reason === 'empty' ? '' : t(`amount.${typed.reason}`, { decimals: wallet().decimals })
  }
  const request = createMemo(() => {
    const address = current()
    const typed = amount()
    if (address === undefined || (!typed.valid && message().trim() === '')) return undefined
    return {
      address: address.address,
      ...(typed.valid ? { amount: typed.amount } : {}),
      ...(message().trim() === '' ? {} : { description: message().trim() }),
    }
  })
  const uri = createFetched(request, (wanted) => engine.paymentUri(wanted))
  const link = (): string => (request() === undefined ? '' : (uri.value() ?? ''))

  return (
    <Screen title={t('receive.title')}>
      <AccountSelect label={t('receive.account')} />
      <Problem text={addresses.problem() || (request() === undefined ? '' : uri.problem())} />
      <div class="columns">
        <Show when={current()} fallback={<div class="card address-card" />}>
          {(address) => (
            <AddressCard address={address()} link={link()} onCreate={() => setDialog({ address: undefined })} />
          )}
        </Show>
        <div class="stack">
          <Card title={t('receive.request')}>
            <p class="muted">{t('receive.requestHint')}</p>
            <TextField
              label={t('receive.amount')}
              inputMode="decimal"
              unit={wallet().ticker}
              value={amountText()}
              problem={amountProblem()}
              onInput={setAmountText}
            />
            <TextField label={t('receive.message')} value={message()} onInput={setMessage} />
          </Card>
          <Card title={t('receive.list')}>
            <AddressList>
              <For each={addresses.items}>
                {(address) => (
                  <AddressRow
                    address={address}
                    chosen={current()?.index === address.index}
                    onChoose={() => setChosen({ account: address.account, index: address.index })}
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
            onDone={(created) => {
              if (created !== undefined) setChosen({ account: created.account, index: created.index })
              setDialog(undefined)
            }}
          />
        )}
      </Show>
    </Screen>
  )
}

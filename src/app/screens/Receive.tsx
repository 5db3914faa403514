// An address to give away, as text and QR code, with an amount asked for where wanted; and all addresses of the account.
import { createMemo, createResource, createSignal, For, type JSX, Show } from 'solid-js'
import type { AddressView } from '../../wallet/engine/engineApi.ts'
import { AccountSelect } from '../components/AccountSelect.tsx'
import { Amount } from '../components/Amount.tsx'
import { Button, IconButton } from '../components/Button.tsx'
import { CopyButton } from '../components/Copy.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextField } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { Problem } from '../components/Notice.tsx'
import { Qr } from '../components/Qr.tsx'
import { Card, Screen } from '../components/Screen.tsx'
import { parseAmount } from '../format/amount.ts'
import { createAction } from '../state/action.ts'
import { createAddresses } from '../state/lists.ts'
import { useOpenWallet, useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'

const addressName = (address: AddressView): string =>
  // The label of the main address is the name of its account.
  address.index === 0 ? t('receive.main') : address.label || t('receive.subaddress', { index: address.index })

/** Creates a subaddress, or changes the label of `address`. */
const LabelDialog = (props: {
  readonly address: AddressView | undefined
  readonly onDone: (created: AddressView | undefined) => void
}): JSX.Element => {
  const { engine } = useSession()
  const { account } = useOpenWallet()
  const [label, setLabel] = createSignal(props.address?.label ?? '')
  const save = createAction(async () => {
    if (props.address === undefined) {
      props.onDone(await engine.createSubaddress(account(), label().trim()))
      return
    }
    await engine.setLabel(props.address.account, props.address.index, label().trim())
    props.onDone(undefined)
  })
  return (
    <Dialog
      title={props.address === undefined ? t('receive.create') : addressName(props.address)}
      onClose={() => props.onDone(undefined)}
    >
      <Form onSubmit={() => void save.run()}>
        <TextField
          autofocus
          label={t('receive.label')}
          placeholder={t('receive.labelPlaceholder')}
          hint={props.address === undefined ? t('receive.createHint') : ''}
          value={label()}
          onInput={setLabel}
        />
        <Problem text={save.problem()} />
        <div class="buttons">
          <Button onClick={() => props.onDone(undefined)}>{t('action.cancel')}</Button>
          <Button look="primary" type="submit" busy={save.running()}>
            {t(props.address === undefined ? 'receive.create' : 'action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

export default function Receive(): JSX.Element {
  const { engine } = useSession()
  const { wallet, account } = useOpenWallet()
  const addresses = createAddresses(account)
  const [chosen, setChosen] = createSignal<{ readonly account: number; readonly index: number }>()
  const [dialog, setDialog] = createSignal<{ readonly address: AddressView | undefined }>()
  const [amountText, setAmountText] = createSignal('')
  const [message, setMessage] = createSignal('')

  /** The chosen address, else the newest one nobody paid to, else the main one. */
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
  const [uri] = createResource(request, (wanted) => engine.paymentUri(wanted))
  const link = (): string => (request() === undefined ? '' : (uri.latest ?? ''))

  return (
    <Screen title={t('receive.title')}>
      <AccountSelect label={t('receive.account')} />
      <Problem text={addresses.problem()} />
      <div class="columns">
        <Show when={current()} fallback={<div class="card address-card" />}>
          {(address) => (
            <section class="card address-card" aria-label={t('receive.address')}>
              <Qr text={link() || address().address} label={link() === '' ? t('receive.qr') : t('receive.qrRequest')} />
              <p class="address-name">
                {addressName(address())}
                <span class="tag">{address().used ? t('receive.used') : t('receive.fresh')}</span>
              </p>
              <code class="mono break address-text" data-testid="address">
                {address().address}
              </code>
              <div class="buttons centered">
                <CopyButton text={address().address} label={t('receive.copyAddress')} />
                <Show when={link()}>
                  <CopyButton text={link()} label={t('receive.copyLink')} />
                </Show>
                <Button icon="plus" onClick={() => setDialog({ address: undefined })}>
                  {t('receive.create')}
                </Button>
              </div>
            </section>
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
            <ul class="addresses">
              <For each={addresses.items}>
                {(address) => (
                  <li class="address-row">
                    <button
                      type="button"
                      class="address-pick"
                      aria-pressed={current()?.index === address.index}
                      onClick={() => setChosen({ account: address.account, index: address.index })}
                    >
                      <span class="address-row-name">
                        {addressName(address)}
                        <Show when={address.used}>
                          <span class="tag">{t('receive.used')}</span>
                        </Show>
                      </span>
                      <span class="mono address-short">
                        {address.address.slice(0, 8)}…{address.address.slice(-8)}
                      </span>
                      <Amount amount={address.balance} />
                    </button>
                    <IconButton
                      icon="edit"
                      label={t('receive.rename', { name: addressName(address) })}
                      onClick={() => setDialog({ address })}
                    />
                  </li>
                )}
              </For>
            </ul>
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

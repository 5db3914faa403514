// The details of one payment.
import { useParams } from '@solidjs/router'
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import type { TransferView } from '../../wallet/engine/engineApi.ts'
import { accountName } from '../components/AccountSelect.tsx'
import { Amount } from '../components/Amount.tsx'
import { Button, ButtonLink } from '../components/Button.tsx'
import { Card } from '../components/Card.tsx'
import { Copyable } from '../components/Copy.tsx'
import { Fact, Facts, WideFact } from '../components/Facts.tsx'
import { TextField } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { Done, EmptyState, Notice, Problem } from '../components/Notice.tsx'
import { SaveContact } from '../components/SaveContact.tsx'
import { Screen } from '../components/Screen.tsx'
import { isToSelf, shownAmount, transferSign, transferState, transferTitle } from '../components/TransferRow.tsx'
import { formatCount } from '../format/amount.ts'
import { formatTime } from '../format/time.ts'
import { createAction } from '../state/action.ts'
import { createContacts, createTransfers, nameOf } from '../state/lists.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'

const NoteCard = (props: { readonly transfer: TransferView }): JSX.Element => {
  const { engine } = useSession()
  const [edited, setEdited] = createSignal<string>()
  const [done, setDone] = createSignal('')
  const save = createAction(async () => {
    await engine.setNote(props.transfer.txid, (edited() ?? props.transfer.note).trim())
    setEdited(undefined)
    setDone(t('action.saved'))
  })
  return (
    <Card>
      <Form onSubmit={() => void save.run()}>
        <TextField
          label={t('details.note')}
          hint={t('details.noteHint')}
          value={edited() ?? props.transfer.note}
          onInput={(note) => {
            setEdited(note)
            setDone('')
          }}
          after={
            <Button type="submit" busy={save.running()}>
              {t('details.noteSave')}
            </Button>
          }
        />
        <Problem text={save.problem()} />
        <Done text={done()} />
      </Form>
    </Card>
  )
}

const FactsCard = (props: { readonly transfer: TransferView }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const contacts = createContacts()
  const [keyShown, setKeyShown] = createSignal(false)
  const account = (): string =>
    accountName(
      wallet().accounts.find((each) => each.index === props.transfer.account) ?? {
        index: props.transfer.account,
        label: '',
      },
    )
  return (
    <Card>
      <Facts>
        <Fact name={t('details.state')}>{transferState(props.transfer)}</Fact>
        <Show when={props.transfer.state === 'confirmed'}>
          <Fact name={t('details.height')}>
            <span class="numerals">
              {formatCount(props.transfer.height)} ·{' '}
              {props.transfer.confirmations === 1
                ? t('details.confirmation')
                : t('details.confirmations', { count: formatCount(props.transfer.confirmations) })}
            </span>
          </Fact>
        </Show>
        <Show when={props.transfer.timestamp > 0}>
          <Fact name={t('details.date')}>{formatTime(props.transfer.timestamp)}</Fact>
        </Show>
        <Show when={props.transfer.direction === 'out'}>
          <Fact name={t('details.fee')}>
            <Amount amount={props.transfer.fee} />
          </Fact>
        </Show>
        <Fact name={t('details.account')}>{account()}</Fact>
        <WideFact name={t('details.txid')}>
          <Copyable text={props.transfer.txid} label={t('details.copyTxid')} />
        </WideFact>
        <Show when={props.transfer.destinations.length > 0}>
          <WideFact name={t('details.destinations')}>
            <For each={props.transfer.destinations}>
              {(destination) => (
                <div class="destination">
                  <Amount amount={destination.amount} />
                  <Show when={nameOf(contacts.items, destination.address)}>
                    {(name) => <strong class="break">{name()}</strong>}
                  </Show>
                  <Copyable text={destination.address} label={t('details.copyAddress')} />
                  <Show
                    when={
                      contacts.loaded() &&
                      nameOf(contacts.items, destination.address) === '' &&
                      !isToSelf(props.transfer)
                    }
                  >
                    <SaveContact address={destination.address} contacts={contacts.items} />
                  </Show>
                </div>
              )}
            </For>
          </WideFact>
        </Show>
        <Show when={props.transfer.direction === 'in' && props.transfer.addresses.length > 0}>
          <WideFact name={t('details.addresses')}>
            <For each={props.transfer.addresses}>
              {(address) => <Copyable text={address} label={t('details.copyAddress')} />}
            </For>
          </WideFact>
        </Show>
        <Show when={/[^0]/.test(props.transfer.paymentId)}>
          <WideFact name={t('details.paymentId')}>
            <Copyable text={props.transfer.paymentId} label={t('details.copyPaymentId')} />
          </WideFact>
        </Show>
        <Show when={props.transfer.txKey}>
          <WideFact name={t('details.txKey')}>
            <Show
              when={keyShown()}
              fallback={
                <Button icon="eye" onClick={() => setKeyShown(true)}>
                  {t('details.txKeyShow')}
                </Button>
              }
            >
              <Copyable text={props.transfer.txKey} label={t('details.copyKey')} />
            </Show>
            <p class="field-hint">{t('details.txKeyHint')}</p>
          </WideFact>
        </Show>
      </Facts>
    </Card>
  )
}

export default function Details(): JSX.Element {
  const params = useParams()
  const transfers = createTransfers(() => ({}))
  const transfer = createMemo(() => transfers.items.find((each) => each.id === decodeURIComponent(params['id'] ?? '')))
  return (
    <Screen title={t('details.title')} hideTitle back={{ href: '/history', text: t('details.back') }}>
      <Problem text={transfers.problem()} />
      <Show
        when={transfer()}
        fallback={
          <Show when={transfers.loaded()}>
            <EmptyState title={t('details.missing')} hint={t('details.missingHint')}>
              <ButtonLink href="/history">{t('details.back')}</ButtonLink>
            </EmptyState>
          </Show>
        }
      >
        {(found) => (
          <div class="stack narrow">
            <header class="medium">
              <p>{transferTitle(found())}</p>
              <p class="amount-headline">
                <Amount amount={shownAmount(found())} sign={transferSign(found())} />
              </p>
            </header>
            <Show when={found().doubleSpendSeen}>
              <Notice kind="warning">{t('details.doubleSpend')}</Notice>
            </Show>
            <FactsCard transfer={found()} />
            <NoteCard transfer={found()} />
          </div>
        )}
      </Show>
    </Screen>
  )
}

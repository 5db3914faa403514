// What the wallet knows about a payment: state, block, fee, addresses, ids and key.

import { createSignal, For, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { CopyableAddress } from '../../components/address/Address.tsx'
import { SaveContact } from '../../components/address/SaveContact.tsx'
import { Button } from '../../components/controls/Button.tsx'
import { Copyable } from '../../components/controls/Copy.tsx'
import { accountName } from '../../components/form/AccountSelect.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { isToSelf } from '../../components/payment/transferText.ts'
import { Fact, Facts, WideFact } from '../../components/text/Facts.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { formatTime } from '../../format/time.ts'
import { nodeName } from '../../state/nodes/nodeList.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { type LiveList, nameOf } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { inOneLine, t, tCount } from '../../text/text.ts'

type FactsProps = { readonly transfer: TransferView; readonly contacts: LiveList<ContactView> }

/** The recipients of the payment. A paid address that is not a contact can be saved as one. */
const Destinations = (props: FactsProps): JSX.Element => {
  const canSave = (address: string): boolean =>
    props.contacts.loaded() && nameOf(props.contacts.items, address) === '' && !isToSelf(props.transfer)
  return (
    <WideFact name={t('details.destinations')}>
      <For each={props.transfer.destinations}>
        {(destination) => (
          <div class="destination">
            <Amount amount={destination.amount} />
            <Show when={nameOf(props.contacts.items, destination.address)}>
              {(name) => (
                <strong class="break" translate="no" dir="auto">
                  {showHidden(name())}
                </strong>
              )}
            </Show>
            <CopyableAddress text={destination.address} label={t('details.copyAddress')} />
            <Show when={canSave(destination.address)}>
              <SaveContact address={destination.address} contacts={props.contacts} />
            </Show>
          </div>
        )}
      </For>
    </WideFact>
  )
}

const TransactionKey = (props: { readonly txKey: string }): JSX.Element => {
  const [shown, setShown] = createSignal(false)
  return (
    <WideFact name={t('details.txKey')}>
      <Show
        when={shown()}
        fallback={
          <Button icon="eye" onClick={() => setShown(true)}>
            {t('details.txKeyShow')}
          </Button>
        }
      >
        <Copyable text={props.txKey} label={t('details.copyKey')} />
      </Show>
      <p class="field-hint">{t('details.txKeyHint')}</p>
    </WideFact>
  )
}

/** Seconds between the time of a payment and that of its block from which on both are of interest. */
const NEAR = 2 * 3600

/** Block and confirmations of a confirmed payment; its time, if it was made long before. */
const BlockFact = (props: { readonly transfer: TransferView }): JSX.Element => {
  const isLater = (): boolean => props.transfer.blockTimestamp - props.transfer.timestamp > NEAR
  return (
    <Fact name={t('details.height')}>
      <span class="numerals">
        {formatCount(props.transfer.height)} · {tCount('details.confirmations', props.transfer.confirmations)}
        <Show when={isLater()}> · {formatTime(props.transfer.blockTimestamp)}</Show>
      </span>
    </Fact>
  )
}

/** Says why a payment has no recipients. */
const UnknownRecipients = (props: { readonly transfer: TransferView }): JSX.Element => (
  <Show
    when={
      props.transfer.direction === 'out' &&
      props.transfer.kind === 'transfer' &&
      props.transfer.destinations.length === 0
    }
  >
    <WideFact name={t('details.destinations')}>
      <span class="muted">{t('details.recipientsUnknown')}</span>
    </WideFact>
  </Show>
)

/** What an order is about, and what it costs beside the fee. */
const OrderFacts = (props: { readonly transfer: TransferView }): JSX.Element => {
  const named = () => (props.transfer.order?.kind === 'name' ? props.transfer.order : undefined)
  const serviceNode = (): string => {
    const { order } = props.transfer
    return order?.kind === 'stake' || order?.kind === 'registration' ? order.serviceNodeKey : ''
  }
  const isBurnt = (): boolean => props.transfer.kind === 'name' || props.transfer.kind === 'burn'
  return (
    <>
      <Show when={named()}>
        {(order) => (
          <Fact name={t('details.name')}>
            <Show when={order().name} fallback={t('details.nameUnknown')}>
              {(name) => <OwnText class="break" text={inOneLine([name(), order().type])} />}
            </Show>
          </Fact>
        )}
      </Show>
      <Show when={serviceNode()}>
        {(key) => (
          <WideFact name={t('details.serviceNode')}>
            <Copyable text={key()} label={t('details.copyServiceNode')} />
          </WideFact>
        )}
      </Show>
      <Show when={isBurnt() && props.transfer.amount > 0n}>
        <Fact name={t('details.price')}>
          <Amount amount={props.transfer.amount} />
        </Fact>
      </Show>
    </>
  )
}

const MISSED_TEXTS = {
  refused: 'details.missedRefused',
  failed: 'details.missedFailed',
  late: 'details.missedLate',
} as const

/** The nodes that did not take a payment which another one accepted, if it was sent through all of them. */
const MissedNodes = (props: { readonly transfer: TransferView }): JSX.Element => {
  const { engine } = useSession()
  const failures = createFetched(
    () => (props.transfer.direction === 'out' ? props.transfer.txid : undefined),
    (txid) => engine.submitFailures(txid),
  )
  return (
    <Show when={failures.value()?.length}>
      <WideFact name={t('details.missedBy')}>
        <For each={failures.value()}>
          {({ url, kind, reason }) => (
            <div class="break" title={showHidden(reason)}>
              {t(MISSED_TEXTS[kind], { node: nodeName(url) })}
            </div>
          )}
        </For>
        <p class="field-hint">{t('details.missedByHint')}</p>
      </WideFact>
    </Show>
  )
}

export const FactsList = (props: FactsProps): JSX.Element => {
  const { wallet } = useOpenWallet()
  const account = (): string => {
    const index = props.transfer.account
    return accountName(wallet().accounts.find((each) => each.index === index) ?? { index, label: '' })
  }
  return (
    <Facts>
      <Show when={props.transfer.state === 'confirmed'}>
        <BlockFact transfer={props.transfer} />
      </Show>
      <Show when={props.transfer.timestamp > 0}>
        <Fact name={t('details.date')}>{formatTime(props.transfer.timestamp)}</Fact>
      </Show>
      <OrderFacts transfer={props.transfer} />
      <Show when={props.transfer.direction === 'out'}>
        <Fact name={t('details.fee')}>
          <Amount amount={props.transfer.fee} />
        </Fact>
      </Show>
      <Fact name={t('details.account')}>{account()}</Fact>
      <WideFact name={t('details.txid')}>
        <Copyable text={props.transfer.txid} label={t('details.copyTxid')} />
      </WideFact>
      <Show when={props.transfer.destinations.length > 0 && props.transfer.order === undefined}>
        <Destinations transfer={props.transfer} contacts={props.contacts} />
      </Show>
      <UnknownRecipients transfer={props.transfer} />
      <Show when={props.transfer.direction === 'in' && props.transfer.addresses.length > 0}>
        <WideFact name={t('details.addresses')}>
          <For each={props.transfer.addresses}>
            {(address) => <CopyableAddress text={address} label={t('details.copyAddress')} />}
          </For>
        </WideFact>
      </Show>
      <Show when={/[^0]/.test(props.transfer.paymentId)}>
        <WideFact name={t('details.paymentId')}>
          <Copyable text={props.transfer.paymentId} label={t('details.copyPaymentId')} />
        </WideFact>
      </Show>
      <MissedNodes transfer={props.transfer} />
      <Show when={props.transfer.txKey}>{(txKey) => <TransactionKey txKey={txKey()} />}</Show>
    </Facts>
  )
}

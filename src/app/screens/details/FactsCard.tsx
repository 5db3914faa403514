// What the wallet knows about a payment: state, block, fee, addresses, ids and key.

import { createSignal, For, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { CopyableAddress } from '../../components/address/Address.tsx'
import { SaveContact } from '../../components/address/SaveContact.tsx'
import { Button } from '../../components/controls/Button.tsx'
import { Copyable } from '../../components/controls/Copy.tsx'
import { accountName } from '../../components/form/AccountSelect.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { isToSelf, transferState } from '../../components/payment/transferText.ts'
import { Fact, Facts, WideFact } from '../../components/text/Facts.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { formatTime } from '../../format/time.ts'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { createContacts, nameOf } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { inOneLine, t, tCount } from '../../text/text.ts'

/** The recipients of the payment. A paid address that is not a contact can be saved as one. */
const Destinations = (props: { readonly transfer: TransferView }): JSX.Element => {
  const contacts = createContacts()
  const canSave = (address: string): boolean =>
    contacts.loaded() && nameOf(contacts.items, address) === '' && !isToSelf(props.transfer)
  return (
    <WideFact name={t('details.destinations')}>
      <For each={props.transfer.destinations}>
        {(destination) => (
          <div class="destination">
            <Amount amount={destination.amount} />
            <Show when={nameOf(contacts.items, destination.address)}>
              {(name) => (
                <strong class="break" translate="no" dir="auto">
                  {showHidden(name())}
                </strong>
              )}
            </Show>
            <CopyableAddress text={destination.address} label={t('details.copyAddress')} />
            <Show when={canSave(destination.address)}>
              <SaveContact address={destination.address} contacts={contacts} />
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

/** Block and confirmations of a confirmed payment. */
const BlockFact = (props: { readonly transfer: TransferView }): JSX.Element => (
  <Fact name={t('details.height')}>
    <span class="numerals">
      {formatCount(props.transfer.height)} · {tCount('details.confirmations', props.transfer.confirmations)}
      <Show when={props.transfer.blockTimestamp > 0}> · {formatTime(props.transfer.blockTimestamp)}</Show>
    </span>
  </Fact>
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

export const FactsCard = (props: { readonly transfer: TransferView }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const heightText = createHeightText()
  const account = (): string => {
    const index = props.transfer.account
    return accountName(wallet().accounts.find((each) => each.index === index) ?? { index, label: '' })
  }
  return (
    <Card>
      <Facts>
        <Fact name={t('details.state')}>{transferState(props.transfer, heightText.inSentence)}</Fact>
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
          <Destinations transfer={props.transfer} />
        </Show>
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
        <Show when={props.transfer.txKey}>{(txKey) => <TransactionKey txKey={txKey()} />}</Show>
      </Facts>
    </Card>
  )
}

// A recipient as the user confirms it: the name of a contact or of OpenAlias, whether the address is the user's own, and the whole address.
import { createMemo, For, type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { OwnAddress } from '../../../wallet/accounts/accountViews.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContacts } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Address } from '../address/Address.tsx'
import { accountName } from '../form/AccountSelect.tsx'
import { Amount } from '../money/Amount.tsx'
import { WideFact } from '../text/Facts.tsx'
import { OwnText } from '../text/OwnText.tsx'
import { Tag } from '../text/Tag.tsx'

type Destination = { readonly address: string; readonly amount: bigint }

/** That an address is one of this wallet: its label, and its account if the wallet has several. */
const OwnTag = (props: { readonly own: OwnAddress }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const account = (): string =>
    accountName(
      wallet().accounts.find(({ index }) => index === props.own.account) ?? { index: props.own.account, label: '' },
    )
  return (
    <span>
      <Tag outcome="good">{t('send.own')}</Tag>{' '}
      <Show when={wallet().accounts.length > 1}>
        <OwnText text={account()} />
      </Show>{' '}
      <Show when={props.own.index > 0 && props.own.label}>
        {(label) => (
          <>
            {'· '}
            <OwnText text={label()} />
          </>
        )}
      </Show>
    </span>
  )
}

/** The recipients of a payment, each with its amount. */
export const PaidAddresses = (props: {
  readonly destinations: readonly Destination[]
  /** OpenAlias names by address: they replace the names of contacts */
  readonly names?: ReadonlyMap<string, string>
  /** their sum stands above them: a single one needs no amount */
  readonly hasSum?: boolean
}): JSX.Element => {
  const { engine } = useSession()
  const contacts = createContacts()
  const addresses = createMemo(() => props.destinations.map(({ address }) => address))
  const owned = createFetched(addresses, (of) => engine.ownAddresses(of))
  const nameOf = (address: string): string =>
    props.names?.get(address) ?? contacts.items.find((contact) => contact.address === address)?.name ?? ''
  return (
    <For each={props.destinations}>
      {(destination, index) => (
        <WideFact name={t('send.to1')}>
          <Show when={props.hasSum !== true || props.destinations.length > 1}>
            <Amount amount={destination.amount} />
          </Show>
          <Show when={nameOf(destination.address)}>
            {(name) => (
              <strong class="break" translate="no" dir="auto">
                {showHidden(name())}
              </strong>
            )}
          </Show>
          <Show when={owned.value()?.[index()]}>{(own) => <OwnTag own={own()} />}</Show>
          <Address text={destination.address} />
        </WideFact>
      )}
    </For>
  )
}

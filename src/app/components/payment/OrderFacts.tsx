// What orders of names and stakes mean, as the user reads it before anything is signed.
import { For, type JSX, Show } from 'solid-js'
import type { NameOrder } from '../../../wallet/spend/nameOrder.ts'
import type { RegistrationTerms, StakeOrder } from '../../../wallet/spend/stakeOrder.ts'
import { formatTime } from '../../format/time.ts'
import { t } from '../../text/text.ts'
import { Address } from '../address/Address.tsx'
import { Amount } from '../money/Amount.tsx'
import { Fact, WideFact } from '../text/Facts.tsx'
import { Code } from './ApprovalFacts.tsx'

const orderTexts = {
  buy: 'approval.nameBuy',
  renew: 'approval.nameRenew',
  update: 'approval.nameUpdate',
} as const

/** Returns what cannot be undone about an order of a name. */
export const nameWarning = ({ operation }: NameOrder): string => t(orderTexts[operation])

/** What an order sets; what stays as it is has no line. */
export const NameFacts = (props: { readonly order: NameOrder }): JSX.Element => (
  <>
    <WideFact name={t('approval.name')}>
      <Code text={`${props.order.name} (${props.order.type})`} />
    </WideFact>
    <Show when={props.order.value}>
      {(value) => (
        <WideFact name={t('approval.nameValue')}>
          <Code text={value()} />
        </WideFact>
      )}
    </Show>
    <For
      each={[
        [t('approval.nameOwner'), props.order.owner] as const,
        [t('approval.nameBackupOwner'), props.order.backupOwner] as const,
      ].filter(([, text]) => text !== undefined)}
    >
      {([name, text]) => (
        <WideFact name={name}>
          <Address text={text ?? ''} />
        </WideFact>
      )}
    </For>
    <Show when={props.order.blocks}>{(blocks) => <Fact name={t('approval.nameBlocks')}>{blocks()}</Fact>}</Show>
  </>
)

/** The price of an order that has one. */
export const NamePrice = (props: { readonly order: NameOrder }): JSX.Element => (
  <Show when={props.order.price > 0n}>
    <Fact name={t('approval.namePrice')}>
      <Amount amount={props.order.price} />
    </Fact>
  </Show>
)

const Registration = (props: { readonly terms: RegistrationTerms }): JSX.Element => (
  <>
    <Fact name={t('approval.operatorCut')}>{`${props.terms.operatorCut} %`}</Fact>
    <For each={props.terms.reserved}>
      {(share) => (
        <WideFact name={t('approval.reserved')}>
          <Amount amount={share.amount} />
          <Address text={share.address} />
        </WideFact>
      )}
    </For>
    <Fact name={t('approval.registrationExpires')}>{formatTime(props.terms.expiration)}</Fact>
  </>
)

/** Returns what cannot be undone about a stake. */
export const stakeWarning = ({ operation, unlockBlocks }: StakeOrder): string =>
  t(operation === 'stake' ? 'approval.stake' : 'approval.register', { blocks: unlockBlocks })

export const StakeFacts = (props: { readonly order: StakeOrder }): JSX.Element => (
  <>
    <WideFact name={t('approval.serviceNode')}>
      <Code text={props.order.serviceNodeKey} />
    </WideFact>
    <Fact name={t('approval.requirement')}>
      <Amount amount={props.order.requirement} />
    </Fact>
    <Show when={props.order.registration}>{(terms) => <Registration terms={terms()} />}</Show>
    <Fact name={t('approval.staked')}>
      <Amount amount={props.order.amount} />
    </Fact>
  </>
)

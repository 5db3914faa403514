// The details of a payment that a page requests.

import { For, type JSX, Match, Show, Switch } from 'solid-js'
import type { ApprovalAction, PaymentCost } from '../../../engine/api/approvalRequest.ts'
import { priorityName } from '../../format/priority.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Notice } from '../feedback/Notice.tsx'
import { accountName } from '../form/AccountSelect.tsx'
import { Amount } from '../money/Amount.tsx'
import { UnlockTimes } from '../money/UnlockTimes.tsx'
import { type ActionOf, actionOfKind } from '../payment/ApprovalFacts.tsx'
import { NameFacts, NamePrice, nameWarning, StakeFacts, stakeWarning } from '../payment/OrderFacts.tsx'
import { PaidAddresses } from '../payment/PaidAddress.tsx'
import { Fact, Facts } from '../text/Facts.tsx'
import { OwnText } from '../text/OwnText.tsx'

const sumOf = ({ destinations }: ActionOf<'relay'>): bigint =>
  destinations.reduce((sum, { amount }) => sum + amount, 0n)

/** The wallet that pays, and its account if it is known. */
const Payer = (props: { readonly account: number | undefined }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const name = (index: number): string => accountName(wallet().accounts[index] ?? { index, label: '' })
  return (
    <>
      <Fact name={t('approval.payer')}>
        <OwnText text={wallet().name} />
      </Fact>
      <Show when={props.account !== undefined}>
        <Fact name={t('send.account')}>
          <OwnText text={name(props.account ?? 0)} />
        </Fact>
      </Show>
    </>
  )
}

/** Speed and unlock time. */
const Terms = (props: { readonly priority: string; readonly unlockTime: bigint }): JSX.Element => (
  <>
    <Fact name={t('send.priority')}>{priorityName(props.priority)}</Fact>
    <UnlockTimes times={[props.unlockTime]} />
  </>
)

/** Fee and total of the signed transactions. */
const Cost = (props: { readonly of: PaymentCost }): JSX.Element => (
  <>
    <Show when={props.of.transactions > 1}>
      <Fact name={t('approval.transactions')}>{props.of.transactions}</Fact>
    </Show>
    <Fact name={t('send.fee')}>
      <Amount amount={props.of.fee} />
    </Fact>
    <Fact variant="sum" name={t('send.sum')}>
      <Amount amount={props.of.amount + props.of.fee} />
    </Fact>
  </>
)

const Transfer = (props: { readonly action: ActionOf<'transfer'> }): JSX.Element => (
  <>
    <Facts>
      <PaidAddresses destinations={props.action.destinations} />
      <Payer account={props.action.account} />
      <Show when={props.action.subaddresses.length > 0}>
        <Fact name={t('approval.fromAddresses')}>{props.action.subaddresses.join(', ')}</Fact>
      </Show>
      <Terms priority={props.action.priority} unlockTime={props.action.unlockTime} />
      <Cost of={props.action} />
    </Facts>
    <p class="muted">{t(props.action.feeFrom.length === 0 ? 'approval.feeOnTop' : 'approval.feeTakenOut')}</p>
  </>
)

/** The text of what a sweep sends. */
const sweepText = (action: ActionOf<'sweep'>): string => {
  if (action.from === 'one') return t('approval.sweepOne', { account: action.account })
  if (action.from === 'all') return t('approval.sweepAll', { account: action.account })
  return t('approval.sweepGiven', { account: action.account, addresses: action.subaddresses.join(', ') })
}

const Sweep = (props: { readonly action: ActionOf<'sweep'> }): JSX.Element => (
  <>
    <Notice kind="warning">{sweepText(props.action)}</Notice>
    <Facts>
      <PaidAddresses destinations={[props.action]} />
      <Show when={props.action.belowAmount}>
        {(amount) => (
          <Fact name={t('approval.below')}>
            <Amount amount={amount()} />
          </Fact>
        )}
      </Show>
      <Payer account={props.action.account} />
      <Terms priority={props.action.priority} unlockTime={props.action.unlockTime} />
      <Cost of={props.action} />
    </Facts>
  </>
)

const SweepOutput = (props: { readonly action: ActionOf<'sweep output'> }): JSX.Element => (
  <Facts>
    <PaidAddresses destinations={[props.action]} />
    <Payer account={props.action.account} />
    <Terms priority={props.action.priority} unlockTime={props.action.unlockTime} />
    <Cost of={props.action} />
  </Facts>
)

/** The fee of an order contains its price, which is burnt with it. */
const withPriceApart = ({ amount, fee, transactions, order: { price } }: ActionOf<'name order'>): PaymentCost => ({
  amount: amount + price,
  fee: fee - price,
  transactions,
})

const NameOrderDetails = (props: { readonly action: ActionOf<'name order'> }): JSX.Element => (
  <>
    <Notice kind="warning">{nameWarning(props.action.order)}</Notice>
    <Facts>
      <NameFacts order={props.action.order} />
      <Payer account={props.action.account} />
      <NamePrice order={props.action.order} />
      <Terms priority={props.action.priority} unlockTime={0n} />
      <Cost of={withPriceApart(props.action)} />
    </Facts>
  </>
)

const StakeOrderDetails = (props: { readonly action: ActionOf<'stake order'> }): JSX.Element => (
  <>
    <Notice kind="warning">{stakeWarning(props.action.order)}</Notice>
    <Facts>
      <StakeFacts order={props.action.order} />
      <Payer account={props.action.account} />
      <Terms priority={props.action.priority} unlockTime={0n} />
      <Cost of={props.action} />
    </Facts>
  </>
)

const Relay = (props: { readonly action: ActionOf<'relay'> }): JSX.Element => (
  <Facts>
    <PaidAddresses destinations={props.action.destinations} />
    <Payer account={props.action.account} />
    <UnlockTimes times={props.action.unlockTimes} />
    <Fact name={t('send.fee')}>
      <Amount amount={props.action.fee} />
    </Fact>
    <Fact variant="sum" name={t('send.sum')}>
      <Amount amount={sumOf(props.action) + props.action.fee} />
    </Fact>
  </Facts>
)

const TransferSet = (props: { readonly action: ActionOf<'sign set' | 'submit set'> }): JSX.Element => (
  <>
    <For each={props.action.orders}>{(order) => <Notice kind="warning">{nameWarning(order)}</Notice>}</For>
    <Facts>
      <PaidAddresses destinations={props.action.destinations} />
      <For each={props.action.orders}>
        {(order) => (
          <>
            <NameFacts order={order} />
            <NamePrice order={order} />
          </>
        )}
      </For>
      <Payer account={props.action.account} />
      <UnlockTimes times={props.action.unlockTimes} />
      <Cost of={props.action} />
    </Facts>
    <Show when={props.action.kind === 'sign set'}>
      <p class="muted">{t('approval.signSet')}</p>
    </Show>
  </>
)

export const ApprovalPayment = (props: { readonly action: ApprovalAction }): JSX.Element => (
  <Switch>
    <Match when={actionOfKind(props.action, 'transfer')}>{(action) => <Transfer action={action()} />}</Match>
    <Match when={actionOfKind(props.action, 'sweep')}>{(action) => <Sweep action={action()} />}</Match>
    <Match when={actionOfKind(props.action, 'sweep output')}>{(action) => <SweepOutput action={action()} />}</Match>
    <Match when={actionOfKind(props.action, 'stake order')}>
      {(action) => <StakeOrderDetails action={action()} />}
    </Match>
    <Match when={actionOfKind(props.action, 'name order')}>{(action) => <NameOrderDetails action={action()} />}</Match>
    <Match when={actionOfKind(props.action, 'sign set', 'submit set')}>
      {(action) => <TransferSet action={action()} />}
    </Match>
    <Match when={actionOfKind(props.action, 'relay')}>{(action) => <Relay action={action()} />}</Match>
  </Switch>
)

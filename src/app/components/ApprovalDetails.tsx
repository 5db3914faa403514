// What a page wants done, in full, for the person who decides about it.
import { For, type JSX, Match, Show, Switch } from 'solid-js'
import type { ApprovalAction } from '../../wallet/engine/engineApi.ts'
import { formatAmount } from '../format/amount.ts'
import { priorityName } from '../format/priority.ts'
import { useOpenWallet } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { Amount } from './Amount.tsx'
import { Notice } from './Notice.tsx'

type DeedOf<Kind extends ApprovalAction['kind']> = Extract<ApprovalAction, { readonly kind: Kind }>

const Fact = (props: { readonly name: string; readonly children: JSX.Element }): JSX.Element => (
  <div>
    <dt>{props.name}</dt>
    <dd>{props.children}</dd>
  </div>
)

const Long = (props: { readonly name: string; readonly children: JSX.Element }): JSX.Element => (
  <div class="fact-wide">
    <dt>{props.name}</dt>
    <dd>{props.children}</dd>
  </div>
)

const Code = (props: { readonly text: string }): JSX.Element => <code class="mono break">{props.text}</code>

const Destinations = (props: { readonly of: DeedOf<'transfer' | 'relay'> }): JSX.Element => (
  <For each={props.of.destinations}>
    {(destination) => (
      <Long name={t('send.to1')}>
        <Amount amount={destination.amount} />
        <Code text={destination.address} />
      </Long>
    )}
  </For>
)

const sumOf = ({ destinations }: DeedOf<'transfer' | 'relay'>): bigint =>
  destinations.reduce((sum, { amount }) => sum + amount, 0n)

const Account = (props: { readonly index: number }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const label = (): string => wallet().accounts[props.index]?.label ?? ''
  return <Fact name={t('send.account')}>{label() === '' ? props.index : `${props.index} · ${label()}`}</Fact>
}

/** The speed, and how long the recipient has to wait. */
const Terms = (props: { readonly priority: string; readonly unlockTime: bigint }): JSX.Element => (
  <>
    <Fact name={t('send.priority')}>{priorityName(props.priority)}</Fact>
    <Show when={props.unlockTime > 0n}>
      <Fact name={t('question.unlockTime')}>{props.unlockTime.toString()}</Fact>
    </Show>
  </>
)

const Transfer = (props: { readonly deed: DeedOf<'transfer'> }): JSX.Element => (
  <>
    <dl class="facts">
      <Destinations of={props.deed} />
      <Account index={props.deed.account} />
      <Show when={props.deed.subaddresses.length > 0}>
        <Fact name={t('question.fromAddresses')}>{props.deed.subaddresses.join(', ')}</Fact>
      </Show>
      <Terms priority={props.deed.priority} unlockTime={props.deed.unlockTime} />
      <div class="fact-sum">
        <dt>{t('send.total')}</dt>
        <dd>
          <Amount amount={sumOf(props.deed)} />
        </dd>
      </div>
    </dl>
    <p class="muted">{t(props.deed.feeFrom.length === 0 ? 'question.feeOnTop' : 'question.feeTakenOut')}</p>
  </>
)

/** What a sweep takes, in words. */
const swept = (deed: DeedOf<'sweep'>, available: string): string => {
  if (deed.from === 'one') return t('question.sweepOne', { account: deed.account })
  if (deed.from === 'all') return t('question.sweepAll', { account: deed.account, amount: available })
  return t('question.sweepGiven', { account: deed.account, addresses: deed.subaddresses.join(', ') })
}

const Sweep = (props: { readonly deed: DeedOf<'sweep'> }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const format = (amount: bigint): string => formatAmount(amount, wallet().decimals, wallet().ticker)
  const available = (): string => format(wallet().accounts[props.deed.account]?.balance.unlocked ?? 0n)
  return (
    <>
      <Notice kind="warning">{swept(props.deed, available())}</Notice>
      <dl class="facts">
        <Long name={t('send.to1')}>
          <Code text={props.deed.address} />
        </Long>
        <Show when={props.deed.belowAmount}>
          {(amount) => (
            <Fact name={t('question.below')}>
              <Amount amount={amount()} />
            </Fact>
          )}
        </Show>
        <Account index={props.deed.account} />
        <Terms priority={props.deed.priority} unlockTime={props.deed.unlockTime} />
      </dl>
    </>
  )
}

const SweepOutput = (props: { readonly deed: DeedOf<'sweep output'> }): JSX.Element => (
  <dl class="facts">
    <Long name={t('send.to1')}>
      <Show when={props.deed.amount}>{(amount) => <Amount amount={amount()} />}</Show>
      <Code text={props.deed.address} />
    </Long>
    <Terms priority={props.deed.priority} unlockTime={props.deed.unlockTime} />
  </dl>
)

const Relay = (props: { readonly deed: DeedOf<'relay'> }): JSX.Element => (
  <dl class="facts">
    <Destinations of={props.deed} />
    <Fact name={t('send.fee')}>
      <Amount amount={props.deed.fee} />
    </Fact>
    <div class="fact-sum">
      <dt>{t('send.sum')}</dt>
      <dd>
        <Amount amount={sumOf(props.deed) + props.deed.fee} />
      </dd>
    </div>
  </dl>
)

const Named = (props: { readonly warning: string; readonly name: string; readonly text: string }): JSX.Element => (
  <>
    <Notice kind="warning">{props.warning}</Notice>
    <dl class="facts">
      <Long name={props.name}>
        <Code text={props.text} />
      </Long>
    </dl>
  </>
)

const secretTexts = {
  words: 'question.revealWords',
  'view key': 'question.revealView',
  'spend key': 'question.revealSpend',
} as const

/** The deed if it is of one of these kinds. */
const as = <Kind extends ApprovalAction['kind']>(deed: ApprovalAction, kind: Kind): DeedOf<Kind> | undefined =>
  // The kind was just looked at; the compiler does not narrow a union by a type parameter.
  deed.kind === kind ? (deed as DeedOf<Kind>) : undefined

export const ApprovalDetails = (props: { readonly deed: ApprovalAction }): JSX.Element => (
  <Switch>
    <Match when={as(props.deed, 'transfer')}>{(deed) => <Transfer deed={deed()} />}</Match>
    <Match when={as(props.deed, 'sweep')}>{(deed) => <Sweep deed={deed()} />}</Match>
    <Match when={as(props.deed, 'sweep output')}>{(deed) => <SweepOutput deed={deed()} />}</Match>
    <Match when={as(props.deed, 'relay')}>{(deed) => <Relay deed={deed()} />}</Match>
    <Match when={as(props.deed, 'reveal')}>
      {(deed) => <Notice kind="warning">{t(secretTexts[deed().secret])}</Notice>}
    </Match>
    <Match when={as(props.deed, 'reveal transaction key')}>
      {(deed) => <Named warning={t('question.revealTxKey')} name={t('send.txid')} text={deed().txid} />}
    </Match>
    <Match when={as(props.deed, 'node')}>
      {(deed) => <Named warning={t('question.node')} name={t('question.nodeName')} text={deed().url} />}
    </Match>
    <Match when={as(props.deed, 'new wallet')}>
      {(deed) => <Named warning={t('question.wallet')} name={t('wallet.name')} text={deed().name} />}
    </Match>
    <Match when={as(props.deed, 'forget')}>
      <Notice kind="warning">{t('question.forget')}</Notice>
    </Match>
    <Match when={as(props.deed, 'password')}>
      <Notice kind="warning">{t('question.password')}</Notice>
    </Match>
  </Switch>
)

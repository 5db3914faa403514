// What payments cost now at each speed, and what waits before them. Follows the node while it is open.
import { createMemo, createSignal, For, type JSX, onCleanup, Show } from 'solid-js'
import type { Milliseconds } from '../../../async/time.ts'
import type { FeesNowView, FeeTierView } from '../../../engine/api/engineViews.ts'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { formatBytes } from '../../format/bytes.ts'
import { priorityName, priorityTime } from '../../format/priority.ts'
import { createFetchedFromNode } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createAmountText, ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t, tCount } from '../../text/text.ts'
import './fees.css'

/** The txpool changes between blocks too. */
const INTERVAL_MS: Milliseconds = 20_000

const beforeText = ({ name, blocksBefore }: FeeTierView): string => {
  if (name === 'blink') return t('feesNow.atOnce')
  if (blocksBefore === undefined) return t('feesNow.unknown')
  return blocksBefore === 0 ? t('feesNow.next') : tCount('feesNow.blocks', blocksBefore)
}

const TierRow = (props: { readonly tier: FeeTierView }): JSX.Element => {
  const amountText = createAmountText()
  return (
    <tr>
      <th scope="row">
        <span class="fee-speed">
          {priorityName(props.tier.name)}
          <Show when={props.tier.isDefault}>
            <Tag outcome="good">{t('feesNow.usual')}</Tag>
          </Show>
        </span>
        <small>{priorityTime(props.tier.name)}</small>
      </th>
      <td>
        <Amount amount={props.tier.fee} />
        <small translate="no">{t('feesNow.perKb', { fee: amountText(props.tier.perKilobyte) })}</small>
      </td>
      <td>{beforeText(props.tier)}</td>
    </tr>
  )
}

const Tiers = (props: { readonly fees: FeesNowView }): JSX.Element => (
  <>
    <table class="fee-tiers">
      <thead>
        <tr>
          <th scope="col">{t('feesNow.speed')}</th>
          <th scope="col">{t('feesNow.fee')}</th>
          <th scope="col">{t('feesNow.before')}</th>
        </tr>
      </thead>
      <tbody>
        <For each={props.fees.tiers}>{(tier) => <TierRow tier={tier} />}</For>
      </tbody>
    </table>
    <Facts>
      <Fact name={t('feesNow.ordinary')}>{t('feesNow.ordinaryValue', { size: formatBytes(props.fees.weight) })}</Fact>
      <Show when={props.fees.waiting}>
        {(waiting) => (
          <Fact name={t('feesNow.pool')}>
            {tCount('feesNow.poolValue', waiting().transactions, { size: formatBytes(waiting().weight) })}
          </Fact>
        )}
      </Show>
    </Facts>
    <Show when={props.fees.tiers.length > 2}>
      <p class="muted">{t('feesNow.reason')}</p>
    </Show>
  </>
)

export default function Fees(): JSX.Element {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [ticks, setTicks] = createSignal(0)
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') setTicks(ticks() + 1)
  }, INTERVAL_MS)
  onCleanup(() => clearInterval(timer))
  const trigger = createMemo(() => !wallet().offline && `${wallet().sync.height} ${ticks()}`)
  const fees = createFetchedFromNode(trigger, () => engine.feesNow())
  return (
    <Screen title={t('feesNow.title')} back={{ href: '/tools', text: t('tools.back') }}>
      <div class="stack narrow">
        <p class="muted">{t('feesNow.about')}</p>
        <Card>
          <Problem text={wallet().offline ? t('offlineMode.error') : fees.problem()} />
          <ShownAmounts>
            <Show when={!wallet().offline && fees.value()}>{(now) => <Tiers fees={now()} />}</Show>
          </ShownAmounts>
        </Card>
      </div>
    </Screen>
  )
}

// The balance over time, as a chart and as a table. It is computed, fetched and drawn once the user opens it.
import { createMemo, createSignal, For, type JSX, lazy, Show, Suspense } from 'solid-js'
import type { BalancePoint } from '../../../wallet/history/historyViews.ts'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import type { ChartData } from '../../components/money/Chart.tsx'
import { EmptyUnlessReading } from '../../components/money/ReadingNote.tsx'
import { formatTime } from '../../format/time.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createMasked } from '../../state/wallet/shownAmounts.tsx'
import { createWalletTrigger } from '../../state/wallet/walletTrigger.ts'
import { t } from '../../text/text.ts'
import './balanceChart.css'

const Chart = lazy(async () => ({ default: (await import('../../components/money/Chart.tsx')).Chart }))

const MAX_POINTS = 200

const BalanceTable = (props: { readonly points: readonly BalancePoint[] }): JSX.Element => (
  <table class="balances">
    <thead>
      <tr>
        <th scope="col">{t('balanceChart.date')}</th>
        <th scope="col">{t('balanceChart.series')}</th>
      </tr>
    </thead>
    <tbody>
      <For each={props.points.toReversed()}>
        {({ time, balance }) => (
          <tr>
            <th scope="row">{formatTime(time)}</th>
            <td>
              <Amount amount={balance} />
            </td>
          </tr>
        )}
      </For>
    </tbody>
  </table>
)

const NoPayments = (props: { readonly loaded: boolean }): JSX.Element => (
  <Show when={props.loaded}>
    <EmptyUnlessReading>
      <p class="muted">{t('history.empty')}</p>
    </EmptyUnlessReading>
  </Show>
)

const Balances = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const isMasked = createMasked()
  const points = createFetched(createWalletTrigger(), () => engine.balanceHistory(MAX_POINTS))
  const data = createMemo((): ChartData => {
    const found = points.value() ?? []
    const last = found.at(-1)
    const now = Math.floor(Date.now() / 1000)
    // The last balance lasts until now.
    const drawn = last === undefined || last.time >= now ? found : [...found, { time: now, balance: last.balance }]
    return {
      times: drawn.map(({ time }) => time),
      series: [
        {
          label: t('balanceChart.series'),
          values: drawn.map(({ balance }) => Number(balance) / 10 ** wallet().decimals),
        },
      ],
    }
  })
  return (
    <>
      <Problem text={points.problem()} />
      <Show when={data().times.length > 0} fallback={<NoPayments loaded={points.value() !== undefined} />}>
        <Show when={wallet().balance.unverified > 0n}>
          <p class="muted">{t('balanceChart.watchOnly')}</p>
        </Show>
        <Show when={!isMasked()} fallback={<p class="muted">{t('amounts.chartHidden')}</p>}>
          <Suspense>
            <Chart label={t('balanceChart.label')} kind="steps" data={data()} />
          </Suspense>
        </Show>
        <Disclosure summary={t('balanceChart.table')}>
          <section class="balance-list" tabindex="0" aria-label={t('balanceChart.title')}>
            <BalanceTable points={points.value() ?? []} />
          </section>
        </Disclosure>
      </Show>
    </>
  )
}

export const BalanceChart = (): JSX.Element => {
  // On a desk it stands beside the balance.
  const isWide = matchMedia('(min-width: 1024px)').matches
  const [open, setOpen] = createSignal(isWide)
  return (
    <section class="card" aria-label={t('balanceChart.title')}>
      <Disclosure summary={t('balanceChart.title')} open={isWide} onToggle={setOpen}>
        <Show when={open()}>
          <div class="balance-chart">
            <Balances />
          </div>
        </Show>
      </Disclosure>
    </section>
  )
}

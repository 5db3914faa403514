// What each month brought and took, of the payments that the filter selects: as a chart and as a table.
import { createMemo, For, type JSX, lazy, Show, Suspense } from 'solid-js'
import type { HistoryFilter, HistoryMonth } from '../../../wallet/history/historyViews.ts'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import type { ChartData } from '../../components/money/Chart.tsx'
import { formatMoment } from '../../format/time.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createMasked } from '../../state/wallet/shownAmounts.tsx'
import { createWalletTrigger } from '../../state/wallet/walletTrigger.ts'
import { localeFormats } from '../../text/locale.ts'
import { t } from '../../text/text.ts'

const Chart = lazy(async () => ({ default: (await import('../../components/money/Chart.tsx')).Chart }))

const monthName = (start: number): string => formatMoment(localeFormats().month, start)

const MonthTable = (props: { readonly months: readonly HistoryMonth[] }): JSX.Element => (
  <table class="months">
    <thead>
      <tr>
        <th scope="col">{t('history.month')}</th>
        <th scope="col">{t('history.received')}</th>
        <th scope="col">{t('history.sentWithFees')}</th>
      </tr>
    </thead>
    <tbody>
      <For each={props.months.toReversed()}>
        {({ start, received, sent }) => (
          <tr>
            <th scope="row">{monthName(start)}</th>
            <td>
              <Amount amount={received} />
            </td>
            <td>
              <Amount amount={sent} />
            </td>
          </tr>
        )}
      </For>
    </tbody>
  </table>
)

/** The chart is fetched and drawn once the user opens it. */
export const Months = (props: { readonly filter: HistoryFilter }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const isMasked = createMasked()
  const trigger = createWalletTrigger()
  const months = createFetched(
    () => ({ filter: props.filter, at: trigger() }),
    ({ filter }) => engine.historyMonths(filter),
  )
  const data = createMemo((): ChartData => {
    const found = months.value() ?? []
    const coins = (amount: bigint): number => Number(amount) / 10 ** wallet().decimals
    return {
      times: found.map(({ start }) => start),
      series: [
        { label: t('history.received'), values: found.map(({ received }) => coins(received)) },
        { label: t('history.sentWithFees'), values: found.map(({ sent }) => coins(sent)) },
      ],
    }
  })
  return (
    <Card title={t('history.months')}>
      <Problem text={months.problem()} />
      <Show when={data().times.length > 0} fallback={<p class="muted">{t('history.none')}</p>}>
        <Show when={!isMasked()} fallback={<p class="muted">{t('amounts.chartHidden')}</p>}>
          <Suspense>
            <Chart label={t('history.monthsLabel')} kind="bars" data={data()} />
          </Suspense>
        </Show>
        <Disclosure summary={t('history.monthsTable')}>
          <MonthTable months={months.value() ?? []} />
        </Disclosure>
      </Show>
    </Card>
  )
}

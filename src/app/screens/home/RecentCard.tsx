// The latest payments.
import { A } from '@solidjs/router'
import { createMemo, Index, type JSX, Show } from 'solid-js'
import { ALL_TRANSFERS, type HistoryLine } from '../../../wallet/history/historyViews.ts'
import { ButtonLink } from '../../components/controls/Button.tsx'
import { EmptyState, Problem } from '../../components/feedback/Notice.tsx'
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyUnlessReading } from '../../components/money/ReadingNote.tsx'
import { TransferRow } from '../../components/payment/TransferRow.tsx'
import { createHistoryList, type HistoryQuery, NEWEST_FIRST } from '../../state/history/historyList.ts'
import { createContacts } from '../../state/wallet/lists.ts'
import { t } from '../../text/text.ts'

const MAX_PAYMENTS = 7

const NEWEST: HistoryQuery = {
  filter: ALL_TRANSFERS,
  arrangement: { order: NEWEST_FIRST, opened: [], withMonths: false },
}

export const RecentCard = (): JSX.Element => {
  const list = createHistoryList(() => NEWEST, 0)
  list.see({ first: 0, last: MAX_PAYMENTS - 1 })
  const lines = createMemo((): readonly HistoryLine[] =>
    Array.from({ length: MAX_PAYMENTS }, (_, position) => list.line(position)).flatMap((row) =>
      row === undefined || row.kind === 'month' ? [] : [row.line],
    ),
  )
  const contacts = createContacts()
  return (
    <Card
      title={t('home.recent')}
      aside={
        <Show when={lines().length > 0}>
          <A class="card-link" href="/history">
            {t('home.all')}
          </A>
        </Show>
      }
    >
      <Problem text={list.problem()} />
      <Show
        when={lines().length > 0}
        fallback={
          <Show when={list.loaded()} fallback={<SkeletonRows rows={MAX_PAYMENTS} />}>
            <EmptyUnlessReading>
              <EmptyState title={t('home.empty')} hint={t('home.emptyHint')}>
                <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
              </EmptyState>
            </EmptyUnlessReading>
          </Show>
        }
      >
        <ul class="transfers">
          <Index each={lines()}>
            {(line) => (
              <li>
                <TransferRow line={line()} contacts={contacts.items} />
              </li>
            )}
          </Index>
        </ul>
      </Show>
    </Card>
  )
}

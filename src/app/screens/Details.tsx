// The details of one payment.
import { useParams } from '@solidjs/router'
import { type JSX, Match, Show, Switch } from 'solid-js'
import type { HistoryLine } from '../../wallet/history/historyViews.ts'
import { ButtonLink } from '../components/controls/Button.tsx'
import { EmptyState, Notice, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonCard } from '../components/feedback/Skeleton.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { Amount } from '../components/money/Amount.tsx'
import { FiatValue } from '../components/money/FiatValue.tsx'
import { shownAmount, transferSign, transferTitle } from '../components/payment/transferText.ts'
import { shownPayment } from '../host/navigation/detailsPath.ts'
import { createTransferLines } from '../state/history/historyList.ts'
import { t } from '../text/text.ts'
import { ContentCard } from './details/ContentCard.tsx'
import { FactsCard } from './details/FactsCard.tsx'
import { NoteCard } from './details/NoteCard.tsx'
import { ProofsCard } from './details/ProofsCard.tsx'
import { ResendCard } from './details/ResendCard.tsx'

/** Why a payment failed; one that is no longer in the chain can be sent again. */
const FailureOf = (props: { readonly transfer: HistoryLine }): JSX.Element => (
  <Switch>
    <Match when={props.transfer.failure === 'spent'}>
      <Notice kind="warning">{t('details.failedSpent')}</Notice>
    </Match>
    <Match when={props.transfer.failure === 'refused'}>
      <Notice kind="warning">{t('details.failedRefused')}</Notice>
    </Match>
    <Match when={props.transfer.failure === 'reverted'}>
      <ResendCard txid={props.transfer.txid} />
    </Match>
  </Switch>
)

export default function Details(): JSX.Element {
  const params = useParams()
  const transfers = createTransferLines(() => shownPayment(params['id'] ?? ''))
  const transfer = (): HistoryLine | undefined => transfers.items[0]
  return (
    <Screen title={t('details.title')} hideTitle back={{ href: '/history', text: t('details.back') }}>
      <Problem text={transfers.problem()} />
      <Show
        when={transfer()}
        fallback={
          <Show when={transfers.loaded()} fallback={<SkeletonCard rows={5} />}>
            <EmptyState title={t('details.missing')} hint={t('details.missingHint')}>
              <ButtonLink href="/history">{t('details.back')}</ButtonLink>
            </EmptyState>
          </Show>
        }
      >
        {(found) => (
          <div class="stack narrow">
            <header>
              <p>{transferTitle(found())}</p>
              <p class="amount-headline">
                <span class="details-amount">
                  <Amount amount={shownAmount(found())} sign={transferSign(found())} />
                </span>
              </p>
              <FiatValue amount={shownAmount(found())} isPast />
            </header>
            <Show when={found().doubleSpendSeen}>
              <Notice kind="warning">{t('details.doubleSpend')}</Notice>
            </Show>
            <FailureOf transfer={found()} />
            <FactsCard transfer={found()} />
            <NoteCard transfer={found()} onSave={transfers.setNote} />
            <ProofsCard transfer={found()} />
            <ContentCard txid={found().txid} />
          </div>
        )}
      </Show>
    </Screen>
  )
}

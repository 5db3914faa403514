// All payments, newest first, with their filters.
import { createMemo, createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js'
import { Button, ButtonLink } from '../components/controls/Button.tsx'
import { EmptyState, Notice, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonRows } from '../components/feedback/Skeleton.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { EmptyUnlessReading, ReadingNote } from '../components/money/ReadingNote.tsx'
import { EarlierChainsLink } from '../components/payment/EarlierChainsLink.tsx'
import { today } from '../format/time.ts'
import { saveFile } from '../host/files/saveFile.ts'
import {
  EMPTY_FILTER,
  extraFilterCount,
  type HistoryFilterText,
  historyFilterOf,
} from '../state/history/historyFilterForm.ts'
import { createHistoryList } from '../state/history/historyList.ts'
import { recallHistory, rememberHistory } from '../state/history/historyMemory.ts'
import { exportHistory } from '../state/history/historyTable.ts'
import { SCROLL_MARGIN } from '../state/lists/pagedList.ts'
import { createAction } from '../state/requests/action.ts'
import { useSession } from '../state/session/session.tsx'
import { createChainReading } from '../state/wallet/chainTimes.ts'
import { createContacts } from '../state/wallet/lists.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t, tCount } from '../text/text.ts'
import { Filters } from './history/Filters.tsx'
import { Months } from './history/Months.tsx'
import { Rows } from './history/Rows.tsx'
import './history.css'

/** The number of payments shown, and the button that saves them. */
const CountLine = (props: {
  readonly count: number
  readonly saving: boolean
  readonly onSave: () => void
}): JSX.Element => (
  <div class="list-line">
    <p class="muted numerals" role="status">
      {tCount('history.count', props.count)}
    </p>
    <Show when={props.count > 0}>
      <Button variant="quiet" icon="save" busy={props.saving} onClick={props.onSave}>
        {t('history.save')}
      </Button>
    </Show>
  </div>
)

/** The position of the page, also after the list has gone. */
const createScrollPosition = (initial: number): (() => number) => {
  let position = initial
  const follow = (): void => {
    position = window.scrollY
  }
  onMount(() => window.addEventListener('scroll', follow, { passive: true }))
  onCleanup(() => window.removeEventListener('scroll', follow))
  return () => position
}

/** What a watch-only wallet cannot know. */
const WatchOnlyNotice = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <Show when={wallet().viewOnly && wallet().balance.unverified > 0n}>
      <Notice kind="info">
        {t('history.watchOnly')} <ButtonLink href="/tools/offline">{t('history.watchOnlyHow')}</ButtonLink>
      </Notice>
    </Show>
  )
}

export default function History(): JSX.Element {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const walletId = wallet().id
  const remembered = recallHistory(walletId)
  const [text, setText] = createSignal<HistoryFilterText>(remembered?.filter ?? EMPTY_FILTER)
  const [showsMore, setShowsMore] = createSignal(remembered?.showsMore ?? false)
  const filter = createMemo(() => historyFilterOf(text(), wallet().decimals))
  const list = createHistoryList(filter, SCROLL_MARGIN, remembered?.lineCount)
  const contacts = createContacts()
  const reading = createChainReading()
  const scroll = createScrollPosition(remembered?.scroll ?? 0)
  onCleanup(() =>
    rememberHistory({
      walletId,
      filter: text(),
      showsMore: showsMore(),
      lineCount: list.lineCount(),
      scroll: scroll(),
    }),
  )
  const change = (changed: Partial<HistoryFilterText>): void => void setText({ ...text(), ...changed })
  const isFiltered = (): boolean => extraFilterCount(filter()) > 0 || filter().show !== 'all' || filter().search !== ''
  const save = createAction(async () => {
    const table = await exportHistory(engine, filter(), wallet(), contacts.items)
    saveFile(`${wallet().name} ${today()}.csv`, 'text/csv;charset=utf-8', table)
  })
  return (
    <Screen title={t('history.title')}>
      <Problem text={list.problem() || save.problem()} />
      <Show when={reading()}>{(found) => <ReadingNote reading={found()} />}</Show>
      <Show
        when={list.lineCount() > 0 || isFiltered()}
        fallback={
          <Show when={list.loaded()} fallback={<SkeletonRows rows={5} />}>
            <EmptyUnlessReading>
              <EmptyState title={t('history.empty')} hint={t('history.emptyHint')}>
                <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
              </EmptyState>
            </EmptyUnlessReading>
          </Show>
        }
      >
        <WatchOnlyNotice />
        <Filters
          filter={text()}
          extraCount={extraFilterCount(filter())}
          showsMore={showsMore()}
          onShowMore={setShowsMore}
          onChange={change}
        />
        <Months filter={filter()} />
        <CountLine count={list.transferCount()} saving={save.running()} onSave={() => void save.run()} />
        <Show
          when={list.lineCount() > 0}
          fallback={
            <Show when={list.loaded()}>
              <EmptyState title={t('history.none')} hint={t('history.noneHint')}>
                <Button onClick={() => setText(EMPTY_FILTER)}>{t('history.clear')}</Button>
              </EmptyState>
            </Show>
          }
        >
          <Rows
            list={list}
            contacts={contacts.items}
            withBalance={wallet().balance.unverified === 0n}
            scroll={remembered?.scroll}
          />
        </Show>
      </Show>
      <EarlierChainsLink />
    </Screen>
  )
}

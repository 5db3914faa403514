// All payments, with their filters and their months.
import { useNavigate } from '@solidjs/router'
import { createSignal, type JSX, Show } from 'solid-js'
import type { HistoryLine } from '../../wallet/history/historyViews.ts'
import { Button, ButtonLink } from '../components/controls/Button.tsx'
import { EmptyState, Notice, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonRows } from '../components/feedback/Skeleton.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { EmptyUnlessReading, ReadingNote } from '../components/money/ReadingNote.tsx'
import { EarlierChainsLink } from '../components/payment/EarlierChainsLink.tsx'
import { ColumnChooser } from '../components/table/ColumnChooser.tsx'
import { ListBlock, ListTools } from '../components/table/ListTools.tsx'
import { detailsPath } from '../host/navigation/detailsPath.ts'
import { extraFilterCount } from '../state/history/historyFilterForm.ts'
import { type ColumnChoice, createColumnChoice } from '../state/preferences/columnChoice.ts'
import { createChainReading } from '../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t, tCount } from '../text/text.ts'
import { INITIAL_COLUMNS } from './history/columns.tsx'
import { DetailsPanel } from './history/DetailsPanel.tsx'
import { ExportDialog } from './history/ExportDialog.tsx'
import { FilterChips, Filters } from './history/Filters.tsx'
import { createHistoryState, type HistoryState } from './history/historyState.ts'
import { Months } from './history/Months.tsx'
import { NotesDialog } from './history/NotesDialog.tsx'
import { PaymentList } from './history/PaymentList.tsx'
import './history.css'

type PanelNavigation = {
  /** Shows a payment; `proves`: with the dialog that makes proofs. */
  open(line: HistoryLine, proves?: boolean): void
  close(): void
}

/** Leads to the details of payments: the panel changes without more steps of the browser's history. */
const createPanelNavigation = (shown: () => string | undefined): PanelNavigation => {
  const navigate = useNavigate()
  return {
    open: ({ id }, proves = false) =>
      navigate(detailsPath(id), { scroll: false, replace: shown() !== undefined, state: { proves } }),
    close: () => navigate('/history', { scroll: false, replace: true }),
  }
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

const Columns = (props: { readonly choice: ColumnChoice }): JSX.Element => {
  const { rate } = useOpenWallet()
  const columns = () => [
    { id: 'date', text: t('details.date') },
    { id: 'amount', text: t('payment.amount') },
    { id: 'fee', text: t('history.fee') },
    { id: 'balance', text: t('history.balance') },
    { id: 'id', text: t('details.txid') },
    ...(rate.source() === undefined ? [] : [{ id: 'value', text: t('payment.value') }]),
  ]
  return <ColumnChooser columns={columns()} choice={props.choice} />
}

/** Before the first payment. */
const Empty = (props: { readonly isLoaded: boolean }): JSX.Element => (
  <Show when={props.isLoaded} fallback={<SkeletonRows rows={5} />}>
    <EmptyUnlessReading>
      <EmptyState title={t('history.empty')} hint={t('history.emptyHint')}>
        <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
      </EmptyState>
    </EmptyUnlessReading>
  </Show>
)

/** The line of controls, the filters that are active, and the payments. */
const Payments = (props: {
  readonly history: HistoryState
  readonly columns: ColumnChoice
  readonly shown: string | undefined
  readonly panel: PanelNavigation
  readonly onExport: () => void
}): JSX.Element => {
  const { history } = props
  let search: HTMLInputElement | undefined
  const leave = (): void => {
    if (props.shown !== undefined) props.panel.close()
    else if (history.selection.rows().size > 0) history.selection.clear()
    else search?.focus()
  }
  return (
    <ListBlock>
      <ListTools>
        <Filters
          filter={history.text()}
          extraCount={extraFilterCount(history.filter())}
          onChange={history.change}
          onSearchField={(input) => {
            search = input
          }}
        />
        <p class="muted numerals list-count" role="status">
          {tCount('history.count', history.list.transferCount())}
        </p>
      </ListTools>
      <FilterChips filter={history.text()} onChange={history.change} onClear={history.clearPanel} />
      <Show
        when={history.list.lineCount() > 0}
        fallback={
          <Show when={history.list.loaded()}>
            <EmptyState title={t('history.none')} hint={t('history.noneHint')}>
              <Button onClick={history.clear}>{t('history.clear')}</Button>
            </EmptyState>
          </Show>
        }
      >
        <PaymentList
          history={history}
          columns={props.columns.chosen()}
          shown={props.shown}
          onOpen={props.panel.open}
          onMove={(line) => props.shown !== undefined && props.panel.open(line)}
          onExport={props.onExport}
          onEscape={leave}
        />
      </Show>
    </ListBlock>
  )
}

export const History = (props: {
  /** id of the payment whose details stand beside the list; undefined without one */
  readonly shown: string | undefined
}): JSX.Element => {
  const history = createHistoryState()
  const { list } = history
  const columns = createColumnChoice('history', INITIAL_COLUMNS)
  const panel = createPanelNavigation(() => props.shown)
  const [showsMonths, setShowsMonths] = createSignal(false)
  const reading = createChainReading()
  const [exports, setExports] = createSignal(false)
  const [imports, setImports] = createSignal(false)
  const actions = (): JSX.Element => (
    <Show when={list.lineCount() > 0}>
      <Button variant="quiet" icon="calendar" pressed={showsMonths()} onClick={() => setShowsMonths(!showsMonths())}>
        {t('payment.months')}
      </Button>
      <Show when={history.isTable()}>
        <Columns choice={columns} />
      </Show>
      <Button icon="save" onClick={() => setExports(true)}>
        {t('export.open')}
      </Button>
    </Show>
  )
  return (
    <Screen title={t('history.title')} actions={actions()}>
      <Problem text={list.problem()} />
      <Show when={reading()}>{(found) => <ReadingNote reading={found()} />}</Show>
      <Show when={list.lineCount() > 0 || history.isFiltered()} fallback={<Empty isLoaded={list.loaded()} />}>
        <WatchOnlyNotice />
        <Show when={showsMonths()}>
          <Months filter={history.filter()} />
        </Show>
        <div classList={{ beside: props.shown !== undefined }}>
          <Payments
            history={history}
            columns={columns}
            shown={props.shown}
            panel={panel}
            onExport={() => setExports(true)}
          />
          <Show when={props.shown}>{(id) => <DetailsPanel id={id()} onClose={panel.close} />}</Show>
        </div>
      </Show>
      <EarlierChainsLink />
      <Show when={exports()}>
        <ExportDialog
          filter={history.filter()}
          filteredCount={history.isFiltered() ? list.transferCount() : undefined}
          selected={history.selected().map(({ id }) => id)}
          onImport={() => {
            setExports(false)
            setImports(true)
          }}
          onClose={() => setExports(false)}
        />
      </Show>
      <Show when={imports()}>
        <NotesDialog onClose={() => setImports(false)} />
      </Show>
    </Screen>
  )
}

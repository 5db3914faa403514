// The unspent coins of an account: which of them to pay from, and which are frozen.
import { useNavigate } from '@solidjs/router'
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import { sumAmounts } from '../../coin/amount.ts'
import type { CoinOrder, CoinQuery, CoinView } from '../../wallet/funds/fundsViews.ts'
import { Button, ButtonLink } from '../components/controls/Button.tsx'
import { EmptyState, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonRows } from '../components/feedback/Skeleton.tsx'
import { AccountSelect } from '../components/form/AccountSelect.tsx'
import { SelectField, TextField } from '../components/form/Field.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { AccountBalance } from '../components/money/AccountBalance.tsx'
import { Amount } from '../components/money/Amount.tsx'
import { EmptyUnlessReading } from '../components/money/ReadingNote.tsx'
import { createCoinList } from '../state/history/coinList.ts'
import { createChosenCoins } from '../state/payments/chosenCoins.ts'
import { createDebounced } from '../state/requests/debounced.ts'
import { useSession } from '../state/session/session.tsx'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t, tCount } from '../text/text.ts'
import { CoinList } from './coins/CoinList.tsx'

/** Pause in typing before the coins are searched. */
const SEARCH_DELAY_MS = 150

/** The search field appears with more coins than this. */
const FEW = 8

/** How many coins are chosen, their sum, and what to do with them. */
const ChosenBar = (props: {
  readonly chosen: readonly CoinView[]
  readonly onUse: () => void
  readonly onClear: () => void
}): JSX.Element => (
  <div class="list-line">
    <p role="status">
      <Show when={props.chosen.length > 0}>
        {tCount('coins.chosen', props.chosen.length)}, <Amount amount={sumAmounts(props.chosen)} />
      </Show>
    </p>
    <Show when={props.chosen.length > 0}>
      <div class="buttons">
        <Button onClick={props.onClear}>{t('coins.clear')}</Button>
        <Button variant="primary" onClick={props.onUse}>
          {tCount('coins.use', props.chosen.length)}
        </Button>
      </div>
    </Show>
  </div>
)

/** Selects the order, and searches if there are many coins. */
const Tools = (props: {
  readonly order: CoinOrder
  readonly onOrder: (order: CoinOrder) => void
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly many: boolean
}): JSX.Element => (
  <>
    <SelectField
      label={t('coins.order')}
      value={props.order}
      options={(['largest', 'oldest', 'newest'] as const).map((value) => ({ value, text: t(`coins.${value}`) }))}
      onChange={props.onOrder}
    />
    <Show when={props.many}>
      <TextField
        label={t('coins.search')}
        type="search"
        inputMode="search"
        value={props.search}
        onInput={props.onSearch}
      />
    </Show>
  </>
)

export default function Coins(): JSX.Element {
  const { engine } = useSession()
  const { account, send, toasts } = useOpenWallet()
  const navigate = useNavigate()
  const [ids, setIds] = createSignal<ReadonlySet<string>>(new Set(send.coins()))
  const [order, setOrder] = createSignal<CoinOrder>('largest')
  const [search, setSearch] = createSignal('')
  const searched = createDebounced(search, SEARCH_DELAY_MS)
  const coins = createCoinList(
    createMemo((): CoinQuery => ({ account: account(), order: order(), search: searched() })),
  )
  const picked = createChosenCoins(() => [...ids()])
  const chosen = (): readonly CoinView[] => picked() ?? []
  const setFrozen = (coin: CoinView, frozen: boolean): Promise<void> =>
    coins.change(
      (items) => items.map((each) => (each.id === coin.id ? { ...each, frozen } : each)),
      () => engine.setFrozen([coin.keyImage], frozen),
    )
  const freeze = async (coin: CoinView, frozen: boolean): Promise<void> => {
    // A frozen coin is not paid with: it is not chosen again when it thaws.
    if (frozen) choose(coin, false)
    await toasts.offerUndo(t(frozen ? 'toast.frozen' : 'toast.thawed'), setFrozen(coin, frozen), () =>
      setFrozen(coin, !frozen),
    )
  }
  const choose = (coin: CoinView, isChosen: boolean): void => {
    const next = new Set(ids())
    if (isChosen) next.add(coin.id)
    else next.delete(coin.id)
    setIds(next)
  }
  const use = (): void => {
    send.chooseCoins(chosen().map(({ id }) => id))
    navigate('/send')
  }
  return (
    <Screen title={t('coins.title')}>
      <div class="stack medium">
        <AccountSelect label={t('send.account')} />
        <AccountBalance />
        <p class="muted">{t('coins.about')}</p>
        <Problem text={coins.problem()} />
        <Show
          when={coins.totals().all > 0}
          fallback={
            <Show when={coins.loaded()} fallback={<SkeletonRows rows={3} />}>
              <EmptyUnlessReading>
                <EmptyState title={t('coins.none')} hint={t('coins.noneHint')}>
                  <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
                </EmptyState>
              </EmptyUnlessReading>
            </Show>
          }
        >
          <Tools
            order={order()}
            onOrder={setOrder}
            search={search()}
            onSearch={setSearch}
            many={coins.totals().all > FEW}
          />
          <ChosenBar chosen={chosen()} onUse={use} onClear={() => setIds(new Set<string>())} />
          <p class="muted numerals">{tCount('coins.count', coins.lineCount())}</p>
          <CoinList
            coins={coins}
            chosen={ids()}
            onChoose={choose}
            onFreeze={(coin, frozen) => void freeze(coin, frozen)}
          />
        </Show>
      </div>
    </Screen>
  )
}

// The coins of an account: where they come from, what can be done with them, and which of them the next payment is made from.
import { useNavigate } from '@solidjs/router'
import { createSignal, type JSX, Show } from 'solid-js'
import type { CoinView } from '../../wallet/funds/fundsViews.ts'
import { LabelDialog } from '../components/address/LabelDialog.tsx'
import { Button, ButtonLink } from '../components/controls/Button.tsx'
import type { Anchor } from '../components/controls/floating.ts'
import { Menu } from '../components/controls/Menu.tsx'
import { EmptyState, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonRows } from '../components/feedback/Skeleton.tsx'
import { AccountSelect } from '../components/form/AccountSelect.tsx'
import { Dialog } from '../components/layout/Dialog.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { EmptyUnlessReading, ReadingNote } from '../components/money/ReadingNote.tsx'
import { ColumnChooser } from '../components/table/ColumnChooser.tsx'
import { ListBlock } from '../components/table/ListTools.tsx'
import { SidePanel } from '../components/table/SidePanel.tsx'
import { createMediaQuery, PANEL_WIDTH } from '../host/device/mediaQuery.ts'
import { createColumnChoice } from '../state/preferences/columnChoice.ts'
import { useSession } from '../state/session/session.tsx'
import { createChainReading } from '../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'
import { CoinBar } from './coins/CoinBar.tsx'
import { CoinDetails } from './coins/CoinDetails.tsx'
import { CoinRows } from './coins/CoinRows.tsx'
import { CoinTable } from './coins/CoinTable.tsx'
import { CoinTools } from './coins/CoinTools.tsx'
import { createCoinMenu } from './coins/coinMenu.ts'
import { type CoinsState, createCoinsState } from './coins/coinsState.ts'
import { coinAddress } from './coins/coinText.ts'
import { COIN_COLUMN_IDS } from './coins/columns.tsx'

/** Before the first coin. */
const Empty = (props: { readonly isLoaded: boolean }): JSX.Element => (
  <Show when={props.isLoaded} fallback={<SkeletonRows rows={3} />}>
    <EmptyUnlessReading>
      <EmptyState title={t('coins.none')} hint={t('coins.noneHint')}>
        <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
      </EmptyState>
    </EmptyUnlessReading>
  </Show>
)

/** No coin passes the filter and the search. */
const NoneFound = (props: { readonly coins: CoinsState }): JSX.Element => (
  <EmptyState title={t('coins.noneFound')} hint={t('coins.noneFoundHint')}>
    <Button
      onClick={() => {
        props.coins.setShow('all')
        props.coins.setSearch('')
      }}
    >
      {t('coins.showAll')}
    </Button>
  </EmptyState>
)

/** The coins as a table or as rows, with their menus. */
const CoinItems = (props: {
  readonly coins: CoinsState
  readonly columns: ReadonlySet<string>
  /** id of the coin whose details stand beside the list */
  readonly shown: string | undefined
  readonly onDetails: (coin: CoinView) => void
  readonly onEscape: () => void
  readonly onPay: (coins: readonly CoinView[]) => void
}): JSX.Element => {
  const { engine } = useSession()
  const [menu, setMenu] = createSignal<{ readonly coin: CoinView; readonly anchor: Anchor }>()
  const [labelled, setLabelled] = createSignal<CoinView>()
  const menuOf = createCoinMenu(props.coins, {
    onPay: (coins) => props.onPay(coins),
    onDetails: (coin) => props.onDetails(coin),
    onLabel: setLabelled,
  })
  return (
    <>
      <Show
        when={props.coins.isTable()}
        fallback={<CoinRows coins={props.coins} menuOf={menuOf} onMenu={(coin, anchor) => setMenu({ coin, anchor })} />}
      >
        <CoinTable
          coins={props.coins}
          columns={props.columns}
          shown={props.shown}
          menuOf={menuOf}
          onDetails={props.onDetails}
          onEscape={props.onEscape}
        />
      </Show>
      <Show when={menu()}>
        {(open) => (
          <Menu
            label={t('table.actions')}
            groups={menuOf(open().coin)}
            anchor={open().anchor}
            onClose={() => setMenu(undefined)}
          />
        )}
      </Show>
      <Show when={labelled()}>
        {(coin) => (
          <LabelDialog
            title={coinAddress(coin())}
            label={coin().label}
            hint=""
            action={t('action.save')}
            onSave={(label) => engine.setLabel(coin().account, coin().subaddress, label)}
            onClose={() => setLabelled(undefined)}
          />
        )}
      </Show>
    </>
  )
}

export default function Coins(): JSX.Element {
  const { send } = useOpenWallet()
  const navigate = useNavigate()
  const coins = createCoinsState()
  const columns = createColumnChoice('coins', COIN_COLUMN_IDS)
  const reading = createChainReading()
  const hasPanel = createMediaQuery(PANEL_WIDTH)
  const [shown, setShown] = createSignal<string>()
  const close = (): void => void setShown(undefined)
  const leave = (): void => (shown() === undefined ? coins.selection.clear() : close())
  const hasCoins = (): boolean => coins.list.totals().counts.all + coins.list.totals().counts.spent > 0
  const pay = (chosen: readonly CoinView[]): void => {
    send.chooseCoins(chosen.map(({ id }) => id))
    navigate('/send')
  }
  const columnTexts = () => [
    { id: 'origin', text: t('coins.origin') },
    { id: 'address', text: t('coins.addressHead') },
    { id: 'date', text: t('details.date') },
    { id: 'age', text: t('coins.ageHead') },
  ]
  const actions = (): JSX.Element => (
    <Show when={hasCoins() && coins.isTable()}>
      <ColumnChooser columns={columnTexts()} choice={columns} />
    </Show>
  )
  return (
    <Screen title={t('coins.title')} actions={actions()}>
      <AccountSelect label={t('send.account')} />
      <Problem text={coins.list.problem()} />
      <Show when={reading()}>{(found) => <ReadingNote reading={found()} />}</Show>
      <Show when={hasCoins()} fallback={<Empty isLoaded={coins.list.loaded()} />}>
        <p class="muted">{t('coins.about')}</p>
        <div classList={{ beside: hasPanel() && shown() !== undefined }}>
          <ListBlock>
            <CoinTools coins={coins} />
            <Show when={coins.list.lineCount() > 0} fallback={<NoneFound coins={coins} />}>
              <CoinItems
                coins={coins}
                columns={columns.chosen()}
                shown={shown()}
                onDetails={({ id }) => setShown(id)}
                onEscape={leave}
                onPay={pay}
              />
            </Show>
            <CoinBar coins={coins} onPay={pay} />
          </ListBlock>
          <Show when={hasPanel() && shown()}>
            {(id) => (
              <SidePanel label={t('coins.one')} onClose={close}>
                <CoinDetails id={id()} coins={coins} />
              </SidePanel>
            )}
          </Show>
        </div>
      </Show>
      {/* Where there is no space beside the list. */}
      <Show when={!hasPanel() && shown()}>
        {(id) => (
          <Dialog title={t('coins.one')} onClose={close}>
            <CoinDetails id={id()} coins={coins} />
          </Dialog>
        )}
      </Show>
    </Screen>
  )
}

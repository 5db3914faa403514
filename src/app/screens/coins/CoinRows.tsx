// The coins as a list of rows, where there is no space for a table: a press selects a coin, a long one opens its menu.
import { createEffect, type JSX, on, onMount, Show } from 'solid-js'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import type { Anchor } from '../../components/controls/floating.ts'
import { MenuButton, type MenuGroup } from '../../components/controls/Menu.tsx'
import { listenForMenu } from '../../components/controls/menuGestures.ts'
import { VirtualRows } from '../../components/layout/VirtualRows.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { formatShortTime } from '../../format/time.ts'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { inOneLine, t } from '../../text/text.ts'
import { CoinMark } from './CoinMark.tsx'
import type { CoinsState } from './coinsState.ts'
import { coinAddress, coinOrigin, coinTitle, isNamedCoin } from './coinText.ts'
import { CoinLabelForm } from './columns.tsx'
import './coins.css'

const ROW_HEIGHT = 56

type RowsProps = {
  readonly coins: CoinsState
  readonly menuOf: (coin: CoinView) => readonly MenuGroup[]
  readonly onMenu: (coin: CoinView, anchor: Anchor) => void
}

const Row = (props: RowsProps & { readonly coin: CoinView; readonly position: number }): JSX.Element => {
  const { selection, contacts } = props.coins
  const amountText = createAmountText()
  let row!: HTMLDivElement
  onMount(() => listenForMenu(row, (anchor) => props.onMenu(props.coin, anchor)))
  const isChosen = (): boolean => selection.has(props.coin.id)
  const isEdited = (): boolean => props.coins.edited()?.id === props.coin.id
  // The field took the focus, and gives it back.
  createEffect(
    on(isEdited, (now, before) => {
      if (before === true && !now) row.querySelector('input')?.focus()
    }),
  )
  /** Beside a label stands where the coin comes from. */
  const about = (): string =>
    inOneLine([
      props.coin.name === '' ? '' : coinOrigin(props.coin, contacts.items),
      formatShortTime(props.coin.timestamp),
      coinAddress(props.coin),
    ])
  const isOwnText = (): boolean => props.coin.name !== '' || isNamedCoin(props.coin, contacts.items)
  return (
    <div class="coin-row" ref={row} data-state={props.coin.state} data-chosen={isChosen() ? '' : undefined}>
      <Show when={!isEdited()} fallback={<CoinLabelForm coin={props.coin} edits={props.coins} />}>
        <label class="coin-pick">
          <input
            type="checkbox"
            class="checkbox"
            aria-label={t('coins.pick', { amount: amountText(props.coin.amount) })}
            checked={isChosen()}
            disabled={!selection.canSelect(props.coin)}
            onChange={() => selection.toggle(props.position, props.coin)}
          />
          <span class="coin-lines">
            <span class="coin-title" dir="auto" translate={isOwnText() ? 'no' : undefined}>
              {coinTitle(props.coin, contacts.items)}
            </span>
            <span class="coin-about" dir="auto">
              {about()}
            </span>
          </span>
          <span class="coin-side">
            <Amount amount={props.coin.amount} />
            <Show when={props.coin.state !== 'available'}>
              <CoinMark coin={props.coin} isChosen={isChosen()} />
            </Show>
          </span>
        </label>
        <MenuButton
          icon="more"
          label={t('table.actionsOf', { name: amountText(props.coin.amount) })}
          groups={props.menuOf(props.coin)}
        />
      </Show>
    </div>
  )
}

export const CoinRows = (props: RowsProps): JSX.Element => (
  <VirtualRows
    label={t('coins.list')}
    look="transfers"
    count={props.coins.list.lineCount()}
    rowHeight={ROW_HEIGHT}
    isReady={(position) => props.coins.list.line(position) !== undefined}
    onSee={props.coins.list.see}
  >
    {(position) => (
      <Show when={props.coins.list.line(position)}>
        {(coin) => <Row {...props} coin={coin()} position={position} />}
      </Show>
    )}
  </VirtualRows>
)

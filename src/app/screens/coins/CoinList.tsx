// The coins of an account.
import { type JSX, Show } from 'solid-js'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { VirtualRows } from '../../components/layout/VirtualRows.tsx'
import type { CoinList as Coins } from '../../state/history/coinList.ts'
import { t } from '../../text/text.ts'
import { CoinRow } from './CoinRow.tsx'

const ROW_HEIGHT = 64

export const CoinList = (props: {
  readonly coins: Coins
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (coin: CoinView, chosen: boolean) => void
  readonly onFreeze: (coin: CoinView, frozen: boolean) => void
}): JSX.Element => (
  <VirtualRows
    label={t('coins.list')}
    look="transfers"
    count={props.coins.lineCount()}
    rowHeight={ROW_HEIGHT}
    isReady={(position) => props.coins.line(position) !== undefined}
    onSee={props.coins.see}
  >
    {(position) => (
      <Show when={props.coins.line(position)}>
        {(coin) => (
          <CoinRow
            coin={coin()}
            chosen={props.chosen.has(coin().id)}
            onChoose={(chosen) => props.onChoose(coin(), chosen)}
            onFreeze={(frozen) => props.onFreeze(coin(), frozen)}
          />
        )}
      </Show>
    )}
  </VirtualRows>
)

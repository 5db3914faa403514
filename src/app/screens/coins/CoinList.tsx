// The coins of an account. The list is virtual: only visible rows are rendered.
import { createWindowVirtualizer } from '@tanstack/solid-virtual'
import { createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { CoinView } from '../../../wallet/engine/engineViews.ts'
import { t } from '../../text/text.ts'
import { CoinRow } from './CoinRow.tsx'

const ROW_HEIGHT = 64
const OVERSCAN = 8

export const CoinList = (props: {
  readonly coins: readonly CoinView[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (coin: CoinView, chosen: boolean) => void
  readonly onFreeze: (coin: CoinView, frozen: boolean) => void
}): JSX.Element => {
  const [list, setList] = createSignal<HTMLUListElement>()
  const [top, setTop] = createSignal(0)
  onMount(() => setTop(list()?.offsetTop ?? 0))
  const rows = createWindowVirtualizer({
    get count() {
      return props.coins.length
    },
    get scrollMargin() {
      return top()
    },
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  return (
    <ul
      ref={setList}
      class="transfers virtual"
      aria-label={t('coins.list')}
      style={{ height: `${rows.getTotalSize()}px` }}
    >
      <For each={rows.getVirtualItems()}>
        {(row) => (
          <Show when={props.coins[row.index]}>
            {(coin) => (
              <li
                data-index={row.index}
                ref={(element) => queueMicrotask(() => rows.measureElement(element))}
                aria-setsize={props.coins.length}
                aria-posinset={row.index + 1}
                style={{ transform: `translateY(${row.start - top()}px)` }}
              >
                <CoinRow
                  coin={coin()}
                  chosen={props.chosen.has(coin().id)}
                  onChoose={(chosen) => props.onChoose(coin(), chosen)}
                  onFreeze={(frozen) => props.onFreeze(coin(), frozen)}
                />
              </li>
            )}
          </Show>
        )}
      </For>
    </ul>
  )
}

// The line of controls above the coins: search, states, and how many there are.
import { createMemo, type JSX } from 'solid-js'
import type { CoinShow } from '../../../wallet/funds/fundsViews.ts'
import { type Option, RadioField } from '../../components/form/Field.tsx'
import { SearchField } from '../../components/form/SearchField.tsx'
import { ListTools } from '../../components/table/ListTools.tsx'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { formatCount } from '../../text/counts.ts'
import { t, tCount } from '../../text/text.ts'
import type { CoinsState } from './coinsState.ts'

const SHOWS: readonly CoinShow[] = ['all', 'available', 'waiting', 'frozen', 'spent']

export const CoinTools = (props: { readonly coins: CoinsState }): JSX.Element => {
  const { coins } = props
  const amountText = createAmountText()
  // Other counts change the texts, not the options, of which one has the focus.
  const options = createMemo(() =>
    SHOWS.map(
      (value): Option<CoinShow> => ({
        value,
        get text() {
          const name = t(`coins.shows.${value}`)
          return t('coins.showCount', { name, number: formatCount(coins.list.totals().counts[value]) })
        },
      }),
    ),
  )
  return (
    <ListTools>
      <SearchField
        label={t('coins.search')}
        placeholder={t('coins.find')}
        value={coins.search()}
        onInput={coins.setSearch}
      />
      <RadioField hideLabel label={t('coins.show')} value={coins.show()} options={options()} onChange={coins.setShow} />
      <p class="muted numerals list-count" role="status">
        {tCount('coins.sum', coins.list.lineCount(), { amount: amountText(coins.list.totals().sum) })}
      </p>
    </ListTools>
  )
}

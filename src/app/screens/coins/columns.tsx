// The columns of the coins as a table.
import { type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { CoinOrder, CoinView } from '../../../wallet/funds/fundsViews.ts'
import { Icon } from '../../components/controls/Icon.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { type AmountDigits, amountWidth, type Column, dateWidth } from '../../components/table/column.ts'
import { DayAndTime } from '../../components/table/DayAndTime.tsx'
import { RowTextForm } from '../../components/table/RowTextForm.tsx'
import { formatAbout } from '../../format/waiting.ts'
import { detailsPath } from '../../host/navigation/detailsPath.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { CoinMark } from './CoinMark.tsx'
import type { CoinsState } from './coinsState.ts'
import { coinAddress, coinOrigin, isNamedCoin } from './coinText.ts'

export type CoinColumn = Column<CoinView, CoinOrder['by']>

/** Columns that the user can hide, all of which are shown at first. */
export const COIN_COLUMN_IDS: readonly string[] = ['origin', 'address', 'date', 'age']

/** The label of a coin, and where it comes from, with a link to its payment. */
const Origin = (props: { readonly coin: CoinView; readonly contacts: readonly ContactView[] }): JSX.Element => {
  const text = (): JSX.Element => (
    <span class="coin-title" dir="auto" translate={isNamedCoin(props.coin, props.contacts) ? 'no' : undefined}>
      {coinOrigin(props.coin, props.contacts)}
    </span>
  )
  return (
    <span class="coin-origin" data-kind={props.coin.kind} data-named={props.coin.name === '' ? undefined : ''}>
      <Show when={showHidden(props.coin.name)}>
        {(name) => (
          <span class="coin-name" dir="auto" translate="no">
            {name()}
          </span>
        )}
      </Show>
      <Show when={props.coin.kind === 'change'}>
        <Icon name="returned" />
      </Show>
      <Show when={props.coin.payment} fallback={text()}>
        {(payment) => (
          <a class="coin-link" href={`#${detailsPath(payment())}`} tabindex={-1}>
            {text()}
          </a>
        )}
      </Show>
    </span>
  )
}

/** How many blocks a coin has, or the time that it still waits. */
const Age = (props: { readonly coin: CoinView }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const text = (): string => {
    const { blocks, height } = props.coin
    if (blocks > 0) return t('coins.timeLeft', { time: formatAbout(blocks * wallet().blockTarget) })
    return tCount('coins.age', Math.max(0, wallet().sync.height - height))
  }
  return <span class="muted numerals">{text()}</span>
}

/** How the label of a coin is edited in its row. */
export type LabelEdits = Pick<CoinsState, 'edited' | 'edit' | 'saveLabel'>

/** The field for the label of a coin. */
export const CoinLabelForm = (props: { readonly coin: CoinView; readonly edits: LabelEdits }): JSX.Element => (
  <RowTextForm
    label={t('receive.label')}
    text={props.edits.edited()?.draft ?? props.coin.name}
    onSave={(label) => void props.edits.saveLabel(props.coin, label)}
    onClose={() => props.edits.edit(undefined)}
  />
)

/** What the columns depend on. */
type ColumnOptions = {
  readonly contacts: () => readonly ContactView[]
  readonly digits: () => AmountDigits
  readonly ticker: () => string
  readonly isChosen: (id: string) => boolean
  readonly edits: LabelEdits
}

export const coinColumns = ({ contacts, digits, ticker, isChosen, edits }: ColumnOptions): readonly CoinColumn[] => [
  {
    id: 'amount',
    heading: () => t('payment.amountIn', { ticker: ticker() }),
    get width() {
      return amountWidth(digits().whole, digits().places, 128)
    },
    get places() {
      return digits().places
    },
    sort: { by: 'amount', ascends: false },
    cell: (coin) => <Amount amount={coin().amount} />,
  },
  {
    id: 'origin',
    heading: () => t('coins.origin'),
    width: 'minmax(0, 1.6fr)',
    sort: { by: 'name', ascends: true },
    cell: (coin) => (
      <Show when={edits.edited()?.id === coin().id} fallback={<Origin coin={coin()} contacts={contacts()} />}>
        <CoinLabelForm coin={coin()} edits={edits} />
      </Show>
    ),
  },
  {
    id: 'address',
    heading: () => t('coins.addressHead'),
    width: 'minmax(0, 1fr)',
    from: 640,
    sort: { by: 'address', ascends: true },
    cell: (coin) => (
      <span class="muted" dir="auto" translate={coin().label === '' ? undefined : 'no'}>
        {coinAddress(coin())}
      </span>
    ),
  },
  {
    id: 'date',
    heading: () => t('details.date'),
    get width() {
      return dateWidth()
    },
    from: 760,
    sort: { by: 'date', ascends: false },
    cell: (coin) => <DayAndTime timestamp={coin().timestamp} />,
  },
  {
    id: 'age',
    heading: () => t('coins.ageHead'),
    width: '9.5rem',
    from: 900,
    cell: (coin) => <Age coin={coin()} />,
  },
  {
    id: 'state',
    heading: () => t('coins.stateHead'),
    width: '8.5rem',
    sort: { by: 'state', ascends: true },
    cell: (coin) => <CoinMark coin={coin()} isChosen={isChosen(coin().id)} />,
  },
]

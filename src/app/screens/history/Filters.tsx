// The filters of the history: direction and search in a line, the others in a panel. What is active can be removed one by one.
import { createMemo, type JSX, Show } from 'solid-js'
import type { TransferKind } from '../../../wallet/history/historyViews.ts'
import { PopoverButton } from '../../components/controls/Popover.tsx'
import { accountName } from '../../components/form/AccountSelect.tsx'
import { type Option, RadioField, SelectField, TextField } from '../../components/form/Field.tsx'
import { SearchField } from '../../components/form/SearchField.tsx'
import { type Chip, Chips } from '../../components/table/Chips.tsx'
import { shortAddress } from '../../format/address.ts'
import { dateToTimestamp, formatDate } from '../../format/time.ts'
import { type HistoryFilterText, isUnreadableAmount } from '../../state/history/historyFilterForm.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { type TextKey, t } from '../../text/text.ts'

type FilterProps = {
  readonly filter: HistoryFilterText
  readonly onChange: (change: Partial<HistoryFilterText>) => void
}

/** The value of an option that excludes nothing. */
const ANY = -1

const numberOf = (value: number): number | undefined => (value === ANY ? undefined : value)

const AccountField = (props: FilterProps): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <SelectField
      areNames
      label={t('history.filterAccount')}
      value={props.filter.account ?? ANY}
      options={[
        { value: ANY, text: t('history.filterAccountAll') },
        ...wallet().accounts.map((account) => ({ value: account.index, text: accountName(account) })),
      ]}
      // The addresses of another account are others.
      onChange={(account) => props.onChange({ account: numberOf(account), address: undefined })}
    />
  )
}

/** The addresses of the account that have received coins. */
const AddressField = (props: FilterProps): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const account = (): number | undefined =>
    wallet().accounts.length === 1 ? wallet().accounts[0]?.index : props.filter.account
  const addresses = createFetched(
    () => ({ account: account(), revision: wallet().revision }),
    async ({ account: of }) => (of === undefined ? [] : await engine.addresses(of)),
  )
  const options = createMemo((): readonly Option<number>[] => {
    const used = addresses.value()?.filter((address) => address.used) ?? []
    return used.map(({ index, label, address }) => ({
      value: index,
      text: label || (index === 0 ? t('receive.main') : shortAddress(address)),
    }))
  })
  return (
    <Show when={options().length > 1}>
      <SelectField
        areNames
        label={t('history.filterAddress')}
        value={props.filter.address ?? ANY}
        options={[{ value: ANY, text: t('history.filterAddressAll') }, ...options()]}
        onChange={(address) => props.onChange({ account: account(), address: numberOf(address) })}
      />
    </Show>
  )
}

const KIND_TEXTS = {
  transfer: 'history.kinds.transfer',
  self: 'history.kinds.self',
  miner: 'history.kinds.miner',
  'service node': 'history.kinds.serviceNode',
  stake: 'history.kinds.stake',
  registration: 'history.kinds.registration',
  name: 'history.kinds.name',
  burn: 'history.kinds.burn',
} as const satisfies Record<TransferKind, TextKey>

const kindText = (kind: TransferKind): string => t(KIND_TEXTS[kind])

const COMMON_KINDS: readonly TransferKind[] = ['transfer', 'self', 'miner']
const SERVICE_NODE_KINDS: readonly TransferKind[] = ['service node', 'stake', 'registration', 'name', 'burn']

const addressNumber = (index: number): string => (index === 0 ? t('receive.main') : t('coins.address', { index }))

const KindField = (props: FilterProps): JSX.Element => {
  const { wallet } = useOpenWallet()
  const options = (): readonly Option<TransferKind | ''>[] => [
    { value: '', text: t('history.filterKindAll') },
    ...[...COMMON_KINDS, ...(wallet().hasServiceNodes ? SERVICE_NODE_KINDS : [])].map((value) => ({
      value,
      text: kindText(value),
    })),
  ]
  return (
    <SelectField
      label={t('history.filterKind')}
      value={props.filter.kind ?? ''}
      options={options()}
      onChange={(kind) => props.onChange({ kind: kind === '' ? undefined : kind })}
    />
  )
}

const AmountLimit = (props: {
  readonly label: string
  readonly value: string
  readonly onInput: (text: string) => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <TextField
      label={props.label}
      inputMode="decimal"
      unit={wallet().ticker}
      value={props.value}
      problem={isUnreadableAmount(props.value, wallet().decimals) ? t('history.amountBad') : ''}
      onInput={props.onInput}
    />
  )
}

/** Received, sent, waiting, or all. */
const ShowField = (props: FilterProps): JSX.Element => (
  <RadioField
    hideLabel
    label={t('history.filter')}
    value={props.filter.show}
    options={[
      { value: 'all', text: t('history.all') },
      { value: 'incoming', text: t('history.incoming') },
      { value: 'outgoing', text: t('history.outgoing') },
      { value: 'unconfirmed', text: t('history.unconfirmed') },
    ]}
    onChange={(show) => props.onChange({ show })}
  />
)

const MoreFilters = (props: FilterProps): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <div class="more-filters">
      <div class="narrow-only">
        <ShowField {...props} />
      </div>
      <Show when={wallet().accounts.length > 1}>
        <AccountField {...props} />
      </Show>
      <AddressField {...props} />
      <KindField {...props} />
      <div class="filter-pair">
        <TextField
          label={t('history.from')}
          type="date"
          value={props.filter.from}
          onInput={(from) => props.onChange({ from })}
        />
        <TextField
          label={t('history.until')}
          type="date"
          value={props.filter.until}
          onInput={(until) => props.onChange({ until })}
        />
      </div>
      <div class="filter-pair">
        <AmountLimit
          label={t('history.minAmount')}
          value={props.filter.minAmount}
          onInput={(minAmount) => props.onChange({ minAmount })}
        />
        <AmountLimit
          label={t('history.maxAmount')}
          value={props.filter.maxAmount}
          onInput={(maxAmount) => props.onChange({ maxAmount })}
        />
      </div>
    </div>
  )
}

/** The line of controls above the payments: search, direction, and a panel with all other filters. */
export const Filters = (
  props: FilterProps & {
    readonly extraCount: number
    readonly onSearchField: (input: HTMLInputElement) => void
  },
): JSX.Element => (
  <>
    <SearchField
      ref={props.onSearchField}
      label={t('history.searchLabel')}
      placeholder={t('history.search')}
      value={props.filter.search}
      onInput={(search) => props.onChange({ search })}
    />
    <div class="wide-only">
      <ShowField {...props} />
    </div>
    <PopoverButton icon="filter" text={t('table.filter')} count={props.extraCount} isCompact>
      <MoreFilters filter={props.filter} onChange={props.onChange} />
    </PopoverButton>
  </>
)

/** Each filter that is active in the panel, to be removed. */
export const FilterChips = (props: FilterProps & { readonly onClear: () => void }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const dateOf = (date: string): string => formatDate(dateToTimestamp(date) ?? 0)
  const chips = createMemo((): readonly Chip[] => {
    const { kind, account, address, from, until, minAmount, maxAmount } = props.filter
    const chip = (name: string, value: string, removed: Partial<HistoryFilterText>): Chip => ({
      text: t('table.filterOf', { name, value }),
      onRemove: () => props.onChange(removed),
    })
    const isRead = (amount: string): boolean => amount !== '' && !isUnreadableAmount(amount, wallet().decimals)
    const paying = wallet().accounts.find(({ index }) => index === account)
    return [
      ...(kind === undefined ? [] : [chip(t('history.filterKind'), kindText(kind), { kind: undefined })]),
      ...(paying === undefined || wallet().accounts.length === 1
        ? []
        : [chip(t('history.filterAccount'), accountName(paying), { account: undefined, address: undefined })]),
      ...(address === undefined
        ? []
        : [chip(t('history.filterAddress'), addressNumber(address), { address: undefined })]),
      ...(from === '' ? [] : [chip(t('history.from'), dateOf(from), { from: '' })]),
      ...(until === '' ? [] : [chip(t('history.until'), dateOf(until), { until: '' })]),
      ...(isRead(minAmount) ? [chip(t('history.minAmount'), minAmount, { minAmount: '' })] : []),
      ...(isRead(maxAmount) ? [chip(t('history.maxAmount'), maxAmount, { maxAmount: '' })] : []),
    ]
  })
  return <Chips chips={chips()} onClear={props.onClear} />
}

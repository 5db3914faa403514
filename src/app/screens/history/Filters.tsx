// The filters of the history: direction and search always, the others when they are opened.
import { createMemo, type JSX, Show } from 'solid-js'
import { accountName } from '../../components/form/AccountSelect.tsx'
import { type Option, RadioField, SelectField, TextField } from '../../components/form/Field.tsx'
import { shortAddress } from '../../format/address.ts'
import { type HistoryFilterText, isUnreadableAmount } from '../../state/history/historyFilterForm.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'

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

const KindField = (props: FilterProps): JSX.Element => {
  const { wallet } = useOpenWallet()
  const options = (): readonly Option<NonNullable<HistoryFilterText['kind']> | ''>[] => [
    { value: '', text: t('history.filterKindAll') },
    { value: 'transfer', text: t('history.kinds.transfer') },
    { value: 'self', text: t('history.kinds.self') },
    { value: 'miner', text: t('history.kinds.miner') },
    ...(wallet().hasServiceNodes
      ? ([
          { value: 'service node', text: t('history.kinds.serviceNode') },
          { value: 'stake', text: t('history.kinds.stake') },
          { value: 'registration', text: t('history.kinds.registration') },
          { value: 'name', text: t('history.kinds.name') },
          { value: 'burn', text: t('history.kinds.burn') },
        ] as const)
      : []),
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

const MoreFilters = (props: FilterProps): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <div class="more-filters">
      <Show when={wallet().accounts.length > 1}>
        <AccountField {...props} />
      </Show>
      <AddressField {...props} />
      <KindField {...props} />
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
  )
}

export const Filters = (
  props: FilterProps & {
    readonly extraCount: number
    readonly showsMore: boolean
    readonly onShowMore: (open: boolean) => void
  },
): JSX.Element => (
  <div class="stack">
    <div class="filters">
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
      <TextField
        label={t('history.searchLabel')}
        placeholder={t('history.search')}
        type="search"
        inputMode="search"
        value={props.filter.search}
        onInput={(search) => props.onChange({ search })}
      />
    </div>
    <details class="more" open={props.showsMore} onToggle={(event) => props.onShowMore(event.currentTarget.open)}>
      <summary>
        {props.extraCount === 0 ? t('history.filters') : tCount('history.filtersActive', props.extraCount)}
      </summary>
      <MoreFilters filter={props.filter} onChange={props.onChange} />
    </details>
  </div>
)

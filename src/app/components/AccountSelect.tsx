// Selects the account of a screen, if the wallet has more than one.
import { type JSX, Show } from 'solid-js'
import type { AccountView } from '../../wallet/engine/engineViews.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { t } from '../text/text.ts'
import { SelectField } from './Field.tsx'

/** Returns the label of an account, or its number if it has none. */
export const accountName = (account: Pick<AccountView, 'index' | 'label'>): string =>
  account.label || (account.index === 0 ? t('home.primary') : t('home.account', { index: account.index }))

export const AccountSelect = (props: { readonly label: string }): JSX.Element => {
  const { wallet, account, selectAccount } = useOpenWallet()
  return (
    <Show when={wallet().accounts.length > 1}>
      <SelectField
        label={props.label}
        value={account()}
        options={wallet().accounts.map((each) => ({ value: each.index, text: accountName(each) }))}
        onChange={selectAccount}
      />
    </Show>
  )
}

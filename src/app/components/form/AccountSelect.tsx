// Selects the account of a screen, if the wallet has more than one.

import { type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { AccountView } from '../../../wallet/accounts/accountViews.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { SelectField } from './Field.tsx'

/** The label that wallet2 gives the first account. The page has a name of its own for it, in the language of the user. */
const DEFAULT_LABEL = 'Primary account'

/** Returns the label of an account as it is stored, or its number if it has none. */
export const accountLabel = ({ index, label }: Pick<AccountView, 'index' | 'label'>): string => {
  if (index === 0 && (label === '' || label === DEFAULT_LABEL)) return t('home.primary')
  return label || t('home.account', { index })
}

/** Returns the label of an account as it is shown. */
export const accountName = ({ index, label }: Pick<AccountView, 'index' | 'label'>): string =>
  accountLabel({ index, label: showHidden(label) })

export const AccountSelect = (props: { readonly label: string }): JSX.Element => {
  const { wallet, account, selectAccount } = useOpenWallet()
  return (
    <Show when={wallet().accounts.length > 1}>
      <SelectField
        areNames
        label={props.label}
        value={account()}
        options={wallet().accounts.map((each) => ({ value: each.index, text: accountName(each) }))}
        onChange={selectAccount}
      />
    </Show>
  )
}

// The accounts of the wallet: all of them, or those with a tag and their sum.

import { createSignal, For, type JSX, Show } from 'solid-js'
import type { AccountView } from '../../../wallet/accounts/accountViews.ts'
import { Button, IconButton } from '../../components/controls/Button.tsx'
import { accountName } from '../../components/form/AccountSelect.tsx'
import { SelectField } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { OwnedAmount } from '../../components/money/OwnedAmount.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { ownedAmount } from '../../state/wallet/holdings.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { AccountDialog } from './AccountDialog.tsx'
import './accountsCard.css'

const AccountRow = (props: { readonly account: AccountView; readonly onEdit: () => void }): JSX.Element => {
  const { account, selectAccount } = useOpenWallet()
  return (
    <li class="account-row">
      <button
        type="button"
        class="row-button account"
        aria-pressed={account() === props.account.index}
        onClick={() => selectAccount(props.account.index)}
      >
        <span class="account-name">
          <OwnText text={accountName(props.account)} />
          <Show when={props.account.tag}>
            {' '}
            <Tag>
              <OwnText text={props.account.tag} />
            </Tag>
          </Show>
        </span>
        <OwnedAmount balance={props.account.balance} />
      </button>
      <IconButton
        icon="edit"
        label={t('accounts.edit', { name: accountName(props.account) })}
        onClick={() => props.onEdit()}
      />
    </li>
  )
}

/** Selects a tag, and shows what it means and what its accounts have. */
const TagFilter = (props: {
  /** empty for all accounts */
  readonly tag: string
  readonly shown: readonly AccountView[]
  readonly onChoose: (tag: string) => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const description = (): string => wallet().tags.find(({ tag }) => tag === props.tag)?.description ?? ''
  const sum = (): bigint => props.shown.reduce((total, { balance }) => total + ownedAmount(balance), 0n)
  return (
    <>
      <SelectField
        areNames
        label={t('accounts.filter')}
        hint={description()}
        value={props.tag}
        options={[
          { value: '', text: t('accounts.filterAll') },
          ...wallet().tags.map(({ tag }) => ({ value: tag, text: t('accounts.filterTag', { tag }) })),
        ]}
        onChange={props.onChoose}
      />
      <Show when={props.tag}>
        <p class="account-sum" role="status">
          <span class="muted">{t('accounts.filterSum')}</span> <Amount amount={sum()} />
        </p>
      </Show>
    </>
  )
}

type Opened = { readonly account: AccountView | undefined }

export const AccountsCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [opened, setOpened] = createSignal<Opened>()
  const [chosen, setChosen] = createSignal('')
  /** The chosen tag, while accounts have it. */
  const tag = (): string => (wallet().tags.some((each) => each.tag === chosen()) ? chosen() : '')
  const shown = (): readonly AccountView[] =>
    tag() === '' ? wallet().accounts : wallet().accounts.filter((each) => each.tag === tag())
  return (
    <Card
      title={t('home.accounts')}
      aside={
        <Button variant="quiet" icon="plus" onClick={() => setOpened({ account: undefined })}>
          {t('home.newAccount')}
        </Button>
      }
    >
      <Show when={wallet().tags.length > 0}>
        <TagFilter tag={tag()} shown={shown()} onChoose={setChosen} />
      </Show>
      <ul class="accounts">
        <For each={shown()}>
          {(each) => <AccountRow account={each} onEdit={() => setOpened({ account: { ...each } })} />}
        </For>
      </ul>
      <Show when={opened()}>
        {(open) => <AccountDialog account={open().account} onClose={() => setOpened(undefined)} />}
      </Show>
    </Card>
  )
}

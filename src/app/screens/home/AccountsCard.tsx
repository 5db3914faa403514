// The accounts of the wallet, and a dialog that adds one.
import { createSignal, For, type JSX, Show } from 'solid-js'
import { accountName } from '../../components/AccountSelect.tsx'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { Problem } from '../../components/Notice.tsx'
import { createAction } from '../../state/action.ts'
import { useOpenWallet } from '../../state/openWallet.tsx'
import { useSession } from '../../state/session.tsx'
import { t } from '../../text/text.ts'
import './accountsCard.css'

const NewAccountDialog = (props: { readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { selectAccount } = useOpenWallet()
  const [label, setLabel] = createSignal('')
  const create = createAction(async () => {
    const account = await engine.createAccount(label().trim())
    selectAccount(account.index)
    props.onClose()
  })
  return (
    <Dialog title={t('home.newAccount')} onClose={props.onClose}>
      <Form onSubmit={() => void create.run()}>
        <TextField
          autofocus
          label={t('home.newAccountLabel')}
          hint={t('home.newAccountHint')}
          value={label()}
          onInput={setLabel}
        />
        <Problem text={create.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={create.running()}>
            {t('home.newAccount')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

export const AccountsCard = (): JSX.Element => {
  const { wallet, account, selectAccount } = useOpenWallet()
  const [adding, setAdding] = createSignal(false)
  return (
    <Card
      title={t('home.accounts')}
      aside={
        <Button variant="quiet" icon="plus" onClick={() => setAdding(true)}>
          {t('home.newAccount')}
        </Button>
      }
    >
      <ul class="accounts">
        <For each={wallet().accounts}>
          {(each) => (
            <li>
              <button
                type="button"
                class="row-button account"
                aria-pressed={account() === each.index}
                onClick={() => selectAccount(each.index)}
              >
                <span class="account-name">{accountName(each)}</span>
                <Amount amount={each.balance.total} />
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={adding()}>
        <NewAccountDialog onClose={() => setAdding(false)} />
      </Show>
    </Card>
  )
}

// Adds an account, or changes the name and the tag of one, and what the tag means.
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { AccountView } from '../../../wallet/accounts/accountViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { accountLabel, accountName } from '../../components/form/AccountSelect.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

/** The field of the tag, with the tags that other accounts have. */
const TagField = (props: { readonly tag: string; readonly onInput: (tag: string) => void }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const others = (): readonly string[] => wallet().tags.flatMap(({ tag }) => (tag === props.tag.trim() ? [] : [tag]))
  return (
    <>
      <TextField label={t('accounts.tag')} hint={t('accounts.tagHint')} value={props.tag} onInput={props.onInput} />
      <Show when={others().length > 0}>
        <div class="buttons">
          <For each={others()}>
            {(tag) => (
              <Button icon="tag" onClick={() => props.onInput(tag)}>
                {tag}
              </Button>
            )}
          </For>
        </div>
      </Show>
    </>
  )
}

export const AccountDialog = (props: {
  /** the account that changes; undefined adds one */
  readonly account: AccountView | undefined
  readonly onClose: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const { selectAccount, wallet } = useOpenWallet()
  const [label, setLabel] = createSignal(props.account === undefined ? '' : accountLabel(props.account))
  const [tag, setTag] = createSignal(props.account?.tag ?? '')
  /** undefined while the user has typed none */
  const [typedDescription, setTypedDescription] = createSignal<string>()
  const knownDescription = (): string => wallet().tags.find((each) => each.tag === tag().trim())?.description ?? ''
  const description = (): string => typedDescription() ?? knownDescription()
  const chooseTag = (chosen: string): void => {
    setTag(chosen)
    setTypedDescription(undefined)
  }
  const saveDescription = async (): Promise<void> => {
    const text = description().trim()
    if (tag().trim() !== '' && text !== knownDescription()) await engine.describeTag(tag().trim(), text)
  }
  const rename = async ({ index }: AccountView): Promise<void> => {
    if (props.account !== undefined && label().trim() !== accountLabel(props.account))
      await engine.setLabel(index, 0, label().trim())
  }
  const save = createAction(async () => {
    const account = props.account ?? (await engine.createAccount(label().trim()))
    await rename(account)
    if (tag().trim() !== account.tag) await engine.setAccountTag(account.index, tag().trim())
    await saveDescription()
    if (props.account === undefined) selectAccount(account.index)
    props.onClose()
  })
  const title = (): string =>
    props.account === undefined ? t('home.newAccount') : t('accounts.edit', { name: accountName(props.account) })
  return (
    <Dialog title={title()} onClose={props.onClose}>
      <Form onSubmit={() => void save.run()}>
        <TextField
          autofocus
          label={t('home.newAccountLabel')}
          hint={props.account === undefined ? t('home.newAccountHint') : ''}
          value={label()}
          onInput={setLabel}
        />
        <TagField tag={tag()} onInput={chooseTag} />
        <Show when={tag().trim() !== ''}>
          <TextField
            label={t('accounts.description')}
            hint={t('accounts.descriptionHint')}
            value={description()}
            onInput={setTypedDescription}
          />
        </Show>
        <Problem text={save.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.running()}>
            {t(props.account === undefined ? 'home.newAccount' : 'action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

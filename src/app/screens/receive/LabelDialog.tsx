// Creates a subaddress, or changes the label of one.
import { createSignal, type JSX } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import type { LiveList } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { addressName } from './addressName.ts'

export const LabelDialog = (props: {
  /** the address whose label changes; undefined creates a subaddress */
  readonly address: AddressView | undefined
  readonly addresses: LiveList<AddressView>
  readonly onDone: (created: AddressView | undefined) => void
}): JSX.Element => {
  const { engine } = useSession()
  const { account } = useOpenWallet()
  const [label, setLabel] = createSignal(props.address?.label ?? '')
  /** The list shows the label at once; the dialog stays until it is saved. */
  const saveLabel = ({ account, index }: AddressView, text: string): Promise<void> =>
    props.addresses.change(
      (addresses) => addresses.map((each) => (each.index === index ? { ...each, label: text } : each)),
      () => engine.setLabel(account, index, text),
    )
  const save = createAction(async () => {
    if (props.address === undefined) {
      props.onDone(await engine.createSubaddress(account(), label().trim()))
      return
    }
    await saveLabel(props.address, label().trim())
    props.onDone(undefined)
  })
  return (
    <Dialog
      title={props.address === undefined ? t('receive.create') : addressName(props.address)}
      onClose={() => props.onDone(undefined)}
    >
      <Form onSubmit={() => void save.run()}>
        <TextField
          autofocus
          label={t('receive.label')}
          placeholder={t('receive.labelPlaceholder')}
          hint={props.address === undefined ? t('receive.createHint') : ''}
          value={label()}
          onInput={setLabel}
        />
        <Problem text={save.problem()} />
        <div class="buttons">
          <Button onClick={() => props.onDone(undefined)}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.running()}>
            {t(props.address === undefined ? 'receive.create' : 'action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

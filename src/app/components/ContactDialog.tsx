// Adds a contact, or changes one.
import { createSignal, type JSX } from 'solid-js'
import type { ContactView } from '../../wallet/engine/engineApi.ts'
import { sentence } from '../format/error.ts'
import { createAction } from '../state/action.ts'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { Button } from './Button.tsx'
import { contactName } from './ContactLines.tsx'
import { Dialog } from './Dialog.tsx'
import { TextArea, TextField } from './Field.tsx'
import { Form } from './Form.tsx'
import { Problem } from './Notice.tsx'

export const ContactDialog = (props: {
  /** the contact to change; undefined for a new one */
  readonly contact: ContactView | undefined
  /** initial address of a new contact */
  readonly address?: string
  readonly contacts: readonly ContactView[]
  readonly onClose: () => void
  readonly onSaved: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const [name, setName] = createSignal(props.contact?.name ?? '')
  const [address, setAddress] = createSignal(props.contact?.address ?? props.address ?? '')
  const [nameProblem, setNameProblem] = createSignal('')
  const [addressProblem, setAddressProblem] = createSignal('')

  /** Returns the typed address or that of the payment link; undefined, with a problem shown, if it is not valid. */
  const readAddress = async (): Promise<string | undefined> => {
    if (address().trim() === '') {
      setAddressProblem(t('contacts.addressMissing'))
      return undefined
    }
    const parsed = await engine.parseDestination(address())
    if (!parsed.valid) {
      setAddressProblem(sentence(parsed.reason))
      return undefined
    }
    const others = props.contacts.filter(({ index }) => index !== props.contact?.index)
    const owner = others.find((other) => other.address === parsed.address)
    if (owner === undefined) return parsed.address
    setAddressProblem(t('contacts.addressTaken', { name: contactName(owner) }))
    return undefined
  }

  const save = createAction(async () => {
    setNameProblem(name().trim() === '' ? t('contacts.nameMissing') : '')
    const found = await readAddress()
    if (found === undefined || nameProblem() !== '') return
    const contact = { name: name().trim(), address: found }
    if (props.contact === undefined) await engine.addContact(contact)
    else await engine.changeContact(props.contact, contact)
    props.onSaved()
  })

  return (
    <Dialog title={t(props.contact === undefined ? 'contacts.add' : 'contacts.edit')} onClose={props.onClose}>
      <Form onSubmit={() => void save.run()}>
        <TextField
          autofocus
          label={t('contacts.name')}
          value={name()}
          problem={nameProblem()}
          onInput={(text) => {
            setName(text)
            setNameProblem('')
          }}
        />
        <TextArea
          mono
          rows={3}
          label={t('contacts.address')}
          value={address()}
          problem={addressProblem()}
          onInput={(text) => {
            setAddress(text)
            setAddressProblem('')
          }}
        />
        <Problem text={save.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button look="primary" type="submit" busy={save.running()}>
            {t('contacts.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

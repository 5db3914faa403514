// Adds a contact, or changes one.
import { type Accessor, createSignal, type JSX } from 'solid-js'
import type { Contact, ContactView } from '../../../wallet/accounts/accountViews.ts'
import { invalidText } from '../../format/destination.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContactChange } from '../../state/wallet/contactChange.ts'
import type { LiveList } from '../../state/wallet/lists.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { TextArea, TextField } from '../form/Field.tsx'
import { Form } from '../form/Form.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { contactName } from './ContactLines.tsx'
import { FillAddress } from './FillAddress.tsx'

type ContactForm = {
  readonly name: Accessor<string>
  setName(text: string): void
  readonly nameProblem: Accessor<string>
  readonly address: Accessor<string>
  setAddress(text: string): void
  readonly addressProblem: Accessor<string>
  readonly note: Accessor<string>
  setNote(text: string): void
  /** Takes an address, or a payment link with the name that it contains; a name that was typed stays. */
  fill(text: string): Promise<void>
  /** Resolves the contact; undefined, with problems to show, if a field is not valid. */
  validate(): Promise<Contact | undefined>
}

/** Creates the form of a contact; `others`: the other contacts, whose addresses are taken. */
const createContactForm = (initial: Contact, others: () => readonly ContactView[]): ContactForm => {
  const { engine } = useSession()
  const [name, setName] = createSignal(initial.name)
  const [address, setAddress] = createSignal(initial.address)
  const [note, setNote] = createSignal(initial.note ?? '')
  const [nameProblem, setNameProblem] = createSignal('')
  const [addressProblem, setAddressProblem] = createSignal('')

  /** Resolves the typed address or that of the payment link; undefined, with a problem shown, if it is not valid. */
  const readAddress = async (): Promise<string | undefined> => {
    if (address().trim() === '') {
      setAddressProblem(t('contacts.addressMissing'))
      return undefined
    }
    const parsed = await engine.parseDestination(address())
    if (!parsed.valid) {
      setAddressProblem(invalidText(parsed, networkName))
      return undefined
    }
    const owner = others().find((other) => other.address === parsed.address)
    if (owner === undefined) return parsed.address
    setAddressProblem(t('contacts.addressTaken', { name: contactName(owner) }))
    return undefined
  }

  const form: ContactForm = {
    name,
    setName: (text) => {
      setName(text)
      setNameProblem('')
    },
    nameProblem,
    address,
    setAddress: (text) => {
      setAddress(text)
      setAddressProblem('')
    },
    addressProblem,
    note,
    setNote,
    fill: async (text) => {
      setAddress(text)
      setAddressProblem('')
      const parsed = await engine.parseDestination(text)
      if (!parsed.valid || address() !== text) return
      setAddress(parsed.address)
      if (name().trim() === '') form.setName(parsed.recipientName)
    },
    validate: async () => {
      setNameProblem(name().trim() === '' ? t('contacts.nameMissing') : '')
      const found = await readAddress()
      if (found === undefined || nameProblem() !== '') return undefined
      return { name: name().trim(), address: found, note: note().trim() }
    },
  }
  return form
}

export const ContactDialog = (props: {
  /** the contact to change; undefined for a new one */
  readonly contact: ContactView | undefined
  /** initial address of a new contact */
  readonly address?: string
  readonly contacts: LiveList<ContactView>
  readonly onClose: () => void
  readonly onSaved: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const form = createContactForm(props.contact ?? { name: '', address: props.address ?? '' }, () =>
    props.contacts.items.filter(({ index }) => index !== props.contact?.index),
  )
  const change = createContactChange(props.contacts)
  /** The list shows another name at once; the dialog stays until it is saved, so that nothing typed is lost. */
  const saveContact = (seen: ContactView | undefined, contact: Contact): Promise<void> =>
    seen === undefined
      ? props.contacts.change(
          (contacts) => contacts,
          () => engine.addContact(contact),
        )
      : change(seen, contact)
  const fill = createAction(form.fill)
  const save = createAction(async () => {
    const contact = await form.validate()
    if (contact === undefined) return
    await saveContact(props.contact, contact)
    props.onSaved()
  })

  return (
    <Dialog title={t(props.contact === undefined ? 'contacts.add' : 'contacts.edit')} onClose={props.onClose}>
      <Form onSubmit={() => void save.run()}>
        <TextField
          autofocus
          label={t('contacts.name')}
          value={form.name()}
          problem={form.nameProblem()}
          onInput={form.setName}
        />
        <div class="fillable">
          <TextArea
            mono
            rows={3}
            label={t('contacts.address')}
            value={form.address()}
            problem={form.addressProblem()}
            onInput={form.setAddress}
          />
          <FillAddress
            text={form.address()}
            contacts={[]}
            recent={[]}
            scanHint={t('contacts.scanHint')}
            onFill={(text) => void fill.run(text)}
          />
        </div>
        <TextField
          label={t('send.note')}
          placeholder={t('details.noteHint')}
          value={form.note()}
          onInput={form.setNote}
        />
        <Problem text={fill.problem() || save.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.running()}>
            {t('contacts.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

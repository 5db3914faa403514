// The QR code of a contact: the payment link of its address, with its name.
import { type JSX, Show } from 'solid-js'
import { Address } from '../../components/address/Address.tsx'
import { contactName } from '../../components/address/ContactLines.tsx'
import { QrScreen } from '../../components/data/QrScreen.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import type { ContactLine } from '../../state/recipients/contactList.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { t } from '../../text/text.ts'

export const ContactQr = (props: { readonly contact: ContactLine; readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const link = createFetched(
    () => ({ address: props.contact.address, recipientName: props.contact.name }),
    (request) => engine.paymentUri(request),
  )
  return (
    <>
      <Show when={link.value()}>
        {(text) => (
          <QrScreen
            title={contactName(props.contact)}
            text={text()}
            label={t('contacts.qr')}
            onClose={() => props.onClose()}
          >
            <Address text={props.contact.address} />
            <Show when={props.contact.name}>
              <p class="muted">{t('contacts.qrHint', { name: contactName(props.contact) })}</p>
            </Show>
          </QrScreen>
        )}
      </Show>
      <Show when={link.problem()}>
        {(problem) => (
          <Dialog title={t('contacts.qr')} onClose={() => props.onClose()}>
            <Problem text={problem()} />
          </Dialog>
        )}
      </Show>
    </>
  )
}

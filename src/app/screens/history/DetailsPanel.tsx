// The details of a payment beside the history.
import { useLocation } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { IconButton } from '../../components/controls/Button.tsx'
import { t } from '../../text/text.ts'
import { PaymentDetails } from '../details/PaymentDetails.tsx'
import './detailsPanel.css'

export const DetailsPanel = (props: { readonly id: string; readonly onClose: () => void }): JSX.Element => {
  const location = useLocation<{ readonly proves?: boolean }>()
  return (
    <section
      class="details-panel card"
      aria-label={t('details.title')}
      onKeyDown={(event) => {
        // A dialog closes by itself.
        const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
        if (event.key === 'Escape' && !isInDialog) props.onClose()
      }}
    >
      <IconButton icon="close" label={t('action.close')} onClick={() => props.onClose()} />
      <Show when={props.id} keyed>
        {(id) => <PaymentDetails id={id} proves={location.state?.proves === true} />}
      </Show>
    </section>
  )
}

// The details of a payment beside the history.
import { useLocation } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { SidePanel } from '../../components/table/SidePanel.tsx'
import { t } from '../../text/text.ts'
import { PaymentDetails } from '../details/PaymentDetails.tsx'

export const DetailsPanel = (props: { readonly id: string; readonly onClose: () => void }): JSX.Element => {
  const location = useLocation<{ readonly proves?: boolean }>()
  return (
    <SidePanel label={t('details.title')} onClose={props.onClose}>
      <Show when={props.id} keyed>
        {(id) => <PaymentDetails id={id} proves={location.state?.proves === true} />}
      </Show>
    </SidePanel>
  )
}

// The details of one payment as a screen, where there is no space for them beside the history.
import { useLocation } from '@solidjs/router'
import type { JSX } from 'solid-js'
import { Screen } from '../components/layout/Screen.tsx'
import { t } from '../text/text.ts'
import { PaymentDetails } from './details/PaymentDetails.tsx'

export const Details = (props: { readonly id: string }): JSX.Element => {
  const location = useLocation<{ readonly proves?: boolean }>()
  return (
    <Screen title={t('details.title')} hideTitle back={{ href: '/history', text: t('details.back') }}>
      <div class="stack narrow">
        <div class="card">
          <PaymentDetails id={props.id} proves={location.state?.proves === true} />
        </div>
      </div>
    </Screen>
  )
}

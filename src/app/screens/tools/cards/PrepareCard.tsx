// Leads to the form in which a payment begins that this wallet does not sign alone.
import type { JSX } from 'solid-js'
import { ButtonLink } from '../../../components/controls/Button.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { t } from '../../../text/text.ts'

export const PrepareCard = (props: { readonly body: string }): JSX.Element => (
  <Card title={t('set.prepare')}>
    <p>{props.body}</p>
    <div class="buttons">
      <ButtonLink variant="primary" icon="send" href="/send">
        {t('set.prepare')}
      </ButtonLink>
    </div>
  </Card>
)

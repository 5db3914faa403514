// The address of a service that is not used until the user names it. An empty address turns it off.
import type { JSX } from 'solid-js'
import { Card } from '../../components/layout/Card.tsx'
import { ServiceForm, type ServiceFormProps } from '../../components/node/ServiceForm.tsx'

export const ServiceCard = (
  props: ServiceFormProps & { readonly title: string; readonly about: string },
): JSX.Element => (
  <Card title={props.title}>
    <p class="muted">{props.about}</p>
    <ServiceForm {...props} />
  </Card>
)

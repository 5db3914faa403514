// Takes a set that another copy of the wallet or another participant made.
import type { JSX } from 'solid-js'
import { Button } from '../../../components/controls/Button.tsx'
import { DataField } from '../../../components/data/DataField.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import type { Action } from '../../../state/requests/action.ts'
import type { DataInput } from '../../../state/tools/dataInput.ts'
import type { DataKind } from '../../../state/tools/dataKind.ts'
import { t } from '../../../text/text.ts'

export const ReadSetCard = (props: {
  readonly title: string
  readonly hint: string
  readonly label: string
  readonly kind?: DataKind
  readonly input: DataInput
  readonly read: Action<[]>
}): JSX.Element => (
  <Card title={props.title}>
    <p>{props.hint}</p>
    <Form onSubmit={() => void props.read.run()}>
      <DataField label={props.label} input={props.input} kind={props.kind} problem={props.read.problem()} />
      <Button variant="primary" type="submit" wide busy={props.read.running()}>
        {t('set.read')}
      </Button>
    </Form>
  </Card>
)

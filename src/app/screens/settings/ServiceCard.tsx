// The address of a service that is not used until the user names it. An empty address turns it off.
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { t } from '../../text/text.ts'

/** A text as an address of the service, or what is wrong with it. */
export type ReadAddress = { readonly address: string } | { readonly problem: string }

export const ServiceCard = (props: {
  readonly title: string
  readonly about: string
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly button: string
  /** shown once the service is turned off */
  readonly turnedOff: string
  /** empty without a service */
  readonly stored: string
  /** reads a text that is not empty */
  readonly read: (text: string) => ReadAddress
  readonly onSave: (address: string) => void
}): JSX.Element => {
  const [edited, setEdited] = createSignal<string>()
  const [problem, setProblem] = createSignal('')
  const [done, setDone] = createSignal('')
  const save = (): void => {
    const text = (edited() ?? props.stored).trim()
    const read = text === '' ? { address: '' } : props.read(text)
    if ('problem' in read) {
      setProblem(read.problem)
      return
    }
    setProblem('')
    props.onSave(read.address)
    setEdited(undefined)
    setDone(read.address === '' ? props.turnedOff : t('action.saved'))
  }
  return (
    <Card title={props.title}>
      <p class="muted">{props.about}</p>
      <Form onSubmit={save}>
        <TextField
          label={props.label}
          hint={props.hint}
          placeholder={props.placeholder}
          type="url"
          inputMode="url"
          value={edited() ?? props.stored}
          problem={problem()}
          onInput={(text) => {
            setEdited(text)
            setProblem('')
            setDone('')
          }}
        />
        <div class="buttons">
          <Button type="submit">{props.button}</Button>
          <Done text={done()} />
        </div>
      </Form>
    </Card>
  )
}

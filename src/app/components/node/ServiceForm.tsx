// The address of a service, which is stored once it is read. An empty address is stored too.
import { createSignal, type JSX } from 'solid-js'
import { createAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Done, Problem } from '../feedback/Notice.tsx'
import { TextField } from '../form/Field.tsx'
import { Form } from '../form/Form.tsx'

/** A text as an address of the service, or what is wrong with it. */
export type ReadAddress = { readonly address: string } | { readonly problem: string }

export type ServiceFormProps = {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly button: string
  /** shown once an empty address is stored */
  readonly turnedOff: string
  /** empty without a service */
  readonly stored: string
  /** reads a text that is not empty */
  readonly read: (text: string) => ReadAddress
  readonly onSave: (address: string) => void | Promise<void>
}

export const ServiceForm = (props: ServiceFormProps): JSX.Element => {
  const [edited, setEdited] = createSignal<string>()
  const [problem, setProblem] = createSignal('')
  const [done, setDone] = createSignal('')
  const save = createAction(async () => {
    const text = (edited() ?? props.stored).trim()
    const read = text === '' ? { address: '' } : props.read(text)
    if ('problem' in read) {
      setProblem(read.problem)
      return
    }
    setProblem('')
    await props.onSave(read.address)
    setEdited(undefined)
    setDone(read.address === '' ? props.turnedOff : t('action.saved'))
  })
  return (
    <Form onSubmit={() => void save.run()}>
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
      <Problem text={save.problem()} />
      <div class="buttons">
        <Button type="submit">{props.button}</Button>
        <Done text={done()} />
      </div>
    </Form>
  )
}

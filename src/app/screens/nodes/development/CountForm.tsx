// A number of blocks, and the button that acts on it.
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../../../components/controls/Button.tsx'
import type { IconName } from '../../../components/controls/Icon.tsx'
import { TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { parseCount } from '../../../format/developmentResults.ts'
import { t } from '../../../text/text.ts'

/** The node mines no more in one call. */
const MAX_BLOCKS = 10_000

export const CountForm = (props: {
  readonly label: string
  readonly initial: number
  readonly action: string
  readonly icon: IconName
  readonly busy: boolean
  readonly onSubmit: (count: number) => void
  readonly children?: JSX.Element
}): JSX.Element => {
  const [text, setText] = createSignal(String(props.initial))
  const [problem, setProblem] = createSignal('')
  const submit = (): void => {
    const count = parseCount(text(), MAX_BLOCKS)
    setProblem(count === undefined ? t('devTools.countBad', { max: MAX_BLOCKS }) : '')
    if (count !== undefined) props.onSubmit(count)
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label={props.label}
        inputMode="numeric"
        value={text()}
        problem={problem()}
        onInput={(next) => {
          setText(next)
          setProblem('')
        }}
      />
      {props.children}
      <div class="buttons">
        <Button type="submit" icon={props.icon} busy={props.busy}>
          {props.action}
        </Button>
      </div>
    </Form>
  )
}

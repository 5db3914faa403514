// A field for data of another copy or participant: pasted as text, chosen as a file, or dropped as one.
import { createSignal, type JSX, Show } from 'solid-js'
import { formatBytes } from '../format/bytes.ts'
import type { DataInput } from '../state/dataInput.ts'
import { t } from '../text/text.ts'
import { Button, IconButton } from './Button.tsx'
import { TextArea } from './Field.tsx'
import { Icon } from './Icon.tsx'
import './dataField.css'

/** The chosen file, in place of the text field. */
const ChosenFile = (props: {
  readonly label: string
  readonly file: { readonly name: string; readonly size: number }
  readonly problem: string
  readonly onRemove: () => void
}): JSX.Element => (
  <div class="field">
    <p class="field-label">{props.label}</p>
    <p class="data-file">
      <Icon name="file" />
      <span class="break">{props.file.name}</span>
      <span class="muted">{formatBytes(props.file.size)}</span>
      <IconButton icon="close" label={t('data.remove')} onClick={props.onRemove} />
    </p>
    <p class="field-problem" aria-live="polite">
      {props.problem}
    </p>
  </div>
)

export const DataField = (props: {
  readonly label: string
  readonly hint?: string
  readonly input: DataInput
  /** an error about the data; empty without one */
  readonly problem?: string
}): JSX.Element => {
  let chooser: HTMLInputElement | undefined
  const [isDragged, setDragged] = createSignal(false)
  const problem = (): string => props.input.problem() || (props.problem ?? '')
  const open = (file: File | undefined): void => {
    if (file !== undefined) void props.input.openFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut of the button, which every user can reach
    <div
      class="data-field"
      classList={{ dragged: isDragged() }}
      onDragOver={(event) => {
        event.preventDefault()
        setDragged(true)
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragged(false)
        open(event.dataTransfer?.files[0])
      }}
    >
      <Show
        when={props.input.file()}
        fallback={
          <TextArea
            mono
            rows={3}
            label={props.label}
            hint={props.hint ?? t('data.hint')}
            value={props.input.text()}
            problem={problem()}
            onInput={props.input.setText}
          />
        }
      >
        {(file) => <ChosenFile label={props.label} file={file()} problem={problem()} onRemove={props.input.clear} />}
      </Show>
      <div class="buttons">
        <Button icon="file" onClick={() => chooser?.click()}>
          {t('data.choose')}
        </Button>
      </div>
      <input
        ref={chooser}
        class="visually-hidden"
        type="file"
        tabindex="-1"
        aria-label={t('data.chooseFor', { label: props.label })}
        onChange={(event) => {
          open(event.currentTarget.files?.[0])
          // The same file can be chosen again after a change.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

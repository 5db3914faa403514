// A field for data of another copy or participant: pasted as text, chosen as a file, or dropped as one.
import { type JSX, Show } from 'solid-js'
import type { DataInput } from '../../state/tools/dataInput.ts'
import type { DataKind } from '../../state/tools/dataKind.ts'
import { t } from '../../text/text.ts'
import { TextArea } from '../form/Field.tsx'
import { DataScan } from './DataScan.tsx'
import { FileDrop, FileRow } from './FileDrop.tsx'

export const DataField = (props: {
  readonly label: string
  readonly hint?: string
  readonly input: DataInput
  /** an error about the data; empty without one */
  readonly problem?: string
  /** what other devices show as QR codes; undefined if they show none */
  readonly kind?: DataKind | undefined
}): JSX.Element => {
  const problem = (): string => props.input.problem() || (props.problem ?? '')
  const open = ([file]: readonly File[]): void => {
    if (file !== undefined) void props.input.openFile(file)
  }
  return (
    <FileDrop
      label={props.label}
      action={t('data.choose')}
      onFiles={open}
      others={<Show when={props.kind}>{(kind) => <DataScan kind={kind()} input={props.input} />}</Show>}
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
        {(file) => (
          <div class="field">
            <p class="field-label">{props.label}</p>
            <FileRow file={file()} onRemove={props.input.clear} />
            <p class="field-problem" aria-live="polite">
              {problem()}
            </p>
          </div>
        )}
      </Show>
    </FileDrop>
  )
}

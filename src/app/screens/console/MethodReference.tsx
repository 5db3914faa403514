// The reference of a method: its parameters and the fields of its result.
import { For, type JSX, Show } from 'solid-js'
import type { FieldDescription, MethodDescription } from '../../../jsonrpc/describe.ts'
import { flattenFields } from '../../../jsonrpc/flattenFields.ts'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { inOneLine, t } from '../../text/text.ts'
import { paramNote } from './fieldNote.ts'

const resultNote = ({ optional }: FieldDescription): string => (optional ? t('console.maybe') : '')

const Fields = (props: {
  readonly title: string
  readonly fields: readonly FieldDescription[]
  readonly note: (field: FieldDescription) => string
  readonly none: string
}): JSX.Element => (
  <Disclosure summary={props.title}>
    <Show when={props.fields.length > 0} fallback={<p class="muted">{props.none}</p>}>
      <dl class="fields">
        <For each={flattenFields(props.fields)}>
          {({ path, field, sameAs }) => (
            <div>
              <dt>
                <code class="mono break" translate="no">
                  {path}
                </code>
                <span class="field-type">{inOneLine([field.type, props.note(field)], ', ')}</span>
              </dt>
              <dd lang={sameAs === '' ? 'en' : undefined} dir={sameAs === '' ? 'auto' : undefined}>
                {sameAs === '' ? field.about : t('console.like', { about: field.about, name: sameAs })}
              </dd>
            </div>
          )}
        </For>
      </dl>
    </Show>
  </Disclosure>
)

export const MethodReference = (props: { readonly method: MethodDescription }): JSX.Element => (
  <div>
    <Fields title={t('console.explained')} fields={props.method.params} note={paramNote} none={t('console.noParams')} />
    <Fields title={t('console.results')} fields={props.method.result} note={resultNote} none={t('console.nothing')} />
  </div>
)

// The selected method: description, parameters to edit, and a reference of parameters and result.
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import type { FieldDescription, MethodDescription } from '../../../jsonrpc/describe.ts'
import { flattenFields } from '../../../jsonrpc/flattenFields.ts'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/Copy.tsx'
import { Disclosure } from '../../components/Disclosure.tsx'
import { TextArea } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { Tag } from '../../components/Tag.tsx'
import { prettyJson } from '../../format/json.ts'
import { paramsProblem, sampleParams, toCurl, toFetch } from '../../state/rpcCall.ts'
import { t } from '../../text/text.ts'
import './requestCard.css'

const MIN_ROWS = 3
const MAX_ROWS = 20

const paramNote = ({ optional, default: value }: FieldDescription): string => {
  if (!optional) return t('console.required')
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? '' : t('console.fallback', { value: prettyJson(value) })
}

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
                <code class="mono break">{path}</code>
                <span class="field-type">
                  {[field.type, props.note(field)].filter((part) => part !== '').join(', ')}
                </span>
              </dt>
              <dd>{sameAs === '' ? field.about : t('console.like', { about: field.about, name: sameAs })}</dd>
            </div>
          )}
        </For>
      </dl>
    </Show>
  </Disclosure>
)

const Tags = (props: { readonly method: MethodDescription }): JSX.Element => (
  <p class="tags">
    <Tag effect={props.method.effect}>{t(`console.effects.${props.method.effect}`)}</Tag>
    <Show when={props.method.needsApproval}>
      <Tag>{t('console.asks')}</Tag>
    </Show>
    <Show when={props.method.names.length > 1}>
      <Tag>{t('console.aliases', { names: props.method.names.slice(1).join(', ') })}</Tag>
    </Show>
  </p>
)

export const RequestCard = (props: {
  readonly method: MethodDescription
  readonly running: boolean
  readonly onSend: (method: string, params: string) => void
  readonly onStop: () => void
  /** receives the heading, which takes the focus when a method is selected */
  readonly heading: (element: HTMLElement) => void
}): JSX.Element => {
  const draft = createMemo(() => sampleParams(props.method))
  // Edited parameters are discarded when another method is selected.
  const edited = createMemo(() => {
    draft()
    const [text, setText] = createSignal<string>()
    return { text, setText }
  })
  const params = (): string => edited().text() ?? draft()
  const problem = createMemo(() => paramsProblem(params()))
  const name = (): string => props.method.names[0] ?? ''
  const send = (): void => {
    if (problem() === '' && !props.running) props.onSend(name(), params())
  }
  return (
    <section class="card" aria-labelledby="console-method">
      <h2 id="console-method" class="mono break method-name" tabindex="-1" ref={props.heading}>
        {name()}
      </h2>
      <p>{`${props.method.about}.`}</p>
      <Tags method={props.method} />
      <Form onSubmit={send}>
        <Show when={props.method.params.length > 0} fallback={<p class="muted">{t('console.noParams')}</p>}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below */}
          <div
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
            }}
          >
            <TextArea
              mono
              label={t('console.params')}
              hint={t('console.paramsHint')}
              value={params()}
              problem={problem()}
              rows={Math.max(MIN_ROWS, Math.min(MAX_ROWS, draft().split('\n').length))}
              onInput={(text) => edited().setText(text)}
            />
          </div>
        </Show>
        <div class="buttons">
          <Button look="primary" type="submit" busy={props.running} disabled={problem() !== ''}>
            {t('console.send')}
          </Button>
          <Show when={props.running}>
            <Button onClick={props.onStop}>{t('console.stop')}</Button>
          </Show>
          <Show when={params() !== draft()}>
            <Button look="quiet" onClick={() => edited().setText(undefined)}>
              {t('console.reset')}
            </Button>
          </Show>
        </div>
      </Form>
      <Show when={problem() === ''}>
        <div class="copies">
          <CopyButton text={toCurl(name(), params())} label={t('console.copyCurl')} />
          <CopyButton text={toFetch(name(), params())} label={t('console.copyFetch')} />
        </div>
      </Show>
      <div>
        <Fields
          title={t('console.explained')}
          fields={props.method.params}
          note={paramNote}
          none={t('console.noParams')}
        />
        <Fields
          title={t('console.results')}
          fields={props.method.result}
          note={resultNote}
          none={t('console.nothing')}
        />
      </div>
    </section>
  )
}

// The selected method: description, parameters to edit, and a reference of parameters and result.
import { type Accessor, createMemo, createSignal, type JSX, Show } from 'solid-js'
import type { MethodDescription } from '../../../jsonrpc/describe.ts'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/Copy.tsx'
import { TextArea } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { Tag } from '../../components/Tag.tsx'
import { ownRpcPath, paramsProblem, sampleParams, toCurl, toFetch } from '../../state/rpcCall.ts'
import { t } from '../../text/text.ts'
import { MethodReference } from './MethodReference.tsx'
import './requestCard.css'

const MIN_ROWS = 3
const MAX_ROWS = 20

type ParamsDraft = {
  /** the parameters as JSON: those edited, else the sample */
  readonly text: Accessor<string>
  readonly sample: Accessor<string>
  /** why `text` cannot be sent; empty without a problem */
  readonly problem: Accessor<string>
  edit(text: string): void
  reset(): void
}

/** Creates the editable parameters of a method. Selecting another method discards the changes. */
const createParamsDraft = (method: Accessor<MethodDescription>): ParamsDraft => {
  const sample = createMemo(() => sampleParams(method()))
  const edited = createMemo(() => {
    sample()
    const [text, setText] = createSignal<string>()
    return { text, setText }
  })
  const text = (): string => edited().text() ?? sample()
  return {
    text,
    sample,
    problem: createMemo(() => paramsProblem(text())),
    edit: (next) => void edited().setText(next),
    reset: () => void edited().setText(undefined),
  }
}

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

/** The field of the parameters. Ctrl+Enter sends. */
const ParamsField = (props: { readonly draft: ParamsDraft; readonly onSend: () => void }): JSX.Element => (
  // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below
  <div
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSend()
    }}
  >
    <TextArea
      mono
      label={t('console.params')}
      hint={t('console.paramsHint')}
      value={props.draft.text()}
      problem={props.draft.problem()}
      rows={Math.max(MIN_ROWS, Math.min(MAX_ROWS, props.draft.sample().split('\n').length))}
      onInput={props.draft.edit}
    />
  </div>
)

export const RequestCard = (props: {
  readonly method: MethodDescription
  readonly running: boolean
  readonly onSend: (method: string, params: string) => void
  readonly onStop: () => void
  /** receives the heading, which takes the focus when a method is selected */
  readonly heading: (element: HTMLElement) => void
}): JSX.Element => {
  const draft = createParamsDraft(() => props.method)
  const name = (): string => props.method.names[0] ?? ''
  const send = (): void => {
    if (draft.problem() === '' && !props.running) props.onSend(name(), draft.text())
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
          <ParamsField draft={draft} onSend={send} />
        </Show>
        <div class="buttons">
          <Button variant="primary" type="submit" busy={props.running} disabled={draft.problem() !== ''}>
            {t('console.send')}
          </Button>
          <Show when={props.running}>
            <Button onClick={props.onStop}>{t('console.stop')}</Button>
          </Show>
          <Show when={draft.text() !== draft.sample()}>
            <Button variant="quiet" onClick={draft.reset}>
              {t('console.reset')}
            </Button>
          </Show>
        </div>
      </Form>
      <Show when={draft.problem() === ''}>
        <div class="copies">
          <CopyButton text={toCurl(name(), draft.text())} label={t('console.copyCurl')} />
          <CopyButton text={toFetch(name(), draft.text(), ownRpcPath())} label={t('console.copyFetch')} />
        </div>
      </Show>
      <MethodReference method={props.method} />
    </section>
  )
}

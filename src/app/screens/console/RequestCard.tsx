// The selected method: description, parameters to edit, and a reference of parameters and result.
import { type JSX, Show } from 'solid-js'
import type { MethodDescription } from '../../../jsonrpc/describe.ts'
import { Button } from '../../components/controls/Button.tsx'
import { CopyButton } from '../../components/controls/Copy.tsx'
import { Notice } from '../../components/feedback/Notice.tsx'
import { RadioField, TextArea } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { clearClipboardLater } from '../../host/device/clipboard.ts'
import type { ParamsDraft } from '../../state/console/paramsDraft.ts'
import { ownRpcPath } from '../../state/console/rpcCall.ts'
import { otherMembers } from '../../state/console/rpcForm.ts'
import { keptParams } from '../../state/console/rpcHistory.ts'
import { toCurl, toFetch, toTypeScript } from '../../state/console/rpcSnippets.ts'
import { t } from '../../text/text.ts'
import { MethodReference } from './MethodReference.tsx'
import { ParamControls } from './ParamControl.tsx'
import './requestCard.css'

const MIN_ROWS = 3
const MAX_ROWS = 20

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

const JsonField = (props: { readonly draft: ParamsDraft }): JSX.Element => (
  <TextArea
    mono
    label={t('console.params')}
    hint={t('console.paramsHint')}
    value={props.draft.text()}
    problem={props.draft.textProblem()}
    rows={Math.max(MIN_ROWS, Math.min(MAX_ROWS, props.draft.sample().split('\n').length))}
    onInput={props.draft.edit}
  />
)

const ParamsForm = (props: { readonly draft: ParamsDraft }): JSX.Element => (
  <Show when={props.draft.value()} fallback={<Notice kind="warning">{t('console.formNeedsJson')}</Notice>}>
    {(value) => {
      const others = (): string => otherMembers(props.draft.fields(), value()).join(', ')
      return (
        <div class="form">
          <ParamControls fields={props.draft.fields()} value={value()} onChange={props.draft.setMember} />
          <Show when={others()}>
            {(names) => <p class="muted break">{t('console.formOthers', { names: names() })}</p>}
          </Show>
        </div>
      )
    }}
  </Show>
)

/** The parameters, as a form or as JSON. Ctrl+Enter sends. */
const ParamsFields = (props: { readonly draft: ParamsDraft; readonly onSend: () => void }): JSX.Element => (
  // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below
  <div
    class="form"
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSend()
    }}
  >
    <RadioField
      label={t('console.editAs')}
      hideLabel
      value={props.draft.view()}
      options={[
        { value: 'form', text: t('console.form') },
        { value: 'json', text: t('console.json') },
      ]}
      onChange={props.draft.setView}
    />
    <Show when={props.draft.view() === 'form'} fallback={<JsonField draft={props.draft} />}>
      <ParamsForm draft={props.draft} />
    </Show>
  </div>
)

/** Buttons that copy the request. What contains secrets leaves the clipboard after a minute. */
const Copies = (props: { readonly method: MethodDescription; readonly params: string }): JSX.Element => {
  const name = (): string => props.method.names[0] ?? ''
  const onCopied = (): void => {
    if (!keptParams(props.method, props.params).isComplete) clearClipboardLater()
  }
  return (
    <div class="copies">
      <CopyButton text={toCurl(name(), props.params)} label={t('console.copyCurl')} onCopied={onCopied} />
      <CopyButton
        text={toTypeScript(name(), props.params, props.method.params)}
        label={t('console.copyTypeScript')}
        onCopied={onCopied}
      />
      <CopyButton
        text={toFetch(name(), props.params, ownRpcPath())}
        label={t('console.copyFetch')}
        onCopied={onCopied}
      />
    </div>
  )
}

export const RequestCard = (props: {
  readonly method: MethodDescription
  readonly draft: ParamsDraft
  readonly running: boolean
  readonly onSend: (params: string) => void
  readonly onStop: () => void
  /** receives the heading, which takes the focus when a method is selected */
  readonly heading: (element: HTMLElement) => void
}): JSX.Element => {
  const name = (): string => props.method.names[0] ?? ''
  const send = (): void => {
    if (props.draft.problem() === '' && !props.running) props.onSend(props.draft.text())
  }
  return (
    <section class="card" aria-labelledby="console-method">
      <h2 id="console-method" translate="no" class="mono break method-name" tabindex="-1" ref={props.heading}>
        {name()}
      </h2>
      <p lang="en" dir="auto">{`${props.method.about}.`}</p>
      <Tags method={props.method} />
      <Form onSubmit={send}>
        <Show when={props.method.params.length > 0} fallback={<p class="muted">{t('console.noParams')}</p>}>
          <ParamsFields draft={props.draft} onSend={send} />
        </Show>
        <div class="buttons">
          <Button variant="primary" type="submit" busy={props.running} disabled={props.draft.problem() !== ''}>
            {t('console.send')}
          </Button>
          <Show when={props.running}>
            <Button onClick={props.onStop}>{t('console.stop')}</Button>
          </Show>
          <Show when={props.draft.text() !== props.draft.sample()}>
            <Button variant="quiet" onClick={props.draft.reset}>
              {t('console.reset')}
            </Button>
          </Show>
        </div>
      </Form>
      <Show when={props.draft.textProblem() === ''}>
        <Copies method={props.method} params={props.draft.text()} />
      </Show>
      <MethodReference method={props.method} />
    </section>
  )
}

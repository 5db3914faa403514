// Selects a node, and tests whether it is reachable.
import { createSignal, type JSX, Show } from 'solid-js'
import { formatCount } from '../format/amount.ts'
import { probeNode } from '../host/nodeProbe.ts'
import { createAction } from '../state/action.ts'
import { networkName } from '../state/networks.ts'
import { type NodeChoice, type NodeKind, normalNodeUrls } from '../state/nodeChoice.ts'
import { t } from '../text/text.ts'
import { Button } from './Button.tsx'
import { type Option, RadioField, TextField } from './Field.tsx'
import './nodeField.css'

const option = (kind: NodeKind): Option<NodeKind> & { readonly hint?: string } => {
  if (kind === 'inPage') return { value: kind, text: t('node.inPage'), hint: t('node.inPageHint') }
  if (kind === 'origin') return { value: kind, text: t('node.origin'), hint: t('node.originHint') }
  return { value: kind, text: t('node.custom') }
}

export const NodeField = (props: { readonly choice: NodeChoice }): JSX.Element => {
  const [answer, setAnswer] = createSignal('')
  const test = createAction(async () => {
    setAnswer('')
    const urls = normalNodeUrls(props.choice.url())
    if (urls === undefined) {
      props.choice.validate()
      return
    }
    const nodes = await Promise.all(urls.map(probeNode))
    const answers = nodes.map((node) =>
      node === undefined
        ? t('node.unreachable')
        : t('node.reachable', {
            height: formatCount(node.height),
            network: networkName(node.networkId ?? node.netType),
          }),
    )
    setAnswer(answers.length === 1 ? (answers[0] ?? '') : answers.map((text, i) => `${urls[i]}: ${text}`).join(' '))
  })
  return (
    <div class="node-field">
      <Show when={props.choice.kinds().length > 1}>
        <RadioField
          label={t('node.label')}
          value={props.choice.kind()}
          options={props.choice.kinds().map(option)}
          onChange={props.choice.choose}
        />
      </Show>
      <Show when={props.choice.kind() === 'custom'}>
        <TextField
          label={t('node.url')}
          hint={t('node.urlHint')}
          type="url"
          inputMode="url"
          value={props.choice.url()}
          problem={props.choice.problem()}
          onInput={(url) => {
            setAnswer('')
            props.choice.setUrl(url)
          }}
        />
        <div class="buttons">
          <Button busy={test.running()} onClick={() => void test.run()}>
            {t('node.test')}
          </Button>
          <p class="field-hint" role="status">
            {test.running() ? t('node.testing') : answer()}
          </p>
        </div>
      </Show>
    </div>
  )
}

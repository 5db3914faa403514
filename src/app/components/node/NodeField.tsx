// Selects a node, and tests whether it is reachable.
import { createSignal, type JSX, Show } from 'solid-js'
import { isPrivateNetwork } from '../../state/nodes/networks.ts'
import { type CheckedNode, checkNodes } from '../../state/nodes/nodeCheck.ts'
import { type NodeChoice, type NodeKind, normalNodeUrls } from '../../state/nodes/nodeChoice.ts'
import { createAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { QrScanner } from '../data/QrScanner.tsx'
import { type Option, RadioField, TextField } from '../form/Field.tsx'
import { Disclosure } from '../layout/Disclosure.tsx'
import { NodeAnswer } from './NodeAnswer.tsx'
import { PublicNodes } from './PublicNodes.tsx'
import './nodeField.css'

const option = (kind: NodeKind): Option<NodeKind> & { readonly hint?: string } => {
  if (kind === 'inPage') return { value: kind, text: t('node.inPage'), hint: t('node.inPageHint') }
  if (kind === 'origin') return { value: kind, text: t('node.origin'), hint: t('node.originHint') }
  return { value: kind, text: t('node.custom') }
}

export const NodeField = (props: {
  readonly choice: NodeChoice
  readonly offersPublicNodes?: boolean
  /** what another test found, in place of that of the field */
  readonly found?: readonly CheckedNode[]
  /** called when the user tests the node */
  readonly onTest?: () => void
}): JSX.Element => {
  const [nodes, setNodes] = createSignal<readonly CheckedNode[]>([])
  const test = createAction(async () => {
    props.onTest?.()
    setNodes([])
    const { urls = [] } = normalNodeUrls(props.choice.url())
    if (urls.length === 0) props.choice.validate()
    else setNodes(await checkNodes(urls, props.choice.networkId()))
  })
  const [isScanning, setScanning] = createSignal(false)
  const take = (url: string): void => {
    setNodes([])
    props.choice.setUrl(url)
  }
  const answers = (): readonly CheckedNode[] =>
    props.found !== undefined && props.found.length > 0 ? props.found : nodes()
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
          onInput={take}
        />
        <div class="buttons">
          <Button busy={test.running()} onClick={() => void test.run()}>
            {t('node.test')}
          </Button>
          <Button icon="camera" onClick={() => setScanning(true)}>
            {t('fill.scan')}
          </Button>
        </div>
        <NodeAnswer busy={test.running()} nodes={answers()} />
        <Show when={props.offersPublicNodes && !isPrivateNetwork(props.choice.networkId())}>
          <Disclosure summary={t('publicNodes.open')}>
            <PublicNodes networkId={props.choice.networkId()} onUse={(urls) => take(urls.join(' '))} />
          </Disclosure>
        </Show>
      </Show>
      <Show when={isScanning()}>
        <QrScanner
          title={t('fill.scan')}
          hint={t('node.scanHint')}
          problem=""
          onText={(text) => {
            setScanning(false)
            take(text.trim())
          }}
          onClose={() => setScanning(false)}
        />
      </Show>
      <Show when={props.choice.kind() !== 'custom'}>
        <NodeAnswer busy={false} nodes={props.found ?? []} />
      </Show>
    </div>
  )
}

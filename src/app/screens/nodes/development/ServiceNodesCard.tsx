// The service nodes whose keys the development node holds: registration, and verdicts of their quorum.
import { createSignal, For, type JSX, Show } from 'solid-js'
import * as v from 'valibot'
import { Button, ButtonLink } from '../../../components/controls/Button.tsx'
import { Done, Problem } from '../../../components/feedback/Notice.tsx'
import { SelectField } from '../../../components/form/Field.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Tag } from '../../../components/text/Tag.tsx'
import { type LocalServiceNode, ServiceNodes } from '../../../format/developmentResults.ts'
import { createDevelopmentCalls } from '../../../state/nodes/developmentNode.ts'
import { createFetchedFromNode } from '../../../state/requests/fetched.ts'
import { useSession } from '../../../state/session/session.tsx'
import { type TextKey, t, tCount } from '../../../text/text.ts'
import '../../../components/node/nodeRow.css'

const verdicts = {
  decommission: 'devTools.decommission',
  recommission: 'devTools.recommission',
  deregister: 'devTools.deregister',
} as const satisfies Record<string, TextKey>

type Verdict = keyof typeof verdicts

// Object.keys returns string[].
const VERDICTS = Object.keys(verdicts) as readonly Verdict[]

/** The first nodes produce blocks together, so they register together. */
const FIRST_NODES = 12

const stateOf = (node: LocalServiceNode): TextKey => {
  if (node.decommissioned) return 'devTools.decommissioned'
  return node.active ? 'devTools.active' : node.funded ? 'devTools.funded' : 'devTools.unfunded'
}

const Row = (props: {
  readonly node: LocalServiceNode
  readonly busy: boolean
  readonly onVerdict: (verdict: Verdict) => void
}): JSX.Element => {
  const [verdict, setVerdict] = createSignal<Verdict>('decommission')
  return (
    <li class="node-row">
      <div class="node-row-main">
        <p class="node-row-name">
          <code class="break" translate="no">
            {props.node.service_node_pubkey}
          </code>
          <Tag>{t(stateOf(props.node))}</Tag>
        </p>
      </div>
      <SelectField
        label={t('devTools.verdict')}
        value={verdict()}
        options={VERDICTS.map((value) => ({ value, text: t(verdicts[value]) }))}
        onChange={setVerdict}
      />
      <Button busy={props.busy} onClick={() => props.onVerdict(verdict())}>
        {t('devTools.verdictGo')}
      </Button>
    </li>
  )
}

export const ServiceNodesCard = (): JSX.Element => {
  const { engine } = useSession()
  const { call, done } = createDevelopmentCalls()
  const list = createFetchedFromNode(true, async () =>
    v.parse(ServiceNodes, await engine.callDevelopmentNode('dev_service_nodes', {})),
  )
  const nodes = (): readonly LocalServiceNode[] => list.value()?.service_nodes ?? []
  const register = async (count: number): Promise<void> => {
    await call.run('dev_service_nodes', { register: count }, () => tCount('devTools.registered', count))
    await list.refetch()
  }
  const judge = async (node: LocalServiceNode, verdict: Verdict): Promise<void> => {
    const { service_node_pubkey } = node
    await call.run('dev_verdict', { service_node_pubkey, verdict }, () => t('devTools.verdictDone'))
    await list.refetch()
  }
  return (
    <Card title={t('devTools.serviceNodes')}>
      <p class="muted">{t('devTools.serviceNodesHint')}</p>
      <div class="buttons">
        <Button icon="plus" busy={call.running()} onClick={() => void register(1)}>
          {tCount('devTools.register', 1)}
        </Button>
        <Show when={nodes().length === 0}>
          <Button icon="plus" busy={call.running()} onClick={() => void register(FIRST_NODES)}>
            {tCount('devTools.register', FIRST_NODES)}
          </Button>
        </Show>
      </div>
      <Problem text={call.problem() || list.problem()} />
      <Done text={done()} />
      <ul class="node-rows" aria-label={t('devTools.serviceNodes')}>
        <For each={nodes()}>
          {(node) => <Row node={node} busy={call.running()} onVerdict={(verdict) => void judge(node, verdict)} />}
        </For>
      </ul>
      <div class="buttons">
        <ButtonLink href="/tools/stakes" icon="stake">
          {t('devTools.stakes')}
        </ButtonLink>
        <ButtonLink href="/tools/names" icon="tag">
          {t('devTools.names')}
        </ButtonLink>
      </div>
    </Card>
  )
}

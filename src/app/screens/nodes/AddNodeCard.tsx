// A further node for the wallet: of this site, inside the page, or any address.
import { createEffect, createSignal, type JSX, on, onMount, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Notice, Problem } from '../../components/feedback/Notice.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { NodeField } from '../../components/node/NodeField.tsx'
import { isPrivateNetwork } from '../../state/nodes/networks.ts'
import { type CheckedNode, checkNodes, isUsable } from '../../state/nodes/nodeCheck.ts'
import { createNodeChoice } from '../../state/nodes/nodeChoice.ts'
import { nodeName, withNodes } from '../../state/nodes/nodeList.ts'
import { createAction } from '../../state/requests/action.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { listOf, t } from '../../text/text.ts'

/** The question whether to use nodes all the same that a test found unusable. The nodes in use stay until then. */
const Doubt = (props: {
  readonly inUse: readonly string[]
  readonly isPrivate: boolean
  readonly busy: boolean
  readonly onUse: () => void
  readonly onCancel: () => void
}): JSX.Element => {
  let element: HTMLDivElement | undefined
  onMount(() => element?.scrollIntoView({ block: 'nearest' }))
  return (
    <div class="stack" ref={element}>
      <Notice kind="warning">{t('nodeState.keeps', { nodes: listOf(props.inUse.map(nodeName)) })}</Notice>
      <div class="buttons">
        <Button busy={props.busy} onClick={props.onUse}>
          {t(props.isPrivate ? 'nodeState.useAnyway' : 'nodeState.addAnyway')}
        </Button>
        <Button variant="quiet" onClick={props.onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </div>
  )
}

type Outcome = {
  /** nodes that the test found unusable */
  readonly found: readonly CheckedNode[]
  /** `doubt`: the user is asked whether to use them all the same */
  readonly state: 'none' | 'refused' | 'doubt'
  readonly done: string
}

const NONE: Outcome = { found: [], state: 'none', done: '' }

export const AddNodeCard = (props: {
  readonly urls: readonly string[]
  readonly onChange: (urls: readonly string[]) => Promise<void>
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const choice = createNodeChoice(() => wallet().networkId)
  const [outcome, setOutcome] = createSignal(NONE)
  const store = async (urls: readonly string[], done: string): Promise<void> => {
    await props.onChange(withNodes(props.urls, urls, wallet().networkId))
    choice.setUrl('')
    setOutcome({ ...NONE, done })
  }
  const save = createAction(async () => {
    setOutcome(NONE)
    const nodes = choice.validate()
    if (nodes === undefined) return
    const checked = await checkNodes(nodes.urls, wallet().networkId)
    const found = checked.filter(({ verdict }) => !isUsable(verdict))
    const isRefused = found.some(({ verdict }) => verdict === 'other-network')
    if (found.length > 0) setOutcome({ ...NONE, found, state: isRefused ? 'refused' : 'doubt' })
    else await store(nodes.urls, t('action.saved'))
  })
  const saveAnyway = createAction(async () => {
    const nodes = choice.validate()
    if (nodes !== undefined) await store(nodes.urls, t('nodeState.usedLater'))
  })
  // Another address is another question.
  createEffect(on([choice.url, choice.kind], () => setOutcome(NONE), { defer: true }))
  const isPrivate = (): boolean => isPrivateNetwork(wallet().networkId)
  return (
    <Card title={t(isPrivate() ? 'nodes.change' : 'nodes.add')}>
      <Form onSubmit={() => void save.run()}>
        <NodeField choice={choice} found={outcome().found} onTest={() => setOutcome(NONE)} />
        <Problem
          text={
            save.problem() || saveAnyway.problem() || (outcome().state === 'refused' ? t('nodeState.notSaved') : '')
          }
        />
        <Show
          when={outcome().state === 'doubt'}
          fallback={
            <div class="buttons">
              <Button type="submit" busy={save.running()}>
                {t(isPrivate() ? 'nodes.useThis' : 'nodes.addThis')}
              </Button>
              <Done text={outcome().done} />
            </div>
          }
        >
          <Doubt
            inUse={props.urls}
            isPrivate={isPrivate()}
            busy={saveAnyway.running()}
            onUse={() => void saveAnyway.run()}
            onCancel={() => setOutcome(NONE)}
          />
        </Show>
      </Form>
      <Disclosure summary={t('nodes.onion')}>
        <p class="muted">{t('nodes.onionBody')}</p>
      </Disclosure>
    </Card>
  )
}

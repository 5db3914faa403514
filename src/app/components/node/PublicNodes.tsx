// Public nodes of a network: what they learn, a test that the user starts, and the choice of one or of the best.

import { createSignal, For, type JSX, Show } from 'solid-js'
import { loadPublicNodes, type PublicNode } from '../../host/services/publicNodes.ts'
import { judgeNode, probeFacts, verdictText } from '../../state/nodes/nodeCheck.ts'
import { createNodeTests, type NodeTests } from '../../state/nodes/nodeTests.ts'
import { createAction } from '../../state/requests/action.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { t, tCount } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Notice, Problem } from '../feedback/Notice.tsx'
import { OwnText } from '../text/OwnText.tsx'
import './nodeRow.css'

/** Nodes that Faba chooses: the quickest ones, the others for the case that they fail. */
const CHOSEN = 3

const Row = (props: {
  readonly node: PublicNode
  readonly networkId: string
  readonly tests: NodeTests
  readonly onUse: () => void
}): JSX.Element => {
  const probe = () => props.tests.resultOf(props.node.url)
  const isReady = (): boolean => {
    const found = probe()
    return found !== undefined && judgeNode(found, props.networkId) === 'ready'
  }
  return (
    <li class="node-row">
      <div class="node-row-main">
        <p class="node-row-name">
          <OwnText text={props.node.operator} /> <OwnText class="muted break" text={props.node.url} />
        </p>
        <Show when={probe()}>
          {(found) => (
            <p class="node-row-facts numerals" data-outcome={isReady() ? 'good' : 'bad'}>
              {isReady() ? probeFacts(found()) : verdictText(found(), props.networkId)}
            </p>
          )}
        </Show>
        <Show when={props.tests.isRunning(props.node.url)}>
          <p class="node-row-facts">{t('node.testing')}</p>
        </Show>
      </div>
      <Show when={isReady()}>
        <Button onClick={props.onUse}>{t('publicNodes.use')}</Button>
      </Show>
    </li>
  )
}

export const PublicNodes = (props: {
  readonly networkId: string
  /** the chosen nodes, the best first */
  readonly onUse: (urls: readonly string[]) => void
}): JSX.Element => {
  const list = createFetched(
    () => props.networkId,
    (networkId) => loadPublicNodes(networkId),
  )
  const tests = createNodeTests()
  const [problem, setProblem] = createSignal('')
  const nodes = (): readonly PublicNode[] => list.value()?.nodes ?? []
  const ready = (): readonly string[] =>
    nodes()
      .flatMap(({ url }) => {
        const found = tests.resultOf(url)
        if (found?.state !== 'node' || judgeNode(found, props.networkId) !== 'ready') return []
        return [{ url, milliseconds: found.milliseconds }]
      })
      .sort((a, b) => a.milliseconds - b.milliseconds)
      .map(({ url }) => url)
  const isTested = (): boolean => nodes().some(({ url }) => tests.resultOf(url) !== undefined)
  const test = createAction(async () => {
    setProblem('')
    await tests.run(nodes().map(({ url }) => url))
    if (ready().length === 0) setProblem(t('publicNodes.noneReady'))
  })
  const choose = createAction(async () => {
    if (ready().length === 0) await test.run()
    const best = ready().slice(0, CHOSEN)
    if (best.length > 0) props.onUse(best)
  })
  return (
    <Show when={nodes().length > 0} fallback={<p class="muted">{t('publicNodes.none')}</p>}>
      <div class="public-nodes">
        <Notice kind="info">{t('publicNodes.learns')}</Notice>
        <Show when={!isTested()}>
          <p class="muted">{tCount('publicNodes.consent', nodes().length)}</p>
        </Show>
        <div class="buttons">
          <Button icon="refresh" busy={test.running()} onClick={() => void test.run()}>
            {t('publicNodes.test')}
          </Button>
          <Button busy={choose.running()} onClick={() => void choose.run()}>
            {t('publicNodes.choose')}
          </Button>
        </div>
        <Problem text={problem()} />
        <ul class="node-rows" aria-label={t('publicNodes.title')}>
          <For each={nodes()}>
            {(node) => (
              <Row node={node} networkId={props.networkId} tests={tests} onUse={() => props.onUse([node.url])} />
            )}
          </For>
        </ul>
        <p class="muted">
          {t(list.value()?.tested === 'never' ? 'publicNodes.untested' : 'publicNodes.tested', {
            taken: list.value()?.taken ?? '',
            tested: list.value()?.tested ?? '',
          })}
        </p>
      </div>
    </Show>
  )
}

// The nodes of the wallet in their order: health, test, order, removal, and whether they agree.

import { createEffect, createMemo, createSignal, For, type JSX, on, Show } from 'solid-js'
import type { NodeHealth } from '../../../daemon/nodeHealth.ts'
import type { NodeSettings } from '../../../engine/api/engineViews.ts'
import { Button, IconButton } from '../../components/controls/Button.tsx'
import { keepFocusInList } from '../../components/controls/focus.ts'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { Switch } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { SyncBadge } from '../../components/node/SyncStatus.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { sentence } from '../../format/error.ts'
import { IN_PAGE_NODE } from '../../state/nodes/networks.ts'
import { judgeNode, probeFacts, verdictText } from '../../state/nodes/nodeCheck.ts'
import { movedUp, nodeName } from '../../state/nodes/nodeList.ts'
import { type Comparison, compareNodes, createNodeTests, type NodeTests } from '../../state/nodes/nodeTests.ts'
import { createAction, createQueuedAction } from '../../state/requests/action.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { createLatest } from '../../state/requests/latest.ts'
import { useSession } from '../../state/session/session.tsx'
import { changeNodes, type NodesChange } from '../../state/session/settings.ts'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { disagrees } from '../../state/wallet/nodeWatch.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import '../../components/node/nodeRow.css'

/** Id of the hint that the rows share. */
const OWN_HINT = 'own-node-hint'

type RowProps = {
  readonly url: string
  readonly health: NodeHealth | undefined
  readonly tests: NodeTests
  readonly canMoveUp: boolean
  readonly isOnly: boolean
  readonly trusted: boolean
  readonly onTrust: (trusted: boolean) => Promise<unknown>
  readonly onUp: () => void
  readonly onRemove: () => void
}

const RowFacts = (props: Pick<RowProps, 'url' | 'health' | 'tests'>): JSX.Element => {
  const { wallet } = useOpenWallet()
  const probe = () => props.tests.resultOf(props.url)
  const outcome = (): 'good' | 'bad' => {
    const found = probe()
    return found !== undefined && judgeNode(found, wallet().networkId) === 'ready' ? 'good' : 'bad'
  }
  return (
    <>
      <Show when={props.url === IN_PAGE_NODE}>
        <p class="node-row-facts">{t('node.inPageHint')}</p>
      </Show>
      <Show when={props.tests.isRunning(props.url)}>
        <p class="node-row-facts">{t('node.testing')}</p>
      </Show>
      <Show when={probe()}>
        {(found) => (
          <p class="node-row-facts numerals" data-outcome={outcome()}>
            {outcome() === 'good' ? probeFacts(found()) : verdictText(found(), wallet().networkId)}
          </p>
        )}
      </Show>
      <Show when={props.health?.problem}>
        {(problem) => (
          <p class="node-row-facts" data-outcome="bad" lang="en" dir="ltr">
            {sentence(problem())}
          </p>
        )}
      </Show>
    </>
  )
}

const Row = (props: RowProps): JSX.Element => (
  <li class="node-row">
    <div class="node-row-main">
      <p class="node-row-name">
        <OwnText class="break" text={nodeName(props.url)} />
        <Show when={props.health?.inUse && props.health.problem === ''}>
          <Tag outcome="good">{t('nodes.inUse')}</Tag>
        </Show>
        <Show when={props.health !== undefined && props.health.problem !== ''}>
          <Tag outcome="bad">{t('nodes.paused')}</Tag>
        </Show>
        <Show when={props.trusted}>
          <Tag>{t('nodes.own')}</Tag>
        </Show>
      </p>
      <RowFacts url={props.url} health={props.health} tests={props.tests} />
    </div>
    <Show when={!props.isOnly}>
      <div class="node-row-buttons">
        <Show when={props.canMoveUp}>
          <IconButton icon="up" label={t('nodes.up', { node: nodeName(props.url) })} onClick={props.onUp} />
        </Show>
        <IconButton icon="trash" label={t('nodes.remove', { node: nodeName(props.url) })} onClick={props.onRemove} />
      </div>
    </Show>
    <Show when={props.url !== IN_PAGE_NODE}>
      <Switch
        label={t('nodes.mine')}
        name={`${t('nodes.mine')}: ${nodeName(props.url)}`}
        describedBy={OWN_HINT}
        checked={props.trusted}
        onChange={props.onTrust}
      />
    </Show>
  </li>
)

const Disagreement = (props: { readonly comparison: Comparison | undefined }): JSX.Element => {
  const heightText = createHeightText()
  return (
    <div role="alert">
      <Show when={disagrees(props.comparison) && props.comparison}>
        {(comparison) => (
          <Notice kind="warning">
            {t('nodes.disagree', { height: heightText.inSentence(comparison().height) })}{' '}
            {comparison()
              .groups.map(({ urls }) => urls.map(nodeName).join(', '))
              .join(' ≠ ')}
          </Notice>
        )}
      </Show>
    </div>
  )
}

/** Removes nodes, and puts them back as they were when the user undoes it. `shown`: the list, without one that is being removed. */
const createRemoval = (saved: () => NodeSettings, onChange: (change: NodesChange) => Promise<void>) => {
  const urls = (): readonly string[] => saved().urls
  const { engine } = useSession()
  const { toasts } = useOpenWallet()
  const [removing, setRemoving] = createSignal<string>()
  const restore = (url: string, index: number, trusted: readonly string[]): Promise<void> =>
    changeNodes(engine, (stored) =>
      stored.urls.includes(url)
        ? undefined
        : { urls: stored.urls.toSpliced(index, 0, url), trusted: [...stored.trusted, ...trusted] },
    )
  const remove = async (url: string): Promise<void> => {
    const index = urls().indexOf(url)
    const trusted = saved().trusted.filter((other) => other === url)
    keepFocusInList()
    setRemoving(url)
    const saving = onChange((stored) => ({ urls: stored.urls.filter((other) => other !== url) })).finally(() =>
      setRemoving(undefined),
    )
    await toasts.offerUndo(t('toast.nodeRemoved', { node: nodeName(url) }), saving, () => restore(url, index, trusted))
  }
  return { shown: createMemo(() => urls().filter((url) => url !== removing())), remove }
}

export const WalletNodesCard = (props: {
  readonly nodes: NodeSettings
  readonly offline: boolean
  readonly onChange: (change: NodesChange) => Promise<void>
}): JSX.Element => {
  const urls = (): readonly string[] => props.nodes.urls
  const isFastest = (): boolean => props.nodes.choice === 'fastest'

  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const tests = createNodeTests()
  const [comparison, setComparison] = createSignal<Comparison>()
  const health = createFetched(
    () => `${urls().join(' ')} ${props.nodes.choice} ${props.offline} ${wallet().sync.phase} ${wallet().sync.height}`,
    () => engine.nodeHealth(),
  )
  const change = createQueuedAction((nodes: NodesChange) => props.onChange(nodes))
  const trust = (url: string, isOwn: boolean) =>
    change.run(({ trusted }) => {
      const others = trusted.filter((other) => other !== url)
      return { trusted: isOwn ? [...others, url] : others }
    })
  const removal = createRemoval(
    () => props.nodes,
    (nodes) => props.onChange(nodes),
  )
  const testLatest = createLatest(async (isLatest) => {
    setComparison(undefined)
    const chosen = urls()
    await tests.run(chosen)
    const probes = chosen.map((url) => ({ url, probe: tests.resultOf(url) }))
    const found = await compareNodes(probes, wallet().networkId)
    if (isLatest()) setComparison(found)
  })
  const test = createAction(testLatest)
  /** Tests a changed list. A test that is running then ends with this one, and reports its failure. */
  const testChanged = (): Promise<unknown> => (test.running() ? testLatest().catch(() => undefined) : test.run())
  const tested = createMemo(() => (props.offline ? '' : urls().join(' ')))
  // The user chose these nodes, and the wallet calls them anyway.
  createEffect(on(tested, (chosen) => void (chosen === '' || testChanged())))
  return (
    <Card title={t('nodes.yours')} aside={<SyncBadge />}>
      <ul class="node-rows" aria-label={t('nodes.yours')}>
        <For each={removal.shown()}>
          {(url, index) => (
            <Row
              url={url}
              health={health.value()?.find((each) => each.url === url || (url === IN_PAGE_NODE && each.inUse))}
              tests={tests}
              canMoveUp={index() > 0 && !isFastest()}
              isOnly={removal.shown().length === 1}
              trusted={props.nodes.trusted.includes(url)}
              onTrust={(isOwn) => trust(url, isOwn)}
              onUp={() => void change.run((stored) => ({ urls: movedUp(stored.urls, url) }))}
              onRemove={() => void removal.remove(url)}
            />
          )}
        </For>
      </ul>
      <Show when={urls().some((url) => url !== IN_PAGE_NODE)}>
        <p class="field-hint" id={OWN_HINT}>
          {t('nodes.mineHint')}
        </p>
      </Show>
      <Disagreement comparison={comparison()} />
      <Problem text={change.problem() || test.problem() || health.problem()} />
      <Show when={urls().length > 1}>
        <Switch
          label={t('nodes.fastest')}
          hint={t(isFastest() ? 'nodes.fastestHint' : 'nodes.failover')}
          checked={isFastest()}
          onChange={(fastest) => change.run(() => ({ choice: fastest ? 'fastest' : 'order' }))}
        />
      </Show>
      <Show when={!props.offline}>
        <div class="buttons">
          <Button icon="refresh" busy={test.running()} onClick={() => void test.run()}>
            {t('nodes.testAll')}
          </Button>
        </div>
      </Show>
    </Card>
  )
}

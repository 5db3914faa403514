// What the user must know of the nodes: one is of another network, its chain was started anew, or nodes disagree.
import { type JSX, Match, Switch } from 'solid-js'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { Icon } from '../../components/controls/Icon.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { networkName } from '../../state/nodes/networks.ts'
import type { Comparison } from '../../state/nodes/nodeTests.ts'
import { syncPhase } from '../../state/nodes/syncPhase.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { createNodeWatch, disagrees } from '../../state/wallet/nodeWatch.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'

const ChooseNode = (): JSX.Element => <ButtonLink href="/nodes">{t('nodeState.choose')}</ButtonLink>

const OtherNetworkCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <Card title={t('nodeState.otherNetwork')}>
      <div class="notice" data-kind="problem" role="alert">
        <Icon name="warning" />
        <p>{t('nodeState.otherNetworkHint', { network: networkName(wallet().networkId) })}</p>
      </div>
      <div class="buttons">
        <ChooseNode />
      </div>
    </Card>
  )
}

const ReplacedChainCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const { engine } = useSession()
  const begin = createAction(() => engine.beginAnew())
  const { height, nodeHeight } = wallet().sync
  return (
    <Card title={t('replaced.title')}>
      <Notice kind="warning">
        {t('replaced.body', { height: formatCount(height), nodeHeight: formatCount(nodeHeight) })}
      </Notice>
      <p>{t('replaced.anew')}</p>
      <Problem text={begin.problem()} />
      <div class="buttons">
        <Button variant="primary" icon="refresh" busy={begin.running()} onClick={() => void begin.run()}>
          {t('replaced.begin')}
        </Button>
        <ChooseNode />
      </div>
    </Card>
  )
}

const DisagreementCard = (props: { readonly comparison: Comparison }): JSX.Element => {
  const heightText = createHeightText()
  return (
    <Card title={t('nodes.disagreeTitle')}>
      <Notice kind="warning">{t('nodes.disagree', { height: heightText.inSentence(props.comparison.height) })}</Notice>
      <div class="buttons">
        <ButtonLink href="/nodes" icon="node">
          {t('nodes.manage')}
        </ButtonLink>
      </div>
    </Card>
  )
}

export const NodeNotices = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const comparison = createNodeWatch()
  // The home screen does not wait for the nodes.
  const compared = (): Comparison | undefined => (comparison.state === 'ready' ? comparison() : undefined)
  return (
    <Switch>
      <Match when={syncPhase(wallet().sync) === 'other-network'}>
        <OtherNetworkCard />
      </Match>
      <Match when={syncPhase(wallet().sync) === 'replaced'}>
        <ReplacedChainCard />
      </Match>
      <Match when={disagrees(compared()) && compared()}>{(found) => <DisagreementCard comparison={found()} />}</Match>
    </Switch>
  )
}

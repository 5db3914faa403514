// Requests the unlock of a stake: first the check whether and how that is possible, then the request.
import { type JSX, Match, Show, Switch } from 'solid-js'
import type { UnlockView } from '../../../../engine/api/engineViews.ts'
import type { UnlockOrder } from '../../../../wallet/spend/stakeOrder.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Loading } from '../../../components/feedback/Loading.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { Dialog } from '../../../components/layout/Dialog.tsx'
import { Amount } from '../../../components/money/Amount.tsx'
import { Fact, Facts, WideFact } from '../../../components/text/Facts.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { createFetchedFromNode } from '../../../state/requests/fetched.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createHeightText } from '../../../state/wallet/chainTimes.ts'
import { ShownAmounts } from '../../../state/wallet/shownAmounts.tsx'
import { formatCount } from '../../../text/counts.ts'
import { t, tCount } from '../../../text/text.ts'

const OBSTACLES = {
  node: 'error.nodeUnreachable',
  unknown: 'stakeError.unknown',
  none: 'unlockError.none',
  foreign: 'unlockError.foreign',
  requested: 'unlockError.requested',
} as const

/** Returns why a stake cannot be unlocked; empty if it can. */
const obstacleText = (answer: UnlockView): string => {
  if (answer.canUnlock) return ''
  const { obstacle } = answer
  return t(OBSTACLES[obstacle.fault], obstacle.fault === 'requested' ? { height: formatCount(obstacle.height) } : {})
}

const Order = (props: { readonly order: UnlockOrder }): JSX.Element => {
  const heightText = createHeightText()
  const height = (): string => heightText.inSentence(props.order.unlockHeight)
  return (
    <>
      <Notice kind="warning">
        {props.order.otherContributors === 0
          ? t('stakes.unlockAlone', { height: height() })
          : tCount('stakes.unlockBody', props.order.otherContributors, { height: height() })}
      </Notice>
      <Facts>
        <WideFact name={t('approval.serviceNode')}>
          <code class="mono break" translate="no">
            {props.order.serviceNodeKey}
          </code>
        </WideFact>
        <Fact variant="sum" name={t('approval.staked')}>
          <Amount amount={props.order.amount} />
        </Fact>
      </Facts>
    </>
  )
}

export const UnlockDialog = (props: {
  readonly serviceNodeKey: string
  readonly onClose: () => void
  readonly onRequested: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const check = createFetchedFromNode(
    () => props.serviceNodeKey,
    (key) => engine.checkUnlock(key),
  )
  const order = (): UnlockOrder | undefined => {
    const answer = check.value()
    return answer?.canUnlock === true ? answer.order : undefined
  }
  const request = createAction(async (shown: UnlockOrder) => {
    await engine.unlockStake(shown)
    props.onRequested()
  })
  return (
    <Dialog title={t('stakes.unlockTitle')} onClose={props.onClose}>
      <div class="form">
        <Switch fallback={<Loading text={t('app.loading')} />}>
          <Match when={order()}>
            {(shown) => (
              <ShownAmounts>
                <Order order={shown()} />
              </ShownAmounts>
            )}
          </Match>
          <Match when={check.value()}>{(answer) => <Notice kind="info">{obstacleText(answer())}</Notice>}</Match>
          <Match when={check.problem()}>
            <Problem text={check.problem()} />
          </Match>
        </Switch>
        <Problem text={request.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.close')}</Button>
          <Show when={order()}>
            {(shown) => (
              <Button variant="primary" busy={request.running()} onClick={() => void request.run(shown())}>
                {t('stakes.unlockGo')}
              </Button>
            )}
          </Show>
        </div>
      </div>
    </Dialog>
  )
}

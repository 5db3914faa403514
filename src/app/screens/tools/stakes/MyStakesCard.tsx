// The stakes of the wallet that the network locks, and requests to unlock them.
import { createMemo, createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import type { StakeLockView } from '../../../../wallet/history/historyViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { focusNextForm } from '../../../components/controls/focus.ts'
import { EmptyState, Problem } from '../../../components/feedback/Notice.tsx'
import { SkeletonRows } from '../../../components/feedback/Skeleton.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Amount } from '../../../components/money/Amount.tsx'
import { Fact, Facts, WideFact } from '../../../components/text/Facts.tsx'
import { createHeightText } from '../../../state/wallet/chainTimes.ts'
import { createTransfers } from '../../../state/wallet/lists.ts'
import { signsAlone, useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { UnlockDialog } from './UnlockDialog.tsx'

const Stake = (props: { readonly stake: StakeLockView; readonly onUnlock: (key: string) => void }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const heightText = createHeightText()
  return (
    <li>
      <Facts>
        <WideFact name={t('approval.serviceNode')}>
          <Show when={props.stake.serviceNodeKey} fallback={t('stakes.deregistered')}>
            {(key) => (
              <code class="mono break" translate="no">
                {key()}
              </code>
            )}
          </Show>
        </WideFact>
        <Fact
          variant="sum"
          name={
            props.stake.unlockHeight === undefined
              ? t('stakes.locked')
              : t('stakes.until', { height: heightText.value(props.stake.unlockHeight) })
          }
        >
          <Amount amount={props.stake.amount} />
        </Fact>
      </Facts>
      <Show when={signsAlone(wallet()) && props.stake.unlockHeight === undefined && props.stake.serviceNodeKey}>
        {(key) => <Button onClick={() => props.onUnlock(key())}>{t('stakes.unlock')}</Button>}
      </Show>
    </li>
  )
}

export const MyStakesCard = (props: { readonly onRequested: () => void }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const transfers = createTransfers(() => ({}))
  const stakes = createMemo(() => transfers.items.flatMap(({ stakeLock }) => stakeLock ?? []))
  const [unlocking, setUnlocking] = createSignal<string>()
  return (
    <Card title={t('stakes.mine')}>
      <Problem text={transfers.problem()} />
      <Switch fallback={<SkeletonRows rows={2} />}>
        <Match when={stakes().length > 0}>
          <ul class="stack" aria-label={t('stakes.mine')}>
            <For each={stakes()}>{(stake) => <Stake stake={stake} onUnlock={setUnlocking} />}</For>
          </ul>
        </Match>
        <Match when={transfers.loaded()}>
          <EmptyState title={t('stakes.empty')} hint={t('stakes.emptyHint')}>
            <Show when={signsAlone(wallet())}>
              <Button onClick={focusNextForm}>{t('stakes.register')}</Button>
            </Show>
          </EmptyState>
        </Match>
      </Switch>
      <Show when={unlocking()}>
        {(key) => (
          <UnlockDialog
            serviceNodeKey={key()}
            onClose={() => setUnlocking(undefined)}
            onRequested={() => {
              setUnlocking(undefined)
              props.onRequested()
            }}
          />
        )}
      </Show>
    </Card>
  )
}

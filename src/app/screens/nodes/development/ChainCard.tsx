// What happens to the chain: its clock, reorganisations, and states to which it returns.
import { createSignal, type JSX, Show } from 'solid-js'
import * as v from 'valibot'
import { Button } from '../../../components/controls/Button.tsx'
import { Done, Problem } from '../../../components/feedback/Notice.tsx'
import { Switch } from '../../../components/form/Field.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { ChainTop, NodeTime, Snapshot } from '../../../format/developmentResults.ts'
import { formatTime } from '../../../format/time.ts'
import { createDevelopmentCalls } from '../../../state/nodes/developmentNode.ts'
import { createFetchedFromNode } from '../../../state/requests/fetched.ts'
import { useSession } from '../../../state/session/session.tsx'
import { formatCount } from '../../../text/counts.ts'
import { t } from '../../../text/text.ts'
import { CountForm } from './CountForm.tsx'

const HOUR = 3600
const DAY = 24 * HOUR

export const ClockCard = (): JSX.Element => {
  const { engine } = useSession()
  const { call, done } = createDevelopmentCalls()
  const time = createFetchedFromNode(true, async () =>
    v.parse(NodeTime, await engine.callDevelopmentNode('dev_set_time', {})),
  )
  const forward = async (seconds: number): Promise<void> => {
    await call.run('dev_set_time', { forward: seconds }, () => t('devTools.clockDone'))
    await time.refetch()
  }
  return (
    <Card title={t('devTools.clock')}>
      <p class="muted">{t('devTools.clockHint')}</p>
      <p class="numerals">{t('devTools.clockNow', { time: formatTime(time.value()?.time ?? 0) })}</p>
      <div class="buttons">
        <Button busy={call.running()} onClick={() => void forward(HOUR)}>
          {t('devTools.hour')}
        </Button>
        <Button busy={call.running()} onClick={() => void forward(DAY)}>
          {t('devTools.day')}
        </Button>
      </div>
      <Problem text={call.problem() || time.problem()} />
      <Done text={done()} />
    </Card>
  )
}

export const ReorganisationCard = (): JSX.Element => {
  const { call, done } = createDevelopmentCalls()
  const [keeps, setKeeps] = createSignal(true)
  const replace = (pop: number): void =>
    void call.run('dev_reorg', { pop, mine: pop + 1, keep_transactions: keeps() }, (result) =>
      t('devTools.reorgDone', { height: formatCount(v.parse(ChainTop, result).height) }),
    )
  return (
    <Card title={t('devTools.reorg')}>
      <p class="muted">{t('devTools.reorgHint')}</p>
      <CountForm
        label={t('devTools.reorgCount')}
        initial={3}
        action={t('devTools.reorgGo')}
        icon="refresh"
        busy={call.running()}
        onSubmit={replace}
      >
        <Switch label={t('devTools.reorgKeep')} checked={keeps()} onChange={setKeeps} />
      </CountForm>
      <Problem text={call.problem()} />
      <Done text={done()} />
    </Card>
  )
}

export const SnapshotCard = (): JSX.Element => {
  const { call, done } = createDevelopmentCalls()
  const [saved, setSaved] = createSignal<v.InferOutput<typeof Snapshot>>()
  const save = (): void =>
    void call.run('dev_snapshot', {}, (result) => {
      const snapshot = setSaved(v.parse(Snapshot, result))
      return t('devTools.snapshotDone', { height: formatCount(snapshot.height) })
    })
  const revert = async (id: number): Promise<void> => {
    const isDone = await call.run('dev_revert', { id }, (result) =>
      t('devTools.revertDone', { height: formatCount(v.parse(ChainTop, result).height) }),
    )
    if (isDone) setSaved(undefined)
  }
  return (
    <Card title={t('devTools.snapshot')}>
      <p class="muted">{t('devTools.snapshotHint')}</p>
      <div class="buttons">
        <Button icon="save" busy={call.running()} onClick={save}>
          {t('devTools.snapshotGo')}
        </Button>
        <Show when={saved()}>
          {(snapshot) => (
            <Button icon="history" busy={call.running()} onClick={() => void revert(snapshot().id)}>
              {t('devTools.revertGo', { height: formatCount(snapshot().height) })}
            </Button>
          )}
        </Show>
      </div>
      <Problem text={call.problem()} />
      <Done text={done()} />
    </Card>
  )
}

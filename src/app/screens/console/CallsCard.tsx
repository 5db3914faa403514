// The calls of this session: method, parameters, time and outcome; each can be edited or run again.
import { For, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { formatShortTime } from '../../format/time.ts'
import type { RecordedCall } from '../../state/console/rpcHistory.ts'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import './callsCard.css'

const outcomeText = ({ kind, code }: RecordedCall['outcome']): string => {
  if (kind === 'success') return t('console.succeeded')
  return kind === 'error' ? t('console.failed', { code }) : t('console.callLost')
}

const Call = (props: {
  readonly call: RecordedCall
  readonly onEdit: (call: RecordedCall) => void
  /** undefined while another call runs */
  readonly onRun: ((call: RecordedCall) => void) | undefined
}): JSX.Element => (
  <li class="call">
    <div class="call-header">
      <code class="mono break" translate="no">
        {props.call.method}
      </code>
      <p class="tags">
        <Tag outcome={props.call.outcome.kind === 'success' ? 'good' : 'bad'}>{outcomeText(props.call.outcome)}</Tag>
        <Tag>{t('console.took', { time: formatCount(Math.round(props.call.outcome.milliseconds)) })}</Tag>
        <Tag>{formatShortTime(props.call.time)}</Tag>
        <Show when={!props.call.isComplete}>
          <Tag>{t('console.callLacksSecrets')}</Tag>
        </Show>
      </p>
    </div>
    <Show when={props.call.params !== '{}'}>
      <section
        class="call-params"
        tabindex="0"
        aria-label={t('console.callParams', { method: props.call.method, index: props.call.id + 1 })}
      >
        <pre class="mono" translate="no">
          {props.call.params}
        </pre>
      </section>
    </Show>
    <div class="copies">
      <Button icon="edit" onClick={() => props.onEdit(props.call)}>
        {t('console.callEdit')}
      </Button>
      <Show when={props.call.isComplete}>
        <Button icon="refresh" disabled={props.onRun === undefined} onClick={() => props.onRun?.(props.call)}>
          {t('console.callRun')}
        </Button>
      </Show>
    </div>
  </li>
)

export const CallsCard = (props: {
  readonly calls: readonly RecordedCall[]
  readonly onEdit: (call: RecordedCall) => void
  readonly onRun: ((call: RecordedCall) => void) | undefined
  readonly onClear: () => void
}): JSX.Element => (
  <Show when={props.calls.length > 0}>
    <Card title={t('console.calls')}>
      <p class="muted">{t('console.callsHint')}</p>
      <ul class="calls" aria-label={t('console.calls')}>
        <For each={props.calls}>{(call) => <Call call={call} onEdit={props.onEdit} onRun={props.onRun} />}</For>
      </ul>
      <div class="buttons">
        <Button variant="quiet" onClick={props.onClear}>
          {t('console.callsClear')}
        </Button>
      </div>
    </Card>
  </Show>
)

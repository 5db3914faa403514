// The state of a payment as a shape: a ring that fills with its blocks, then a tick. The text is for assistive technology and the tooltip.
import { type JSX, Match, Switch } from 'solid-js'
import type { HistoryLine } from '../../../wallet/history/historyViews.ts'
import { t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import { lineState, SETTLED_CONFIRMATIONS } from './transferText.ts'
import './confirmationRing.css'

const RADIUS = 5.3
const LENGTH = 2 * Math.PI * RADIUS

const Ring = (props: { readonly confirmations: number; readonly needed: number }): JSX.Element => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <circle class="ring-track" cx="8" cy="8" r={RADIUS} />
    <Switch>
      <Match when={props.confirmations === 0}>
        <circle class="ring-waiting" cx="8" cy="8" r="1.6" />
      </Match>
      <Match when={props.confirmations > 0}>
        <circle
          class="ring-filled"
          cx="8"
          cy="8"
          r={RADIUS}
          stroke-dasharray={`${(props.confirmations / props.needed) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 8 8)"
        />
      </Match>
    </Switch>
  </svg>
)

/** A ring with `needed` parts, of which `confirmations` are filled; a tick with all of them. */
export const ConfirmationRing = (props: {
  readonly confirmations: number
  readonly needed: number
  readonly failed: boolean
  readonly text: string
}): JSX.Element => (
  <span class="ring" title={props.text}>
    <Switch fallback={<Ring confirmations={props.confirmations} needed={props.needed} />}>
      <Match when={props.failed}>
        <Icon name="warning" />
      </Match>
      <Match when={props.confirmations >= props.needed}>
        <Icon name="check" />
      </Match>
    </Switch>
    <span class="visually-hidden">{props.text}</span>
  </span>
)

/** The ring of a line of the history. Received coins can wait longer than other payments. */
export const TransferRing = (props: { readonly line: HistoryLine }): JSX.Element => {
  const needed = (): number =>
    Math.max(
      SETTLED_CONFIRMATIONS,
      props.line.confirmations + (props.line.direction === 'in' ? props.line.blocksToUnlock : 0),
    )
  return (
    <ConfirmationRing
      confirmations={props.line.state === 'confirmed' ? props.line.confirmations : 0}
      needed={needed()}
      failed={props.line.state === 'failed'}
      text={lineState(props.line) || t('history.confirmed')}
    />
  )
}

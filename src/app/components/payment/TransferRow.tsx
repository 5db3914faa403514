// A payment in a list, with a link to its details.
import { type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine, TransferView } from '../../../wallet/history/historyViews.ts'
import { formatShortTime } from '../../format/time.ts'
import { detailsPath } from '../../host/navigation/detailsPath.ts'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { Amount } from '../money/Amount.tsx'
import { TransferRing } from './ConfirmationRing.tsx'
import { lineHints, lineTitle, shownAmount, transferSign, transferTitle } from './transferText.ts'
import './transferRow.css'

const KIND_ICONS = {
  transfer: undefined,
  self: 'switch',
  miner: 'mined',
  'service node': 'node',
  stake: 'stake',
  registration: 'stake',
  name: 'tag',
  burn: 'trash',
} as const satisfies Record<TransferView['kind'], IconName | undefined>

const iconOf = (transfer: TransferView): IconName => {
  if (transfer.state === 'failed') return 'warning'
  return KIND_ICONS[transfer.kind] ?? (transfer.direction === 'in' ? 'receive' : 'send')
}

/** A line of the history: a transfer, or one recipient of a payment to several. */
export const TransferRow = (props: {
  readonly line: HistoryLine
  readonly contacts: readonly ContactView[]
}): JSX.Element => {
  const title = (): string => lineTitle(props.line, props.contacts)
  /** Whether the title has a note or a name of the user, which no translation changes. */
  const isNamed = (): boolean =>
    props.line.note !== '' || props.line.order?.kind === 'name' || title() !== transferTitle(props.line)
  const sign = (): 'in' | 'out' | undefined =>
    props.line.recipient?.returns === true ? undefined : transferSign(props.line)
  return (
    <a
      class="transfer"
      href={`#${detailsPath(props.line.id)}`}
      data-state={props.line.state}
      data-direction={props.line.direction}
      data-kind={props.line.kind}
    >
      <span class="transfer-icon">
        <Icon name={iconOf(props.line)} />
      </span>
      <span class="transfer-main">
        <span class="transfer-title" translate={isNamed() ? 'no' : undefined} dir="auto">
          {showHidden(props.line.note) || title()}
        </span>
        <span class="transfer-sub">
          <span class="transfer-time numerals">{formatShortTime(props.line.timestamp)}</span>
          <Show when={lineHints(props.line, title())}>{(hints) => <span class="transfer-hints">{hints()}</span>}</Show>
        </span>
      </span>
      <span class="transfer-side">
        <Amount amount={props.line.recipient?.amount ?? shownAmount(props.line)} sign={sign()} />
        <TransferRing line={props.line} />
      </span>
    </a>
  )
}

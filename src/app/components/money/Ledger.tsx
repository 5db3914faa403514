// Amounts that add up: lines, a rule, and their total, with all digits, aligned at the point.
import { A, useLocation } from '@solidjs/router'
import { For, type JSX, Show } from 'solid-js'
import { fractionPlaces } from '../../format/amount.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { ExactAmounts } from '../../state/wallet/shownAmounts.tsx'
import { Amount } from './Amount.tsx'
import './ledger.css'

export type LedgerLine = {
  readonly name: string
  readonly amount: bigint
  /** the screen that explains the line */
  readonly href?: string
  readonly testId?: string
}

const Row = (props: LedgerLine & { readonly places: number; readonly isTotal?: boolean }): JSX.Element => {
  const location = useLocation()
  return (
    <div classList={{ 'ledger-total': props.isTotal === true }}>
      <dt>
        <Show when={props.href !== location.pathname && props.href} fallback={props.name}>
          {(href) => <A href={href()}>{props.name}</A>}
        </Show>
      </dt>
      <dd data-testid={props.testId}>
        <Amount amount={props.amount} places={props.places} />
      </dd>
    </div>
  )
}

/** A total stands below its lines; a single line needs none. Below it may stand what follows from it. */
export const Ledger = (props: {
  readonly lines: readonly LedgerLine[]
  readonly total?: LedgerLine
  readonly after?: readonly LedgerLine[]
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const after = (): readonly LedgerLine[] => props.after ?? []
  const places = (): number =>
    fractionPlaces(
      [...props.lines, ...(props.total === undefined ? [] : [props.total]), ...after()].map(({ amount }) => amount),
      wallet().decimals,
    )
  return (
    <dl class="ledger">
      <ExactAmounts>
        <For each={props.lines}>{(line) => <Row {...line} places={places()} />}</For>
        <Show when={props.lines.length > 1 && props.total}>
          {(total) => <Row {...total()} places={places()} isTotal />}
        </Show>
        <For each={after()}>{(line) => <Row {...line} places={places()} />}</For>
      </ExactAmounts>
    </dl>
  )
}

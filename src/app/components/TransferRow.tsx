// A payment in a list, with a link to its details.

import { A } from '@solidjs/router'
import type { JSX } from 'solid-js'
import { sumAmounts } from '../../coin/amount.ts'
import type { ContactView, TransferView } from '../../wallet/engine/engineViews.ts'
import { formatShortTime } from '../format/time.ts'
import { nameOf } from '../state/lists.ts'
import { type TextKey, t, tCount } from '../text/text.ts'
import { Amount } from './Amount.tsx'
import { Icon, type IconName } from './Icon.tsx'
import './transferRow.css'

/** Whether all of the amount returned to this wallet: the balance changed by the fee only. */
export const isToSelf = (transfer: TransferView): boolean =>
  transfer.direction === 'out' && transfer.amount === 0n && transfer.destinations.length > 0

/** Returns the amount to show: for a payment to oneself, the sum of its destinations; for a locked stake, what is locked. */
export const shownAmount = (transfer: TransferView): bigint =>
  isToSelf(transfer) ? sumAmounts(transfer.destinations) : (transfer.stakeLock?.amount ?? transfer.amount)

/** Returns the direction; undefined for a payment to oneself and for a locked stake. */
export const transferSign = (transfer: TransferView): 'in' | 'out' | undefined =>
  isToSelf(transfer) || transfer.stakeLock !== undefined ? undefined : transfer.direction

/** Returns the kind of payment as text. */
export const transferTitle = (transfer: TransferView): string => {
  if (isToSelf(transfer)) return t('history.self')
  if (transfer.direction === 'out') return transfer.kind === 'stake' ? t('history.stake') : t('history.sent')
  const titles = {
    transfer: 'history.received',
    miner: 'history.mined',
    'service node': 'history.reward',
    stake: 'history.stake',
  } as const satisfies Record<TransferView['kind'], TextKey>
  return t(titles[transfer.kind])
}

/** Returns the names of the contacts that a payment went to. */
export const paidNames = (transfer: TransferView, contacts: readonly ContactView[]): string => {
  const names = transfer.destinations.map(({ address }) => nameOf(contacts, address)).filter(Boolean)
  return [...new Set(names)].join(', ')
}

/** Returns the state as text: unconfirmed, not sent, no longer in the chain, failed, or when the coins can be spent. */
export const transferState = (transfer: TransferView): string => {
  if (transfer.state === 'failed') return t('history.failed')
  if (transfer.reverted && !transfer.relayed) return t('history.reverted')
  if (transfer.state !== 'confirmed') return t(transfer.relayed ? 'history.pool' : 'history.pending')
  if (transfer.direction === 'in' && transfer.blocksToUnlock > 1)
    return tCount('history.locked', transfer.blocksToUnlock)
  if (transfer.stakeLock === undefined) return t('history.confirmed')
  const { unlockHeight } = transfer.stakeLock
  return unlockHeight === undefined ? t('history.staked') : t('history.stakedUntil', { height: unlockHeight })
}

/** Returns why a payment failed, in a few words; empty if it did not. */
export const failureReason = (transfer: TransferView): string => {
  if (transfer.state !== 'failed') return ''
  return t(transfer.failure === 'spent' ? 'history.failedSpent' : 'history.failedRefused')
}

const iconOf = (transfer: TransferView): IconName =>
  transfer.state === 'failed'
    ? 'warning'
    : transfer.direction === 'out'
      ? 'send'
      : transfer.kind === 'miner'
        ? 'mined'
        : 'receive'

export const TransferRow = (props: {
  readonly transfer: TransferView
  readonly contacts: readonly ContactView[]
}): JSX.Element => {
  const title = (): string => {
    const names = isToSelf(props.transfer) ? '' : paidNames(props.transfer, props.contacts)
    return names === '' ? transferTitle(props.transfer) : t('history.sentTo', { names })
  }
  const state = (): string => {
    const text = transferState(props.transfer)
    return text === t('history.confirmed') ? '' : text
  }
  return (
    <A
      class="transfer"
      href={`/history/${encodeURIComponent(props.transfer.id)}`}
      data-state={props.transfer.state}
      data-direction={props.transfer.direction}
    >
      <span class="transfer-icon">
        <Icon name={iconOf(props.transfer)} />
      </span>
      <span class="transfer-main">
        <span class="transfer-title">{props.transfer.note || title()}</span>
        <span class="transfer-sub">
          {[
            formatShortTime(props.transfer.timestamp),
            failureReason(props.transfer),
            props.transfer.note ? title() : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span class="transfer-side">
        <Amount amount={shownAmount(props.transfer)} sign={transferSign(props.transfer)} />
        <span class="transfer-state">{state()}</span>
      </span>
    </A>
  )
}

// The texts of a payment in lists: its title, its recipients, its state.
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import { sumAmounts } from '../../../coin/amount.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine, TransferView } from '../../../wallet/history/historyViews.ts'
import { shortAddress } from '../../format/address.ts'
import { nameOf } from '../../state/wallet/lists.ts'
import { formatCount } from '../../text/counts.ts'
import { inOneLine, listOf, type TextKey, t, tCount } from '../../text/text.ts'

/** From here on, the number of confirmations is not of interest: coins of such a block can be spent. */
export const SETTLED_CONFIRMATIONS = 10

/** Whether all of the amount stays in this wallet: the balance changes by the fee only. */
const staysHere = ({ kind }: Pick<TransferView, 'kind'>): boolean =>
  kind === 'self' || kind === 'stake' || kind === 'registration'

/** Whether a payment went to the paying account itself. */
export const isToSelf = ({ kind }: Pick<TransferView, 'kind'>): boolean => kind === 'self'

const amountOf = (transfer: TransferView): bigint =>
  isToSelf(transfer) ? sumAmounts(transfer.destinations) : (transfer.stakeLock?.amount ?? transfer.amount)

/** Whether the fee is all that a payment cost or moved, as far as it is known. */
export const isFeeOnly = (transfer: TransferView): boolean => transfer.direction === 'out' && amountOf(transfer) === 0n

/**
 * Returns the amount to show: for a payment to oneself, the sum of its destinations; for an order, its price or stake; the fee, if nothing else
 * is known to have moved.
 */
export const shownAmount = (transfer: TransferView): bigint => (isFeeOnly(transfer) ? transfer.fee : amountOf(transfer))

/** Returns the direction; undefined for what stays in this wallet. */
export const transferSign = (transfer: TransferView): 'in' | 'out' | undefined =>
  staysHere(transfer) && !isFeeOnly(transfer) ? undefined : transfer.direction

/** Titles of transfers that are neither received nor sent. */
const KIND_TITLES = {
  transfer: undefined,
  self: 'history.self',
  miner: 'history.mined',
  'service node': 'history.reward',
  stake: 'history.stake',
  registration: 'history.registration',
  name: 'history.name',
  burn: 'history.burn',
} as const satisfies Record<TransferView['kind'], TextKey | undefined>

const NAME_TITLES = { buy: 'history.nameBought', update: 'history.nameChanged', renew: 'history.nameRenewed' } as const

/** Returns the kind of payment as text; an order of a name has its name. */
export const transferTitle = ({
  kind,
  direction,
  order,
}: Pick<TransferView, 'kind' | 'direction' | 'order'>): string => {
  if (order?.kind === 'name' && order.name !== '')
    return t(NAME_TITLES[order.operation], { name: showHidden(order.name) })
  return t(KIND_TITLES[kind] ?? (direction === 'in' ? 'history.received' : 'history.sent'))
}

/** Returns the names of the contacts that a payment went to. */
export const paidNames = (transfer: TransferView, contacts: readonly ContactView[]): string => {
  const names = transfer.destinations.map(({ address }) => nameOf(contacts, address)).filter(Boolean)
  return listOf([...new Set(names)])
}

/**
 * Returns the state as text: unconfirmed, not sent, no longer in the chain, failed, or when the coins can be spent.
 * @param heightText formats a height
 */
export const transferState = (transfer: TransferView, heightText: (height: number) => string): string => {
  if (transfer.state === 'failed') return t(transfer.failure === 'reverted' ? 'history.reverted' : 'history.failed')
  if (transfer.approval !== undefined) return t(`history.${transfer.approval}`)
  if (transfer.state !== 'confirmed') return t(transfer.relayed ? 'history.pool' : 'history.pending')
  if (transfer.direction === 'in' && transfer.blocksToUnlock > 0)
    return tCount('history.locked', transfer.blocksToUnlock)
  if (transfer.stakeLock === undefined) return t('history.confirmed')
  const { unlockHeight } = transfer.stakeLock
  return unlockHeight === undefined
    ? t('history.staked')
    : t('history.stakedUntil', { height: heightText(unlockHeight) })
}

/** Returns why a payment failed, in a few words; empty if it did not, or if its state says so. */
export const failureReason = ({ failure }: TransferView): string => {
  if (failure === undefined || failure === 'reverted') return ''
  return t(failure === 'spent' ? 'history.failedSpent' : 'history.failedRefused')
}

/** Returns the names of the own addresses that received a payment; empty if they have none. */
const receivedAt = ({ labels, subaddresses, account }: HistoryLine): string =>
  listOf(
    labels.flatMap((label, i) => {
      const name = account === 0 && subaddresses[i] === 0 ? '' : showHidden(label)
      return name === '' ? [] : [name]
    }),
  )

/** Returns the title of a line: its recipients or the address that received, else the kind of payment. */
export const lineTitle = (line: HistoryLine, contacts: readonly ContactView[]): string => {
  const { recipient } = line
  if (recipient?.returns === true) return t('history.self')
  if (recipient !== undefined)
    return t('history.sentTo', { names: nameOf(contacts, recipient.address) || shortAddress(recipient.address) })
  if (line.kind !== 'transfer') return transferTitle(line)
  if (line.direction === 'in') {
    const name = receivedAt(line)
    return name === '' ? transferTitle(line) : t('history.receivedAt', { name })
  }
  if (line.parts > 1) return tCount('history.sentToMany', line.parts)
  const names = paidNames(line, contacts) || line.destinations.map(({ address }) => shortAddress(address)).join(' ')
  return names === '' ? transferTitle(line) : t('history.sentTo', { names })
}

/** Returns the service node of a stake in short; empty for all else. */
const serviceNodeOf = ({ order }: HistoryLine): string =>
  order?.kind === 'stake' || order?.kind === 'registration' ? shortAddress(order.serviceNodeKey) : ''

/** Returns the texts after the title: the service node of an order, why it failed, and the title if a note replaces it. */
export const lineHints = (line: HistoryLine, title: string): string =>
  inOneLine([serviceNodeOf(line), failureReason(line), line.note === '' ? '' : title])

/** Returns the state of a line; that of a settled payment is empty. */
export const lineState = (line: HistoryLine): string => {
  const text = transferState(line, formatCount)
  if (text !== t('history.confirmed')) return text
  return line.direction === 'out' && line.confirmations < SETTLED_CONFIRMATIONS
    ? tCount('details.confirmations', line.confirmations)
    : ''
}

// Transfer history as CSV, with the columns of wallet2.

import { isDate } from '../../async/time.ts'
import { encodeCsvCell, joinCsvRows } from '../../bytes/csv.ts'
import { toHex } from '../../bytes/hex.ts'
import { formatAmount } from '../../coin/amount.ts'
import { compareEntries, type Entry } from '../../wallet/history/history.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { isLocked, isUnminedBlink, payTypeOf, transferObject } from './transfers.ts'

const HEADER = [
  ...['block', 'type', 'lock', 'checkpointed', 'timestamp', 'amount', 'running balance', 'hash', 'payment ID', 'fee'],
  ...['destination', 'amount', 'index', 'note'],
]

/** Returns a time as `2026-11-21 06:04:59 UTC`; `<unknown>` if no date has it: the node lied about it. */
const dateText = (seconds: number): string =>
  isDate(seconds) ? new Date(1000 * seconds).toISOString().replace('T', ' ').replace('.000Z', ' UTC') : '<unknown>'

/** Returns the balance change of an entry: 0 for failed transfers, and for unmined incoming ones but approved blinks; a stake costs only its fee. */
const balanceChange = (wallet: Wallet, entry: Entry): bigint => {
  const { direction, state, kind, amount, fee } = entry
  if (state === 'failed' || (state === 'pool' && !isUnminedBlink(wallet.state, entry))) return 0n
  if (direction === 'in') return amount
  return kind === 'stake' ? -fee : -(amount + fee)
}

/** Returns the height of an entry, 0 for an approved blink in the txpool, or the state of another unmined entry. */
const blockText = ({ state }: Wallet, entry: Entry): string =>
  entry.height === undefined && !isUnminedBlink(state, entry) ? entry.state : String(entry.height ?? 0)

/** Returns the row of an entry with its first destination. wallet2 does not quote the list of address indices, nor mark notes that look like formulas. */
const rowOf = (wallet: Wallet, entry: Entry, balance: bigint): string[] => {
  const { network } = wallet
  const { checkpointed = 0, payment_id, note } = transferObject(wallet, entry)
  const lock = isLocked(wallet, entry) ? 'locked' : 'unlocked'
  const [destination] = entry.destinations
  return [
    blockText(wallet, entry),
    payTypeOf(network, entry),
    entry.direction === 'out' ? '' : lock,
    checkpointed === 0 ? 'no' : 'checkpointed',
    dateText(entry.timestamp),
    formatAmount(entry.amount, network.decimals),
    formatAmount(balance, network.decimals),
    toHex(entry.txid),
    payment_id,
    formatAmount(entry.fee, network.decimals),
    destination?.address ?? '-',
    destination === undefined ? '' : formatAmount(destination.amount, network.decimals),
    `'${entry.minors.join(', ')}'`,
    encodeCsvCell(note),
  ]
}

/**
 * Returns a comparison for the order of rows, oldest first (wallet2: get_transfers): approved blinks in the txpool follow the mined entries,
 * and the other unmined entries follow them.
 */
const rowOrder =
  ({ state }: Wallet) =>
  (a: Entry, b: Entry): number => {
    const isBlink = isUnminedBlink(state, a)
    if (a.height !== undefined || b.height !== undefined || isBlink === isUnminedBlink(state, b))
      return compareEntries(a, b)
    return isBlink ? -1 : 1
  }

/**
 * Returns the entries as CSV, oldest first, with a header. Every further destination of a payment has its own row. The running
 * balance is at least 0: the list may begin in the middle of the history, or lack some transfers.
 */
export const transfersCsv = (wallet: Wallet, entries: readonly Entry[]): string => {
  let balance = 0n
  const rows = [HEADER]
  for (const entry of entries.toSorted(rowOrder(wallet))) {
    const changed = balance + balanceChange(wallet, entry)
    balance = changed < 0n ? 0n : changed
    rows.push(rowOf(wallet, entry, balance))
    for (const { address, amount } of entry.destinations.slice(1))
      rows.push([...Array<string>(10).fill(''), address, formatAmount(amount, wallet.network.decimals), "''", ''])
  }
  return joinCsvRows(rows)
}

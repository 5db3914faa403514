// The history of an open wallet: sorted once per change of its state, filtered once per filter, and given out in parts.

import { toHex } from '../../bytes/hex.ts'
import { AddressError, parseAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { balancePoints, sampleBalances } from '../history/balanceHistory.ts'
import { type Entry, historyEntries } from '../history/history.ts'
import { comparedAmount, historyTest } from '../history/historyFilter.ts'
import { monthsOf } from '../history/historyMonths.ts'
import {
  layOutRows,
  lineCountOf,
  MONTH,
  type OrderAmounts,
  orderPositions,
  type RowLayout,
  TRANSFER,
} from '../history/historyRows.ts'
import type {
  BalancePoint,
  HistoryArrangement,
  HistoryFilter,
  HistoryLine,
  HistoryMonth,
  HistoryPage,
  HistoryRow,
  HistoryRowsPage,
  RecipientView,
  TransferView,
} from '../history/historyViews.ts'
import { RunningBalances } from '../history/runningBalance.ts'
import { type BelongsTo, costOf } from '../history/transferKind.ts'
import { transferId } from '../history/transferView.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import type { WalletState } from '../state/walletState.ts'

/** What the history reads of its wallet. */
export type HistorySource = {
  readonly network: Network
  readonly state: Pick<WalletState, 'ledger' | 'pool' | 'revision' | 'notes' | 'labels' | 'addressBook'>
  addressText(index: SubaddressIndex): string
  /** Returns the index of an address of the wallet by its spend key. */
  indexOf(spendKey: Uint8Array): SubaddressIndex | undefined
  transferView(entry: Entry): TransferView
}

/** All transfers, newest first, and the balances after them. */
type Sorted = { readonly revision: number; readonly entries: readonly Entry[]; readonly balances: RunningBalances }

/**
 * Transfers that pass a filter. `positions`: of their entries. `lines`: the position of its entry for each line; the lines of an entry follow
 * each other.
 */
type Found = { readonly key: string; readonly positions: Uint32Array; readonly lines: Uint32Array }

/** The rows of a table, for a filter and an arrangement. */
type LaidOut = { readonly key: string; readonly layout: RowLayout }

type Range = { readonly offset: number; readonly limit: number }

/** Returns which line of its entry a line is. */
const partOf = (lines: Found['lines'], at: number): number => {
  let part = 0
  while (lines[at - part - 1] === lines[at]) part += 1
  return part
}

/** Yields the entries at some positions. */
function* entriesAt(entries: readonly Entry[], positions: Uint32Array): Iterable<Entry> {
  for (const position of positions) {
    const entry = entries[position]
    if (entry !== undefined) yield entry
  }
}

const keyOf = (...values: readonly unknown[]): string =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** The history of a wallet. */
export class WalletHistory {
  readonly #wallet: HistorySource
  #sorted: Sorted | undefined
  #found: Found | undefined
  #laidOut: LaidOut | undefined
  /** whether an address belongs to an account, by both */
  readonly #returns = new Map<string, boolean>()

  constructor(wallet: HistorySource) {
    this.#wallet = wallet
  }

  /** All transfers, newest first. */
  get entries(): readonly Entry[] {
    return this.#sort().entries
  }

  #sort(): Sorted {
    const { network, state } = this.#wallet
    const { revision } = state
    if (this.#sorted?.revision !== revision) {
      const entries = historyEntries(network, state)
      this.#sorted = { revision, entries, balances: new RunningBalances(entries) }
      this.#found = undefined
      this.#laidOut = undefined
    }
    return this.#sorted
  }

  #find(filter: HistoryFilter): Found {
    const { entries } = this
    const key = keyOf(filter)
    if (this.#found?.key !== key) {
      const { notes, labels, addressBook } = this.#wallet.state
      const addressText: HistorySource['addressText'] = (index) => this.#wallet.addressText(index)
      const belongsTo: BelongsTo = (address, account) => this.belongsTo(address, account)
      const passes = historyTest(filter, { notes, labels, contacts: addressBook, addressText, belongsTo })
      const positions: number[] = []
      const lines: number[] = []
      for (const [position, entry] of entries.entries()) {
        if (!passes(entry)) continue
        positions.push(position)
        for (let part = 0; part < lineCountOf(entry); part += 1) lines.push(position)
      }
      this.#found = { key, positions: Uint32Array.from(positions), lines: Uint32Array.from(lines) }
    }
    return this.#found
  }

  /** Returns the balance after the transfer at a position, of the account that the filter selects, or of the wallet. */
  #balanceAfter({ account }: HistoryFilter, position: number): bigint | undefined {
    const { balances } = this.#sort()
    return account === undefined ? balances.total(position) : balances.ofAccount(position)
  }

  /** Returns the lines that pass a filter from a position on. */
  page(filter: HistoryFilter, { offset, limit }: Range): HistoryPage {
    const { entries } = this
    const { lines, positions } = this.#find(filter)
    const shown: HistoryLine[] = []
    for (const [i, position] of lines.subarray(offset, offset + limit).entries()) {
      const entry = entries[position]
      if (entry !== undefined)
        shown.push(this.#line(entry, partOf(lines, offset + i), this.#balanceAfter(filter, position)))
    }
    return { lines: shown, lineCount: lines.length, transferCount: positions.length }
  }

  #layOut(filter: HistoryFilter, { order, opened, withMonths }: HistoryArrangement): RowLayout {
    const { entries } = this
    const { positions } = this.#find(filter)
    const key = keyOf(filter, order, opened, withMonths)
    if (this.#laidOut?.key !== key) {
      const amounts: OrderAmounts = {
        amountOf: (entry) => this.#orderAmount(entry),
        feeOf: (entry) => (entry.direction === 'in' ? undefined : costOf(entry).fee),
      }
      const ids = new Set(opened)
      const isOpened = (entry: Entry): boolean => ids.size > 0 && ids.has(transferId(entry, toHex(entry.txid)))
      const ordered = orderPositions(entries, positions, order, amounts)
      const layout = layOutRows(entries, ordered, isOpened, withMonths && order.by === 'date' ? order : undefined)
      this.#laidOut = { key, layout }
    }
    return this.#laidOut.layout
  }

  /** Returns the amount that the row of a transfer shows: its fee, if nothing else moved; a stake keeps its amount in the wallet. */
  #orderAmount(entry: Entry): bigint {
    const amount = entry.kind === 'stake' ? this.#wallet.transferView(entry).amount : comparedAmount(entry)
    return amount > 0n ? amount : costOf(entry).fee
  }

  /** Returns the rows of a table of the transfers that pass a filter, from a position on. */
  rows(filter: HistoryFilter, arrangement: HistoryArrangement, { offset, limit }: Range): HistoryRowsPage {
    const { positions, parts, months } = this.#layOut(filter, arrangement)
    const shown: HistoryRow[] = []
    for (const [i, position] of positions.subarray(offset, offset + limit).entries()) {
      const entry = this.entries[position]
      const part = parts[offset + i] ?? TRANSFER
      const month = part === MONTH ? months.get(offset + i) : undefined
      if (month !== undefined) shown.push({ kind: 'month', id: `month/${month.start}`, month })
      else if (entry !== undefined) shown.push(this.#row(entry, part, this.#balanceAfter(filter, position)))
    }
    return { rows: shown, rowCount: positions.length, transferCount: this.#find(filter).positions.length }
  }

  #row(entry: Entry, part: number, balance: bigint | undefined): HistoryRow {
    const line = this.#line(entry, Math.max(0, part - 1), balance)
    return part === TRANSFER
      ? { kind: 'payment', id: line.id, line: { ...line, recipient: undefined } }
      : { kind: 'recipient', id: line.lineId, line }
  }

  /** Returns the lines of a transfer; empty if there is none with this id. */
  linesOf(id: string): readonly HistoryLine[] {
    const { entries, balances } = this.#sort()
    const position = entries.findIndex((entry) => transferId(entry, toHex(entry.txid)) === id)
    const entry = entries[position]
    if (entry === undefined) return []
    return Array.from({ length: lineCountOf(entry) }, (_, part) => this.#line(entry, part, balances.total(position)))
  }

  /** Returns the months of the transfers that pass a filter. */
  months(filter: HistoryFilter): readonly HistoryMonth[] {
    const { entries } = this
    return monthsOf(entriesAt(entries, this.#find(filter).positions))
  }

  /** Returns the balance over time, oldest first, as at most `maxPoints` points. */
  balances(maxPoints: number): readonly BalancePoint[] {
    const { entries, balances } = this.#sort()
    const items = entries.map(({ timestamp: time }, position) => ({ time, balance: balances.total(position) }))
    return sampleBalances(balancePoints(items), maxPoints)
  }

  #line(entry: Entry, part: number, balance: bigint | undefined): HistoryLine {
    const view = this.#wallet.transferView(entry)
    const parts = lineCountOf(entry)
    return {
      ...view,
      lineId: `${view.id}/${part}`,
      recipient: parts === 1 ? undefined : this.#recipient(entry, part),
      part,
      parts,
      balance,
      labels: entry.direction === 'in' ? entry.minors.map((minor) => this.#label(entry.account, minor)) : [],
    }
  }

  #label(major: number, minor: number): string {
    return this.#wallet.state.labels[major]?.[minor] ?? ''
  }

  #recipient({ destinations, account }: Entry, part: number): RecipientView | undefined {
    const destination = destinations[part]
    if (destination === undefined) return undefined
    return { ...destination, returns: this.belongsTo(destination.address, account) }
  }

  /** Returns whether an address belongs to an account. */
  belongsTo(address: string, account: number): boolean {
    const key = `${account} ${address}`
    let belongs = this.#returns.get(key)
    if (belongs === undefined) {
      belongs = this.#indexOf(address)?.major === account
      this.#returns.set(key, belongs)
    }
    return belongs
  }

  /** Recipients that another program recorded may be no addresses. */
  #indexOf(address: string): SubaddressIndex | undefined {
    try {
      return this.#wallet.indexOf(parseAddress(this.#wallet.network, address).spendKey)
    } catch (error) {
      if (error instanceof AddressError) return undefined
      throw error
    }
  }
}

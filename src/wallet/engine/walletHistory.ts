// The history of an open wallet: sorted once per change of its state, filtered once per filter, and given out in parts.

import { toHex } from '../../bytes/hex.ts'
import { AddressError, parseAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { balancePoints, sampleBalances } from '../state/balanceHistory.ts'
import { type Entry, historyEntries } from '../state/history.ts'
import { historyTest } from '../state/historyFilter.ts'
import { monthsOf } from '../state/historyMonths.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { type BalanceAfter, runningBalances } from '../state/runningBalance.ts'
import { transferId } from '../state/transferView.ts'
import type { WalletState } from '../state/walletState.ts'
import type { TransferView } from './engineViews.ts'
import type {
  BalancePoint,
  HistoryFilter,
  HistoryLine,
  HistoryMonth,
  HistoryPage,
  RecipientView,
} from './historyViews.ts'

/** What the history reads of its wallet. */
export type HistorySource = {
  readonly network: Network
  readonly state: Pick<WalletState, 'ledger' | 'pool' | 'revision' | 'notes' | 'labels' | 'addressBook'>
  addressText(index: SubaddressIndex): string
  /** Returns the index of an address of the wallet by its spend key. */
  indexOf(spendKey: Uint8Array): SubaddressIndex | undefined
  transferView(entry: Entry): TransferView
}

/** An entry of the sorted history, with the balance after it. */
type Item = { readonly entry: Entry; readonly balance: BalanceAfter | undefined }

/** A line: its entry, and its position among the lines of the entry. */
type LinePlace = { readonly item: Item; readonly part: number }

/** Lines that pass a filter. */
type Found = {
  readonly key: string
  readonly items: readonly Item[]
  readonly lines: readonly LinePlace[]
}

/** Returns the number of lines of an entry: one per recipient of a payment to others. */
const lineCountOf = ({ amount, destinations }: Entry): number =>
  amount > 0n && destinations.length > 1 ? destinations.length : 1

const filterKey = (filter: HistoryFilter): string =>
  JSON.stringify(filter, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** The history of a wallet. */
export class WalletHistory {
  readonly #wallet: HistorySource
  #sorted: { readonly revision: number; readonly items: readonly Item[] } | undefined
  #found: Found | undefined
  /** whether an address belongs to an account, by both */
  readonly #returns = new Map<string, boolean>()

  constructor(wallet: HistorySource) {
    this.#wallet = wallet
  }

  /** All transfers, newest first. */
  get items(): readonly Item[] {
    const { state } = this.#wallet
    const { revision } = state
    if (this.#sorted?.revision !== revision) {
      const entries = historyEntries(state)
      const balances = runningBalances(entries)
      const items = entries.map((entry, i) => ({ entry, balance: balances[i] }))
      this.#sorted = { revision, items }
      this.#found = undefined
    }
    return this.#sorted.items
  }

  #find(filter: HistoryFilter): Found {
    const { items } = this
    const key = filterKey(filter)
    if (this.#found?.key !== key) {
      const { notes, labels, addressBook } = this.#wallet.state
      const addressText: HistorySource['addressText'] = (index) => this.#wallet.addressText(index)
      const passes = historyTest(filter, { notes, labels, contacts: addressBook, addressText })
      const found = items.filter(({ entry }) => passes(entry))
      const lines = found.flatMap((item) =>
        Array.from({ length: lineCountOf(item.entry) }, (_, part) => ({ item, part })),
      )
      this.#found = { key, items: found, lines }
    }
    return this.#found
  }

  /** Returns the lines that pass a filter from a position on. */
  page(filter: HistoryFilter, { offset, limit }: { readonly offset: number; readonly limit: number }): HistoryPage {
    const { items, lines } = this.#find(filter)
    const isOfAccount = filter.account !== undefined
    return {
      lines: lines.slice(offset, offset + limit).map(({ item, part }) => this.#line(item, part, isOfAccount)),
      lineCount: lines.length,
      transferCount: items.length,
    }
  }

  /** Returns the lines of a transfer; empty if there is none with this id. */
  linesOf(id: string): readonly HistoryLine[] {
    const item = this.items.find(({ entry }) => transferId(entry, toHex(entry.txid)) === id)
    if (item === undefined) return []
    return Array.from({ length: lineCountOf(item.entry) }, (_, part) => this.#line(item, part, false))
  }

  /** Returns the months of the transfers that pass a filter. */
  months(filter: HistoryFilter): readonly HistoryMonth[] {
    return monthsOf(this.#find(filter).items.map(({ entry }) => entry))
  }

  /** Returns the balance over time, oldest first, as at most `maxPoints` points. */
  balances(maxPoints: number): readonly BalancePoint[] {
    const items = this.items.map(({ entry, balance }) => ({ time: entry.timestamp, balance: balance?.total }))
    return sampleBalances(balancePoints(items), maxPoints)
  }

  #line({ entry, balance }: Item, part: number, isOfAccount: boolean): HistoryLine {
    const view = this.#wallet.transferView(entry)
    const parts = lineCountOf(entry)
    return {
      ...view,
      lineId: `${view.id}/${part}`,
      recipient: parts === 1 ? undefined : this.#recipient(entry, part),
      part,
      parts,
      balance: isOfAccount ? balance?.ofAccount : balance?.total,
    }
  }

  #recipient({ destinations, account }: Entry, part: number): RecipientView | undefined {
    const destination = destinations[part]
    if (destination === undefined) return undefined
    return { ...destination, returns: this.#belongsTo(destination.address, account) }
  }

  #belongsTo(address: string, account: number): boolean {
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

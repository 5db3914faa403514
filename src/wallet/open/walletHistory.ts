// The history of an open wallet: sorted once per change of its state, filtered once per filter, and given out in parts.

import { toHex } from '../../bytes/hex.ts'
import { AddressError, parseAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { balancePoints, sampleBalances } from '../history/balanceHistory.ts'
import { type Entry, historyEntries } from '../history/history.ts'
import { historyTest } from '../history/historyFilter.ts'
import { monthsOf } from '../history/historyMonths.ts'
import type {
  BalancePoint,
  HistoryFilter,
  HistoryLine,
  HistoryMonth,
  HistoryPage,
  RecipientView,
  TransferView,
} from '../history/historyViews.ts'
import { RunningBalances } from '../history/runningBalance.ts'
import type { BelongsTo } from '../history/transferKind.ts'
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

/** Transfers that pass a filter. `lines`: the position of its entry for each line; the lines of an entry follow each other. */
type Found = { readonly key: string; readonly lines: Uint32Array; readonly transferCount: number }

/** Returns the number of lines of an entry: one per recipient of a payment to others. */
const lineCountOf = ({ amount, destinations }: Entry): number =>
  amount > 0n && destinations.length > 1 ? destinations.length : 1

/** Returns which line of its entry a line is. */
const partOf = (lines: Found['lines'], at: number): number => {
  let part = 0
  while (lines[at - part - 1] === lines[at]) part += 1
  return part
}

/** Yields each entry that has a line, once. */
function* entriesOf(entries: readonly Entry[], lines: Found['lines']): Iterable<Entry> {
  for (const [at, position] of lines.entries()) {
    const entry = entries[position]
    if (entry !== undefined && position !== lines[at - 1]) yield entry
  }
}

const filterKey = (filter: HistoryFilter): string =>
  JSON.stringify(filter, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** The history of a wallet. */
export class WalletHistory {
  readonly #wallet: HistorySource
  #sorted: Sorted | undefined
  #found: Found | undefined
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
    }
    return this.#sorted
  }

  #find(filter: HistoryFilter): Found {
    const { entries } = this
    const key = filterKey(filter)
    if (this.#found?.key !== key) {
      const { notes, labels, addressBook } = this.#wallet.state
      const addressText: HistorySource['addressText'] = (index) => this.#wallet.addressText(index)
      const belongsTo: BelongsTo = (address, account) => this.belongsTo(address, account)
      const passes = historyTest(filter, { notes, labels, contacts: addressBook, addressText, belongsTo })
      const lines: number[] = []
      let transferCount = 0
      for (const [position, entry] of entries.entries()) {
        if (!passes(entry)) continue
        transferCount += 1
        for (let part = 0; part < lineCountOf(entry); part += 1) lines.push(position)
      }
      this.#found = { key, lines: Uint32Array.from(lines), transferCount }
    }
    return this.#found
  }

  /** Returns the lines that pass a filter from a position on. */
  page(filter: HistoryFilter, { offset, limit }: { readonly offset: number; readonly limit: number }): HistoryPage {
    const { entries, balances } = this.#sort()
    const { lines, transferCount } = this.#find(filter)
    const balanceAfter = (position: number): bigint | undefined =>
      filter.account === undefined ? balances.total(position) : balances.ofAccount(position)
    const shown: HistoryLine[] = []
    for (const [i, position] of lines.subarray(offset, offset + limit).entries()) {
      const entry = entries[position]
      if (entry !== undefined) shown.push(this.#line(entry, partOf(lines, offset + i), balanceAfter(position)))
    }
    return { lines: shown, lineCount: lines.length, transferCount }
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
    const { lines } = this.#find(filter)
    return monthsOf(entriesOf(entries, lines))
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
    }
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

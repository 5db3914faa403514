// Which transfers pass a filter of the history.

import { toHex } from '../../bytes/hex.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import type { Entry } from './history.ts'
import type { HistoryFilter } from './historyViews.ts'
import { type BelongsTo, costOf, transferKindOf } from './transferKind.ts'

/** What a search reads beside the entries. */
export type SearchedTexts = {
  /** notes by transaction id in hex */
  readonly notes: ReadonlyMap<string, string>
  /** of the own addresses, by account and index */
  readonly labels: readonly (readonly string[])[]
  readonly contacts: readonly { readonly address: string; readonly description: string }[]
  addressText(index: SubaddressIndex): string
  readonly belongsTo: BelongsTo
}

/** The digits of addresses (base58), in lower case; shorter texts are not searched in the own addresses, which takes long. */
const ADDRESS_PART = /^[1-9a-z]{4,}$/

const searchTest = (search: string, texts: SearchedTexts): ((entry: Entry) => boolean) => {
  const words = search.trim().toLowerCase()
  if (words === '') return () => true
  const has = (text: string | undefined): boolean => text?.toLowerCase().includes(words) ?? false
  const named = new Set(texts.contacts.filter(({ description }) => has(description)).map(({ address }) => address))
  return (entry) => {
    const txid = toHex(entry.txid)
    return (
      txid.includes(words) ||
      has(texts.notes.get(txid)) ||
      entry.destinations.some(({ address }) => named.has(address) || has(address)) ||
      toHex(entry.paymentId).includes(words) ||
      (entry.direction === 'in' &&
        entry.minors.some(
          (minor) =>
            has(texts.labels[entry.account]?.[minor]) ||
            (ADDRESS_PART.test(words) && has(texts.addressText({ major: entry.account, minor }))),
        ))
    )
  }
}

const isShown = ({ direction, state }: Entry, show: HistoryFilter['show']): boolean => {
  if (show === 'incoming') return direction === 'in'
  if (show === 'outgoing') return direction === 'out'
  return show === 'all' || state !== 'confirmed'
}

/** Returns the amount that filters and orders compare: of a payment to oneself, what its recipients received. */
export const comparedAmount = (entry: Entry): bigint => {
  const { amount } = costOf(entry)
  return amount > 0n ? amount : entry.destinations.reduce((sum, destination) => sum + destination.amount, 0n)
}

/** Returns the test of a filter for entries. */
export const historyTest = (filter: HistoryFilter, texts: SearchedTexts): ((entry: Entry) => boolean) => {
  const { show, kind, account, address, from, until, minAmount, maxAmount } = filter
  const mentions = searchTest(filter.search, texts)
  return (entry) => {
    const time = entry.made ?? entry.timestamp
    const amount = comparedAmount(entry)
    return (
      isShown(entry, show) &&
      (kind === undefined || transferKindOf(entry, texts.belongsTo) === kind) &&
      (account === undefined || entry.account === account) &&
      (address === undefined || (entry.direction === 'in' && entry.minors.includes(address))) &&
      (from === undefined || time >= from) &&
      (until === undefined || time < until) &&
      (minAmount === undefined || amount >= minAmount) &&
      (maxAmount === undefined || amount <= maxAmount) &&
      mentions(entry)
    )
  }
}

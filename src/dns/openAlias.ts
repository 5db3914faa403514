// OpenAlias (https://openalias.org): what a TXT record says of whom to pay, and which of several addresses is meant.

import { findAddressNetwork } from '../coin/addresses/address.ts'
import type { Network } from '../coin/networks/network.ts'

/** What one record says. */
export type Alias = {
  /** of the coin, such as `xmr` */
  readonly prefix: string
  readonly address: string
  /** empty where it does not say */
  readonly recipientName: string
}

/** In characters; longer records are not read. */
const LONGEST_RECORD = 4096
const RECORD = /^\s*oa1:([a-z0-9_-]+)\s+/i

/** Where a value in quotation marks ends: at one that only the end of the pair follows. -1 where it does not. */
const closingQuote = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let next = at + 1
    while (text[next] === ' ' || text[next] === '\\') next++
    if (next === text.length || text[next] === ';') return at
  }
  return -1
}

/** Without spaces around it, but for those that are escaped. The semicolon after it may have been escaped on the way. */
const trimmed = (value: string): string => {
  const text = value.endsWith('\\') ? value.slice(0, -1) : value
  const end = text.trimEnd()
  return text
    .slice(0, end.endsWith('\\') ? end.length + 1 : end.length)
    .trimStart()
    .replaceAll('\\ ', ' ')
}

/** The pairs `key=value;` of a record; the first of a key counts. */
const pairsOf = (text: string): ReadonlyMap<string, string> => {
  const pairs = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const semicolon = text.indexOf(';', at)
    const end = semicolon < 0 ? text.length : semicolon
    const equals = text.indexOf('=', at)
    if (equals < 0 || equals > end) {
      at = end + 1
      continue
    }
    const key = text.slice(at, equals).trim()
    let start = equals + 1
    while (text[start] === ' ') start++
    const quote = text[start] === '"' ? closingQuote(text, start + 1) : -1
    const value = quote < 0 ? trimmed(text.slice(equals + 1, end)) : text.slice(start + 1, quote)
    if (!pairs.has(key)) pairs.set(key, value)
    const next = quote < 0 ? end : text.indexOf(';', quote)
    at = next < 0 ? text.length : next + 1
  }
  return pairs
}

/** What the text of a TXT record says; undefined where it is about something else. */
export const parseAlias = (text: string): Alias | undefined => {
  if (text.length > LONGEST_RECORD) return undefined
  const [head = '', prefix] = RECORD.exec(text) ?? []
  const pairs = pairsOf(text.slice(head.length))
  const address = pairs.get('recipient_address')
  if (prefix === undefined || address === undefined || address === '') return undefined
  return { prefix: prefix.toLowerCase(), address, recipientName: pairs.get('recipient_name') ?? '' }
}

const LONGEST_NAME = 255

/** Whether a text may be a name: it has a dot, which no address has, and nothing that no name has. */
export const isAliasName = (text: string): boolean => text.length <= LONGEST_NAME && /^[^\s/]+\.[^\s/]+$/.test(text)

/**
 * The one to pay on one of some networks: of the network's own prefix rather than of a lesser one, then the first.
 * undefined where none is an address of any of them.
 */
export const selectAlias = (networks: readonly Network[], aliases: readonly Alias[]): Alias | undefined => {
  for (const network of networks)
    for (const prefix of network.aliasPrefixes) {
      const found = aliases.find(
        (alias) => alias.prefix === prefix && findAddressNetwork([network], alias.address) !== undefined,
      )
      if (found !== undefined) return found
    }
  return undefined
}

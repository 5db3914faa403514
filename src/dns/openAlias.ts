// OpenAlias (https://openalias.org): parses TXT records with payment addresses, and selects one of several.

import { findAddressNetwork } from '../coin/addresses/address.ts'
import type { Network } from '../coin/networks/network.ts'

/** An OpenAlias record. */
export type Alias = {
  /** of the coin, such as `xmr` */
  readonly prefix: string
  readonly address: string
  /** empty if the record has none */
  readonly recipientName: string
}

/** Maximum length of a record in characters. */
const MAX_RECORD_LENGTH = 4096
const RECORD = /^\s*oa1:([a-z0-9_-]+)\s+/i

/** Returns the position of the closing quotation mark: the first that the end of the pair follows; -1 if there is none. */
const closingQuote = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let next = at + 1
    while (text[next] === ' ' || text[next] === '\\') next++
    if (next === text.length || text[next] === ';') return at
  }
  return -1
}

/** Removes surrounding unescaped spaces, and a backslash that escaped the semicolon after the value. */
const trimValue = (value: string): string => {
  const text = value.endsWith('\\') ? value.slice(0, -1) : value
  const end = text.trimEnd()
  return text
    .slice(0, end.endsWith('\\') ? end.length + 1 : end.length)
    .trimStart()
    .replaceAll('\\ ', ' ')
}

/** Parses the pairs `key=value;` of a record; keeps the first pair of a key. */
const parsePairs = (text: string): ReadonlyMap<string, string> => {
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
    const value = quote < 0 ? trimValue(text.slice(equals + 1, end)) : text.slice(start + 1, quote)
    if (!pairs.has(key)) pairs.set(key, value)
    const next = quote < 0 ? end : text.indexOf(';', quote)
    at = next < 0 ? text.length : next + 1
  }
  return pairs
}

/** Parses the text of a TXT record; returns undefined if it is not an OpenAlias record. */
export const parseAlias = (text: string): Alias | undefined => {
  if (text.length > MAX_RECORD_LENGTH) return undefined
  const [head = '', prefix] = RECORD.exec(text) ?? []
  const pairs = parsePairs(text.slice(head.length))
  const address = pairs.get('recipient_address')
  if (prefix === undefined || address === undefined || address === '') return undefined
  return { prefix: prefix.toLowerCase(), address, recipientName: pairs.get('recipient_name') ?? '' }
}

const MAX_NAME_LENGTH = 255

/** Whether a text may be an OpenAlias name: it has a dot, which no address has, and neither spaces nor slashes. */
export const isAliasName = (text: string): boolean => text.length <= MAX_NAME_LENGTH && /^[^\s/]+\.[^\s/]+$/.test(text)

/**
 * Selects the record to pay, by order of networks, then of the network's prefixes, then of records. Returns undefined if no record
 * contains an address of the networks.
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

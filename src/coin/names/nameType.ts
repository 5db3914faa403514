// Types of names: their words in requests, the forks that have them, what they cost and how long they last (oxen-core: mapping_type).

import { FabaError } from '../../errors/fabaError.ts'
import { hardForkAt, type Network } from '../networks/network.ts'

/**
 * Types by their number. The last three are terms of purchase and renewal; their names are recorded as `lokinet`. No hard fork has
 * enabled `wallet`.
 */
export const NameType = { session: 0, wallet: 1, lokinet: 2, lokinet2y: 3, lokinet5y: 4, lokinet10y: 5 } as const

/** What a type word is for; each use has its own words. */
export type NameUse = 'buy' | 'renew' | 'update' | 'lookup'

/** A word that is no type for its use. The message is that of oxen-core. */
export class NameTypeError extends FabaError<{ readonly type: string; readonly use: NameUse }> {
  override readonly name = 'NameTypeError'
  readonly code = 'name-type'
}

const FIRST_NAMES_FORK = 15
const LOKINET_FORK = 16

const YEARS: ReadonlyMap<number, number> = new Map([
  [NameType.lokinet, 1],
  [NameType.lokinet2y, 2],
  [NameType.lokinet5y, 5],
  [NameType.lokinet10y, 10],
])

/** Price in multiples of one year's price, by years. */
const PRICE_FACTORS: ReadonlyMap<number, bigint> = new Map([
  [1, 1n],
  [2, 2n],
  [5, 4n],
  [10, 6n],
])
const COIN = 1_000_000_000n
const FIRST_PRICE = 20n * COIN
const PRICE = 15n * COIN
const BLOCKS_PER_DAY = 720
const DAYS_PER_YEAR = 368

const TERMS: ReadonlyMap<string, number> = new Map([
  ['', NameType.lokinet],
  ['_1y', NameType.lokinet],
  ['_1years', NameType.lokinet],
  ['_2y', NameType.lokinet2y],
  ['_2years', NameType.lokinet2y],
  ['_5y', NameType.lokinet5y],
  ['_5years', NameType.lokinet5y],
  ['_10y', NameType.lokinet10y],
  ['_10years', NameType.lokinet10y],
])

/** `lokinet`, or `xnet` in the written specification, and the term that follows. */
const LOKINET_WORD = /^(?:lokinet|xnet)(_\d+y(?:ears)?)?$/

const SUPPORTED: { readonly [use in NameUse]: string } = {
  buy: 'buy types are session, lokinet_1y, lokinet_2y, lokinet_5y, lokinet_10y',
  renew: 'renew types are: lokinet_1y, lokinet_2y, lokinet_5y, lokinet_10y',
  update: 'update types are: session, lokinet',
  lookup: 'lookup types are session, lokinet',
}

const typeOf = (word: string, use: NameUse, fork: number): number | undefined => {
  if (word === 'session') return use !== 'renew' && fork >= FIRST_NAMES_FORK ? NameType.session : undefined
  const [match, term = ''] = LOKINET_WORD.exec(word) ?? []
  if (match === undefined || fork < LOKINET_FORK) return undefined
  return use === 'buy' || use === 'renew' || term === '' ? TERMS.get(term) : undefined
}

/**
 * Parses a type word, in any case.
 * @param height number of known blocks, which decides the hard fork
 * @throws NameTypeError
 *
 * @example
 * const hardForks = [{ version: 17, height: 0 }]
 * parseNameType({ hardForks }, 'Session', 'lookup', 9) // 0
 * parseNameType({ hardForks }, 'lokinet_2y', 'buy', 9) // 3
 * parseNameType({ hardForks }, 'lokinet_2y', 'update', 9) // throws NameTypeError
 */
export const parseNameType = (
  network: Pick<Network, 'hardForks'>,
  word: string,
  use: NameUse,
  height: number,
): number => {
  const type = typeOf(word.toLowerCase(), use, hardForkAt(network, height))
  if (type === undefined)
    throw new NameTypeError(`Unsupported LNS type "${word}"; supported ${SUPPORTED[use]}`, {
      details: { type: word, use },
    })
  return type
}

/**
 * Returns whether a fork has a type.
 *
 * @example
 * hasNameType(NameType.session, 15) // true
 * hasNameType(NameType.lokinet, 15) // false
 */
export const hasNameType = (type: number, fork: number): boolean =>
  type === NameType.session ? fork >= FIRST_NAMES_FORK : YEARS.has(type) && fork >= LOKINET_FORK

/**
 * Returns the type under which a name is recorded.
 *
 * @example
 * recordedNameType(NameType.lokinet10y) // 2
 */
export const recordedNameType = (type: number): number => (YEARS.has(type) ? NameType.lokinet : type)

/**
 * Returns the word of a recorded type.
 *
 * @example
 * nameTypeWord(NameType.lokinet5y) // 'lokinet'
 */
export const nameTypeWord = (type: number): string =>
  YEARS.has(type) ? 'lokinet' : type === NameType.session ? 'session' : 'wallet'

/** Types as oxen-core's errors name them. */
const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [NameType.session, 'session'],
  [NameType.wallet, 'wallet'],
  [NameType.lokinet, 'lokinet'],
  [NameType.lokinet2y, 'lokinet_2years'],
  [NameType.lokinet5y, 'lokinet_5years'],
  [NameType.lokinet10y, 'lokinet_10years'],
])

/**
 * Returns a type, recorded or a term of purchase and renewal, as oxen-core's errors name it (mapping_type_str).
 *
 * @example
 * nameTypeTitle(NameType.lokinet2y) // 'lokinet_2years'
 * nameTypeTitle(99) // 'xx_unhandled_type'
 */
export const nameTypeTitle = (type: number): string => TYPE_NAMES.get(type) ?? 'xx_unhandled_type'

/**
 * Returns the blocks for which a purchase or renewal lasts; undefined for names that do not expire.
 *
 * @example
 * nameLifetimeBlocks({ netType: 'mainnet' }, NameType.lokinet) // 264960
 * nameLifetimeBlocks({ netType: 'mainnet' }, NameType.session) // undefined
 */
export const nameLifetimeBlocks = ({ netType }: Pick<Network, 'netType'>, type: number): number | undefined => {
  const years = YEARS.get(type)
  if (years === undefined) return undefined
  if (netType === 'fakechain') return 2 * years
  // On testnet, years count as days, except ten years.
  if (netType === 'testnet' && years < 10) return years * BLOCKS_PER_DAY
  return years * DAYS_PER_YEAR * BLOCKS_PER_DAY
}

/**
 * Returns the amount that a purchase or renewal burns, in atomic units.
 *
 * @example
 * namePrice(NameType.session, 15) // 20_000_000_000n
 * namePrice(NameType.lokinet10y, 17) // 90_000_000_000n
 */
export const namePrice = (type: number, fork: number): bigint => {
  const base = fork >= LOKINET_FORK ? PRICE : FIRST_PRICE
  return base * (PRICE_FACTORS.get(YEARS.get(type) ?? 1) ?? 1n)
}

// JSON with exact integers: amounts exceed 2^53, so an integer that a JavaScript number cannot hold is parsed as a bigint, and bigints
// are written as plain integers.

import { FabaError } from '../errors/fabaError.ts'
import { JsonBytes } from './jsonBytes.ts'

/** Text that is not JSON, or JSON that exceeds a limit. */
export class JsonError extends FabaError {
  override readonly name = 'JsonError'
  readonly code = 'json'
}

/** A parsed value: an integer beyond 2^53 is a bigint, every other number a number. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject

export type JsonObject = { readonly [name: string]: JsonValue }

/**
 * Returns whether a value is an object with members: neither a list nor null.
 *
 * @example
 * isJsonObject([]) // false
 */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * A list whose items are made while it is written, so that a long one is never in memory as a whole.
 *
 * @example
 * stringifyJson({ heights: new JsonSequence(() => [1, 2]) }) // '{"heights":[1,2]}'
 */
export class JsonSequence<Item = JsonWritable> implements Iterable<Item> {
  readonly #items: () => Iterable<Item>

  /** @param items returns all items, each time that it is called */
  constructor(items: () => Iterable<Item>) {
    this.#items = items
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items()[Symbol.iterator]()
  }
}

/** A value that can be written. Undefined members are omitted. */
export type JsonWritable =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonWritable[]
  | JsonSequence
  | JsonBytes
  | { readonly [name: string]: JsonWritable }

/** Maximum nesting of arrays and objects. */
export const MAX_JSON_DEPTH = 100

/** Maximum digits of an integer: amounts have up to 20, difficulties up to 39. */
const MAX_INTEGER_DIGITS = 100

/** Integers with fewer digits are safe numbers. */
const UNSAFE_DIGITS = 16

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const ZERO = 0x30
const NINE = 0x39
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const POINT = 0x2e
const CAPITAL_E = 0x45
const SMALL_E = 0x65

/**
 * Returns the position after the closing quote of the string that begins at `start`; the end of the text if there is none.
 *
 * @example
 * endOfString('["a\\"", 1]', 1) // 6
 */
export const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

/** What decides how a text is parsed. */
type Survey = {
  /** of nesting */
  readonly depth: number
  /** length of the longest run outside strings */
  readonly digits: number
  readonly values: number
  /** whether a number has a fraction or an exponent */
  readonly hasFloats: boolean
}

const survey = (text: string): Survey => {
  let hasFloats = false
  let values = 1
  let depth = 0
  let deepest = 0
  let digits = 0
  let longest = 0
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i)
    if (code >= ZERO && code <= NINE) {
      if (++digits > longest) longest = digits
    } else {
      if (digits > 0 && (code === POINT || code === SMALL_E || code === CAPITAL_E)) hasFloats = true
      digits = 0
      if (code === QUOTE) {
        i = endOfString(text, i)
        continue
      }
      if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
        values++
        if (++depth > deepest) deepest = depth
      } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--
      else if (code === COMMA) values++
    }
    i++
  }
  return { depth: deepest, digits: longest, values, hasFloats }
}

const INTEGER = /^-?\d+$/

/** Parses the text of a number. */
type ParseNumber = (source: string) => number | bigint

const exactNumber: ParseNumber = (source) => {
  const value = Number(source)
  if (Number.isSafeInteger(value) || !INTEGER.test(source)) return value
  if (source.length > MAX_INTEGER_DIGITS) throw new JsonError(`an integer of ${source.length} digits is too long`)
  return BigInt(source)
}

const TOKEN = /[^\s,:[\]{}]+/y
const SPACE = /[\s,:]*/y

/**
 * Parses text that is known to be valid JSON, with exact integers. Several times faster than a reviver with access to the source text,
 * and supported by every engine.
 */
const parseExactly = (text: string, numberOf: ParseNumber): JsonValue => {
  let at = 0
  const skipTo = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const string = (): string => {
    const start = at
    at = endOfString(text, start)
    // A text in quotes is a string.
    return JSON.parse(text.slice(start, at)) as string
  }
  const members = <T>(close: string, member: () => T): T[] => {
    const found: T[] = []
    at++
    for (;;) {
      skipTo(SPACE)
      if (text[at] === close) {
        at++
        return found
      }
      found.push(member())
    }
  }
  const value = (): JsonValue => {
    skipTo(SPACE)
    const first = text[at]
    if (first === '"') return string()
    if (first === '[') return members(']', value)
    if (first === '{') return Object.fromEntries(members('}', (): [string, JsonValue] => [string(), value()]))
    const token = skipTo(TOKEN)
    if (token === 'true') return true
    if (token === 'false') return false
    if (token === 'null') return null
    return numberOf(token)
  }
  return value()
}

const parsePlain = (text: string): JsonValue => {
  try {
    // JSON.parse returns only JSON values.
    return JSON.parse(text) as JsonValue
  } catch (error) {
    throw new JsonError(`not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/**
 * Parses JSON text.
 * @param maxValues upper bound of the number of values, each array and object included: a value takes more memory than its text
 * @throws JsonError if the text is not one JSON value, is nested deeper than MAX_JSON_DEPTH, has more than `maxValues` values, or has an
 * integer of more than 100 digits
 *
 * @example
 * parseJson('{"amount":18446744073709551615}') // { amount: 18446744073709551615n }
 * parseJson('{') // throws JsonError
 * parseJson('[1, 2, 3]', 3) // throws JsonError
 */
export const parseJson = (text: string, maxValues = Number.POSITIVE_INFINITY): JsonValue => {
  const { plain, digits } = parseLimited(text, maxValues)
  return digits < UNSAFE_DIGITS ? plain : parseExactly(text, exactNumber)
}

/** Returns NaN for `1.0` and `1e0`, which are no integers for epee. JSON itself has no NaN. */
const strictNumber: ParseNumber = (source) => {
  const value = exactNumber(source)
  return Number.isInteger(value) && !INTEGER.test(source) ? Number.NaN : value
}

/**
 * Parses JSON text of which a number is an integer only if it is written as one, as epee does: a caller who writes `1.0` may mean a coin, not an
 * atomic unit. Numbers with a fraction or an exponent whose value is an integer become NaN, which no schema accepts.
 * @param maxValues as of `parseJson`
 * @throws JsonError as `parseJson`
 *
 * @example
 * parseStrictNumbers('[1, 1.0, 1e0, 1.5]') // [1, Number.NaN, Number.NaN, 1.5]
 * parseStrictNumbers('{"jsonrpc": "2.0", "amount": 1E0}') // { jsonrpc: '2.0', amount: Number.NaN }
 */
export const parseStrictNumbers = (text: string, maxValues = Number.POSITIVE_INFINITY): JsonValue => {
  const { plain, digits, hasFloats } = parseLimited(text, maxValues)
  return digits < UNSAFE_DIGITS && !hasFloats ? plain : parseExactly(text, strictNumber)
}

/** Parses text within the limits. `plain`: its value, if all its numbers are safe. */
const parseLimited = (text: string, maxValues: number): Survey & { readonly plain: JsonValue } => {
  const found = survey(text)
  const { depth, values } = found
  if (values > maxValues) throw new JsonError(`JSON has up to ${values} values, at most ${maxValues} are accepted`)
  if (depth > MAX_JSON_DEPTH)
    throw new JsonError(`JSON is nested ${depth} deep, at most ${MAX_JSON_DEPTH} are accepted`)
  return { ...found, plain: parsePlain(text) }
}

const checkNumber = (value: number): number => {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new JsonError(
      `${value} cannot be written: integers beyond 2^53 are bigints, and JSON knows finite numbers only`,
    )
  return value
}

const isList = (value: JsonWritable): value is readonly JsonWritable[] => Array.isArray(value)

/**
 * Returns the JSON text of a value, without white space; `encodeJson` encodes it.
 * @throws JsonError for an integer beyond 2^53 that is not a bigint, and for numbers that are not finite
 *
 * @example
 * stringifyJson({ amount: 18446744073709551615n, memo: undefined }) // '{"amount":18446744073709551615}'
 */
export const stringifyJson = (value: JsonWritable): string => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return String(checkNumber(value))
  if (value === undefined) return 'null'
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(stringifyJson).join(',')}]`
  if (value instanceof JsonBytes) return value.text
  if (value instanceof JsonSequence) return `[${Array.from(value, stringifyJson).join(',')}]`
  let members = ''
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined) continue
    if (members !== '') members += ','
    members += `${JSON.stringify(name)}:${stringifyJson(member)}`
  }
  return `{${members}}`
}

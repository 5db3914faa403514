// What the parts of a service share: the method table by name, resolved options, errors and bodies.

import { fromUtf8, type TextEncoding, Utf8Error } from '../bytes/text.ts'
import { FabaError } from '../errors/fabaError.ts'
import type { BodyLease } from './bodyBudget.ts'
import { encodeJson } from './encodeJson.ts'
import type { Envelope } from './envelope.ts'
import { JsonRpcError } from './errors.ts'
import type { HttpResponse } from './http.ts'
import { JsonError, type JsonValue, type JsonWritable, parseStrictNumbers, stringifyJson } from './json.ts'
import { hasSequence, streamJson } from './jsonStream.ts'
import { CALLER_HEADER, type Call, type Method } from './method.ts'

/** Two methods of one table with the same name. */
export class DuplicateMethodError extends FabaError {
  override readonly name = 'DuplicateMethodError'
  readonly code = 'duplicate-method'
}

/** The options of a service, with defaults. */
export type DispatchOptions = {
  readonly restricted: boolean
  readonly isExposed: (name: string) => boolean
  readonly forbidden: (name: string) => JsonRpcError
  readonly maxRequestBytes: number
  readonly maxRequestValues: number
  readonly maxBatch: number
  readonly envelope: () => Envelope
  readonly internalErrorCode: number
  readonly malformedPathStatus: number
  readonly toRpcError: (error: unknown) => JsonRpcError | undefined
  readonly report: (error: unknown, method: string) => void
}

/** The methods of a service by name, and their context. */
export type Dispatch<Context> = {
  readonly methods: ReadonlyMap<string, Method<Context>>
  readonly context: Context
  readonly options: DispatchOptions
  /** the memory of the request's body; unlimited if omitted */
  readonly lease?: BodyLease
}

const INTERNAL_ERROR = 'Internal error'

/**
 * Returns the methods by each of their names.
 * @throws DuplicateMethodError
 *
 * @example
 * methodsByName([{ names: ['get_height', 'getheight'] }]).size // 2
 */
export const methodsByName = <M extends Method<never>>(methods: readonly M[]): Map<string, M> => {
  const table = new Map<string, M>()
  for (const method of methods)
    for (const name of method.names) {
      if (table.has(name)) throw new DuplicateMethodError(`two methods are named ${name}`)
      table.set(name, method)
    }
  return table
}

/**
 * Returns whether callers of the service cannot use a method.
 *
 * @example
 * const dispatch = { options: { restricted: true, isExposed: (name) => name === 'get_payments' } }
 * isHidden(dispatch, { names: ['transfer'], access: 'admin' }) // true
 * isHidden(dispatch, { names: ['get_payments'], access: 'admin' }) // false
 */
export const isHidden = <Context>({ options }: Dispatch<Context>, method: Method<Context>): boolean =>
  options.restricted && method.access === 'admin' && !options.isExposed(method.names[0])

/**
 * Returns the error response for an error of a handler. Internal errors are reported, and their message is not returned.
 *
 * @example
 * const options = { toRpcError: () => undefined, report: () => undefined, internalErrorCode: -32603 }
 * toJsonRpcError(options, new Error('boom'), 'get_height', new Request('http://service/')).message // 'Internal error'
 */
export const toJsonRpcError = (
  { toRpcError, report, internalErrorCode }: DispatchOptions,
  error: unknown,
  name: string,
  { signal }: Request,
): JsonRpcError => {
  if (error instanceof JsonRpcError) return error
  const known = toRpcError(error)
  if (known !== undefined) return known
  // A call that ends because the caller disconnected is not a defect.
  if (!signal.aborted || error !== signal.reason) report(error, name)
  return new JsonRpcError(internalErrorCode, INTERNAL_ERROR)
}

/**
 * Returns whether an error is the response for an internal error.
 *
 * @example
 * import { JsonRpcError } from './errors.ts'
 * isInternalError(new JsonRpcError(-32603, 'Internal error')) // true
 */
export const isInternalError = ({ message }: JsonRpcError): boolean => message === INTERNAL_ERROR

/**
 * Returns a response with a JSON body, which is streamed if the value has long lists.
 * @param report receives the error that ends a stream
 *
 * @example
 * jsonResponse({ height: 7 }, () => undefined).body // '{"height":7}'
 */
export const jsonResponse = (value: JsonWritable, report: (error: unknown) => void): HttpResponse => {
  const body = hasSequence(value) ? streamJson(value, report) : stringifyJson(value)
  return { status: 200, type: 'application/json', body: typeof body === 'string' ? encodeJson(body) : body }
}

/** The content of a request. */
export type ParsedBody = {
  readonly value: JsonValue
  /** how epee encodes the texts of the body: it encodes each escaped surrogate by itself */
  readonly textEncoding: TextEncoding
}

const textOf = (body: Uint8Array): string => {
  try {
    return fromUtf8(body)
  } catch (error) {
    if (error instanceof Utf8Error) throw new JsonError('the body is no UTF-8 text', { cause: error })
    throw error
  }
}

const parseText = (text: string, maxValues: number, relax?: (text: string) => string): JsonValue => {
  try {
    return parseStrictNumbers(text, maxValues)
  } catch (error) {
    if (!(error instanceof JsonError) || relax === undefined) throw error
    return parseStrictNumbers(relax(text), maxValues)
  }
}

/** The escape of a surrogate, which no other backslash precedes. */
const ESCAPED_SURROGATE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/

/** Returns whether all texts of a value are Unicode: without surrogates that are no pairs. */
const isWellFormed = (value: JsonValue): boolean => {
  if (typeof value === 'string') return value.isWellFormed()
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
}

/**
 * Parses a body as JSON; an empty body is an empty object. Floats are no integers: see `parseStrictNumbers`.
 * @param maxValues each array and object included
 * @param relax returns the JSON of a text that is not
 * @throws JsonError, also for texts that are not Unicode: replacement characters would make different ones equal
 *
 * @example
 * import { utf8 } from '../bytes/bytes.ts'
 * parseBody(utf8('[1]'), 2).value // [1]
 * parseBody(utf8('[1]'), 1) // throws JsonError
 * parseBody(new Uint8Array(), 1).value // {}
 * parseBody(utf8('["\\ud83d\\ude00"]'), 2).textEncoding // 'cesu-8'
 * parseBody(Uint8Array.of(0x22, 0xef, 0x22), 1) // throws JsonError
 */
export const parseBody = (body: Uint8Array, maxValues: number, relax?: (text: string) => string): ParsedBody => {
  const text = textOf(body)
  if (text.trim() === '') return { value: {}, textEncoding: 'utf-8' }
  const value = parseText(text, maxValues, relax)
  if (!ESCAPED_SURROGATE.test(text)) return { value, textEncoding: 'utf-8' }
  if (!isWellFormed(value)) throw new JsonError('a text has half of a surrogate pair, which is no character')
  return { value, textEncoding: 'cesu-8' }
}

/** The call of a request, as handlers receive it. */
export class ReceivedCall implements Call {
  readonly name: string
  readonly restricted: boolean
  readonly textEncoding: TextEncoding
  readonly #request: Request

  constructor(name: string, restricted: boolean, textEncoding: TextEncoding, request: Request) {
    this.name = name
    this.restricted = restricted
    this.textEncoding = textEncoding
    this.#request = request
  }

  /** Read from the request on demand: servers create it lazily. */
  get caller(): string {
    return this.#request.headers.get(CALLER_HEADER) ?? ''
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }
}

// How a service reads requests and writes responses around the calls of methods: strictly, or with the leniency of epee's servers.

import type { JsonValue } from './json.ts'

/** The envelope of a service's JSON-RPC. */
export type Envelope = {
  /** fields of flat results are also written beside `jsonrpc` and `id` */
  readonly flatResults: boolean
  /** id of the response to a request without an id, or with null */
  readonly missingId: '' | 0
  /** ids that responses repeat */
  readonly ids: 'texts and numbers' | 'any'
  /**
   * `lenient` accepts text after the JSON value, a comma after the last member of an object and control characters in strings, and reads a
   * value in place of a list or an object as absent (epee)
   */
  readonly json: 'strict' | 'lenient'
  /** message of the error for `params` that are neither an object nor a list; undefined: they count as absent, unless the JSON is strict */
  readonly paramsError: string | undefined
  /** HTTP methods that /json_rpc accepts; a GET has an empty body */
  readonly httpMethods: 'POST' | 'any'
}

/** The envelope of services without another. */
export const STRICT_ENVELOPE: Envelope = {
  flatResults: true,
  missingId: '',
  ids: 'texts and numbers',
  json: 'strict',
  paramsError: undefined,
  httpMethods: 'POST',
}

/** Returns whether a value consists of values that JSON can carry exactly. */
const isExact = (value: JsonValue): boolean => {
  if (typeof value === 'number')
    return Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value))
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isExact)
}

const isNone = (id: JsonValue | undefined): id is null | undefined | readonly never[] =>
  id === undefined || id === null || (Array.isArray(id) && id.length === 0)

/**
 * Returns the id of the response to a request with an id; the missing id if the request has none, or one that responses do not repeat.
 *
 * @example
 * responseId(STRICT_ENVELOPE, true) // ''
 * responseId({ ...STRICT_ENVELOPE, ids: 'any' }, true) // true
 */
export const responseId = ({ missingId, ids }: Envelope, id: JsonValue | undefined): JsonValue => {
  if (isNone(id) || !isExact(id)) return missingId
  const isText = typeof id === 'string' || typeof id === 'bigint' || typeof id === 'number'
  return isText || ids === 'any' ? id : missingId
}

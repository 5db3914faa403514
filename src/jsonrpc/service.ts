// A service: a method table and its context, as one function from request to response. A service worker, an HTTP server, a page's
// worker and tests host the same function.

import { BodiesInFlightError, BodyBudget } from './bodyBudget.ts'
import { type Dispatch, type DispatchOptions, methodsByName } from './dispatch.ts'
import { type Envelope, STRICT_ENVELOPE } from './envelope.ts'
import { JSON_RPC_CODES, JsonRpcError } from './errors.ts'
import {
  type AllowedOrigins,
  BodyTooLongError,
  type HttpResponse,
  IncompleteBodyError,
  preflightResponse,
  textResponse,
  toResponse,
} from './http.ts'
import { handleJsonRpc } from './jsonRpcHandler.ts'
import type { Method } from './method.ts'
import { handlePath } from './pathHandler.ts'

export type ServiceOptions = {
  /** hides the methods that are not public */
  readonly restricted?: boolean
  /** whether a restricted service serves a method, by its first name, although it is not public; none if omitted */
  readonly isExposed?: (name: string) => boolean
  /** creates the error for callers of a hidden method; by default error 403 */
  readonly forbidden?: (name: string) => JsonRpcError
  /** origins whose pages may call; none if omitted */
  readonly origins?: AllowedOrigins
  /** maximum length of a request body in bytes; 16 MiB if omitted */
  readonly maxRequestBytes?: number
  /** maximum number of JSON values of a request, each array and object included; a million if omitted */
  readonly maxRequestValues?: number
  /** maximum length of all request bodies in memory in bytes; four times that of one if omitted */
  readonly maxBytesInFlight?: number
  /** maximum number of calls in one batch; 100 if omitted */
  readonly maxBatch?: number
  /** the envelope of the next call at /json_rpc; strict if omitted */
  readonly envelope?: () => Envelope
  /** HTTP status of a request to a path whose parameters are malformed; 500 if omitted */
  readonly malformedPathStatus?: number
  /** maps an error that a handler threw to an error response; undefined for an internal error */
  readonly toRpcError?: (error: unknown) => JsonRpcError | undefined
  /** code of internal errors; -32603 if omitted, which JSON-RPC 2.0 and epee's and oxen-core's servers use */
  readonly internalErrorCode?: number
  /** receives every error that is answered as an internal error, whose message callers do not get */
  readonly report?: (error: unknown, method: string) => void
}

export type Service = (request: Request) => Promise<Response>

const MIB = 1024 * 1024

/** Bodies of maximum length that are in memory at a time. */
const BODIES_IN_FLIGHT = 4

const FORBIDDEN = 'Forbidden; this command is not available over public RPC'

const forbiddenByDefault = (): JsonRpcError => new JsonRpcError(JSON_RPC_CODES.forbidden, FORBIDDEN)

const withDefaults = (options: ServiceOptions): DispatchOptions => ({
  restricted: options.restricted ?? false,
  isExposed: options.isExposed ?? (() => false),
  forbidden: options.forbidden ?? forbiddenByDefault,
  maxRequestBytes: options.maxRequestBytes ?? 16 * MIB,
  maxRequestValues: options.maxRequestValues ?? 1_000_000,
  maxBatch: options.maxBatch ?? 100,
  envelope: options.envelope ?? (() => STRICT_ENVELOPE),
  internalErrorCode: options.internalErrorCode ?? JSON_RPC_CODES.internalError,
  malformedPathStatus: options.malformedPathStatus ?? 500,
  toRpcError: options.toRpcError ?? (() => undefined),
  report: options.report ?? (() => undefined),
})

/** A URL without its query, and the text after the first slash of its path. */
const PATH = /^[^/]*\/\/[^/?#]*\/([^?#]*)/

const handleRequest = async <Context>(dispatch: Dispatch<Context>, request: Request): Promise<HttpResponse> => {
  const { maxRequestBytes, report } = dispatch.options
  // A parsed URL would take longer than a short call.
  const name = PATH.exec(request.url)?.[1] ?? ''
  try {
    if (name !== 'json_rpc') return await handlePath(dispatch, name, request)
    const isAccepted = request.method === 'POST' || dispatch.options.envelope().httpMethods === 'any'
    return isAccepted ? await handleJsonRpc(dispatch, request) : textResponse(404, 'Not Found\n')
  } catch (error) {
    if (error instanceof BodyTooLongError) return textResponse(413, `A request has at most ${maxRequestBytes} bytes\n`)
    if (error instanceof BodiesInFlightError) return textResponse(503, 'Server busy, try again later')
    if (error instanceof IncompleteBodyError) return textResponse(400, 'The request ended before its body did\n')
    report(error, '')
    return textResponse(500, 'Internal Server Error\n')
  }
}

/**
 * Serves the methods: JSON-RPC 2.0 with batches at POST /json_rpc, and methods with a path at /<name>. The calls of a batch run one
 * after the other. An error that is neither a JsonRpcError nor mapped by `toRpcError` is internal: it is reported, and answered
 * without its message.
 * @throws DuplicateMethodError if two methods have the same name
 *
 * @example
 * import { createJsonRpcClient } from './client.ts'
 * import { methodsOf } from './method.ts'
 * const method = methodsOf()({ names: ['get_height'], access: 'public', params: {}, handler: () => ({ height: 7 }) })
 * const client = createJsonRpcClient(createService([method], undefined), 'http://service/json_rpc')
 * await client.call('get_height') // { height: 7 }
 */
export const createService = <Context>(
  methods: readonly Method<Context>[],
  context: Context,
  options: ServiceOptions = {},
): Service => {
  const dispatch: Dispatch<Context> = { methods: methodsByName(methods), context, options: withDefaults(options) }
  const { origins } = options
  const budget = new BodyBudget(options.maxBytesInFlight ?? BODIES_IN_FLIGHT * dispatch.options.maxRequestBytes)
  return async (request) => {
    if (origins !== undefined && request.method === 'OPTIONS') return preflightResponse(origins, request)
    const lease = budget.lease()
    try {
      return toResponse(await handleRequest({ ...dispatch, lease }, request), origins, request)
    } finally {
      lease.end()
    }
  }
}

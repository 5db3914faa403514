// A service: a method table and its context, as one function from request to response. A service worker, an HTTP server, a page's
// worker and tests host the same function.

import { FabaError } from '../errors/fabaError.ts'
import { InvalidParamsError, JSON_RPC_CODES, JsonRpcError } from './errors.ts'
import {
  type AllowedOrigins,
  BodyTooLongError,
  type HttpResponse,
  IncompleteBodyError,
  preflightResponse,
  readBody,
  textResponse,
  toResponse,
} from './http.ts'
import { isJsonObject, JsonError, type JsonValue, type JsonWritable, parseJson, stringifyJson } from './json.ts'
import type { Call, JsonMethod, Method } from './method.ts'

/** Two methods of one table with the same name. */
export class DuplicateMethodError extends FabaError {
  override readonly name = 'DuplicateMethodError'
  readonly code = 'duplicate-method'
}

export type ServiceOptions = {
  /** hides the methods that are not public */
  readonly restricted?: boolean
  /** creates the error for callers of a hidden method; by default error 403 */
  readonly forbidden?: (name: string) => JsonRpcError
  /** origins whose pages may call; none if omitted */
  readonly origins?: AllowedOrigins
  /** maximum length of a request body in bytes; 16 MiB if omitted */
  readonly maxRequestBytes?: number
  /** maximum number of calls in one batch; 100 if omitted */
  readonly maxBatch?: number
  /** maps an error that a handler threw to an error response; undefined for an internal error */
  readonly toRpcError?: (error: unknown) => JsonRpcError | undefined
  /** code of internal errors; -32603 if omitted, which JSON-RPC 2.0 and epee's and oxen-core's servers use */
  readonly internalErrorCode?: number
  /** receives every error that is answered as an internal error, whose message callers do not get */
  readonly report?: (error: unknown, method: string) => void
}

export type Service = (request: Request) => Promise<Response>

const MIB = 1024 * 1024

const INTERNAL_ERROR = 'Internal error'

const FORBIDDEN = 'Forbidden; this command is not available over public RPC'

const forbiddenByDefault = (): JsonRpcError => new JsonRpcError(JSON_RPC_CODES.forbidden, FORBIDDEN)

const byName = <M extends Method<never>>(methods: readonly M[]): Map<string, M> => {
  const table = new Map<string, M>()
  for (const method of methods)
    for (const name of method.names) {
      if (table.has(name)) throw new DuplicateMethodError(`two methods are named ${name}`)
      table.set(name, method)
    }
  return table
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** Returns the id of the response: as in epee, the empty text if the request has no valid id. */
const responseId = (id: JsonValue | undefined): JsonValue => {
  if (typeof id === 'string' || typeof id === 'bigint') return id
  return typeof id === 'number' && Number.isFinite(id) && (Number.isSafeInteger(id) || !Number.isInteger(id)) ? id : ''
}

const errorMessage = (id: JsonValue, error: JsonRpcError): JsonWritable => ({
  jsonrpc: '2.0',
  id,
  error: { code: error.code, message: error.message, data: error.data },
})

const json = (value: JsonWritable): HttpResponse => ({
  status: 200,
  type: 'application/json',
  body: stringifyJson(value),
})

/** Returns the text of an error for a path, whose responses are text only. */
const failureText = (error: JsonRpcError): string => {
  if (error instanceof InvalidParamsError) return `Unable to parse request: ${error.data}`
  return error.message === INTERNAL_ERROR ? 'Internal Server Error\n' : error.message
}

const decoder = new TextDecoder()

/** @throws JsonError */
const readJson = (body: Uint8Array): JsonValue => {
  const text = decoder.decode(body)
  return text.trim() === '' ? {} : parseJson(text)
}

/** The call of a request. */
class ReceivedCall implements Call {
  readonly name: string
  readonly restricted: boolean
  readonly #request: Request

  constructor(name: string, restricted: boolean, request: Request) {
    this.name = name
    this.restricted = restricted
    this.#request = request
  }

  /** Read from the request on demand: servers create it lazily. */
  get signal(): AbortSignal {
    return this.#request.signal
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
  const table = byName(methods)
  const restricted = options.restricted ?? false
  const forbidden = options.forbidden ?? forbiddenByDefault
  const maxBatch = options.maxBatch ?? 100
  const internalErrorCode = options.internalErrorCode ?? JSON_RPC_CODES.internalError
  const maxSize = options.maxRequestBytes ?? 16 * MIB

  const isHidden = (method: Method<Context>): boolean => restricted && method.access === 'admin'

  const toRpcError = (error: unknown, name: string, { signal }: Request): JsonRpcError => {
    if (error instanceof JsonRpcError) return error
    const known = options.toRpcError?.(error)
    if (known !== undefined) return known
    // A call that ends because the caller disconnected is not a defect.
    if (!signal.aborted || error !== signal.reason) options.report?.(error, name)
    return new JsonRpcError(internalErrorCode, INTERNAL_ERROR)
  }

  const handleCall = async (message: JsonValue, request: Request): Promise<JsonWritable> => {
    if (!isJsonObject(message))
      return errorMessage(0, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request', 'not an object'))
    const id = responseId(message['id'])
    const name = message['method']
    if (typeof name !== 'string')
      return errorMessage(id, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request'))
    const method = table.get(name)
    if (method?.kind !== 'json' || !method.transports.includes('json-rpc'))
      return errorMessage(id, new JsonRpcError(JSON_RPC_CODES.methodNotFound, 'Method not found'))
    try {
      if (isHidden(method)) throw forbidden(name)
      const result =
        (await method.invoke(context, message['params'], new ReceivedCall(name, restricted, request))) ?? {}
      // A flat result is an object of fields; spreading anything else adds nothing.
      const beside = method.flat && typeof result === 'object' ? result : {}
      return { ...beside, jsonrpc: '2.0', id, result }
    } catch (error) {
      return errorMessage(id, toRpcError(error, name, request))
    }
  }

  const handleJsonRpc = async (request: Request): Promise<HttpResponse> => {
    let message: JsonValue
    try {
      message = readJson(await readBody(request, maxSize))
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      return json(errorMessage(0, new JsonRpcError(JSON_RPC_CODES.parseError, 'Parse error', error.message)))
    }
    if (!isList(message)) return json(await handleCall(message, request))
    if (message.length === 0 || message.length > maxBatch) {
      const detail = `a batch has 1 to ${maxBatch} calls, this one ${message.length}`
      return json(errorMessage(0, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request', detail)))
    }
    const answers: JsonWritable[] = []
    for (const call of message) answers.push(await handleCall(call, request))
    return json(answers)
  }

  const handleJsonPath = async (method: JsonMethod<Context>, body: Uint8Array, call: Call): Promise<HttpResponse> => {
    let params: JsonValue
    try {
      params = readJson(body)
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      return textResponse(500, 'Unable to parse request: Failed to parse JSON parameters')
    }
    return json((await method.invoke(context, params, call)) ?? {})
  }

  const handlePath = async (name: string, request: Request): Promise<HttpResponse> => {
    const method = table.get(name)
    if (method === undefined || (method.kind === 'json' && !method.transports.includes('path')))
      return textResponse(404, 'Not Found\n')
    if (isHidden(method)) return textResponse(403, 'Forbidden\n')
    const body = await readBody(request, maxSize)
    const call = new ReceivedCall(name, restricted, request)
    try {
      return method.kind === 'json'
        ? await handleJsonPath(method, body, call)
        : { status: 200, type: 'application/octet-stream', body: await method.invoke(context, body, call) }
    } catch (error) {
      const known = toRpcError(error, name, request)
      if (known.code === JSON_RPC_CODES.busy) return textResponse(503, known.message)
      return textResponse(500, failureText(known))
    }
  }

  const handleRequest = async (request: Request): Promise<HttpResponse> => {
    const name = new URL(request.url).pathname.slice(1)
    try {
      if (name !== 'json_rpc') return await handlePath(name, request)
      return request.method === 'POST' ? await handleJsonRpc(request) : textResponse(404, 'Not Found\n')
    } catch (error) {
      if (error instanceof BodyTooLongError) return textResponse(413, `A request has at most ${maxSize} bytes\n`)
      if (error instanceof IncompleteBodyError) return textResponse(400, 'The request ended before its body did\n')
      options.report?.(error, '')
      return textResponse(500, 'Internal Server Error\n')
    }
  }

  return async (request) => {
    const { origins } = options
    if (origins !== undefined && request.method === 'OPTIONS') return preflightResponse(origins, request)
    return toResponse(await handleRequest(request), origins, request)
  }
}

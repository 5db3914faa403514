// A service: a method table and the context its methods work on, as one function from request to response. A service worker, an
// HTTP server, a worker inside the page and a test host the same function.

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

/** Two methods of one table with the same name, which is a mistake in the table. */
export class DuplicateMethodError extends Error {
  override readonly name = 'DuplicateMethodError'
}

export type ServiceOptions = {
  /** hides the methods that are not public */
  readonly restricted?: boolean
  /** what callers of a hidden method see; an error of the envelope when left out */
  readonly forbidden?: (name: string) => JsonRpcError
  /** pages of these origins may call; none when left out */
  readonly origins?: AllowedOrigins
  /** longest body of a request in bytes; 16 MiB when left out */
  readonly maxRequestBytes?: number
  /** most calls in one batch; 100 when left out */
  readonly maxBatch?: number
  /** makes the error that callers see of one that a handler threw; undefined leaves it an internal error */
  readonly toRpcError?: (error: unknown) => JsonRpcError | undefined
  /** told of every error that callers see as an internal error only */
  readonly report?: (error: unknown, method: string) => void
}

export type Service = (request: Request) => Promise<Response>

const MIB = 1024 * 1024

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

/** The id as it is answered: an absent one, or one that is none, is the empty text, as the reference has it. */
const answeredId = (id: JsonValue | undefined): JsonValue => {
  if (typeof id === 'string' || typeof id === 'bigint') return id
  return typeof id === 'number' && Number.isFinite(id) && (Number.isSafeInteger(id) || !Number.isInteger(id)) ? id : ''
}

const errorAnswer = (id: JsonValue, error: JsonRpcError): JsonWritable => ({
  jsonrpc: '2.0',
  id,
  error: { code: error.code, message: error.message, data: error.data },
})

const json = (value: JsonWritable): HttpResponse => ({
  status: 200,
  type: 'application/json',
  body: stringifyJson(value),
})

/** An error as a path tells it, where nothing but a text is sent. */
const failureText = (error: JsonRpcError): string => {
  if (error instanceof InvalidParamsError) return `Unable to parse request: ${error.data}`
  return error.code === JSON_RPC_CODES.internalError ? 'Internal Server Error\n' : error.message
}

const decoder = new TextDecoder()

/** @throws JsonError */
const readJson = (body: Uint8Array): JsonValue => {
  const text = decoder.decode(body)
  return text.trim() === '' ? {} : parseJson(text)
}

/** What a method may know of a request. */
class ReceivedCall implements Call {
  readonly name: string
  readonly restricted: boolean
  readonly #request: Request

  constructor(name: string, restricted: boolean, request: Request) {
    this.name = name
    this.restricted = restricted
    this.#request = request
  }

  /** Servers make it only where it is asked for. */
  get signal(): AbortSignal {
    return this.#request.signal
  }
}

/**
 * Serves the methods: JSON-RPC 2.0 with batches at POST /json_rpc, and those with a path at /<name>.
 * Calls of a batch are answered one after the other.
 * @throws DuplicateMethodError
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
  const maxSize = options.maxRequestBytes ?? 16 * MIB

  const isHidden = (method: Method<Context>): boolean => restricted && method.access === 'admin'

  const toRpcError = (error: unknown, name: string): JsonRpcError => {
    if (error instanceof JsonRpcError) return error
    const known = options.toRpcError?.(error)
    if (known !== undefined) return known
    options.report?.(error, name)
    return new JsonRpcError(JSON_RPC_CODES.internalError, 'Internal error')
  }

  const answerOne = async (message: JsonValue, request: Request): Promise<JsonWritable> => {
    if (!isJsonObject(message))
      return errorAnswer(0, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request', 'not an object'))
    const id = answeredId(message['id'])
    const name = message['method']
    if (typeof name !== 'string')
      return errorAnswer(id, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request'))
    const method = table.get(name)
    if (method?.kind !== 'json' || !method.transports.includes('json-rpc'))
      return errorAnswer(id, new JsonRpcError(JSON_RPC_CODES.methodNotFound, 'Method not found'))
    try {
      if (isHidden(method)) throw forbidden(name)
      const result =
        (await method.invoke(context, message['params'], new ReceivedCall(name, restricted, request))) ?? {}
      // A flat answer is an object of fields; spreading anything else adds nothing.
      const beside = method.flat && typeof result === 'object' ? result : {}
      return { ...beside, jsonrpc: '2.0', id, result }
    } catch (error) {
      return errorAnswer(id, toRpcError(error, name))
    }
  }

  const answerJsonRpc = async (request: Request): Promise<HttpResponse> => {
    let message: JsonValue
    try {
      message = readJson(await readBody(request, maxSize))
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      return json(errorAnswer(0, new JsonRpcError(JSON_RPC_CODES.parseError, 'Parse error', error.message)))
    }
    if (!isList(message)) return json(await answerOne(message, request))
    if (message.length === 0 || message.length > maxBatch) {
      const detail = `a batch has 1 to ${maxBatch} calls, this one ${message.length}`
      return json(errorAnswer(0, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request', detail)))
    }
    const answers: JsonWritable[] = []
    for (const call of message) answers.push(await answerOne(call, request))
    return json(answers)
  }

  const answerJsonPath = async (method: JsonMethod<Context>, body: Uint8Array, call: Call): Promise<HttpResponse> => {
    let params: JsonValue
    try {
      params = readJson(body)
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      return textResponse(500, 'Unable to parse request: Failed to parse JSON parameters')
    }
    return json((await method.invoke(context, params, call)) ?? {})
  }

  const answerPath = async (name: string, request: Request): Promise<HttpResponse> => {
    const method = table.get(name)
    if (method === undefined || (method.kind === 'json' && !method.transports.includes('path')))
      return textResponse(404, 'Not Found\n')
    if (isHidden(method)) return textResponse(403, 'Forbidden\n')
    const body = await readBody(request, maxSize)
    const call = new ReceivedCall(name, restricted, request)
    try {
      return method.kind === 'json'
        ? await answerJsonPath(method, body, call)
        : { status: 200, type: 'application/octet-stream', body: await method.invoke(context, body, call) }
    } catch (error) {
      const known = toRpcError(error, name)
      if (known.code === JSON_RPC_CODES.busy) return textResponse(503, known.message)
      return textResponse(500, failureText(known))
    }
  }

  const answerTo = async (request: Request): Promise<HttpResponse> => {
    const name = new URL(request.url).pathname.slice(1)
    try {
      if (name !== 'json_rpc') return await answerPath(name, request)
      return request.method === 'POST' ? await answerJsonRpc(request) : textResponse(404, 'Not Found\n')
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
    return toResponse(await answerTo(request), origins, request)
  }
}

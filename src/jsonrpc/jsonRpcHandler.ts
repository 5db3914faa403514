// JSON-RPC 2.0 at /json_rpc: single calls and batches.

import type { TextEncoding } from '../bytes/text.ts'
import {
  type Dispatch,
  isHidden,
  jsonResponse,
  type ParsedBody,
  parseBody,
  ReceivedCall,
  toJsonRpcError,
} from './dispatch.ts'
import { type Envelope, responseId } from './envelope.ts'
import { JSON_RPC_CODES, JsonRpcError, UnavailableError } from './errors.ts'
import { type HttpResponse, readBody } from './http.ts'
import { isJsonObject, JsonError, type JsonValue, type JsonWritable } from './json.ts'
import { relaxJson, withoutMisshapen } from './lenientJson.ts'
import type { ParamSchemas } from './method.ts'

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const errorEnvelope = (id: JsonValue, error: JsonRpcError): JsonWritable => ({
  jsonrpc: '2.0',
  id,
  error: { code: error.code, message: error.message, data: error.data },
})

/**
 * Returns the parameters for a method, by the rules of the envelope.
 * @throws JsonRpcError
 */
const paramsOf = <Context>(
  { options }: Dispatch<Context>,
  schemas: ParamSchemas,
  given: JsonValue | undefined,
): JsonValue | undefined => {
  const { json, paramsError } = options.envelope()
  if (json === 'strict') return given
  const isScalar = given !== undefined && given !== null && typeof given !== 'object'
  if (isScalar && paramsError !== undefined) throw new JsonRpcError(options.internalErrorCode, paramsError)
  return withoutMisshapen(schemas, given)
}

/** The response to a call, and its HTTP status. */
type Answer = { readonly value: JsonWritable; readonly status: number }

const failure = (id: JsonValue, error: JsonRpcError): Answer => ({
  value: errorEnvelope(id, error),
  status: error instanceof UnavailableError ? 503 : 200,
})

const handleCall = async <Context>(
  dispatch: Dispatch<Context>,
  { value: message, textEncoding }: ParsedBody,
  request: Request,
): Promise<Answer> => {
  const { methods, context, options } = dispatch
  if (!isJsonObject(message))
    return failure(0, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request', 'not an object'))
  const envelope = options.envelope()
  const id = responseId(envelope, message['id'])
  const name = message['method']
  if (typeof name !== 'string') return failure(id, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request'))
  const method = methods.get(name)
  if (method?.kind !== 'json' || !method.transports.includes('json-rpc'))
    return failure(id, new JsonRpcError(JSON_RPC_CODES.methodNotFound, 'Method not found'))
  try {
    if (isHidden(dispatch, method)) throw options.forbidden(name)
    const call = new ReceivedCall(name, options.restricted, textEncoding, request)
    const params = paramsOf(dispatch, method.params, message['params'])
    const result = (await method.invoke(context, params, call)) ?? {}
    // A flat result is an object of fields; spreading anything else adds nothing.
    const flatFields = envelope.flatResults && method.flat && typeof result === 'object' ? result : {}
    return { value: { ...flatFields, jsonrpc: '2.0', id, result }, status: 200 }
  } catch (error) {
    return failure(id, toJsonRpcError(options, error, name, request))
  }
}

/** Runs the calls of a batch one after the other. Its status is 200 whatever their results. */
const handleBatch = async <Context>(
  dispatch: Dispatch<Context>,
  calls: readonly JsonValue[],
  textEncoding: TextEncoding,
  request: Request,
): Promise<Answer> => {
  const { maxBatch } = dispatch.options
  if (calls.length === 0 || calls.length > maxBatch) {
    const detail = `a batch has 1 to ${maxBatch} calls, this one ${calls.length}`
    return failure(0, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request', detail))
  }
  const responses: JsonWritable[] = []
  for (const value of calls) responses.push((await handleCall(dispatch, { value, textEncoding }, request)).value)
  return { value: responses, status: 200 }
}

/**
 * Parses a request. A lenient envelope accepts objects and batches only.
 * @throws JsonError
 */
const parseRequest = (body: Uint8Array, { json }: Envelope): ParsedBody => {
  if (json === 'strict') return parseBody(body)
  const parsed = parseBody(body, relaxJson)
  if (isJsonObject(parsed.value) || (isList(parsed.value) && parsed.value.length > 0)) return parsed
  throw new JsonError('not an object')
}

/** Returns the method of a call; empty for a batch. */
const methodOf = (message: JsonValue): string => {
  const method = isJsonObject(message) ? message['method'] : undefined
  return typeof method === 'string' ? method : ''
}

/**
 * Handles a request to /json_rpc.
 * @throws BodyTooLongError, IncompleteBodyError
 *
 * @example
 * import { STRICT_ENVELOPE } from './envelope.ts'
 * const options = { maxRequestBytes: 100, maxBatch: 5, envelope: () => STRICT_ENVELOPE }
 * const dispatch = { methods: new Map(), context: undefined, options }
 * const request = new Request('http://service/json_rpc', { method: 'POST', body: '{"id": 1, "method": "get_height"}' })
 * const { body } = await handleJsonRpc(dispatch, request)
 * JSON.parse(body).error // { code: -32601, message: 'Method not found' }
 */
export const handleJsonRpc = async <Context>(dispatch: Dispatch<Context>, request: Request): Promise<HttpResponse> => {
  const body = await readBody(request, dispatch.options.maxRequestBytes)
  let parsed: ParsedBody = { value: null, textEncoding: 'utf-8' }
  const respond = ({ value, status }: Answer): HttpResponse => ({
    ...jsonResponse(value, (error) => dispatch.options.report(error, methodOf(parsed.value))),
    status,
  })
  try {
    parsed = parseRequest(body, dispatch.options.envelope())
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return respond(failure(0, new JsonRpcError(JSON_RPC_CODES.parseError, 'Parse error', error.message)))
  }
  const { value, textEncoding } = parsed
  const handle = isList(value)
    ? handleBatch(dispatch, value, textEncoding, request)
    : handleCall(dispatch, parsed, request)
  return respond(await handle)
}

// JSON-RPC 2.0 at /json_rpc: single calls and batches.

import { nextTurn } from '../async/nextTurn.ts'
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
import { isJsonObject, JsonError, type JsonValue, type JsonWritable, stringifyJson } from './json.ts'
import { relaxJson, withoutMisshapen } from './lenientJson.ts'
import type { ParamSchemas } from './method.ts'

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** Returns the response for an error. Its members have the order of epee and of oxen-core, which callers compare as text. */
const errorEnvelope = (id: JsonValue, error: JsonRpcError): JsonWritable => ({
  error: { code: error.code, message: error.message, data: error.data },
  id,
  jsonrpc: '2.0',
})

/**
 * Returns the parameters for a method, by the rules of the envelope.
 * @throws JsonRpcError
 */
const paramsOf = <Context>(
  { options }: Dispatch<Context>,
  { json, paramsError }: Envelope,
  schemas: ParamSchemas,
  given: JsonValue | undefined,
): JsonValue | undefined => {
  if (json === 'strict') return given
  const isScalar = given !== undefined && given !== null && typeof given !== 'object'
  if (isScalar && paramsError !== undefined) throw new JsonRpcError(options.internalErrorCode, paramsError)
  return withoutMisshapen(schemas, given)
}

/** The response to a call, with the id and the method of the call, and its HTTP status. */
type Answer = {
  readonly value: JsonWritable
  readonly status: number
  readonly id: JsonValue
  readonly name: string
}

const failure = (id: JsonValue, error: JsonRpcError, name = ''): Answer => ({
  value: errorEnvelope(id, error),
  status: error instanceof UnavailableError ? 503 : 200,
  ...{ id, name },
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
    const params = paramsOf(dispatch, envelope, method.params, message['params'])
    const result = (await method.invoke(context, params, call)) ?? {}
    // A flat result is an object of fields; spreading anything else adds nothing.
    const flatFields = envelope.flatResults && method.flat && typeof result === 'object' ? result : {}
    return { value: { ...flatFields, id, jsonrpc: '2.0', result }, status: 200, id, name }
  } catch (error) {
    return failure(id, toJsonRpcError(options, error, name, request), name)
  }
}

/** Writes an answer. One that cannot be written is an internal error of its call alone: the other calls of a batch keep their answers. */
const written = <Context, T>(
  { options }: Dispatch<Context>,
  { value, id, name }: Answer,
  request: Request,
  write: (value: JsonWritable) => T,
): T => {
  try {
    return write(value)
  } catch (error) {
    return write(errorEnvelope(id, toJsonRpcError(options, error, name, request)))
  }
}

/** Returns the HTTP response for one answer, which is streamed if it has long lists. */
const respond = <Context>(dispatch: Dispatch<Context>, answer: Answer, request: Request): HttpResponse => {
  const report = (error: unknown): void => dispatch.options.report(error, answer.name)
  const { status } = answer
  return { ...written(dispatch, answer, request, (value) => jsonResponse(value, report)), status }
}

/** Runs the calls of a batch one after the other. Its status is 200 whatever their results. */
const handleBatch = async <Context>(
  dispatch: Dispatch<Context>,
  calls: readonly JsonValue[],
  textEncoding: TextEncoding,
  request: Request,
): Promise<HttpResponse> => {
  const { maxBatch } = dispatch.options
  if (calls.length === 0 || calls.length > maxBatch) {
    const detail = `a batch has 1 to ${maxBatch} calls, this one ${calls.length}`
    return respond(
      dispatch,
      failure(0, new JsonRpcError(JSON_RPC_CODES.invalidRequest, 'Invalid Request', detail)),
      request,
    )
  }
  const texts: string[] = []
  for (const [i, value] of calls.entries()) {
    // Calls that compute for long leave other requests their turn.
    if (i > 0) await nextTurn()
    texts.push(written(dispatch, await handleCall(dispatch, { value, textEncoding }, request), request, stringifyJson))
  }
  return { status: 200, type: 'application/json', body: `[${texts.join(',')}]` }
}

/**
 * Parses a request. A lenient envelope accepts objects and batches only.
 * @throws JsonError
 */
const parseRequest = (body: Uint8Array, maxValues: number, { json }: Envelope): ParsedBody => {
  if (json === 'strict') return parseBody(body, maxValues)
  const parsed = parseBody(body, maxValues, relaxJson)
  if (isJsonObject(parsed.value) || (isList(parsed.value) && parsed.value.length > 0)) return parsed
  throw new JsonError('not an object')
}

/**
 * Handles a request to /json_rpc.
 * @throws BodyTooLongError, BodiesInFlightError, IncompleteBodyError
 *
 * @example
 * import { STRICT_ENVELOPE } from './envelope.ts'
 * const options = { maxRequestBytes: 100, maxRequestValues: 9, maxBatch: 5, envelope: () => STRICT_ENVELOPE }
 * const dispatch = { methods: new Map(), context: undefined, options }
 * const request = new Request('http://service/json_rpc', { method: 'POST', body: '{"id": 1, "method": "get_height"}' })
 * const { body } = await handleJsonRpc(dispatch, request)
 * JSON.parse(body).error // { code: -32601, message: 'Method not found' }
 */
export const handleJsonRpc = async <Context>(dispatch: Dispatch<Context>, request: Request): Promise<HttpResponse> => {
  const { maxRequestBytes, maxRequestValues, envelope } = dispatch.options
  const body = await readBody(request, maxRequestBytes, dispatch.lease)
  let parsed: ParsedBody
  try {
    parsed = parseRequest(body, maxRequestValues, envelope())
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const answer = failure(0, new JsonRpcError(JSON_RPC_CODES.parseError, 'Parse error', error.message))
    return respond(dispatch, answer, request)
  }
  const { value, textEncoding } = parsed
  if (isList(value)) return await handleBatch(dispatch, value, textEncoding, request)
  return respond(dispatch, await handleCall(dispatch, parsed, request), request)
}

// Methods with a path of their own, /<name>: the parameters are the body, the result is the bare response.

import {
  type Dispatch,
  type DispatchOptions,
  isHidden,
  isInternalError,
  jsonResponse,
  type ParsedBody,
  parseBody,
  ReceivedCall,
  toJsonRpcError,
} from './dispatch.ts'
import { InvalidParamsError, JSON_RPC_CODES, type JsonRpcError } from './errors.ts'
import { type HttpResponse, readBody, textResponse } from './http.ts'
import { JsonError } from './json.ts'
import type { JsonMethod } from './method.ts'

/** Returns the text of an error for a path, whose responses are text only. */
const plainText = (error: JsonRpcError): string => {
  if (error instanceof InvalidParamsError) return `Unable to parse request: ${error.data}`
  return isInternalError(error) ? 'Internal Server Error\n' : error.message
}

const errorResponse = ({ malformedPathStatus }: DispatchOptions, error: JsonRpcError): HttpResponse => {
  if (error.code === JSON_RPC_CODES.busy) return textResponse(503, error.message)
  return textResponse(error.code === JSON_RPC_CODES.invalidParams ? malformedPathStatus : 500, plainText(error))
}

const handleJsonPath = async <Context>(
  method: JsonMethod<Context>,
  { context, options }: Dispatch<Context>,
  body: Uint8Array,
  name: string,
  request: Request,
): Promise<HttpResponse> => {
  let parsed: ParsedBody
  try {
    parsed = parseBody(body, options.maxRequestValues)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return textResponse(options.malformedPathStatus, 'Unable to parse request: Failed to parse JSON parameters')
  }
  const call = new ReceivedCall(name, options.restricted, parsed.textEncoding, request)
  const result = await method.invoke(context, parsed.value, call)
  return jsonResponse(result ?? {}, (error) => options.report(error, name))
}

/**
 * Handles a request to /<name>.
 * @throws BodyTooLongError, BodiesInFlightError, IncompleteBodyError
 *
 * @example
 * const dispatch = { methods: new Map(), context: undefined, options: { maxRequestBytes: 100 } }
 * const { status } = await handlePath(dispatch, 'get_height', new Request('http://service/get_height'))
 * status // 404
 */
export const handlePath = async <Context>(
  dispatch: Dispatch<Context>,
  name: string,
  request: Request,
): Promise<HttpResponse> => {
  const { methods, context, options } = dispatch
  const method = methods.get(name)
  if (method === undefined || (method.kind === 'json' && !method.transports.includes('path')))
    return textResponse(404, 'Not Found\n')
  if (isHidden(dispatch, method)) return textResponse(403, 'Forbidden\n')
  const body = await readBody(request, options.maxRequestBytes, dispatch.lease)
  try {
    if (method.kind === 'json') return await handleJsonPath(method, dispatch, body, name, request)
    const call = new ReceivedCall(name, options.restricted, 'utf-8', request)
    return { status: 200, type: 'application/octet-stream', body: await method.invoke(context, body, call) }
  } catch (error) {
    return errorResponse(options, toJsonRpcError(options, error, name, request))
  }
}

// A request of the RPC console: its sample parameters, the call, and the response. rpcSnippets.ts writes it for other programs.

import { FabaError } from '../../../errors/fabaError.ts'
import type { MethodDescription } from '../../../jsonrpc/describe.ts'
import { isJsonObject, JsonError, type JsonWritable, parseJson, stringifyJson } from '../../../jsonrpc/json.ts'
import { prettyJson } from '../../format/json.ts'
import { t } from '../../text/text.ts'
import { formFields, sampleValues } from './rpcForm.ts'
import { requestBody } from './rpcSnippets.ts'

/** Path of the wallet RPC on this site: beside the page. */
export const ownRpcPath = (): string => new URL('json_rpc', location.href).pathname

export type RpcAnswer = {
  readonly method: string
  /** request and response as indented JSON, with every digit */
  readonly request: string
  readonly answer: string
  /** set if the response is an error */
  readonly error: { readonly code: string; readonly message: string; readonly detail: string } | undefined
  readonly milliseconds: number
}

/** No response, or one that is not from the wallet RPC. */
export class RpcUnreachableError extends FabaError {
  override readonly name = 'RpcUnreachableError'
  readonly code = 'rpc-unreachable'
}

/** Returns the parameters of a method with their defaults, as JSON to edit. */
export const sampleParams = (method: MethodDescription): string => prettyJson(sampleValues(formFields(method.params)))

/** Returns what is wrong with the typed parameters; empty if they are valid. */
export const paramsProblem = (params: string): string => {
  try {
    const value = parseJson(params)
    // A number such as 1e20 can be read, but not written with every digit.
    stringifyJson(value)
    return isJsonObject(value) ? '' : t('console.paramsForm')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return t('console.paramsBad', { reason: error.message.replace(/^not JSON: /, '') })
  }
}

const parseError = (answer: JsonWritable): RpcAnswer['error'] => {
  // The members are checked or converted to text below.
  const { error } = answer as { readonly error?: { readonly [name: string]: JsonWritable } | null }
  if (error === undefined || error === null) return undefined
  const { code, message, data } = error
  return {
    code: String(code),
    message: String(message),
    detail: data === undefined ? '' : typeof data === 'string' ? data : stringifyJson(data),
  }
}

/**
 * Sends a request as a page of this site would.
 * @param params JSON
 * @throws JsonError if `params` is not JSON, RpcUnreachableError, AbortError
 */
export const callRpc = async (method: string, params: string, signal: AbortSignal): Promise<RpcAnswer> => {
  const body = requestBody(method, params)
  const started = performance.now()
  const response = await fetch(ownRpcPath(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringifyJson(body),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new RpcUnreachableError(t('console.unreachable'), { cause: error })
  })
  const text = await response.text()
  const milliseconds = performance.now() - started
  try {
    const answer = parseJson(text)
    if (!isJsonObject(answer)) throw new JsonError('not an object')
    return { method, request: prettyJson(body), answer: prettyJson(answer), error: parseError(answer), milliseconds }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new RpcUnreachableError(t('console.unreachable'), { cause: error })
  }
}

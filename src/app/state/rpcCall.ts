// A request of the RPC console: its sample parameters, the call, and the response.

import { FabaError } from '../../errors/fabaError.ts'
import type { FieldDescription, MethodDescription } from '../../jsonrpc/describe.ts'
import {
  isJsonObject,
  JsonError,
  type JsonObject,
  type JsonWritable,
  parseJson,
  stringifyJson,
} from '../../jsonrpc/json.ts'
import { prettyJson } from '../format/json.ts'
import { t } from '../text/text.ts'

/** Path of the wallet RPC on this site: beside the page. */
export const ownRpcPath = (): string => new URL('json_rpc', location.href).pathname

/** Placeholder for the server in commands that the user copies. */
const EXAMPLE_SERVER_URL = 'http://127.0.0.1:22030/json_rpc'

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

const sampleObject = (fields: readonly FieldDescription[]): JsonObject =>
  // sampleValue never returns undefined.
  Object.fromEntries(fields.map((field) => [field.name, sampleValue(field)])) as JsonObject

const sampleValue = (field: FieldDescription): JsonWritable => {
  if (field.type === 'object') return sampleObject(field.fields)
  // One item shows the fields.
  if (field.type === 'object[]') return [sampleObject(field.fields)]
  if (field.default !== undefined) return field.default
  // Null counts as omitted.
  if (field.optional) return null
  if (field.type.endsWith('[]')) return []
  if (field.type === 'bool') return false
  return /^[ui]\d/.test(field.type) ? 0 : ''
}

/** Returns the parameters of a method with their defaults, as JSON to edit. */
export const sampleParams = (method: MethodDescription): string => prettyJson(sampleObject(method.params))

/** Returns what is wrong with the typed parameters; empty if they are valid. */
export const paramsProblem = (params: string): string => {
  try {
    return isJsonObject(parseJson(params)) ? '' : t('console.paramsForm')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return t('console.paramsBad', { reason: error.message.replace(/^not JSON: /, '') })
  }
}

const requestBody = (method: string, params: string): JsonWritable => ({
  jsonrpc: '2.0',
  id: 'console',
  method,
  params: parseJson(params),
})

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

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the request as a curl command for a wallet RPC server. */
export const toCurl = (method: string, params: string): string =>
  `curl -s ${EXAMPLE_SERVER_URL} -H 'content-type: application/json' -d ${quoted(stringifyJson(requestBody(method, params)))}`

/**
 * Returns the request as JavaScript for a page of this site.
 * @param path path of the wallet RPC
 */
export const toFetch = (method: string, params: string, path: string): string => {
  const body = JSON.stringify(stringifyJson(requestBody(method, params)))
  return `const response = await fetch(${JSON.stringify(path)}, { method: 'POST', body: ${body} })\nconsole.log(await response.text())`
}

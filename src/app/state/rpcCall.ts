// A request of the RPC console: what it says, how it is sent, and what came back.
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

/** Where pages of this site call the wallet. */
const PATH = '/json_rpc'

/** What stands in for a server's address in a command that a person finishes. */
const SERVER = 'http://127.0.0.1:22030'

export type RpcAnswer = {
  readonly method: string
  /** both indented, and with every digit */
  readonly request: string
  readonly answer: string
  /** where the answer is an error */
  readonly error: { readonly code: string; readonly message: string; readonly detail: string } | undefined
  readonly milliseconds: number
}

/** No answer came, or none of the wallet. */
export class RpcUnreachableError extends Error {
  override readonly name = 'RpcUnreachableError'
}

const objectOf = (fields: readonly FieldDescription[]): JsonObject =>
  // Undefined stands nowhere in what sampleOf makes.
  Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)])) as JsonObject

const sampleOf = (field: FieldDescription): JsonWritable => {
  if (field.type === 'object') return objectOf(field.fields)
  // One item shows what it is made of.
  if (field.type === 'object[]') return [objectOf(field.fields)]
  if (field.default !== undefined) return field.default
  // Null counts as left out.
  if (field.optional) return null
  if (field.type.endsWith('[]')) return []
  if (field.type === 'bool') return false
  return /^[ui]\d/.test(field.type) ? 0 : ''
}

/** The parameters of a method with their defaults, to begin with. */
export const draftOf = (method: MethodDescription): string => prettyJson(objectOf(method.params))

/** What is wrong with parameters as they are typed; empty when nothing is. */
export const problemIn = (params: string): string => {
  try {
    return isJsonObject(parseJson(params)) ? '' : t('console.paramsForm')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return t('console.paramsBad', { reason: error.message.replace(/^not JSON: /, '') })
  }
}

const bodyOf = (method: string, params: string): JsonWritable => ({
  jsonrpc: '2.0',
  id: 'console',
  method,
  params: parseJson(params),
})

const errorIn = (answer: JsonWritable): RpcAnswer['error'] => {
  // Whatever the service wrote.
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
 * Sends a request the way a page of this site does.
 * @param params JSON
 * @throws JsonError for parameters that are no JSON, RpcUnreachableError, AbortError
 */
export const callRpc = async (method: string, params: string, signal: AbortSignal): Promise<RpcAnswer> => {
  const body = bodyOf(method, params)
  const started = performance.now()
  const response = await fetch(PATH, {
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
    return { method, request: prettyJson(body), answer: prettyJson(answer), error: errorIn(answer), milliseconds }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new RpcUnreachableError(t('console.unreachable'), { cause: error })
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a command for a wallet server. */
export const asCurl = (method: string, params: string): string =>
  `curl -s ${SERVER}${PATH} -H 'content-type: application/json' -d ${quoted(stringifyJson(bodyOf(method, params)))}`

/** The request as a page of this site makes it. */
export const asFetch = (method: string, params: string): string => {
  const body = JSON.stringify(stringifyJson(bodyOf(method, params)))
  return `const response = await fetch('${PATH}', { method: 'POST', body: ${body} })\nconsole.log(await response.text())`
}

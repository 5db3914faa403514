// A request of the RPC console as a command or a program to copy.

import type { FieldDescription } from '../../../jsonrpc/describe.ts'
import { isJsonObject, type JsonValue, type JsonWritable, parseJson, stringifyJson } from '../../../jsonrpc/json.ts'
import { isJsonList } from './rpcForm.ts'

/** Placeholder for the server in what the user copies. */
const EXAMPLE_SERVER_URL = 'http://127.0.0.1:22030/json_rpc'

/** Returns a request. @throws JsonError if `params` is not JSON */
export const requestBody = (method: string, params: string): JsonWritable => ({
  jsonrpc: '2.0',
  id: 'console',
  method,
  params: parseJson(params),
})

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

const STEP = '  '
/** Values up to this length stay on one line. */
const SHORT = 64

const NAME = /^[A-Za-z_$][\w$]*$/

/** A text of TypeScript, in single quotes. */
const textLiteral = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** Joins the parts of a literal on one line, or on a line each. */
const joined = (open: string, parts: readonly string[], close: string, indent: string): string => {
  if (parts.length === 0) return `${open}${close}`
  const space = open === '{' ? ' ' : ''
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= SHORT && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${indent}${STEP}${part},`).join('\n')}\n${indent}${close}`
}

/**
 * Returns a value as TypeScript. Members that are null are omitted, as the wallet RPC omits them.
 * @param type of the value in the description; integers of 64 bits are bigints
 */
const literal = (value: JsonValue, type: string, fields: readonly FieldDescription[], indent: string): string => {
  if (typeof value === 'string') return textLiteral(value)
  if (typeof value === 'bigint' || (type === 'u64' && typeof value === 'number')) return `${value}n`
  const inner = indent + STEP
  if (isJsonList(value)) {
    const items = value.map((item) => literal(item, type.replace(/\[\]$/, ''), fields, inner))
    return joined('[', items, ']', indent)
  }
  if (!isJsonObject(value)) return String(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => {
      const field = fields.find((each) => each.name === name)
      const key = NAME.test(name) ? name : textLiteral(name)
      return `${key}: ${literal(member, field?.type ?? '', field?.fields ?? [], inner)}`
    })
  return joined('{', members, '}', indent)
}

/**
 * Returns the request as TypeScript with the typed client of this project.
 * @param fields the parameters of the method
 */
export const toTypeScript = (method: string, params: string, fields: readonly FieldDescription[]): string => {
  const value = literal(parseJson(params), 'object', fields, '')
  return [
    "import { createWalletClient } from 'faba/client'",
    '',
    `const wallet = createWalletClient(fetch, ${textLiteral(EXAMPLE_SERVER_URL)})`,
    `const result = await wallet.${method}(${value === '{}' ? '' : value})`,
    'console.log(result)',
    '',
  ].join('\n')
}

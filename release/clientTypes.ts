// Writes the types of `faba/client` from the declarations of the methods, without the schemas: users of the package install no library.

import { FabaError } from '../src/errors/fabaError.ts'
import type { FieldDescription, MethodDescription, MethodGroup } from '../src/jsonrpc/describe.ts'

/** A declared type without a counterpart in TypeScript. */
class UnknownTypeError extends FabaError {
  override readonly name = 'UnknownTypeError'
  readonly code = 'unknown-type'
}

const COMMON = {
  str: 'string',
  bool: 'boolean',
  u32: 'number',
  i32: 'number',
  u16: 'number',
  u8: 'number',
  i8: 'number',
}

type TypeNames = Readonly<Record<string, string>>

/** Types of parameters: integers that may exceed 2^53 have several forms. */
const PARAMETER_TYPES: TypeNames = { ...COMMON, u53: 'WideInteger', u64: 'WideInteger', hex: 'string', hex32: 'string' }

/** Types of result fields. */
const RESULT_TYPES: TypeNames = { ...COMMON, u53: 'number', u64: 'bigint' }

const comment = (text: string, indent: string): string =>
  text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`

const typeOf = (field: FieldDescription, names: TypeNames, indent: string): string => {
  if (field.type.endsWith('[]')) return `(${typeOf({ ...field, type: field.type.slice(0, -2) }, names, indent)})[]`
  if (field.type === 'object') return objectOf(field.fields, names, indent)
  // Quoted texts separated by bars are a type of TypeScript already.
  const name = field.type.startsWith("'") ? field.type : names[field.type]
  if (name === undefined) throw new UnknownTypeError(`the field ${field.name} has the type ${field.type}`)
  return name
}

/** Returns the type of an object with these fields. */
const objectOf = (fields: readonly FieldDescription[], names: TypeNames, indent: string): string => {
  const inner = `${indent}  `
  const members = fields.map((field) => {
    const type = typeOf(field, names, inner)
    const about = comment(field.about, inner)
    return `${about}${inner}${field.name}${field.optional ? '?' : ''}: ${type}${field.optional ? ' | undefined' : ''}\n`
  })
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

/** Returns the function of a method, once for each of its names. */
const functionsOf = ({ names, about, params, result }: MethodDescription): string => {
  const optional = params.every((field) => field.optional) ? '?' : ''
  const parameters = objectOf(params, PARAMETER_TYPES, '  ')
  const type = `(params${optional}: ${parameters}, signal?: AbortSignal) => Promise<${objectOf(result, RESULT_TYPES, '  ')}>`
  return names.map((name) => `${comment(about, '  ')}  readonly ${name}: ${type}\n`).join('')
}

const HEADER = `// The typed client of the wallet RPC of Faba, monero-wallet-rpc and oxen-wallet-rpc. This file is generated.

/** An integer that may exceed 2^53; a string is in decimal. */
export type WideInteger = number | bigint | string

/** The type of \`fetch\`: pass the global one, or one that adds a login. */
export type Fetch = (request: Request) => Promise<Response>

/** A value of JSON, in which large integers are bigints. */
export type JsonWritable =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonWritable[]
  | { readonly [name: string]: JsonWritable }

/** An error response. */
export declare class JsonRpcError extends Error {
  readonly code: number
  /** details; undefined if there are none */
  readonly data: JsonWritable
  constructor(code: number, message: string, data?: JsonWritable)
}

/** The service is unreachable, or its response is not JSON-RPC. */
export declare class JsonRpcTransportError extends Error {
  readonly code = 'json-rpc-transport'
}

/**
 * Returns a client of the wallet RPC at \`url\`, such as \`http://127.0.0.1:22030/json_rpc\`. Amounts are bigints; errors are JsonRpcError with
 * the code of the response. Results are not validated.
 */
export declare const createWalletClient: (fetch: Fetch, url?: string) => WalletClient
`

/** Returns the declaration file of the client of the given methods. */
export const clientTypes = (groups: readonly MethodGroup[]): string => {
  const functions = groups.flatMap(({ methods }) => methods.map(functionsOf)).join('')
  return `${HEADER}
/** A function per method and alias of the wallet RPC: \`await client.get_balance({ account_index: 0 })\`. */
export type WalletClient = {
${functions}}
`
}

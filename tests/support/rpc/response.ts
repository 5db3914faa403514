// Typed access to JSON-RPC responses and their results. Readers throw a TypeError for a missing field or another type.
import * as v from 'valibot'
import { type JsonObject, parseJson } from '../../../src/jsonrpc/json.ts'
import { jsonObject } from '../data/schemas.ts'

const rpcResponse = v.looseObject({
  result: v.optional(jsonObject),
  error: v.optional(v.looseObject({ code: v.number(), message: v.string(), data: v.optional(v.string()) })),
})

/** A response: a result or an error. */
export type RpcResponse = v.InferOutput<typeof rpcResponse>

/**
 * Returns a parsed body as a response.
 * @throws TypeError if it is none
 */
export const rpcResponseOf = (value: unknown): RpcResponse => {
  if (!v.is(rpcResponse, value)) throw new TypeError(`not a response: ${String(value)}`)
  return value
}

/** Parses the body of a response. Integers beyond 2^53 are bigints. */
export const parseRpcResponse = (text: string): RpcResponse => rpcResponseOf(parseJson(text))

/**
 * Returns the result of a response.
 * @throws TypeError if it is an error
 */
export const resultIn = ({ result, error }: RpcResponse): JsonObject => {
  if (result === undefined) throw new TypeError(`the response is the error ${error?.code}: ${error?.message}`)
  return result
}

/** Returns code and message of the error of a response; undefined if it is a result. */
export const failureIn = ({ error }: RpcResponse): { readonly code: number; readonly message: string } | undefined =>
  error === undefined ? undefined : { code: error.code, message: error.message }

/** Returns a parser of fields whose values match a schema. */
const reader =
  <Value>(schema: v.GenericSchema<Value>, type: string) =>
  (fields: Readonly<Record<string, unknown>> | undefined, name: string): Value => {
    const value = fields?.[name]
    if (!v.is(schema, value)) throw new TypeError(`${name} is not ${type}: ${String(value)}`)
    return value
  }

/** Returns a field that is a string. */
export const stringIn = reader(v.string(), 'a string')
/** Returns a field that is an array of strings. */
export const stringsIn = reader(v.array(v.string()), 'an array of strings')
/** Returns a field that is a number, not a bigint. */
export const numberIn = reader(v.number(), 'a number')
/** Returns a field that is an array of numbers. */
export const numbersIn = reader(v.array(v.number()), 'an array of numbers')
/** Returns a field that is an object. */
export const objectIn = reader(jsonObject, 'an object')
/** Returns a field that is an array of objects. */
export const objectsIn = reader(v.array(jsonObject), 'an array of objects')

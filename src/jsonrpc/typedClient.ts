// A function per method of a table, with the types of the declarations. Only the types of the table are used, so it is not loaded.

import type { GenericSchema, InferOutput } from 'valibot'
import type { JsonRpcClient } from './client.ts'
import { isJsonObject, type JsonValue, type JsonWritable } from './json.ts'
import type { JsonMethod, ParamsInput } from './method.ts'

// biome-ignore lint/suspicious/noExplicitAny: methods of any context and parameters
type AnyMethod = JsonMethod<any, any>

type ResultOf<Result> = Result extends GenericSchema ? InferOutput<Result> : JsonValue

type Arguments<Params> =
  Record<string, never> extends Params
    ? [params?: Params, signal?: AbortSignal]
    : [params: Params, signal?: AbortSignal]

/** A function per method name. The parameters are optional if each of them is. */
export type TypedClient<Methods extends AnyMethod> = {
  readonly [Method in Methods as Method['names'][number]]: (
    ...args: Arguments<ParamsInput<Method['params']>>
  ) => Promise<ResultOf<Method['result']>>
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** Converts the integers under the given names, and in lists under them, to bigints. */
const widen = (value: JsonValue, name: string, isWide: (name: string) => boolean): JsonValue => {
  if (typeof value === 'number') return isWide(name) ? BigInt(value) : value
  if (isList(value)) return value.map((item) => widen(item, name, isWide))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, widen(inner, member, isWide)]))
}

/**
 * Creates a client whose methods are called like functions. Results are not validated.
 * @param wideFields result fields that are declared as u64, by `name`, or by `method.name` if other methods have that name too; JSON
 *   does not distinguish a small u64 from a number
 *
 * @example
 * const client = typedClient({ call: async () => ({ amount: 5 }) }, ['amount'])
 * await client.get_balance() // { amount: 5n }
 */
export const typedClient = <Methods extends AnyMethod>(
  client: JsonRpcClient,
  wideFields: readonly string[],
): TypedClient<Methods> => {
  const wide = new Set(wideFields)
  // The proxy accepts any name; the type restricts it to the names of the table.
  return new Proxy({} as TypedClient<Methods>, {
    get: (_, name) => {
      // A promise that resolves to the client reads `then`, which is not a method.
      if (typeof name !== 'string' || name === 'then') return undefined
      const isWide = (field: string): boolean => wide.has(field) || wide.has(`${name}.${field}`)
      return async (params: { readonly [name: string]: JsonWritable } = {}, signal?: AbortSignal) =>
        widen(await client.call(name, params, signal), '', isWide)
    },
  })
}

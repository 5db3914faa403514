// A function per method of a table, with the types of its declarations. The table itself is needed for its types only.

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

/** A function per name of the methods. Where every parameter may be left out, so may all of them. */
export type TypedClient<Methods extends AnyMethod> = {
  readonly [Method in Methods as Method['names'][number]]: (
    ...args: Arguments<ParamsInput<Method['params']>>
  ) => Promise<ResultOf<Method['result']>>
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** The value with the integers under some names, or in lists under them, as bigints. */
const widen = (value: JsonValue, name: string, isWide: (name: string) => boolean): JsonValue => {
  if (typeof value === 'number') return isWide(name) ? BigInt(value) : value
  if (isList(value)) return value.map((item) => widen(item, name, isWide))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, widen(inner, member, isWide)]))
}

/**
 * A client whose methods are called like functions. Results are not checked.
 * @param wideFields the fields of results that are declared as u64, by `name`, or by `method.name` where the name is another's too;
 *   JSON does not tell a small one from a number
 */
export const typedClient = <Methods extends AnyMethod>(
  client: JsonRpcClient,
  wideFields: readonly string[],
): TypedClient<Methods> => {
  const wide = new Set(wideFields)
  // What is asked of the proxy is a name of the type: the table is not here to list them.
  return new Proxy({} as TypedClient<Methods>, {
    get: (_, name) => {
      // A promise that resolves to the client looks for this, and it is no method.
      if (typeof name !== 'string' || name === 'then') return undefined
      const isWide = (field: string): boolean => wide.has(field) || wide.has(`${name}.${field}`)
      return async (params: { readonly [name: string]: JsonWritable } = {}, signal?: AbortSignal) =>
        widen(await client.call(name, params, signal), '', isWide)
    },
  })
}

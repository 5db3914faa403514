// Finds integers that a request writes as texts.

import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import { isJsonObject, type JsonValue } from '../../jsonrpc/json.ts'
import type { ParamSchemas } from '../../jsonrpc/method.ts'

/** The parts that schemas may have. The type of a schema does not express which of them it has. */
type Parts = {
  readonly wrapped?: GenericSchema
  readonly item?: GenericSchema
  readonly entries?: ParamSchemas
  readonly pipe?: readonly GenericSchema[]
  readonly options?: readonly GenericSchema[]
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const isInteger = (schema: GenericSchema): boolean => /^[iu]\d+$/.test(v.getTitle(schema) ?? '')

const hasTextInteger = (schema: GenericSchema, value: JsonValue): boolean => {
  // A schema that has one of these members has it with this type.
  const { wrapped, item, entries, pipe, options } = schema as Parts
  if (wrapped !== undefined) return hasTextInteger(wrapped, value)
  if (isInteger(schema)) return typeof value === 'string'
  if (item !== undefined && isList(value)) return value.some((each) => hasTextInteger(item, each))
  if (entries !== undefined) return findTextInteger(entries, value) !== undefined
  const [inner] = pipe ?? []
  if (inner !== undefined && inner !== schema) return hasTextInteger(inner, value)
  return options?.some((option) => hasTextInteger(option, value)) ?? false
}

/** Returns the name of the first parameter that is, or contains, a text where its schema has an integer. */
export const findTextInteger = (schemas: ParamSchemas, params: JsonValue): string | undefined => {
  if (!isJsonObject(params)) return undefined
  return Object.entries(schemas).find(([name, schema]) => {
    const value = params[name]
    // No schema of a method table is asynchronous.
    return value !== undefined && hasTextInteger(schema as GenericSchema, value)
  })?.[0]
}

// Results of JSON methods.

import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { JsonBytes } from '../../../jsonrpc/jsonBytes.ts'

const isList = (value: JsonWritable): value is readonly JsonWritable[] => Array.isArray(value)

/** Returns a value as oxen-core writes it: keys in ascending order, without empty lists. */
export const sortFields = (value: JsonWritable): JsonWritable => {
  if (value === null || typeof value !== 'object' || value instanceof JsonBytes) return value
  if (isList(value)) return value.map(sortFields)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && !(isList(member) && member.length === 0))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sortFields(member)]),
  )
}

/** Returns a result with `status` and `untrusted`. */
export const response = (fields: { readonly [name: string]: JsonWritable }, status = 'OK'): JsonWritable =>
  sortFields({ ...fields, status, untrusted: false })

/** Returns a result with `status` only. */
export const statusResponse = (fields: { readonly [name: string]: JsonWritable }, status = 'OK'): JsonWritable =>
  sortFields({ ...fields, status })

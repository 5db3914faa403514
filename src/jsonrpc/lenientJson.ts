// JSON as epee's parser takes it, and parameters as its maps take them.

import type * as v from 'valibot'
import { endOfString, isJsonObject, type JsonValue } from './json.ts'
import type { ParamSchemas } from './method.ts'

const OPEN = '{['
const CLOSE = '}]'
const TRAILING_COMMA = /,\s*$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ESCAPE_OR_CONTROL = /\\.|[\0-\x1f]/g

const escapeControl = (found: string): string => {
  // An escape of epee alone, the vertical tab.
  if (found === '\\v') return '\\u000b'
  return found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Returns the first object of a text, without commas after the last members of objects, and with control characters in strings escaped as
 * JSON has it. A text that does not begin with a complete object is returned as it is.
 *
 * @example
 * relaxJson('{"a": [1, 2], } more') // '{"a": [1, 2]}'
 * JSON.parse(relaxJson('{"a": "one\\ttwo"}')) // { a: 'one\ttwo' }
 * relaxJson('[1,]') // '[1,]'
 */
export const relaxJson = (text: string): string => {
  const start = text.search(/\S/)
  if (text[start] !== '{') return text
  let relaxed = ''
  let copied = start
  let depth = 0
  for (let i = start; i < text.length; ) {
    const character = text[i] ?? ''
    if (character === '"') {
      const end = endOfString(text, i)
      relaxed += text.slice(copied, i) + text.slice(i, end).replace(ESCAPE_OR_CONTROL, escapeControl)
      copied = end
      i = end
      continue
    }
    if (OPEN.includes(character)) depth++
    if (CLOSE.includes(character)) {
      const before = text.slice(copied, i)
      relaxed += (character === '}' ? before.replace(TRAILING_COMMA, '') : before) + character
      copied = i + 1
      if (--depth === 0) return relaxed
    }
    i++
  }
  return text
}

/** Returns the schema of a value that is present. */
const presentSchema = (schema: v.GenericSchema): v.GenericSchema =>
  // Optional schemas have the schema of the present value as `wrapped`.
  schema.type === 'optional' ? (schema as v.OptionalSchema<v.GenericSchema, undefined>).wrapped : schema

const isOfShape = (schema: v.GenericSchema | v.GenericSchemaAsync, value: JsonValue): boolean => {
  // Parameters have no asynchronous schemas.
  const { type } = presentSchema(schema as v.GenericSchema)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isJsonObject(value) : true
}

/**
 * Returns parameters without the values that stand in place of a list or an object. A value in place of all parameters is none.
 *
 * @example
 * import { list, u32 } from './schemas.ts'
 * withoutMisshapen({ indices: list(u32) }, { indices: 5, more: 1 }) // { more: 1 }
 * withoutMisshapen({}, 'x') // undefined
 */
export const withoutMisshapen = (schemas: ParamSchemas, params: JsonValue | undefined): JsonValue | undefined => {
  if (Array.isArray(params)) return params
  if (!isJsonObject(params)) return undefined
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => {
      const schema = schemas[name]
      return schema === undefined || isOfShape(schema, value)
    }),
  )
}

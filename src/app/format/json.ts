// Indented JSON that keeps every digit.
import { type JsonWritable, stringifyJson } from '../../jsonrpc/json.ts'

const STEP = '  '
/** Lists of plain values up to this length stay on one line. */
const SHORT = 72

const isList = (value: JsonWritable): value is readonly JsonWritable[] => Array.isArray(value)

/** Returns a plain value as JSON, with controls and marks of direction escaped: they would change the order of what is around them. */
const plainJson = (value: JsonWritable): string =>
  stringifyJson(value).replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Returns a value as indented JSON. @throws JsonError as stringifyJson does */
export const prettyJson = (value: JsonWritable, indent = ''): string => {
  if (value === null || typeof value !== 'object') return plainJson(value)
  const inner = indent + STEP
  const [open, close] = isList(value) ? '[]' : '{}'
  const lines = isList(value)
    ? value.map((item) => prettyJson(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${plainJson(name)}: ${prettyJson(member, inner)}`)
  if (lines.length === 0) return `${open}${close}`
  const line = lines.join(', ')
  if (isList(value) && line.length <= SHORT && !line.includes('{')) return `${open}${line}${close}`
  return `${open}\n${lines.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

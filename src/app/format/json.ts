// Indented JSON that keeps every digit.
import { type JsonWritable, stringifyJson } from '../../jsonrpc/json.ts'

const STEP = '  '
/** Lists of plain values up to this length stay on one line. */
const SHORT = 72

const isList = (value: JsonWritable): value is readonly JsonWritable[] => Array.isArray(value)

/** Returns a value as indented JSON. @throws JsonError as stringifyJson does */
export const prettyJson = (value: JsonWritable, indent = ''): string => {
  if (value === null || typeof value !== 'object') return stringifyJson(value)
  const inner = indent + STEP
  const [open, close] = isList(value) ? '[]' : '{}'
  const lines = isList(value)
    ? value.map((item) => prettyJson(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${JSON.stringify(name)}: ${prettyJson(member, inner)}`)
  if (lines.length === 0) return `${open}${close}`
  const line = lines.join(', ')
  if (isList(value) && line.length <= SHORT && !line.includes('{')) return `${open}${line}${close}`
  return `${open}\n${lines.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

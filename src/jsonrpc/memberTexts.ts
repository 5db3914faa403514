// The members of a JSON object as they are written: for objects that are written again, whose readers distinguish `-1.0` from `-1`.

import { endOfString, isJsonObject, JsonError, type JsonObject, parseJson, stringifyJson } from './json.ts'

/** The JSON text of each member of an object. */
export type MemberTexts = ReadonlyMap<string, string>

const BETWEEN = /[\s,:]*/y

/** Returns the position after the value that begins at `start`. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0
  for (let i = start; i < text.length; ) {
    const character = text[i] ?? ''
    if (character === '"') {
      i = endOfString(text, i)
      continue
    }
    if (depth === 0 && ',}'.includes(character)) return i
    if ('{['.includes(character)) depth++
    if ('}]'.includes(character)) depth--
    i++
  }
  return text.length
}

/**
 * Returns the members of an object as they are written. Of several with one name, the last one counts.
 * @throws JsonError if the text is not one object
 *
 * @example
 * splitMembers('{"a": -1.0, "b": ["}", 2]}') // new Map([['a', '-1.0'], ['b', '["}", 2]']])
 * splitMembers('[]') // throws JsonError
 */
export const splitMembers = (text: string): MemberTexts => {
  if (!isJsonObject(parseJson(text))) throw new JsonError('the text is not an object')
  const members = new Map<string, string>()
  let at = text.indexOf('{') + 1
  const skip = (): void => {
    BETWEEN.lastIndex = at
    at += BETWEEN.exec(text)?.[0].length ?? 0
  }
  for (skip(); text[at] !== '}'; skip()) {
    const start = at
    at = endOfString(text, start)
    // A text in quotes is a string.
    const name = JSON.parse(text.slice(start, at)) as string
    skip()
    const end = endOfValue(text, at)
    members.set(name, text.slice(at, end).trim())
    at = end
  }
  return members
}

/**
 * Returns the object with members as they are written.
 *
 * @example
 * joinMembers(new Map([['a', '-1.0']])) // '{"a":-1.0}'
 */
export const joinMembers = (members: MemberTexts): string =>
  `{${Array.from(members, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`

/**
 * Returns the texts of the members of an object.
 *
 * @example
 * memberTexts({ a: 7n }) // new Map([['a', '7']])
 */
export const memberTexts = (members: JsonObject): MemberTexts =>
  new Map(Object.entries(members).map(([name, value]) => [name, stringifyJson(value)]))

// Bytes in a JSON string, as epee writes packed values: each byte is one of the string, whose text then need not be UTF-8.

import { concat, utf8 } from '../bytes/bytes.ts'

/** Escape sequences of epee. Other control characters are written as they are. */
const ESCAPES: ReadonlyMap<number, string> = new Map(
  [...'\b\f\n\r\t\v"\\/'].map((character, i) => [character.charCodeAt(0), `\\${'bfnrtv"\\/'[i]}`]),
)

/**
 * A byte from 0x80 on stands in the text as the lone surrogate U+DC00 + byte until the text is encoded. JSON.stringify escapes lone
 * surrogates, so no other value has one.
 */
const SURROGATE = 0xdc00
const ASCII = 0x80
const LONE_SURROGATES = /[\udc80-\udcff]+/

/**
 * A string whose bytes are given.
 *
 * @example
 * import { stringifyJson } from './json.ts'
 * stringifyJson({ backlog: new JsonBytes(Uint8Array.of(0x41, 0x0a, 0xa5)) }) // '{"backlog":"A\\n\udca5"}'
 */
export class JsonBytes {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The string with its quotes, for `encodeJson`. */
  get text(): string {
    const characters = Array.from(
      this.#bytes,
      (byte) => ESCAPES.get(byte) ?? String.fromCharCode(byte < ASCII ? byte : SURROGATE + byte),
    )
    return `"${characters.join('')}"`
  }
}

/**
 * Encodes the text of a JSON value: in UTF-8, except for the bytes of `JsonBytes`. A text without such bytes is returned as it is.
 *
 * @example
 * encodeJson('"é"') // '"é"'
 * encodeJson('"\udca5"') // Uint8Array.of(0x22, 0xa5, 0x22)
 */
export const encodeJson = (text: string): string | Uint8Array => {
  if (text.isWellFormed()) return text
  const parts: Uint8Array[] = []
  let rest = text
  for (let found = LONE_SURROGATES.exec(rest); found !== null; found = LONE_SURROGATES.exec(rest)) {
    parts.push(
      utf8(rest.slice(0, found.index)),
      Uint8Array.from(found[0], (character) => character.charCodeAt(0) - SURROGATE),
    )
    rest = rest.slice(found.index + found[0].length)
  }
  return concat(...parts, utf8(rest))
}

// Encodes JSON that may contain bytes which are no UTF-8.

import { concat, utf8 } from '../bytes/bytes.ts'
import { BYTE_SURROGATE } from './jsonBytes.ts'

const LONE_SURROGATES = /[\udc80-\udcff]+/

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
      Uint8Array.from(found[0], (character) => character.charCodeAt(0) - BYTE_SURROGATE),
    )
    rest = rest.slice(found.index + found[0].length)
  }
  return concat(...parts, utf8(rest))
}

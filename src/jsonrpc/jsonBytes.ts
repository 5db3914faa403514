// Bytes in a JSON string, as epee writes packed values: each byte is one of the string, whose text then need not be UTF-8.

/** Escape sequences of epee. Other control characters are written as they are. */
const ESCAPES: ReadonlyMap<number, string> = new Map(
  [...'\b\f\n\r\t\v"\\/'].map((character, i) => [character.charCodeAt(0), `\\${'bfnrtv"\\/'[i]}`]),
)

/**
 * A byte from 0x80 on stands in the text as the lone surrogate U+DC00 + byte until the text is encoded. JSON.stringify escapes lone
 * surrogates, so no other value has one.
 */
export const BYTE_SURROGATE = 0xdc00
const ASCII = 0x80

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
      (byte) => ESCAPES.get(byte) ?? String.fromCharCode(byte < ASCII ? byte : BYTE_SURROGATE + byte),
    )
    return `"${characters.join('')}"`
  }
}

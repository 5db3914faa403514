// Streams the JSON text of a value with long lists (JsonSequence): the text is made while the receiver reads it.

import { nextTurn } from '../async/nextTurn.ts'
import { encodeJson } from './encodeJson.ts'
import { JsonSequence, type JsonWritable, stringifyJson } from './json.ts'
import { JsonBytes } from './jsonBytes.ts'

/** Characters of a chunk, at least. A shorter text is not streamed. */
const CHUNK_LENGTH = 65_536

const isList = (value: object): value is readonly JsonWritable[] => Array.isArray(value)

const isLeaf = (value: object): value is JsonSequence | JsonBytes =>
  value instanceof JsonSequence || value instanceof JsonBytes

/** Returns the members of an object; undefined for any other value. */
const membersOf = (value: JsonWritable): { readonly [name: string]: JsonWritable } | undefined =>
  typeof value !== 'object' || value === null || isList(value) || isLeaf(value) ? undefined : value

/**
 * Returns whether a value is a sequence, or has one as a member, or as a member of a member.
 *
 * @example
 * import { JsonSequence } from './json.ts'
 * hasSequence({ result: { in: new JsonSequence(() => []) } }) // true
 * hasSequence([1]) // false
 */
export const hasSequence = (value: JsonWritable): boolean => {
  const members = membersOf(value)
  return members === undefined ? value instanceof JsonSequence : Object.values(members).some(hasSequence)
}

/**
 * Yields the JSON text of a value in pieces: one for each item of a sequence. Their concatenation is the text of `stringifyJson`.
 * @throws JsonError like `stringifyJson`
 */
function* piecesOf(value: JsonWritable): Generator<string> {
  if (value instanceof JsonSequence) {
    let separator = '['
    for (const item of value) {
      yield separator + stringifyJson(item)
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
    return
  }
  const members = membersOf(value)
  if (members === undefined) {
    yield stringifyJson(value)
    return
  }
  let separator = '{'
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* piecesOf(member)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

/** Yields the text of pieces in chunks of at least CHUNK_LENGTH characters; the last one may be shorter. */
function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let parts: string[] = []
  let length = 0
  for (const piece of pieces) {
    parts.push(piece)
    length += piece.length
    if (length < CHUNK_LENGTH) continue
    yield parts.join('')
    parts = []
    length = 0
  }
  if (length > 0) yield parts.join('')
}

/**
 * Returns the JSON text of a value; if it is long, as a stream that is encoded by `encodeJson`.
 * @param report receives the error of an item that cannot be made or written; the stream then ends with it
 * @throws JsonError like `stringifyJson`, and the errors of items, if they are at the beginning
 *
 * @example
 * import { JsonSequence } from './json.ts'
 * const heights = new JsonSequence(() => Array(50_000).keys())
 * streamJson({ height: 7 }, () => undefined) // '{"height":7}'
 * (await new Response(streamJson(heights, () => undefined)).json()).length // 50_000
 */
export const streamJson = (
  value: JsonWritable,
  report: (error: unknown) => void,
): string | ReadableStream<Uint8Array> => {
  const chunks = chunksOf(piecesOf(value))
  const first = chunks.next()
  if (first.done === true) return ''
  if (first.value.length < CHUNK_LENGTH) return first.value
  const encoder = new TextEncoder()
  let chunk: IteratorResult<string, unknown> = first
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        // A receiver that reads at once would leave no other request its turn until the end.
        await nextTurn()
        if (isCancelled) return
        try {
          if (chunk.done === true) return controller.close()
          const encoded = encodeJson(chunk.value)
          controller.enqueue(typeof encoded === 'string' ? encoder.encode(encoded) : encoded)
          chunk = chunks.next()
        } catch (error) {
          report(error)
          controller.error(error)
        }
      },
      cancel: () => {
        isCancelled = true
        chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

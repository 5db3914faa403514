// Makes the calls of a chapter before two wallet RPC servers, and collects the differences of their responses.

import { type JsonObject, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import type { Peer } from '../../peers/monero.ts'
import type { TwinChapter, TwinWorld } from './call.ts'
import { comparing, requestOf, resultOf, send, titleOf } from './compare.ts'

/** A difference: the request with the path in the response, and both values. */
export type Found = { readonly place: string; readonly values: string }

export type Twins = { readonly ours: Peer; readonly theirs: Peer; readonly world: TwinWorld }

/** Makes the calls of a chapter before both servers. */
export const runChapter = async (
  { ours, theirs, world }: Twins,
  chapter: TwinChapter,
  kept: Map<string, JsonObject>,
): Promise<Found[]> => {
  const found: Found[] = []
  const compare = comparing(chapter.isRandom === true)
  for (const call of chapter.calls) {
    const request = requestOf(call, kept)
    const [mine, other] = [await send(ours.url, request), await send(theirs.url, request)]
    if ('keep' in call && call.keep !== undefined) kept.set(call.keep, resultOf(other))
    for (const { path, ours, theirs } of compare(mine, other))
      found.push({ place: `${titleOf(call, world)}: ${path}`, values: stringifyJson({ ours, theirs }) })
  }
  return found
}

// All other requests to a node of the monero family, sent to the development node and to a real monerod on the same chain, to their
// unrestricted and restricted RPC.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringifyJson } from '../../src/jsonrpc/json.ts'
import { comparableResponse, nodeDifferences } from '../support/devnet/node-transcript.ts'
import { type Question, questionsOf } from '../support/peers/monero-node-questions.ts'
import { castOf } from '../support/peers/monero-node-story.ts'
import { startTwins, type Twins } from '../support/peers/twins.ts'
import { type KnownNodeDifference, OWNER, PUBLIC } from './monero-node-differences.ts'

type Found = { readonly place: string; readonly difference: string }

const compare = async ({ name, called, ask }: Question, { ourUrl, theirs }: Twins): Promise<Found[]> => {
  const [ours, other] = [await ask(ourUrl), await ask(theirs.url)]
  const found =
    ours.status === other.status
      ? nodeDifferences(
          comparableResponse(called, ours.status, ours.body),
          comparableResponse(called, other.status, other.body),
          'answer',
        )
      : [{ place: 'status', ours: ours.status, theirs: other.status }]
  return found.map(({ place, ours: here, theirs: there }) => ({
    place: `${name}: ${place}`,
    difference: stringifyJson({ ours: here, theirs: there }).slice(0, 500),
  }))
}

const SERVICES: readonly (readonly [string, boolean, readonly KnownNodeDifference[]])[] = [
  ['the unrestricted RPC', false, OWNER],
  ['the restricted RPC', true, PUBLIC],
]

describe.each(SERVICES)('the development node and monerod on %s', (_name, restricted, known) => {
  const SUBJECTS = ['chain', 'outputs', 'bytes', 'pool', 'control', 'end']
  const used = new Set<RegExp>()
  let twins: Twins
  let questions: { readonly [about: string]: readonly Question[] }

  beforeAll(async () => {
    twins = await startTwins({ restricted })
    questions = questionsOf(await castOf(twins))
  }, 120_000)

  afterAll(async () => {
    await twins?.stop()
  })

  it('covers all groups of requests', () => {
    expect(Object.keys(questions)).toEqual(SUBJECTS)
  })

  it.each(SUBJECTS)(
    'returns the same about %s',
    async (subject) => {
      const found: Found[] = []
      for (const question of questions[subject] ?? []) found.push(...(await compare(question, twins)))
      const unknown = found.filter(({ place }) => {
        const excused = known.filter((difference) => difference.place.test(place))
        for (const difference of excused) used.add(difference.place)
        return excused.length === 0
      })
      // One difference of a kind is enough in the report.
      expect(Object.fromEntries(unknown.map(({ place, difference }) => [place, difference]))).toEqual({})
    },
    60_000,
  )

  it('shows every known difference', () => {
    expect(known.filter(({ place, intermittent }) => intermittent === undefined && !used.has(place))).toEqual([])
  })
})

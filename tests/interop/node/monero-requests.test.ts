// Requests that monero-ts does not send: to the unrestricted and restricted RPC of the development node and of a real monerod on the same
// chain.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringifyJson } from '../../../src/jsonrpc/json.ts'
import { comparableResponse, nodeDifferences } from '../../support/devnet/node-transcript.ts'
import { type NodeRequest, nodeRequests } from '../../support/peers/monero-node-requests.ts'
import { createChainSample } from '../../support/peers/monero-ts-node-steps.ts'
import { type NodePair, startNodePair } from '../../support/peers/node-pair.ts'
import { type KnownNodeDifference, RESTRICTED, UNRESTRICTED } from './differences.ts'

type Found = { readonly place: string; readonly difference: string }

const compare = async ({ name, called, send }: NodeRequest, { ourUrl, theirs }: NodePair): Promise<Found[]> => {
  const [ours, other] = [await send(ourUrl), await send(theirs.url)]
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
  ['the unrestricted RPC', false, UNRESTRICTED],
  ['the restricted RPC', true, RESTRICTED],
]

describe.each(SERVICES)('the development node and monerod on %s', (_name, restricted, known) => {
  const SUBJECTS = ['chain', 'outputs', 'bytes', 'pool', 'control', 'end']
  const used = new Set<RegExp>()
  let pair: NodePair
  let requests: { readonly [about: string]: readonly NodeRequest[] }

  beforeAll(async () => {
    pair = await startNodePair({ restricted })
    requests = nodeRequests(await createChainSample(pair))
  }, 120_000)

  afterAll(async () => {
    await pair?.stop()
  })

  it('covers all groups of requests', () => {
    expect(Object.keys(requests)).toEqual(SUBJECTS)
  })

  it.each(SUBJECTS)(
    'returns the same about %s',
    async (subject) => {
      const found: Found[] = []
      for (const request of requests[subject] ?? []) found.push(...(await compare(request, pair)))
      const unknown = found.filter(({ place }) => {
        const matching = known.filter((difference) => difference.place.test(place))
        for (const difference of matching) used.add(difference.place)
        return matching.length === 0
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

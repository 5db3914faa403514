// monero-ts with the development node and with a real monerod on the same chain: it calls all of its methods on both, and the responses are
// compared field by field.

import moneroTs, { type MoneroDaemonRpc } from 'monero-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringifyJson } from '../../../src/jsonrpc/json.ts'
import { exchangeDifferences, type NodeRecorder, recordNode } from '../../support/devnet/node-transcript.ts'
import {
  type ChainSample,
  createChainSample,
  NODE_STEPS,
  POLL_INTERVAL_MS,
} from '../../support/peers/monero-ts-node-steps.ts'
import { type NodePair, startNodePair } from '../../support/peers/node-pair.ts'
import { MONERO_TS } from './differences.ts'

type Client = { readonly recorder: NodeRecorder; readonly daemon: MoneroDaemonRpc }

/** Returns the outcome of a step: the value that the client makes of the responses, or the error that it throws. */
const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'done'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

let pair: NodePair
let sample: ChainSample
let clients: { readonly ours: Client; readonly theirs: Client }
const used = new Set<RegExp>()

const connectClient = async (url: string): Promise<Client> => {
  const recorder = await recordNode(url)
  const connection = { server: { uri: recorder.url }, proxyToWorker: false, pollInterval: POLL_INTERVAL_MS }
  return { recorder, daemon: await moneroTs.connectToDaemonRpc(connection) }
}

beforeAll(async () => {
  pair = await startNodePair({ restricted: false })
  sample = await createChainSample(pair)
  clients = { ours: await connectClient(pair.ourUrl), theirs: await connectClient(pair.theirs.url) }
}, 120_000)

afterAll(async () => {
  await clients?.ours.recorder.stop()
  await clients?.theirs.recorder.stop()
  await pair?.stop()
})

type Found = { readonly place: string; readonly difference: string }

/** Runs a step on both nodes and returns the differences. */
const compare = async (name: string, work: (daemon: MoneroDaemonRpc) => Promise<unknown>): Promise<Found[]> => {
  const run = async ({ recorder, daemon }: Client) => {
    const before = recorder.exchanges.length
    const outcome = await outcomeOf(work(daemon))
    return { outcome, exchanges: recorder.exchanges.slice(before) }
  }
  const ours = await run(clients.ours)
  const theirs = await run(clients.theirs)
  const places = exchangeDifferences(ours.exchanges, theirs.exchanges)
  const outcomes =
    ours.outcome === theirs.outcome ? [] : [{ place: 'outcome', ours: ours.outcome, theirs: theirs.outcome }]
  return [...places, ...outcomes].map(({ place, ours: here, theirs: there }) => ({
    place: `${name}: ${place}`,
    difference: stringifyJson({ ours: here, theirs: there }).slice(0, 500),
  }))
}

describe('monero-ts with the development node and with monerod', () => {
  it.each(Object.entries(NODE_STEPS))(
    'returns the same about %s',
    async (_name, steps) => {
      const found: Found[] = []
      await steps(sample, async (name, work) => {
        found.push(...(await compare(name, work)))
      })
      const unknown = found.filter(({ place }) => {
        const known = MONERO_TS.filter((difference) => difference.place.test(place))
        for (const difference of known) used.add(difference.place)
        return known.length === 0
      })
      // One difference of a kind is enough in the report.
      expect(Object.fromEntries(unknown.map(({ place, difference }) => [place, difference]))).toEqual({})
    },
    60_000,
  )

  it('shows every known difference', () => {
    expect(MONERO_TS.filter(({ place, intermittent }) => intermittent === undefined && !used.has(place))).toEqual([])
  })
})

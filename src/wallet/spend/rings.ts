// The rings of a payment: decoys are requested from the node together, checked, and put around the real outputs.

import { toHex } from '../../bytes/hex.ts'
import type { OutputDistribution, RingOutput } from '../../daemon/nodeClient.ts'
import {
  areRingsSane,
  assembleRing,
  checkDistribution,
  type DecoyRules,
  drawCandidates,
  heightOfOutput,
  OutputDistributionError,
  type RealOutput,
  type Ring,
  RingResponseError,
  usableCount,
} from './decoys.ts'
import type { RandomSampler } from './randomSampler.ts'

/** The node's side of selecting rings. */
export type RingSource = {
  outputs(indices: readonly number[]): Promise<readonly RingOutput[]>
  outputDistribution(): Promise<OutputDistribution>
  outputBlacklist(): Promise<readonly number[]>
}

/** An output to spend, with the ring it was signed with before, if any. */
export type RingRequest = { readonly real: RealOutput; readonly earlierRing: readonly number[] }

/** Outputs per request; restricted nodes refuse more than 5000. */
const REQUEST_SIZE = 1000
const ATTEMPTS = 3

const checkAgainstWallet = (distribution: OutputDistribution, requests: readonly RingRequest[]): void => {
  for (const { real } of requests) {
    const height = heightOfOutput(distribution, real.globalIndex)
    if (height !== real.height)
      throw new OutputDistributionError(
        `the node's distribution places output ${real.globalIndex} at height ${height}, the wallet found it at ${real.height}; refresh the wallet; if the error remains, use another node`,
      )
  }
}

const fetchOutputs = async (node: RingSource, indices: readonly number[]): Promise<Map<number, RingOutput>> => {
  const outputs = new Map<number, RingOutput>()
  for (let from = 0; from < indices.length; from += REQUEST_SIZE) {
    const requested = indices.slice(from, from + REQUEST_SIZE)
    const response = await node.outputs(requested)
    if (response.length !== requested.length)
      throw new RingResponseError(
        `the node returned ${response.length} of ${requested.length} requested outputs; use another node`,
      )
    for (const [i, output] of response.entries()) outputs.set(requested[i] ?? 0, output)
  }
  return outputs
}

/** Candidates requested from nodes, by the one-time key of the real output in hex. */
export type RequestedCandidates = Map<string, readonly number[]>

/**
 * Selects rings for outputs, in their order.
 * @param ownOutputs global indices of the wallet's outputs, which are no decoys
 * @param requested candidates of earlier requests, extended here. They are requested again: what two different requests for one
 * output have in common would tell the node which output is real.
 * @throws OutputDistributionError, RingResponseError, ChainTooYoungError, and what the node throws
 */
export const selectRings = async (
  node: RingSource,
  rules: DecoyRules,
  requests: readonly RingRequest[],
  ownOutputs: ReadonlySet<number>,
  sampler: RandomSampler,
  requested: RequestedCandidates = new Map(),
): Promise<readonly Ring[]> => {
  const [distribution, blacklist] = await Promise.all([node.outputDistribution(), node.outputBlacklist()])
  checkDistribution(distribution, rules)
  checkAgainstWallet(distribution, requests)
  const source = { distribution, rules, avoided: new Set([...ownOutputs, ...blacklist]) }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const candidates = requests.map(({ real, earlierRing }) => {
      // Rings that came out too alike need other candidates.
      const before = attempt === 0 ? (requested.get(toHex(real.key)) ?? []) : []
      return drawCandidates(source, real.globalIndex, [...earlierRing, ...before], sampler)
    })
    for (const [i, { real }] of requests.entries()) requested.set(toHex(real.key), candidates[i] ?? [])
    const indices = [...new Set(candidates.flat())].sort((a, b) => a - b)
    const outputs = await fetchOutputs(node, indices)
    const rings = requests.map(({ real, earlierRing }, i) =>
      assembleRing(source, real, earlierRing, candidates[i] ?? [], outputs, sampler),
    )
    if (areRingsSane(rings, usableCount(distribution, rules))) return rings
  }
  throw new OutputDistributionError(
    `rings drawn ${ATTEMPTS} times from the node's distribution are all too old or too alike; use another node`,
  )
}

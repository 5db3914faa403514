// Synthetic chains of outputs, and a node with correct responses about them, for the selection of rings.

import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { RingOutput } from '../../../../src/daemon/nodeClient.ts'
import { OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import { heightOfOutput } from '../../../../src/wallet/rings/outputDistribution.ts'
import type { DecoyRules, RealOutput, Ring } from '../../../../src/wallet/rings/ring.ts'
import { createRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import { type RingContext, type RingSource, selectRings } from '../../../../src/wallet/rings/rings.ts'
import { seededRandom } from '../../random.ts'

/** A chain of `blocks` blocks, each with `perBlock` outputs. */
export const outputChain = (blocks: number, perBlock: (height: number) => number): OutputDistribution => {
  let total = 0
  return OutputDistribution.ofCumulative(
    Array.from({ length: blocks }, (_, height) => {
      total += perBlock(height)
      return total
    }),
  )
}

/** The blocks of a distribution from the first block of a chunk. */
export const partFrom = (distribution: OutputDistribution, height: number): OutputDistribution => {
  const first = distribution.chunks.filter((_, i) => distribution.startOf(i) < height).length
  return new OutputDistribution(
    distribution.startOf(first),
    distribution.baseOf(first),
    distribution.chunks.slice(first),
  )
}

/** The cumulative count of each block. */
export const cumulativeOf = (distribution: OutputDistribution): readonly number[] =>
  Array.from({ length: distribution.length }, (_, position) => distribution.at(position) ?? -1)

const numberBytes = (value: number): Uint8Array => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, value + 1, true)
  return bytes
}

/** Distinct points that serve as commitments. */
const points = Array.from({ length: 64 }, (_, i) => publicKeyOf(numberBytes(i)))
export const somePoint = (i: number): Uint8Array => points[i % points.length] ?? new Uint8Array()

const keys = new Map<number, Uint8Array>()
/** Returns the key of an output, the same on all chains. */
const keyOf = (index: number): Uint8Array => {
  const key = keys.get(index) ?? publicKeyOf(numberBytes(1000 + index))
  keys.set(index, key)
  return key
}

export type HonestNode = {
  readonly node: RingSource
  /** the indices of each request for outputs */
  readonly requests: number[][]
  /** number of requests for the blacklist */
  readonly blacklistRequests: () => number
  real(globalIndex: number): RealOutput
  answer(globalIndex: number): RingOutput
}

/** A node with correct responses and a different key for each output. */
export const honestNode = (
  distribution: OutputDistribution,
  {
    locked = new Set(),
    blacklist = [],
  }: { readonly locked?: ReadonlySet<number>; readonly blacklist?: readonly number[] } = {},
): HonestNode => {
  const requests: number[][] = []
  let blacklistRequests = 0
  const answer = (globalIndex: number): RingOutput => ({
    key: keyOf(globalIndex),
    commitment: somePoint(globalIndex),
    unlocked: !locked.has(globalIndex),
    height: heightOfOutput(distribution, globalIndex) ?? -1,
  })
  return {
    requests,
    answer,
    blacklistRequests: () => blacklistRequests,
    real: (globalIndex) => ({ globalIndex, keyImage: numberBytes(7_000_000 + globalIndex), ...answer(globalIndex) }),
    node: {
      outputs: (indices) => {
        requests.push([...indices])
        return Promise.resolve(indices.map(answer))
      },
      outputDistribution: () => Promise.resolve(distribution),
      outputBlacklist: () => {
        blacklistRequests++
        return Promise.resolve(blacklist)
      },
    },
  }
}

/** What a wallet with an empty memory selects rings with. */
export const ringContext = (node: RingSource, network: DecoyRules, seed: number, height = 0): RingContext => ({
  ...{ node, network, height },
  sampler: createSampler(seededRandom(seed)),
  rings: createRingMemory(),
})

/** Selects the rings of one transaction. */
export const ringsOf = async (context: RingContext, reals: readonly RealOutput[]): Promise<readonly Ring[]> =>
  (await selectRings(context, [reals])).flat()

// The two synthetic chains: as long and as dense as the real ones. Everything follows from the height, without the blocks before.

import { Writer } from '../../../src/bytes/cursor.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { oxenMainnet } from '../../../src/coin/networks/oxen.ts'
import { OutputDistribution } from '../../../src/daemon/outputDistribution.ts'
import { mix } from './seeded.ts'

/** Average number of transactions per block from a height; linear between them. */
type Density = readonly (readonly [height: number, transactions: number])[]

/** A synthetic chain. */
export type ChainProfile = {
  readonly network: Network
  /** number of blocks */
  readonly height: number
  /** first height with outputs of amount 0 */
  readonly firstOutputs: number
  readonly density: Density
  /** height of the first block that can be served; older ones only count */
  readonly firstBlock: number
  /** least number of transactions of a served block, for the wallets that own many outputs */
  readonly leastTransactions: number
}

/** How much of a chain is served: the last days, with a number of outputs that wallets own in them. */
export type ServedPart = { readonly days: number; readonly owned: number; readonly height?: number }

/** Timestamp of the newest block, UNIX seconds. */
const NEWEST = 1_795_000_000

const DAY_BLOCKS = 720

const servedBlocks = ({ days, owned }: ServedPart, height: number) => ({
  height,
  firstBlock: height - days * DAY_BLOCKS,
  leastTransactions: Math.ceil(owned / (days * DAY_BLOCKS - 1)) + 2,
})

/** Returns a chain as Monero's. */
export const moneroProfile = (part: ServedPart): ChainProfile => ({
  network: moneroMainnet,
  ...servedBlocks(part, part.height ?? 3_500_000),
  firstOutputs: 1_220_516,
  density: [
    [1_220_516, 3],
    [1_700_000, 5],
    [2_200_000, 14],
    [2_700_000, 27],
    [3_300_000, 36],
  ],
})

/** Returns a chain as Oxen's. */
export const oxenProfile = (part: ServedPart): ChainProfile => ({
  network: oxenMainnet,
  ...servedBlocks(part, part.height ?? 1_800_000),
  firstOutputs: 0,
  density: [
    [0, 1],
    [400_000, 2],
    [800_000, 1],
  ],
})

/** Returns the time of a block, UNIX seconds. */
export const timestampAt = ({ network, height: length }: ChainProfile, height: number): number =>
  NEWEST - (length - 1 - height) * network.blockTarget

const averageAt = (density: Density, height: number): number => {
  const after = density.findIndex(([from]) => from > height)
  if (after === -1) return density.at(-1)?.[1] ?? 0
  const [fromHeight, from] = density[after - 1] ?? [0, 0]
  const [toHeight, to] = density[after] ?? [1, 0]
  return from + ((to - from) * (height - fromHeight)) / (toHeight - fromHeight)
}

const SPREAD = 1024

/** Returns the number of transactions of a block, the coinbase not counted: half to one and a half times the average. */
export const transactionsAt = (profile: ChainProfile, height: number): number => {
  if (height < profile.firstOutputs) return 0
  const average = averageAt(profile.density, height)
  const count = Math.floor(average * (0.5 + (mix(height, 1) % SPREAD) / SPREAD) + (mix(height, 2) % SPREAD) / SPREAD)
  return height < profile.firstBlock ? count : Math.max(count, profile.leastTransactions)
}

/** Returns the number of outputs of a coinbase: most have few, that of a decentralised pool has dozens. */
export const coinbaseOutputsAt = ({ network }: ChainProfile, height: number): number => {
  const chance = mix(height, 3) % 100
  if (network.viewTags) return chance < 92 ? 1 : 20 + (chance - 92) * 6
  return 1 + (chance % 5)
}

/** Inputs and outputs of a transaction. */
export type TransactionShape = { readonly inputs: number; readonly outputs: number }

/** Returns the shape of a transaction: mostly one or two inputs and two outputs, some sweeps and payouts. */
export const shapeAt = (height: number, position: number): TransactionShape => {
  const chance = mix(height, position, 4) % 100
  if (chance < 45) return { inputs: 2, outputs: 2 }
  if (chance < 85) return { inputs: 1, outputs: 2 }
  if (chance < 93) return { inputs: 3 + (chance % 5), outputs: 2 }
  if (chance < 97) return { inputs: 1, outputs: 16 }
  return { inputs: 16, outputs: 2 }
}

/** Returns the number of outputs of a block. */
export const outputsAt = (profile: ChainProfile, height: number): number => {
  if (height < profile.firstOutputs) return 0
  let outputs = coinbaseOutputsAt(profile, height)
  for (let position = transactionsAt(profile, height) - 1; position >= 0; position--)
    outputs += shapeAt(height, position).outputs
  return outputs
}

/** Returns the numbers of outputs of the blocks before a height, as varints. */
export const outputCounts = (profile: ChainProfile, end: number): Uint8Array => {
  const writer = new Writer()
  for (let height = profile.firstOutputs; height < end; height++) writer.varint(outputsAt(profile, height))
  return writer.finish()
}

/** Returns the outputs of all blocks. */
export const distributionOf = (profile: ChainProfile): OutputDistribution =>
  OutputDistribution.read(profile.firstOutputs, 0, outputCounts(profile, profile.height))

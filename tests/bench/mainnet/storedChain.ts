// Opens a synthetic chain, and the node that serves it. Its blocks are made once and kept in files.

import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import type { FetchHandler } from '../support/listen.ts'
import { BlockGenerator } from './blocks.ts'
import { openChainFiles } from './chainFiles.ts'
import { syntheticNode } from './node.ts'
import { ownerOf } from './owners.ts'
import { type ChainProfile, distributionOf, moneroProfile, oxenProfile } from './profile.ts'
import { StoredBlocks } from './servedBlocks.ts'

/** The last days of a chain. `owners`: the numbers of outputs that wallets own there. */
export type ChainPart = {
  readonly family: 'monero' | 'oxen'
  readonly days: number
  readonly owners: readonly number[]
}

/** Returns the name of the files of a chain. */
export const nameOf = ({ family, days, owners }: ChainPart): string => `${family}-${days}d-${owners.join('-')}`

/** Returns the chain of a family. */
export const profileOf = ({ family, days, owners }: ChainPart): ChainProfile => {
  const owned = owners.reduce((sum, count) => sum + count, 0)
  return family === 'monero' ? moneroProfile({ days, owned }) : oxenProfile({ days, owned })
}

/** Opens a chain, whose blocks are made first unless there are files of them. */
export const openChain = async (
  part: ChainPart,
): Promise<{ readonly blocks: StoredBlocks; readonly node: FetchHandler }> => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const profile = profileOf(part)
  const distribution = distributionOf(profile)
  const generator = new BlockGenerator(profile, part.owners.map(ownerOf))
  const firstIndex = distribution.at(profile.firstBlock - 1 - profile.firstOutputs) ?? 0
  const files = openChainFiles(nameOf(part), generator, firstIndex)
  const now = () => Date.now() / 1000
  const blocks = new StoredBlocks(generator, distribution, files, now)
  return { blocks, node: syntheticNode({ generator, chain: blocks, now }) }
}

// Serves a synthetic chain over HTTP from its own thread, behind connections of different bandwidth and latency.

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { listen } from '../listen.ts'
import { type NodeThread, startNodeThread } from '../nodeThread.ts'
import { BlockGenerator } from './blocks.ts'
import { openChainFiles } from './chainFiles.ts'
import { behindLink, type Link } from './link.ts'
import { syntheticNode } from './node.ts'
import { ownerOf } from './owners.ts'
import { type ChainProfile, distributionOf, moneroProfile, oxenProfile } from './profile.ts'
import { StoredBlocks } from './servedBlocks.ts'

/** Which chain is served. `owners`: the numbers of outputs that wallets own; a node for each link. */
export type Served = {
  readonly family: 'monero' | 'oxen'
  readonly days: number
  readonly owners: readonly number[]
  readonly links: readonly Link[]
}

/** Returns the chain of a family. */
export const profileOf = ({ family, days, owners }: Served): ChainProfile => {
  const owned = owners.reduce((sum, count) => sum + count, 0)
  return family === 'monero' ? moneroProfile({ days, owned }) : oxenProfile({ days, owned })
}

/** Starts the nodes of a chain; returns their URLs, one for each link. */
export const serveChain = (served: Served): Promise<NodeThread<readonly string[]>> =>
  startNodeThread(import.meta.url, served)

if (!isMainThread) {
  // Given by `serveChain`.
  const served = workerData as Served
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const profile = profileOf(served)
  const distribution = distributionOf(profile)
  const generator = new BlockGenerator(profile, served.owners.map(ownerOf))
  const firstIndex = distribution.at(profile.firstBlock - 1 - profile.firstOutputs) ?? 0
  const name = `${served.family}-${served.days}d-${served.owners.join('-')}`
  const files = openChainFiles(name, generator, firstIndex)
  const now = () => Date.now() / 1000
  const handler = syntheticNode({ generator, chain: new StoredBlocks(generator, distribution, files, now), now })
  const nodes = await Promise.all(served.links.map((link) => listen(behindLink(handler, link))))
  parentPort?.postMessage(nodes.map(({ url }) => url))
}

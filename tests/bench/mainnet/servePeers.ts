// Serves a synthetic chain of the monero family twice, from its own thread and without a limit of the connection: as it is, and as a short
// chain of the same transactions that monero-wallet-rpc and monero-ts accept. Each answer is built once.

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { toHex } from '../../../src/bytes/hex.ts'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { closing, remembering } from '../answers.ts'
import { listen } from '../listen.ts'
import { type NodeThread, startNodeThread } from '../nodeThread.ts'
import { peerNode, syntheticPeerBlocks } from '../peerNode.ts'
import { BlockGenerator } from './blocks.ts'
import { openChainFiles } from './chainFiles.ts'
import { syntheticNode } from './node.ts'
import { ownerOf } from './owners.ts'
import { distributionOf, moneroProfile } from './profile.ts'
import { StoredBlocks } from './servedBlocks.ts'

/** The last days of a chain, and the numbers of outputs that wallets own there. */
export type PeerChain = { readonly days: number; readonly owners: readonly number[] }

/** `peerClosing` ends each connection after its answer (`closing`). */
export type PeerUrls = { readonly faba: string; readonly peer: string; readonly peerClosing: string }

/** Returns the chain as Faba reads it. */
export const peerProfile = ({ days, owners }: PeerChain) =>
  moneroProfile({ days, owned: owners.reduce((sum, count) => sum + count, 0) })

/** Starts the nodes. */
export const servePeers = (chain: PeerChain): Promise<NodeThread<PeerUrls>> => startNodeThread(import.meta.url, chain)

if (!isMainThread) {
  // Given by `servePeers`.
  const chain = workerData as PeerChain
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const profile = peerProfile(chain)
  const distribution = distributionOf(profile)
  const generator = new BlockGenerator(profile, chain.owners.map(ownerOf))
  const firstIndex = distribution.at(profile.firstBlock - 1 - profile.firstOutputs) ?? 0
  const files = openChainFiles(`monero-${chain.days}d-${chain.owners.join('-')}`, generator, firstIndex)
  const now = () => Date.now() / 1000
  const blocks = new StoredBlocks(generator, distribution, files, now)
  // Faba scans from the block after the first one.
  const scanned = Array.from({ length: profile.height - profile.firstBlock - 1 }, (_, i) =>
    blocks.block(profile.firstBlock + 1 + i),
  )
  const node = syntheticNode({ generator, chain: blocks, now })
  // Wallets request any of them: the node must not make them while it is measured.
  for (const { transactions } of scanned) {
    const body = JSON.stringify({ txs_hashes: transactions.map(({ id }) => toHex(id)) })
    await node(new Request('http://node/get_transactions', { method: 'POST', body }))
  }
  const peer = remembering(peerNode(syntheticPeerBlocks(scanned)))
  const urls: PeerUrls = {
    faba: (await listen(remembering(node))).url,
    peer: (await listen(peer)).url,
    peerClosing: (await listen(closing(peer))).url,
  }
  parentPort?.postMessage(urls)
}

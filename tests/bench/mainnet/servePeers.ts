// Serves a synthetic chain of the monero family twice, from its own thread and without a limit of the connection: as it is, and as a short
// chain of the same transactions that monero-wallet-rpc and monero-ts accept. Each answer is built once.

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { toHex } from '../../../src/bytes/hex.ts'
import { CLOSING, listenRemembering, remembering } from '../support/answers.ts'
import { type NodeThread, startNodeThread } from '../support/nodeThread.ts'
import { peerNode, syntheticPeerBlocks } from '../support/peerNode.ts'
import { listenFiles, makeCompactChain, readCompactFiles } from './compactChain.ts'
import { type ChainPart, nameOf, openChain } from './storedChain.ts'

/** `peerClosing` ends each connection after its answer (`CLOSING`); `compact` has the compact chain up to the newest blocks. */
export type PeerUrls = {
  readonly faba: string
  readonly compact: string
  readonly peer: string
  readonly peerClosing: string
}

/** Starts the nodes. */
export const servePeers = (chain: ChainPart): Promise<NodeThread<PeerUrls>> => startNodeThread(import.meta.url, chain)

if (!isMainThread) {
  // Given by `servePeers`.
  const part = workerData as ChainPart
  const { blocks, node } = await openChain(part)
  await makeCompactChain(nameOf(part), blocks)
  const { profile } = blocks
  // Faba scans from the block after the first one.
  const scanned = Array.from({ length: profile.height - profile.firstBlock - 1 }, (_, i) =>
    blocks.block(profile.firstBlock + 1 + i),
  )
  // Wallets request any of them: the node must not make them while it is measured.
  for (const { transactions } of scanned) {
    const body = JSON.stringify({ txs_hashes: transactions.map(({ id }) => toHex(id)) })
    await node(new Request('http://node/get_transactions', { method: 'POST', body }))
  }
  const peer = remembering(peerNode(syntheticPeerBlocks(scanned)))
  const urls: PeerUrls = {
    compact: await listenFiles(readCompactFiles(nameOf(part))),
    faba: (await listenRemembering(remembering(node))).url,
    peer: (await listenRemembering(peer)).url,
    peerClosing: (await listenRemembering(peer, CLOSING)).url,
  }
  parentPort?.postMessage(urls)
}

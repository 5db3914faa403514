// The recorded chains as HTTP nodes in their own thread, separate from the measured wallet. Each answer is built once and cached, so
// that a measured sync waits for the wire only.

import { isMainThread, parentPort } from 'node:worker_threads'
import { moneroPagesNode, oxenPagesNode } from '../../support/wallet/pages-node.ts'
import { CLOSING, listenRemembering, remembering } from './answers.ts'
import { type NodeThread, startNodeThread } from './nodeThread.ts'
import { peerNode, recordedPeerBlocks } from './peerNode.ts'

/** The URLs of the nodes. The two for peers serve the monero chain in a form that they accept; `peerClosing` ends connections, see `CLOSING`. */
export type NodeUrls = {
  readonly monero: string
  readonly oxen: string
  readonly peer: string
  readonly peerClosing: string
}

/** Starts the nodes; `stop` ends them. */
export const startNodes = (): Promise<NodeThread<NodeUrls>> => startNodeThread(import.meta.url)

if (!isMainThread) {
  const peer = remembering(peerNode(recordedPeerBlocks()))
  const urls: NodeUrls = {
    monero: (await listenRemembering(remembering(moneroPagesNode().fetch))).url,
    oxen: (await listenRemembering(remembering(oxenPagesNode().fetch))).url,
    peer: (await listenRemembering(peer)).url,
    peerClosing: (await listenRemembering(peer, CLOSING)).url,
  }
  parentPort?.postMessage(urls)
}

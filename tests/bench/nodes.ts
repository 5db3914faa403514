// The recorded chains as HTTP nodes in their own thread, separate from the measured wallet. Each answer is built once and cached, so
// that a measured sync waits for the wire only.

import { isMainThread, parentPort } from 'node:worker_threads'
import { moneroPagesNode, oxenPagesNode } from '../support/wallet/pages-node.ts'
import { closing, remembering } from './answers.ts'
import { listen } from './listen.ts'
import { type NodeThread, startNodeThread } from './nodeThread.ts'
import { peerNode, recordedPeerBlocks } from './peerNode.ts'

/** The URLs of the nodes. The two for peers serve the monero chain in a form that they accept; `peerClosing` ends connections, see `closing`. */
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
    monero: (await listen(remembering(moneroPagesNode().fetch))).url,
    oxen: (await listen(remembering(oxenPagesNode().fetch))).url,
    peer: (await listen(peer)).url,
    peerClosing: (await listen(closing(peer))).url,
  }
  parentPort?.postMessage(urls)
}

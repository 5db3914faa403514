// The recorded chains as HTTP nodes in their own thread, separate from the measured wallet. Each answer is built once and cached, so
// that a measured sync waits for the wire only.

import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { moneroPagesNode, oxenPagesNode } from '../support/wallet/pages-node.ts'
import { closing, remembering } from './answers.ts'
import { listen } from './listen.ts'
import { peerNode, recordedPeerBlocks } from './peerNode.ts'

/** The URLs of the nodes. The two for peers serve the monero chain in a form that they accept; `peerClosing` ends connections, see `closing`. */
export type NodeUrls = {
  readonly monero: string
  readonly oxen: string
  readonly peer: string
  readonly peerClosing: string
}

/** Starts the nodes; `stop` ends them. */
export const startNodes = async (): Promise<{ readonly urls: NodeUrls; stop(): Promise<void> }> => {
  const worker = new Worker(fileURLToPath(import.meta.url))
  const urls = await new Promise<NodeUrls>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return {
    urls,
    stop: async () => {
      await worker.terminate()
    },
  }
}

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

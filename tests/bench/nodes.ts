// The recorded chains as HTTP nodes in their own thread, separate from the measured wallet. Each answer is built once and cached, so
// that a measured sync waits for the wire only.

import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { toHex } from '../../src/bytes/hex.ts'
import { moneroPagesNode, oxenPagesNode } from '../support/wallet/pages-node.ts'
import { type FetchHandler, listen } from './listen.ts'
import { peerNode } from './peerNode.ts'

/** The URLs of the nodes. The two for peers serve the monero chain in a form that they accept; `peerClosing` ends connections, see `closing`. */
export type NodeUrls = {
  readonly monero: string
  readonly oxen: string
  readonly peer: string
  readonly peerClosing: string
}

type Answer = { readonly status: number; readonly type: string; readonly body: ArrayBuffer }

/** CORS headers for a page of another origin. */
const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-max-age': '7200',
}

const remembering = (handler: FetchHandler): FetchHandler => {
  const answers = new Map<string, Answer>()
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CROSS_ORIGIN })
    const body = await request.arrayBuffer()
    const key = `${new URL(request.url).pathname} ${toHex(new Uint8Array(body))}`
    let answer = answers.get(key)
    if (answer === undefined) {
      const made = await handler(new Request(request.url, { method: 'POST', body }))
      answer = {
        status: made.status,
        type: made.headers.get('content-type') ?? 'application/octet-stream',
        body: await made.arrayBuffer(),
      }
      answers.set(key, answer)
    }
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...CROSS_ORIGIN, 'content-type': answer.type },
    })
  }
}

/**
 * Ends the connection after each answer. monero-wallet-rpc sends head and body of a request on their own, and the system holds the body
 * back until the head is acknowledged, which takes 40 ms on a connection that has been used before and no time on a new one.
 */
export const closing =
  (handler: FetchHandler): FetchHandler =>
  async (request) => {
    const response = await handler(request)
    response.headers.set('connection', 'close')
    return response
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
  const peer = remembering(peerNode())
  const urls: NodeUrls = {
    monero: (await listen(remembering(moneroPagesNode().fetch))).url,
    oxen: (await listen(remembering(oxenPagesNode().fetch))).url,
    peer: (await listen(peer)).url,
    peerClosing: (await listen(closing(peer))).url,
  }
  parentPort?.postMessage(urls)
}

// Serves a synthetic chain over HTTP from its own thread, behind connections of different bandwidth and latency.

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { listen } from '../support/listen.ts'
import { type NodeThread, startNodeThread } from '../support/nodeThread.ts'
import { behindLink, type Link } from './link.ts'
import { type ChainPart, openChain } from './storedChain.ts'

/** Which chain is served; a node for each link. */
export type Served = ChainPart & { readonly links: readonly Link[] }

/** Starts the nodes of a chain; returns their URLs, one for each link. */
export const serveChain = (served: Served): Promise<NodeThread<readonly string[]>> =>
  startNodeThread(import.meta.url, served)

if (!isMainThread) {
  // Given by `serveChain`.
  const served = workerData as Served
  const { node } = await openChain(served)
  const nodes = await Promise.all(served.links.map((link) => listen(behindLink(node, link))))
  // An address that is not taken for a near node: wallets send a public one fewer requests at a time.
  parentPort?.postMessage(nodes.map(({ url }) => url.replace('127.0.0.1', '0.0.0.0')))
}

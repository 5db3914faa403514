// Serves a synthetic chain and its compact chain from its own thread behind connections of a given bandwidth: node and files share the connection, as
// they share that of a user. Each answer is built once.

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { remembering } from '../support/answers.ts'
import { listen } from '../support/listen.ts'
import { type NodeThread, startNodeThread } from '../support/nodeThread.ts'
import { compactFile, makeCompactChain, readCompactFiles } from './compactChain.ts'
import { behindLink } from './link.ts'
import type { Served } from './serve.ts'
import { nameOf, openChain } from './storedChain.ts'

/** `bytes`: of all chunks and their index. */
export type LinkedChain = { readonly urls: readonly string[]; readonly bytes: number }

/** Starts the nodes; `urls` has one for each link, with the compact chain at `/compact/NETWORK`. */
export const serveLinks = (served: Served): Promise<NodeThread<LinkedChain>> => startNodeThread(import.meta.url, served)

if (!isMainThread) {
  // Given by `serveLinks`.
  const served = workerData as Served
  const { blocks, node } = await openChain(served)
  await makeCompactChain(nameOf(served), blocks)
  const files = readCompactFiles(nameOf(served))
  const remembered = remembering(node)
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/compact/')) {
      const file = compactFile(files, pathname)
      return file === undefined ? new Response('', { status: 404 }) : new Response(new Uint8Array(file))
    }
    const { status, type, body } = await remembered(pathname, new Uint8Array(await request.arrayBuffer()))
    return new Response(new Uint8Array(body), { status, headers: { 'content-type': type } })
  }
  const servers = await Promise.all(served.links.map((link) => listen(behindLink(answer, link))))
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  const linked: LinkedChain = { urls: servers.map(({ url }) => url), bytes }
  parentPort?.postMessage(linked)
}

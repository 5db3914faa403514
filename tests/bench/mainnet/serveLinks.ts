// Serves a synthetic chain and its compact chain from its own thread behind connections of a given bandwidth: node and files share the connection, as
// they share that of a user. Each answer is built once.

import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { remembering } from '../support/answers.ts'
import { listen } from '../support/listen.ts'
import { type NodeThread, startNodeThread } from '../support/nodeThread.ts'
import { compactFile, fileResponse, makeCompactChain, readCompactFiles } from './compactChain.ts'
import { behindLink } from './link.ts'
import type { Served } from './serve.ts'
import { nameOf, openChain } from './storedChain.ts'

/** `links`: the URL of each connection; `near`: one without a limit; `bytes`: of all chunks and their index. */
export type LinkedChain = { readonly links: readonly string[]; readonly near: string; readonly bytes: number }

/** Starts the nodes, each with the compact chain at `/compact/NETWORK`. */
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
    if (pathname.startsWith('/compact/')) return fileResponse(compactFile(files, pathname))
    const { status, type, body } = await remembered(pathname, new Uint8Array(await request.arrayBuffer()))
    return new Response(new Uint8Array(body), { status, headers: { 'content-type': type } })
  }
  const servers = await Promise.all(served.links.map((link) => listen(behindLink(answer, link))))
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  const { url: near } = await listen(answer)
  const linked: LinkedChain = { links: servers.map(({ url }) => url), near, bytes }
  parentPort?.postMessage(linked)
}

// The compact chain beside the page: a folder of files, or the chain of the development node, which makes its own in memory.

import { withTimeout } from '../../async/withTimeout.ts'
import { HEAD_FILE, networkOfHead } from '../../coin/compact/compactIndex.ts'
import { extendCompactChain, PRIVATE_RULE } from '../../compact/chainMaker.ts'
import { type ChunkFolder, createMemoryFolder } from '../../compact/chunkFolder.ts'
import { FolderIndex } from '../../compact/folderIndex.ts'
import { createNodeClient } from '../../daemon/calls/httpNodeClient.ts'
import type { RunningNode } from '../../devnet/startNode.ts'
import type { FetchHandler } from '../http/httpServer.ts'
import { plainResponse } from '../http/plainResponse.ts'

/** Pages request `compact/NETWORK/FILE` beside them. */
export const COMPACT_PATH = '/compact/'

/** The network and the file of a request. Other names could lead out of the folder. */
const FILE = /^\/compact\/(?<network>[a-z-]+)\/(?<file>index\.bin|(?:chunks|pages)\/\d{10}-[0-9a-f]{32}\.bin)$/

const notFound = (): Response => plainResponse(404, 'Not Found\n')

/**
 * Serves the files of a compact chain to pages that name its network. Only the index is ever requested again.
 * @param update called before the index is read
 */
export const createCompactServer =
  (folder: ChunkFolder, update: () => Promise<void> = async () => undefined): FetchHandler =>
  async (request) => {
    const { network = '', file = '' } = FILE.exec(new URL(request.url).pathname)?.groups ?? {}
    if (file === '') return notFound()
    if (request.method !== 'GET' && request.method !== 'HEAD') return plainResponse(405, 'Method Not Allowed\n')
    const isIndex = file === HEAD_FILE
    if (isIndex) await update()
    const content = await folder.read(file)
    if (content === undefined || (isIndex && networkOfHead(content) !== network)) return notFound()
    return new Response(content.slice(), {
      headers: {
        'content-type': 'application/octet-stream',
        'cache-control': isIndex ? 'no-cache' : 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    })
  }

/** How long a request for the index waits for new chunks. */
const UPDATE_TIMEOUT_MS = 2000

/** Makes the compact chain of a development node in memory, up to its newest chunk whenever the index is requested, and serves it. */
export const createOwnCompactServer = async (
  { node, serve }: RunningNode,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<FetchHandler> => {
  const { network } = node.rules
  const folder = createMemoryFolder()
  const index = await FolderIndex.open(network, folder)
  const client = createNodeClient({ url: 'http://node', fetch: serve({ origins: [] }), trusted: true })
  const options = { network, node: client, index, rule: PRIVATE_RULE, signal, onProgress: () => undefined }
  let extending: Promise<void> | undefined
  const extend = async (): Promise<void> => {
    try {
      await extendCompactChain(options)
    } catch (error) {
      if (!signal.aborted) report(error)
    } finally {
      extending = undefined
    }
  }
  return createCompactServer(folder, async () => {
    extending ??= extend()
    await withTimeout(extending, UPDATE_TIMEOUT_MS, () => undefined)
  })
}

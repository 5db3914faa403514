// A host of the compact chain in memory, whose files a test can alter.

import type { Network } from '../../../src/coin/networks/network.ts'
import { type ChunkRule, extendCompactChain } from '../../../src/compact/chainMaker.ts'
import { type ChunkFolder, createMemoryFolder } from '../../../src/compact/chunkFolder.ts'
import { FolderIndex } from '../../../src/compact/folderIndex.ts'
import { type CompactHost, createCompactHost } from '../../../src/daemon/compactHost.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'

export type TestHost = {
  readonly host: CompactHost
  readonly folder: ChunkFolder
  /** names of requested files, in order */
  readonly requests: string[]
  /** Returns the response to a request for a file; the content of the folder by default. */
  respond: (name: string, content: Uint8Array | undefined) => Response | Promise<Response>
}

export const TEST_RULE: ChunkRule = { chunkBlocks: 50, margin: 20 }

const fileResponse = (content: Uint8Array | undefined): Response =>
  // The DOM's types exclude shared memory, which no file uses.
  content === undefined ? new Response('', { status: 404 }) : new Response(content as Uint8Array<ArrayBuffer>)

/** Makes the compact chain of a node in memory, and serves it. */
export const compactHostOf = async (
  network: Network,
  node: NodeClient,
  rule: ChunkRule = TEST_RULE,
): Promise<TestHost> => {
  const folder = createMemoryFolder()
  const index = await FolderIndex.open(network, folder)
  const { signal } = new AbortController()
  await extendCompactChain({ network, node, index, rule, signal, onProgress: () => undefined })
  const requests: string[] = []
  const test: TestHost = {
    host: createCompactHost({
      network,
      url: 'http://host/compact',
      fetch: async ({ url }) => {
        const name = new URL(url).pathname.replace('/compact/', '')
        requests.push(name)
        return await test.respond(name, await folder.read(name))
      },
    }),
    folder,
    requests,
    respond: (_, content) => fileResponse(content),
  }
  return test
}

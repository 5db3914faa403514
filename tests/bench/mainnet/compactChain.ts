// The compact chain of the served blocks of a synthetic chain, as files that are made once.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskFolder } from '../../../src/cli/compact/diskFolder.ts'
import { ChunkBuilder } from '../../../src/coin/compact/chunkBuilder.ts'
import { MAX_CHUNK_BLOCKS } from '../../../src/coin/compact/compactChunk.ts'
import {
  CHUNKS_PER_PAGE,
  type ChunkEntry,
  chunkFile,
  HEAD_FILE,
  pageFile,
  serializeHead,
  serializePage,
} from '../../../src/coin/compact/compactIndex.ts'
import { blake2b256 } from '../../../src/crypto/hash/blake2b.ts'
import type { FetchHandler } from '../support/listen.ts'
import { chainFolder } from './chainFiles.ts'
import type { StoredBlocks } from './servedBlocks.ts'

/** Makes the files. The page of all blocks before the served ones is listed, but is not there. */
const makeFiles = async (path: string, blocks: StoredBlocks, end: number): Promise<void> => {
  const { network, firstBlock } = blocks.profile
  const folder = createDiskFolder(path)
  const entries: ChunkEntry[] = []
  let builder = new ChunkBuilder(network, firstBlock, MAX_CHUNK_BLOCKS)
  let startHeight = firstBlock
  for (let height = firstBlock; height < end; height++) {
    const { blob, transactions } = blocks.block(height)
    const { id } = builder.add({ block: blob, transactions: transactions.map((each) => each.blob) })
    if (!builder.isFull && height + 1 < end) continue
    const bytes = builder.finish()
    const counts = { startHeight, blocks: height + 1 - startHeight, size: bytes.length }
    const entry = { ...counts, endId: id.slice(), hash: blake2b256(bytes) }
    entries.push(entry)
    await folder.write(chunkFile(entry), bytes)
    startHeight = height + 1
    builder = new ChunkBuilder(network, startHeight, MAX_CHUNK_BLOCKS)
  }
  const page = serializePage(entries)
  const listed = { startHeight: firstBlock, chunks: entries.length, hash: blake2b256(page) }
  await folder.write(pageFile(listed), page)
  const before = { startHeight: 0, chunks: CHUNKS_PER_PAGE, hash: new Uint8Array(32) }
  await folder.write(HEAD_FILE, serializeHead(network, { height: end, pages: [before, listed] }))
}

/**
 * Returns a handler for `/compact/NETWORK/FILE` of the compact chain of the served blocks.
 * @param name of the chain
 * @param margin blocks at the top that no chunk contains
 */
export const openCompactChain = async (name: string, blocks: StoredBlocks, margin: number): Promise<FetchHandler> => {
  const folder = chainFolder(`${name}-compact-${margin}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    await makeFiles(unfinished, blocks, blocks.height - margin)
    renameSync(unfinished, folder)
  }
  return async (request) => {
    const file = new URL(request.url).pathname.split('/').slice(3).join('/')
    const body = await readFile(join(folder, file)).catch(() => undefined)
    const headers = { 'access-control-allow-origin': '*' }
    return body === undefined
      ? new Response('', { status: 404, headers })
      : new Response(body, { headers: { ...headers, 'content-length': String(body.length) } })
  }
}

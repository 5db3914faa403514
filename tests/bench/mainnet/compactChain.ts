// The compact chain of the served blocks of a synthetic chain, as files that are made once.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
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
import { sha256 } from '../../../src/crypto/hash/sha256.ts'
import { freePort } from '../../support/peers/monero.ts'
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
    const entry = { ...counts, endId: id.slice(), hash: sha256(bytes) }
    entries.push(entry)
    await folder.write(chunkFile(entry), bytes)
    startHeight = height + 1
    builder = new ChunkBuilder(network, startHeight, MAX_CHUNK_BLOCKS)
  }
  const page = serializePage(entries)
  const listed = { startHeight: firstBlock, chunks: entries.length, hash: sha256(page) }
  await folder.write(pageFile(listed), page)
  const before = { startHeight: 0, chunks: CHUNKS_PER_PAGE, hash: new Uint8Array(32) }
  await folder.write(HEAD_FILE, serializeHead(network, { height: end, pages: [before, listed] }))
}

/** Blocks at the top that no chunk has: few, as the speed of chunks is measured. */
const MARGIN = 10

const folderOf = (chain: string): string => chainFolder(`${chain}-compact-${MARGIN}`)

/** Returns the files of the compact chain of a chain by name, once they were made. */
export const readCompactFiles = (chain: string): ReadonlyMap<string, Buffer> => {
  const folder = folderOf(chain)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.bin'))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/** Makes the compact chain of the served blocks, unless there are files of it. */
export const makeCompactChain = async (chain: string, blocks: StoredBlocks): Promise<void> => {
  const folder = folderOf(chain)
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  await makeFiles(unfinished, blocks, blocks.height - MARGIN)
  renameSync(unfinished, folder)
}

/** Returns the file of a request for `/compact/NETWORK/FILE`. */
export const compactFile = (files: ReadonlyMap<string, Buffer>, path: string): Buffer | undefined =>
  files.get(path.split('/').slice(3).join('/'))

/** Returns the answer with a file, or that there is none. */
export const fileResponse = (file: Buffer | undefined): Response =>
  file === undefined ? new Response('', { status: 404 }) : new Response(new Uint8Array(file))

/**
 * Serves files at `/compact/NETWORK/FILE`, also to pages of other origins. The server does little else than send: it shares the processor with what is
 * measured.
 */
export const listenFiles = async (files: ReadonlyMap<string, Buffer>): Promise<string> => {
  const server = createServer(({ url = '' }, response) => {
    const body = compactFile(files, url)
    const headers = { 'access-control-allow-origin': '*', 'content-length': body?.length ?? 0 }
    response.writeHead(body === undefined ? 404 : 200, headers).end(body)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${port}`
}

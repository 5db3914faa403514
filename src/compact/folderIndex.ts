// The index of a folder of chunks. A chunk is written before the page that lists it, and the page before the head: what is interrupted leaves the index
// as it was.

import { FormatError } from '../bytes/cursor.ts'
import {
  CHUNKS_PER_PAGE,
  type ChunkEntry,
  chunkFile,
  HEAD_FILE,
  type IndexHead,
  type IndexPage,
  pageFile,
  parseHead,
  parsePage,
  serializeHead,
  serializePage,
} from '../coin/compact/compactIndex.ts'
import type { Network } from '../coin/networks/network.ts'
import { sha256 } from '../crypto/hash/sha256.ts'
import { FabaError } from '../errors/fabaError.ts'
import type { ChunkFolder } from './chunkFolder.ts'

/** A folder whose files do not fit together. */
export class ChunkFolderError extends FabaError {
  override readonly name = 'ChunkFolderError'
  readonly code = 'chunk-folder'
}

const EMPTY: IndexHead = { height: 0, pages: [] }

/** The index of a folder, with the chunks of its last page. */
export class FolderIndex {
  readonly #network: Network
  readonly #folder: ChunkFolder
  #head: IndexHead
  #last: readonly ChunkEntry[]

  private constructor(network: Network, folder: ChunkFolder, head: IndexHead, last: readonly ChunkEntry[]) {
    this.#network = network
    this.#folder = folder
    this.#head = head
    this.#last = last
  }

  /**
   * Reads the index of a folder; an empty one if there is none.
   * @throws ChunkFolderError if its files do not fit together, or belong to another network
   */
  static async open(network: Network, folder: ChunkFolder): Promise<FolderIndex> {
    const bytes = await folder.read(HEAD_FILE)
    if (bytes === undefined) return new FolderIndex(network, folder, EMPTY, [])
    try {
      const head = parseHead(network, bytes)
      return new FolderIndex(network, folder, head, await readPage(folder, head.pages.at(-1)))
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      throw new ChunkFolderError(`${HEAD_FILE} cannot be continued: ${error.message}; choose an empty folder`, {
        cause: error,
      })
    }
  }

  /** Number of blocks that the chunks have in all. */
  get height(): number {
    return this.#head.height
  }

  /** Id of the last block; undefined if there is none. */
  get endId(): Uint8Array | undefined {
    return this.#last.at(-1)?.endId
  }

  /** Writes a chunk and lists it. Resolves when both are in the folder. */
  async add(
    bytes: Uint8Array,
    { startHeight, blocks, endId }: Pick<ChunkEntry, 'startHeight' | 'blocks' | 'endId'>,
  ): Promise<void> {
    const entry = { startHeight, blocks, endId, size: bytes.length, hash: sha256(bytes) }
    await this.#folder.write(chunkFile(entry), bytes)
    const { pages } = this.#head
    const isNew = pages.length === 0 || this.#last.length === CHUNKS_PER_PAGE
    await this.#list(isNew ? pages : pages.slice(0, -1), isNew ? [entry] : [...this.#last, entry])
  }

  /** Removes the last chunk from the index: the node has other blocks in its place. Its file stays until the folder is made anew. */
  async removeLast(): Promise<void> {
    const before = this.#head.pages.slice(0, -1)
    const rest = this.#last.slice(0, -1)
    if (rest.length > 0 || before.length === 0) await this.#list(before, rest)
    else await this.#list(before.slice(0, -1), await readPage(this.#folder, before.at(-1)))
  }

  /** Writes the last page and the head. The page that it replaces is removed when no head lists it any more. */
  async #list(before: readonly IndexPage[], last: readonly ChunkEntry[]): Promise<void> {
    const replaced = this.#head.pages.slice(before.length)
    const page = serializePage(last)
    const [first, end] = [last[0], last.at(-1)]
    const pages =
      first === undefined
        ? before
        : [...before, { startHeight: first.startHeight, chunks: last.length, hash: sha256(page) }]
    const added = pages[before.length]
    if (added !== undefined) await this.#folder.write(pageFile(added), page)
    const head = { height: end === undefined ? 0 : end.startHeight + end.blocks, pages }
    await this.#folder.write(HEAD_FILE, serializeHead(this.#network, head))
    this.#head = head
    this.#last = last
    const kept = new Set(pages.map(pageFile))
    for (const file of replaced.map(pageFile)) if (!kept.has(file)) await this.#folder.remove(file)
  }
}

/** Returns the chunks of a page; none of no page. */
const readPage = async (folder: ChunkFolder, page: IndexPage | undefined): Promise<readonly ChunkEntry[]> => {
  if (page === undefined) return []
  const bytes = await folder.read(pageFile(page))
  if (bytes === undefined) throw new FormatError(`${pageFile(page)} is missing`)
  return parsePage(page, bytes)
}

// The index of a compact chain: head and pages, written and read, and invalid bytes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import {
  CHUNKS_PER_PAGE,
  type ChunkEntry,
  type IndexHead,
  type IndexPage,
  parseHead,
  parsePage,
  serializeHead,
  serializePage,
} from '../../../../src/coin/compact/compactIndex.ts'
import { moneroMainnet, moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { sha256 } from '../../../../src/crypto/hash/sha256.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** Consecutive chunks from a height. */
const entriesFrom = (startHeight: number) =>
  fc
    .array(fc.record({ blocks: fc.integer({ min: 1, max: 1000 }), size: fc.nat(4 << 20), endId: hash, hash }), {
      minLength: 1,
      maxLength: 20,
    })
    .map((chunks): readonly ChunkEntry[] => {
      let height = startHeight
      return chunks.map((chunk) => {
        const entry = { ...chunk, startHeight: height }
        height += chunk.blocks
        return entry
      })
    })

const pageOf = (entries: readonly ChunkEntry[]): IndexPage => ({
  startHeight: entries[0]?.startHeight ?? 0,
  chunks: entries.length,
  hash: sha256(serializePage(entries)),
})

const head: IndexHead = {
  height: 2_000_500,
  pages: [
    { startHeight: 0, chunks: CHUNKS_PER_PAGE, hash: new Uint8Array(32).fill(1) },
    { startHeight: 1_000_000, chunks: CHUNKS_PER_PAGE, hash: new Uint8Array(32).fill(2) },
    { startHeight: 2_000_000, chunks: 1, hash: new Uint8Array(32).fill(3) },
  ],
}

describe('the head of an index', () => {
  it('is read as it was written, and of its own network only', () => {
    const bytes = serializeHead(moneroRegtest, head)
    expect(parseHead(moneroRegtest, bytes)).toEqual(head)
    expect(parseHead(moneroRegtest, serializeHead(moneroRegtest, { height: 0, pages: [] }))).toEqual({
      height: 0,
      pages: [],
    })
    expect(() => parseHead(moneroMainnet, serializeHead(moneroRegtest, head))).toThrow(FormatError)
  })

  it.each([
    ['without the first block', { ...head, pages: head.pages.slice(1) }],
    ['that ends before its last page', { ...head, height: 2_000_000 }],
    ['that has blocks without a page', { height: 5, pages: [] }],
    [
      'with a page that is not full before another one',
      { ...head, pages: head.pages.map((page) => ({ ...page, chunks: 5 })) },
    ],
    [
      'with pages out of order',
      { ...head, pages: [head.pages[0], head.pages[0], head.pages[2]].flatMap((page) => page ?? []) },
    ],
    [
      'with more chunks in a page than it can have',
      { ...head, pages: [{ startHeight: 0, chunks: 1001, hash: new Uint8Array(32) }] },
    ],
    ['higher than any chain', { ...head, height: 4_000_000_000 }],
  ])('is rejected %s', (_, wrong) => {
    expect(() => parseHead(moneroRegtest, serializeHead(moneroRegtest, wrong))).toThrow(FormatError)
  })

  it('is rejected when it is cut off or longer', () => {
    const bytes = serializeHead(moneroRegtest, head)
    for (let length = 0; length < bytes.length; length++)
      expect(() => parseHead(moneroRegtest, bytes.slice(0, length))).toThrow(FormatError)
    expect(() => parseHead(moneroRegtest, Uint8Array.of(...bytes, 0))).toThrow(FormatError)
  })
})

describe('a page of an index', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000).chain(entriesFrom), (entries) => {
        expect(parsePage(pageOf(entries), serializePage(entries))).toEqual(entries)
      }),
    )
  })

  it('is rejected if any bit is another one than its hash covers', () => {
    fc.assert(
      fc.property(entriesFrom(0), fc.nat(), fc.nat(7), (entries, at, bit) => {
        const bytes = serializePage(entries)
        const changed = bytes.slice()
        changed[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit)
        expect(() => parsePage(pageOf(entries), changed)).toThrow(FormatError)
      }),
    )
  })

  it('is rejected if its chunks do not follow each other or are larger than any', () => {
    const entry = { startHeight: 0, blocks: 1000, size: 9, endId: new Uint8Array(32), hash: new Uint8Array(32) }
    const wrong: readonly (readonly ChunkEntry[])[] = [
      [entry, { ...entry, startHeight: 1001 }],
      [{ ...entry, blocks: 0 }],
      [{ ...entry, blocks: 1001 }],
      [{ ...entry, size: 2 ** 31 }],
    ]
    for (const entries of wrong) expect(() => parsePage(pageOf(entries), serializePage(entries))).toThrow(FormatError)
  })
})

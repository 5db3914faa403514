// Block ids of a wallet: kept ids, anchors, removal, short chain history.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { u32Bytes } from '../../../../src/bytes/bytes.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { restoreBlockIds } from '../../../../src/wallet/state/progressRecords.ts'

const idOf = (height: number): Uint8Array => keccak256(u32Bytes(height))
const idsFrom = (start: number, count: number): Uint8Array => {
  const ids = new Uint8Array(32 * count)
  for (let i = 0; i < count; i++) ids.set(idOf(start + i), 32 * i)
  return ids
}
const GENESIS = idOf(0)

const blockIdsOf = (start: number, height: number): BlockIds => new BlockIds(start, idsFrom(start, height - start))

const heightsOf = (blockIds: BlockIds): number[] => {
  const known = new Map<string, number>([[toHex(GENESIS), 0]])
  for (let height = 0; height < blockIds.height; height++) {
    const id = blockIds.idAt(height)
    if (id !== undefined) known.set(toHex(id), height)
  }
  return blockIds.history(GENESIS).map((id) => known.get(toHex(id)) ?? -1)
}

describe('the short chain history', () => {
  it('lists the ten newest ids, then doubles the distance, and ends with genesis', () => {
    expect(heightsOf(blockIdsOf(0, 1))).toEqual([0])
    expect(heightsOf(blockIdsOf(0, 5))).toEqual([4, 3, 2, 1, 0])
    expect(heightsOf(blockIdsOf(0, 100))).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 88, 84, 76, 60, 28, 0])
    expect(heightsOf(blockIdsOf(500, 503))).toEqual([502, 501, 500, 0])
  })

  it('has fewer than 60 ids and ends with genesis for any range of blocks', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.integer({ min: 1, max: 40_000 }), (start, count) => {
        const blockIds = new BlockIds(start, new Uint8Array(32 * count).fill(1))
        blockIds.thin()
        const history = blockIds.history(GENESIS)
        expect(history.length).toBeLessThan(60)
        expect(history.at(-1)).toEqual(GENESIS)
        expect(blockIds.height).toBe(start + count)
      }),
      { numRuns: 30 },
    )
  })
})

describe('block ids of a long chain', () => {
  const blockIds = blockIdsOf(10, 40_000)
  blockIds.thin()

  it('keep the newest ids and some anchors', () => {
    expect(blockIds.height).toBe(40_000)
    expect(blockIds.base).toBe(10)
    expect(blockIds.start).toBeGreaterThan(20_000)
    expect(blockIds.start).toBeLessThanOrEqual(40_000 - 16_384)
    expect(blockIds.anchors.map(({ height }) => height)).toEqual([10, 4096, 8192, 12_288, 16_384, 20_480])
    for (const height of [10, 4096, 20_480, blockIds.start, 39_999]) expect(blockIds.idAt(height)).toEqual(idOf(height))
    expect(blockIds.idAt(5000)).toBeUndefined()
    expect(blockIds.idAt(40_000)).toBeUndefined()
    expect(blockIds.idAt(-1)).toBeUndefined()
  })

  it.each([39_999, 30_000])('are cut to height %i and extended again', (height) => {
    const cut = blockIds.copy()
    cut.cut(height)
    expect(cut.height).toBe(height)
    expect(cut.idAt(height - 1)).toEqual(idOf(height - 1))
    expect(cut.idAt(height)).toBeUndefined()
    cut.append(idsFrom(height, 5))
    expect(cut.idAt(height + 4)).toEqual(idOf(height + 4))
  })

  it('continue from an anchor after a cut below the kept ids', () => {
    const cut = blockIds.copy()
    cut.cut(12_289)
    expect(cut.height).toBe(12_289)
    expect(cut.idAt(12_288)).toEqual(idOf(12_288))
    cut.append(idsFrom(12_289, 10))
    expect(heightsOf(cut).slice(0, 11)).toEqual([
      12_298, 12_297, 12_296, 12_295, 12_294, 12_293, 12_292, 12_291, 12_290, 12_289, 12_288,
    ])
    expect(cut.base).toBe(10)
    cut.cut(5)
    expect(cut.height).toBe(0)
  })

  it('are restored from their stored chunks', () => {
    const progress = { blockIdsStart: blockIds.start, blockIdsHeight: blockIds.height }
    const chunks = blockIds.chunks().map((number) => blockIds.chunk(number))
    const restored = restoreBlockIds(progress, chunks, blockIds.anchors)
    expect(restored.history(GENESIS)).toEqual(blockIds.history(GENESIS))
    expect(() => restoreBlockIds(progress, chunks.slice(1), blockIds.anchors)).toThrow('block ids are stored')
  })
})

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

  it('of a wallet without blocks is the genesis block', () => {
    expect(heightsOf(new BlockIds())).toEqual([0])
  })

  it('lists anchors at doubling distances, then the oldest one and genesis', () => {
    const anchors = [10, 4096, 8192, 12_288, 16_384, 20_480].map((height) => ({ height, id: idOf(height) }))
    const historyOf = (...known: typeof anchors) => heightsOf(new BlockIds(20_736, idsFrom(20_736, 3), known))
    expect(historyOf(...anchors)).toEqual([20_738, 20_737, 20_736, 20_480, 12_288, 10, 0])
    expect(historyOf(...anchors.slice(0, 3))).toEqual([20_738, 20_737, 20_736, 8192, 10, 0])
    expect(historyOf(...anchors.slice(0, 1))).toEqual([20_738, 20_737, 20_736, 10, 0])
    expect(heightsOf(new BlockIds(20_736, idsFrom(20_736, 1), [{ height: 0, id: GENESIS }]))).toEqual([20_736, 0])
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

describe('block ids', () => {
  it('are known by height', () => {
    const blockIds = blockIdsOf(500, 503)
    expect([blockIds.start, blockIds.base, blockIds.height]).toEqual([500, 500, 503])
    expect([499, 500, 502, 503].map((height) => blockIds.idAt(height))).toEqual([
      undefined,
      idOf(500),
      idOf(502),
      undefined,
    ])
    expect(new BlockIds().height).toBe(0)
    expect(new BlockIds().idAt(0)).toBeUndefined()
  })

  it.each([
    [503, 503, 500],
    [510, 503, 500],
    [502, 502, 500],
    [501, 501, 500],
    [500, 500, 500],
    [499, 0, 0],
  ])('cut to height %i have the height %i and start at %i', (height, expected, start) => {
    const blockIds = blockIdsOf(500, 503)
    blockIds.cut(height)
    expect([blockIds.height, blockIds.start]).toEqual([expected, start])
    blockIds.append(idOf(9))
    expect(blockIds.idAt(expected)).toEqual(idOf(9))
  })

  it('cut to the height after an anchor continue from it', () => {
    const anchors = [10, 4096].map((height) => ({ height, id: idOf(height) }))
    const cut = (height: number) => {
      const blockIds = new BlockIds(8192, idsFrom(8192, 3), anchors)
      blockIds.cut(height)
      return [blockIds.height, blockIds.start, blockIds.base, blockIds.anchors.length]
    }
    expect(cut(8192)).toEqual([8192, 8192, 10, 2])
    expect(cut(8191)).toEqual([4097, 4096, 10, 1])
    expect(cut(4097)).toEqual([4097, 4096, 10, 1])
    expect(cut(4096)).toEqual([11, 10, 10, 0])
    expect(cut(10)).toEqual([0, 0, 0, 0])
  })

  it('are copied: a change of one leaves the other', () => {
    const blockIds = blockIdsOf(500, 503)
    const copy = blockIds.copy()
    copy.append(idOf(503))
    blockIds.cut(501)
    expect([blockIds.height, copy.height]).toEqual([501, 504])
    expect(copy.idAt(502)).toEqual(idOf(502))
  })

  it('are stored in chunks of 256 heights', () => {
    const blockIds = blockIdsOf(250, 520)
    expect(blockIds.chunks()).toEqual([0, 1, 2])
    expect(blockIds.chunk(0)).toEqual(idsFrom(250, 6))
    expect(blockIds.chunk(1)).toEqual(idsFrom(256, 256))
    expect(blockIds.chunk(2)).toEqual(idsFrom(512, 8))
    expect(blockIds.chunk(3)).toEqual(new Uint8Array())
    expect(blockIdsOf(256, 512).chunks()).toEqual([1])
    expect(blockIdsOf(256, 513).chunks()).toEqual([1, 2])
    expect(new BlockIds(300).chunks()).toEqual([])
  })

  it('are thinned only before the newest 64 full chunks', () => {
    const startOf = (height: number) => {
      const blockIds = blockIdsOf(0, height)
      blockIds.thin()
      return [blockIds.start, blockIds.anchors.map((anchor) => anchor.height)]
    }
    expect(startOf(65 * 256)).toEqual([0, []])
    expect(startOf(65 * 256 + 1)).toEqual([256, [0]])
    expect(startOf(66 * 256)).toEqual([256, [0]])
    expect(startOf(66 * 256 + 1)).toEqual([512, [0]])
    const short = blockIdsOf(500, 503)
    short.thin()
    expect([short.start, short.height]).toEqual([500, 503])
    expect(short.idAt(502)).toEqual(idOf(502))
  })

  it('are thinned again with one anchor for each height', () => {
    const blockIds = blockIdsOf(10, 25_000)
    blockIds.thin()
    const before = blockIds.anchors.map(({ height }) => height)
    blockIds.append(idsFrom(25_000, 5000))
    blockIds.thin()
    expect(before).toEqual([10, 4096, 8192])
    expect(blockIds.anchors.map(({ height }) => height)).toEqual([10, 4096, 8192, 12_288])
    for (const { height, id } of blockIds.anchors) expect(id).toEqual(idOf(height))
    expect(blockIds.idAt(blockIds.start)).toEqual(idOf(blockIds.start))
    expect(blockIds.idAt(29_999)).toEqual(idOf(29_999))
  })

  it('have anchors at multiples of 4096 only, after the first', () => {
    const anchors = [{ height: 10, id: idOf(10) }]
    const blockIds = new BlockIds(8192, idsFrom(8192, 17_000), anchors)
    blockIds.thin()
    expect(blockIds.anchors.map(({ height }) => height)).toEqual([10, 8192])
    const odd = new BlockIds(8200, idsFrom(8200, 17_000), anchors)
    odd.thin()
    expect(odd.anchors.map(({ height }) => height)).toEqual([10])
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

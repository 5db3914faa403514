// Which rows of a long list are rendered, and which data keeps its identity.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsByNeed, rowsInWindow } from '../../../../src/app/state/lists/rowWindow.ts'
import { isSameData, keepSame } from '../../../../src/app/state/lists/sameData.ts'

describe('the rows of a list', () => {
  it.each([
    ['begins in the window', -300, 100, { first: 0, last: 7 }],
    ['fills the window', 680, 100, { first: 10, last: 21 }],
    ['ends in the window', 6528, 100, { first: 96, last: 99 }],
    ['begins below the window', -2000, 100, { first: 0, last: -18 }],
    ['ends above the window', 90_000, 100, { first: 99, last: 99 }],
    ['is empty', 0, 0, { first: 0, last: -1 }],
  ])('are those in the window when it %s', (_, offset, count, expected) => {
    expect(rowsInWindow(offset, 800, 68, count)).toEqual(expected)
  })

  it('are rendered from the window outwards, each once', () => {
    expect(rowsByNeed({ first: 0, last: 2 }, 100)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(rowsByNeed({ first: 50, last: 51 }, 100).slice(0, 6)).toEqual([50, 51, 52, 49, 53, 48])
    expect(rowsByNeed({ first: 0, last: -1 }, 0)).toEqual([])
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 10_000 }), fc.nat(200), (offset, count) => {
        const rows = rowsByNeed(rowsInWindow(offset, 800, 68, count), count)
        expect(new Set(rows).size).toBe(rows.length)
        expect(rows.every((row) => row >= 0 && row < count)).toBe(true)
        expect(rows.length).toBeLessThanOrEqual(13 + 16)
      }),
    )
  })
})

describe('data that is fetched again', () => {
  it('is the same if all of its members are', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isSameData(value, structuredClone(value))))
    expect(isSameData({ a: 1n }, { a: 1n })).toBe(true)
    expect(isSameData({ a: 1n }, { a: 2n })).toBe(false)
    expect(isSameData({ a: undefined }, { b: undefined })).toBe(false)
    expect(isSameData([], {})).toBe(false)
    expect(isSameData({ a: [1, 2] }, { a: [1] })).toBe(false)
    expect(isSameData(null, {})).toBe(false)
  })

  it('keeps the identity of what has not changed', () => {
    const old = [
      { id: 'a', amount: 1n },
      { id: 'b', amount: 2n },
    ]
    const kept = keepSame(
      old,
      [
        { id: 'c', amount: 0n },
        { id: 'b', amount: 2n },
        { id: 'a', amount: 3n },
      ],
      ({ id }) => id,
    )
    expect(kept.map(({ id, amount }) => [id, amount])).toEqual([
      ['c', 0n],
      ['b', 2n],
      ['a', 3n],
    ])
    expect(kept[1]).toBe(old[1])
  })
})

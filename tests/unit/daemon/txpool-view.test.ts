// The txpool of a node as its answers describe it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import type { AddedTransaction, PoolNews } from '../../../src/daemon/binaryResponses.ts'
import { TxpoolView } from '../../../src/daemon/txpoolView.ts'

const idOf = (n: number): Uint8Array => new Uint8Array(32).fill(n)
const added = (n: number, size = 2): AddedTransaction => ({
  id: idOf(n),
  blob: new Uint8Array(size).fill(n),
  doubleSpendSeen: n % 2 === 1,
})

const news = (fields: Partial<PoolNews>): PoolNews => ({
  ...{ whole: false, added: [], remaining: [], removed: [] },
  ...fields,
})

const idsOf = (view: TxpoolView): string[] => view.content().ids.map((id) => toHex(id))
const receivedOf = (view: TxpoolView): string[] => view.content().transactions.map(({ id }) => toHex(id))
const hexOf = (...numbers: number[]): string[] => numbers.map((n) => toHex(idOf(n)))

describe('the txpool of a node', () => {
  it('is whole at first, then what changed since the answer before', () => {
    const view = new TxpoolView()
    expect(view.since).toBe(0)
    view.follow(news({ whole: true, added: [added(1)], remaining: [idOf(2)] }), 0, 100)
    expect([view.since, idsOf(view), receivedOf(view)]).toEqual([100, hexOf(1, 2), hexOf(1)])
    view.follow(news({ added: [added(3)], removed: [idOf(1), idOf(1), idOf(9)] }), 100, 120)
    expect([view.since, idsOf(view), receivedOf(view)]).toEqual([120, hexOf(2, 3), hexOf(3)])
    view.follow(news({ whole: true }), 120, 130)
    expect([view.since, idsOf(view)]).toEqual([130, []])
  })

  it('says what a node found out about a transaction', () => {
    const view = new TxpoolView()
    view.follow(news({ whole: true, added: [added(1)] }), 0, 100)
    expect(view.content().transactions).toMatchObject([
      { id: idOf(1), blob: Uint8Array.of(1, 1), doubleSpendSeen: true, inPool: true, pruned: false },
    ])
  })

  it('only gains by an answer that may be older than what is known', () => {
    const view = new TxpoolView()
    view.follow(news({ whole: true, added: [added(1)] }), 0, 100)
    view.follow(news({ added: [added(2)] }), 100, 110)
    view.follow(news({ added: [added(3)], removed: [idOf(2)] }), 100, 105)
    expect([view.since, idsOf(view)]).toEqual([110, hexOf(1, 2, 3)])
  })

  it('is requested whole again after a hundred changes', () => {
    const view = new TxpoolView()
    view.follow(news({ whole: true }), 0, 1)
    for (let time = 1; time <= 100; time++) {
      expect(view.since).toBe(time)
      view.follow(news({}), time, time + 1)
    }
    expect(view.since).toBe(0)
    view.follow(news({ whole: true }), 0, 200)
    expect(view.since).toBe(200)
  })

  it('keeps the bytes of 16 MiB of transactions, and the ids of all', () => {
    const view = new TxpoolView()
    const half = 8 * 1024 * 1024
    view.follow(news({ whole: true, added: [added(1, half), added(2, half), added(3, 1)] }), 0, 1)
    expect([idsOf(view), receivedOf(view)]).toEqual([hexOf(1, 2, 3), hexOf(1, 2)])
    view.follow(news({ added: [added(4, half)], removed: [idOf(1)] }), 1, 2)
    view.follow(news({ added: [added(5, half)] }), 2, 3)
    expect([idsOf(view), receivedOf(view)]).toEqual([hexOf(2, 3, 4, 5), hexOf(2, 5)])
  })

  it('has what the changes in their order leave', () => {
    const change = fc.record({ added: fc.array(fc.nat(20)), removed: fc.array(fc.nat(20)), whole: fc.boolean() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const view = new TxpoolView()
        const model = new Set<number>()
        for (const { added: more, removed, whole } of [{ added: [], removed: [], whole: true }, ...changes]) {
          const gone = removed.filter((n) => !more.includes(n))
          if (whole) model.clear()
          for (const n of more) model.add(n)
          for (const n of gone) model.delete(n)
          view.follow(
            news({ whole, added: more.map((n) => added(n)), removed: gone.map(idOf) }),
            view.since,
            view.since + 1,
          )
        }
        expect(idsOf(view).sort()).toEqual(hexOf(...model).sort())
        expect(receivedOf(view).sort()).toEqual(idsOf(view).sort())
      }),
    )
  })
})

// Coins that the user selects: who may have paid them, and ranges of rows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSelection } from '../../../../src/app/state/lists/selection.ts'
import { payerCount } from '../../../../src/app/state/payments/payers.ts'

const received = (txid: string, subaddress: number, account = 0) =>
  ({ kind: 'received', txid, subaddress, account }) as const

describe('the payers of coins', () => {
  it('are counted by address, and by payment at the main address', () => {
    expect(payerCount([received('a', 1), received('b', 1)])).toBe(1)
    expect(payerCount([received('a', 1), received('b', 2)])).toBe(2)
    expect(payerCount([received('a', 0), received('b', 0)])).toBe(2)
    expect(payerCount([received('a', 0), received('a', 0)])).toBe(1)
    expect(payerCount([received('a', 1), received('b', 1, 1)])).toBe(2)
  })

  it('are none of change, mined coins and stakes', () => {
    const kinds = ['change', 'mined', 'stake'] as const
    expect(payerCount(kinds.map((kind, i) => ({ ...received(String(i), i), kind })))).toBe(0)
  })
})

describe('a selection', () => {
  const rows = Array.from({ length: 20 }, (_, id) => ({ id: String(id), isSpent: id % 7 === 3 }))
  const create = () =>
    createSelection<(typeof rows)[number]>({
      idOf: ({ id }) => id,
      count: () => rows.length,
      canSelect: ({ isSpent }) => !isSpent,
      fetchRows: async (first, last) => rows.slice(first, last + 1),
    })

  it('extends from the row that was selected last, in both directions, without rows that cannot be selected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(19), fc.nat(19), async (from, to) => {
        const selection = create()
        const row = rows[from]
        if (row !== undefined) selection.toggle(from, row)
        await selection.extendTo(to)
        const expected = rows.slice(Math.min(from, to), Math.max(from, to) + 1).filter(({ isSpent }) => !isSpent)
        expect([...selection.rows().keys()].sort()).toEqual(expected.map(({ id }) => id).sort())
      }),
    )
  })

  it('selects all rows, only some, or none', async () => {
    const selection = create()
    await selection.selectAll()
    expect(selection.rows().size).toBe(rows.filter(({ isSpent }) => !isSpent).length)
    selection.select(rows.slice(2, 5))
    expect([...selection.rows().keys()]).toEqual(['2', '4'])
    selection.clear()
    expect(selection.rows().size).toBe(0)
  })
})

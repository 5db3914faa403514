// The index of ids, beside a map of lists.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IdIndex } from '../../../../src/wallet/state/idIndex.ts'

const keys = fc.constantFrom('a', 'b', '')
const ids = fc.constantFrom('1', '2', '3')

it('returns the ids of a key in their order, each once, and knows the keys that several share', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('add', 'remove'), keys, ids)), (changes) => {
      const index = new IdIndex()
      const lists: Record<string, string[]> = { a: [], b: [], '': [] }
      for (const [change, key, id] of changes) {
        const list = lists[key] ?? []
        index[change](key, id)
        if (change === 'remove') lists[key] = list.filter((other) => other !== id)
        else if (!list.includes(id)) list.push(id)
      }
      for (const [key, list] of Object.entries(lists)) expect(index.get(key)).toEqual(list)
      const shared = Object.keys(lists).filter((key) => (lists[key]?.length ?? 0) > 1)
      expect(new Set(index.shared)).toEqual(new Set(shared))
    }),
  )
})

// Batches of commitments equal single commitments.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { commit, commitAll } from '../../../src/crypto/amounts/commitment.ts'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'

beforeAll(() => loadPointKernel())

it('commits to many amounts as one by one', () => {
  const mask = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, mask), { maxLength: 20 }), (pairs) => {
      const amounts = pairs.map(([value]) => value)
      const masks = concat(...pairs.map(([, blinding]) => blinding))
      expect(commitAll(amounts, masks)).toEqual(concat(...pairs.map(([value, blinding]) => commit(value, blinding))))
    }),
  )
})

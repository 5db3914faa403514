// The fee subtracted from the amounts of destinations: its parts, and amounts that are too small.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFeeFrom, FeeFromError, splitError, withoutFee } from '../../../../src/wallet/spend/feeFrom.ts'
import { TransactionNotPossibleError } from '../../../../src/wallet/spend/select.ts'

const show = String

describe('a fee subtracted from the amounts', () => {
  it('is divided equally; the first destinations pay the remainder', () => {
    expect(withoutFee([100n, 100n, 100n], [0, 1, 2], 8n, show)).toEqual([97n, 97n, 98n])
    expect(withoutFee([100n, 100n, 100n], [2, 1], 7n, show)).toEqual([100n, 96n, 97n])
    expect(withoutFee([100n, 100n, 100n], [2, 1, 1], 1n, show)).toEqual([100n, 99n, 100n])
    expect(withoutFee([8n], [0], 7n, show)).toEqual([1n])
  })

  it('is rejected if it consumes or exceeds an amount', () => {
    const failure = (amounts: readonly bigint[], fee: bigint): unknown => {
      try {
        return withoutFee(amounts, [0, 1], fee, show)
      } catch (error) {
        return error
      }
    }
    expect(failure([100n, 4n], 8n)).toMatchObject({ name: FeeFromError.name, details: { reason: 'amount' } })
    expect(failure([4n, 100n], 7n)).toMatchObject({ name: FeeFromError.name, details: { reason: 'amount' } })
    expect(failure([4n, 4n], 8n)).toMatchObject({ name: FeeFromError.name, details: { reason: 'amount' } })
    expect(failure([4n, 4n, 100n], 9n)).toMatchObject({
      name: TransactionNotPossibleError.name,
      details: {
        available: 8n,
        amount: 108n,
        fee: 9n,
      },
    })
  })

  it('has parts that sum to the fee and differ by at most one atomic unit', () => {
    const amount = fc.bigInt(10n ** 9n, 10n ** 12n)
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 15 }),
        fc.bigInt(1n, 10n ** 9n),
        fc.nat(),
        (all, fee, n) => {
          const payers = all.map((_, i) => i).filter((i) => i <= n % all.length)
          const left = withoutFee(all, payers, fee, show)
          const parts = all.map((whole, i) => whole - (left[i] ?? 0n))
          expect(parts.reduce((sum, part) => sum + part)).toBe(fee)
          const paid = parts.slice(0, payers.length)
          expect(parts.slice(payers.length).every((part) => part === 0n)).toBe(true)
          expect((paid[0] ?? 0n) - (paid.at(-1) ?? 0n)).toBeLessThanOrEqual(1n)
        },
      ),
    )
  })

  it('requires existing destinations in one transaction', () => {
    expect(() => checkFeeFrom(2, [], 16)).not.toThrow()
    expect(() => checkFeeFrom(15, [14, 0], 16)).not.toThrow()
    expect(() => checkFeeFrom(16, [], 16)).not.toThrow()
    const failure = (destinations: number, feeFrom: readonly number[]): unknown => {
      try {
        checkFeeFrom(destinations, feeFrom, 16)
        return undefined
      } catch (error) {
        return error
      }
    }
    const common = { name: 'FeeFromError', code: 'fee-from' }
    expect(failure(2, [0, 2])).toMatchObject({ ...common, details: { reason: 'index', index: 2 } })
    expect(failure(16, [0])).toMatchObject({ ...common, details: { reason: 'too-many-destinations' } })
    expect(splitError('split')).toMatchObject({ ...common, details: { reason: 'split' } })
  })
})

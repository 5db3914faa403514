// Amounts as decimal text.

import { describe, expect, it } from 'vitest'
import { AmountError, formatAmount, formatShortAmount, parseAmount } from '../../../src/coin/amount.ts'

describe('amounts', () => {
  it.each([
    ['1.5', 9, 1500000000n],
    ['.5', 9, 500000000n],
    ['5.', 9, 5000000000n],
    ['0', 9, 0n],
    [' 1.234500000 ', 9, 1234500000n],
    ['1.0000000000000000', 9, 1000000000n],
    ['18446744073.709551615', 9, 2n ** 64n - 1n],
    ['0.000000000001', 12, 1n],
  ])('reads "%s" with %i decimals', (text, decimals, amount) => {
    expect(parseAmount(text, decimals)).toBe(amount)
  })
  it.each(['', '.', '-1', '+1', '1e3', '1,5', '1.2.3', '0.1234567891', '18446744073.709551616', '0x1', '١'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseAmount(text, 9)).toThrow(AmountError)
    },
  )
  it.each([
    [0n, '0.000000000', '0'],
    [1n, '0.000000001', '0.000000001'],
    [1500000000n, '1.500000000', '1.5'],
    [20000000000n, '20.000000000', '20'],
    [2n ** 64n - 1n, '18446744073.709551615', '18446744073.709551615'],
    [-1500000000n, '-1.500000000', '-1.5'],
  ])('writes %s', (amount, full, short) => {
    expect(formatAmount(amount, 9)).toBe(full)
    expect(formatShortAmount(amount, 9)).toBe(short)
  })
})

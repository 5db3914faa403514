// Amounts as users type and read them: exact to the last digit.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  amountParts,
  editableAmount,
  fractionPlaces,
  parseAmount,
  withoutTicker,
} from '../../../../src/app/format/amount.ts'

const decimals = fc.constantFrom(9, 12)
const amounts = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })

it('parses an editable amount back to the same amount', () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      expect(parseAmount(editableAmount(amount, places), places)).toEqual({ valid: true, amount })
    }),
  )
})

it('parses a formatted amount with grouping back to the same amount', () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      expect(parseAmount(amountParts(amount, places).join(''), places)).toEqual({ valid: true, amount })
    }),
  )
})

it.each([
  ['12.5', 12_500_000_000n],
  ['12,5', 12_500_000_000n],
  ['.5', 500_000_000n],
  ['5.', 5_000_000_000n],
  ['1 234.500000000000', 1_234_500_000_000n],
  ['0.000000001', 1n],
  ['18446744073.709551615', 2n ** 64n - 1n],
  ['1,234.5', 1_234_500_000_000n],
  ['1.234,5', 1_234_500_000_000n],
  ['1,234,567', 1_234_567_000_000_000n],
  ['1.234.567,89', 1_234_567_890_000_000n],
  ["1'234.567", 1_234_567_000_000n],
  ['1 234,567', 1_234_567_000_000n],
  ['0,500', 500_000_000n],
  ['1,0000', 1_000_000_000n],
  ['1234,567', 1_234_567_000_000n],
  ['12.345', 12_345_000_000n],
  ['١٢٫٥', 12_500_000_000n],
  ['١٬٢٣٤٫٥', 1_234_500_000_000n],
  ['١٫٠٠٠', 1_000_000_000n],
  ['١٬٠٠٠', 1_000_000_000_000n],
  ['۱۲٫۳۴۵', 12_345_000_000n],
  ['1 400.00', 1_400_000_000_000n],
  ['1\u00a0400,00', 1_400_000_000_000n],
  ['1\u202f400', 1_400_000_000_000n],
  ["1'400", 1_400_000_000_000n],
  ['1’400.5', 1_400_500_000_000n],
  ['\t1,400.00\n', 1_400_000_000_000n],
  ['٣', 3_000_000_000n],
  ['١٬٤٠٠٫٥', 1_400_500_000_000n],
  ['١٫٤٠٠', 1_400_000_000n],
  ['۱۲٫۵', 12_500_000_000n],
  ['\u2066\u200e12.5\u2069', 12_500_000_000n],
  ['１２．５', 12_500_000_000n],
  ['0.000 000 001', 1n],
])('%s is an amount', (text, amount) => {
  expect(parseAmount(text, 9)).toEqual({ valid: true, amount })
})

it.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['0', 'zero'],
  ['0.000', 'zero'],
  ['.', 'format'],
  ['-1', 'format'],
  ['1e3', 'format'],
  ['1.2.3', 'format'],
  ['1,23.5', 'format'],
  ['1,234,5', 'format'],
  ['1,234.567,8', 'format'],
  ['1,,5', 'format'],
  ['1,234.567.8', 'format'],
  ['٣٫٥٫١', 'format'],
  ['三', 'format'],
  ['12 5', 'format'],
  ['1 4000', 'format'],
  ["1'4", 'format'],
  ['1.400٫5٫5', 'format'],
  ['0.0000000001', 'decimals'],
  ['18446744073.709551616', 'large'],
])('%s is none', (text, reason) => {
  expect(parseAmount(text, 9)).toEqual({ valid: false, reason })
})

it.each([
  ['1,000', '.', [1_000_000_000n, 1_000_000_000_000n]],
  ['12,345', '.', [12_345_000_000n, 12_345_000_000_000n]],
  ['1,000', ',', [1_000_000_000n, 1_000_000_000_000n]],
  ['1.000', ',', [1_000_000_000n, 1_000_000_000_000n]],
  ['١،٤٠٠', '.', [1_400_000_000n, 1_400_000_000_000n]],
] as const)('%s is ambiguous where the decimal point is %s', (text, mark, readings) => {
  expect(parseAmount(text, 9, mark)).toEqual({ valid: false, reason: 'ambiguous', readings })
})

it('is never ambiguous as an editable amount, whatever the decimal point of the language is', () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      expect(parseAmount(editableAmount(amount, places), places, ',')).toEqual({ valid: true, amount })
    }),
  )
  expect(editableAmount(1_234_000_000n, 9)).toBe('1.2340')
})

it('shows at least two decimals and groups thousands', () => {
  expect(amountParts(1_234_567_000_000_000n, 9)).toEqual(['1\u202f234\u202f567', '.00'])
  expect(amountParts(-5n, 12)).toEqual(['−0', '.000000000005'])
})

it('reads an amount with its thousands grouped in any way', () => {
  const group = (digits: string, separator: string): string => digits.replace(/\B(?=(\d{3})+$)/g, separator)
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom(..." \u00a0\u202f\u2009'’٬"),
      fc.constantFrom('.', ',', '٫'),
      (amount, space, point) => {
        const digits = amount.toString().padStart(10, '0')
        const text = `${group(digits.slice(0, -9), space)}${point}${digits.slice(-9)}`
        expect(parseAmount(text, 9)).toEqual({ valid: true, amount })
      },
    ),
  )
})

it('takes an amount with its ticker, but not with that of another coin', () => {
  expect(withoutTicker('1\u202f400.50\u00a0OXEN', 'OXEN')).toBe('1\u202f400.50')
  expect(withoutTicker('oxen 3', 'OXEN')).toBe('3')
  expect(parseAmount(withoutTicker('1.5 BTC', 'OXEN'), 9)).toEqual({ valid: false, reason: 'format' })
})

it('shows amounts below each other with the same number of digits after the point', () => {
  const amounts = [1_500_000_000n, 2_600_000n, 0n]
  const places = fractionPlaces(amounts, 9)
  expect(amounts.map((amount) => amountParts(amount, 9, places).join(''))).toEqual(['1.5000', '0.0026', '0.0000'])
  expect(fractionPlaces([3_000_000_000n], 9)).toBe(2)
  expect(fractionPlaces([], 9)).toBe(2)
})

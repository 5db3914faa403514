// The marks on the time axis of a chart.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { barTicks, timeTicks, valueTicks } from '../../../../src/app/components/money/chartTicks.ts'

const months = (count: number): readonly number[] => Array.from({ length: count }, (_, month) => month)

it('marks each bar once, if there is room', () => {
  expect(barTicks(months(2), 10)).toEqual([0, 1])
  expect(barTicks(months(10), 10)).toEqual(months(10))
  expect(barTicks([], 10)).toEqual([])
})

it('marks some of many bars at equal distances, and always the newest', () => {
  expect(barTicks(months(11), 10)).toEqual([0, 2, 4, 6, 8, 10])
  expect(barTicks(months(24), 5)).toEqual([3, 8, 13, 18, 23])
  expect(barTicks(months(7), 0)).toEqual([6])
})

it('marks round values', () => {
  expect(valueTicks(0, 105, 4)).toEqual([0, 50, 100])
  expect(valueTicks(-3, 1, 4)).toEqual([-3, -2, -1, 0, 1])
  expect(valueTicks(0, 0.00042, 3)).toEqual([0, 0.0002, 0.0004])
  expect(valueTicks(5, 5, 4)).toEqual([5])
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e15, noNaN: true }), fc.integer({ min: 1, max: 12 }), (high, most) => {
      const ticks = valueTicks(0, high, most)
      expect(ticks.length).toBeLessThanOrEqual(most + 1)
      expect(ticks[0]).toBe(0)
      expect(ticks.every((tick) => tick <= high)).toBe(true)
    }),
  )
})

it('marks whole hours, days and months of the time zone, no more than there is space for', () => {
  const at = (...date: readonly [number, number, number, number?]): number =>
    new Date(date[0], date[1], date[2], date[3] ?? 0).getTime() / 1000
  expect(timeTicks(at(2026, 10, 29, 9), at(2026, 10, 29, 15), 6)).toEqual(
    [9, 10, 11, 12, 13, 14, 15].map((hour) => at(2026, 10, 29, hour)),
  )
  expect(timeTicks(at(2026, 10, 1), at(2026, 10, 5), 4)).toEqual([1, 2, 3, 4, 5].map((day) => at(2026, 10, day)))
  expect(timeTicks(at(2026, 0, 15), at(2026, 11, 15), 4)).toEqual([3, 6, 9].map((month) => at(2026, month, 1)))
  expect(timeTicks(0, 0, 5)).toEqual([0])
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e9 }),
      fc.integer({ min: 1, max: 2e9 }),
      fc.integer({ min: 1, max: 12 }),
      (first, length, most) => {
        const ticks = timeTicks(first, first + length, most)
        expect(ticks.length).toBeLessThanOrEqual(most + 2)
        expect(ticks.every((tick, i) => tick >= first && tick <= first + length && tick > (ticks[i - 1] ?? -1))).toBe(
          true,
        )
      },
    ),
  )
})

// The marks on the time axis of a chart.
import { expect, it } from 'vitest'
import { barTicks } from '../../../../src/app/components/money/chartTicks.ts'

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

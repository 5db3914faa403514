// The filter of the history as typed, and when the history forgets it.
import { describe, expect, it } from 'vitest'
import {
  EMPTY_FILTER,
  extraFilterCount,
  historyFilterOf,
  isUnreadableAmount,
} from '../../../../src/app/state/history/historyFilterForm.ts'
import { keepsHistory } from '../../../../src/app/state/history/historyMemory.ts'
import { ALL_TRANSFERS } from '../../../../src/wallet/history/historyViews.ts'

describe('the typed filter', () => {
  it('excludes nothing while it is empty', () => {
    expect(historyFilterOf(EMPTY_FILTER, 9)).toEqual(ALL_TRANSFERS)
    expect(extraFilterCount(ALL_TRANSFERS)).toBe(0)
  })

  it('includes the whole last day', () => {
    const { from = 0, until = 0 } = historyFilterOf({ ...EMPTY_FILTER, from: '2024-02-29', until: '2024-02-29' }, 9)
    expect(new Date(from * 1000).getDate()).toBe(29)
    expect(until - from).toBe(86_400)
  })

  it('reads amounts in coins, and ignores those that cannot be read', () => {
    const filter = historyFilterOf({ ...EMPTY_FILTER, minAmount: '1.5', maxAmount: 'much' }, 9)
    expect(filter).toEqual({ ...ALL_TRANSFERS, minAmount: 1_500_000_000n })
    expect(extraFilterCount(filter)).toBe(1)
    expect([isUnreadableAmount('much', 9), isUnreadableAmount('', 9), isUnreadableAmount('0', 9)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('ignores white space around the search', () => {
    expect(historyFilterOf({ ...EMPTY_FILTER, search: ' piano ' }, 9).search).toBe('piano')
  })
})

it.each([
  ['/history', '/history/in%2Fab%2F0', true],
  ['/history/in%2Fab%2F0', '/history', true],
  ['/history/in%2Fab%2F0', -1, true],
  ['/history', -1, true],
  ['/history', '/send', false],
  ['/history/in%2Fab%2F0', '/', false],
  ['/', '/history', false],
  ['/', -1, false],
  ['/historybook', '/history', false],
])('decides for a navigation from %s to %s whether the history keeps its filter: %s', (from, to, expected) => {
  expect(keepsHistory(from, to)).toBe(expected)
})

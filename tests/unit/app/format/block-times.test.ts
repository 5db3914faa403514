// Dates of heights, and how far a wallet is behind its chain.
import { describe, expect, it } from 'vitest'
import { lagOf, timeOfHeight } from '../../../../src/app/format/blockTime.ts'
import { formatBehind, formatUnlockTime } from '../../../../src/app/format/time.ts'
import '../../../support/english-texts.ts'

const NOW = 1_700_000_000
const TARGET = 120
const ANCHOR = { height: 1000, timestamp: NOW - 240_000, earlierBlockTime: 60 }

/** A chain of 2001 blocks, whose newest one is of now. */
const chain = { now: NOW, chainHeight: 2001, blockTarget: TARGET, anchor: undefined }

describe('the time of a height', () => {
  it('is counted from now by the target time, before and after', () => {
    expect(timeOfHeight(2000, chain)).toBe(NOW)
    expect(timeOfHeight(1990, chain)).toBe(NOW - 10 * TARGET)
    expect(timeOfHeight(2720, chain)).toBe(NOW + 720 * TARGET)
  })

  it('lies between a known block and now: blocks took longer than planned', () => {
    const known = { ...chain, anchor: ANCHOR }
    expect(timeOfHeight(1500, known)).toBe(NOW - 120_000)
    expect(timeOfHeight(1000, known)).toBe(ANCHOR.timestamp)
    expect(timeOfHeight(900, known)).toBe(ANCHOR.timestamp - 6000)
    expect(timeOfHeight(2010, known)).toBe(NOW + 10 * TARGET)
  })

  it('is counted from a known block without a node, and unknown without either', () => {
    expect(timeOfHeight(1100, { ...chain, chainHeight: undefined, anchor: ANCHOR })).toBe(ANCHOR.timestamp + 12_000)
    expect(timeOfHeight(1100, { ...chain, chainHeight: undefined })).toBeUndefined()
  })

  it('is that of the target time for a chain that is shorter than the known block', () => {
    expect(timeOfHeight(1200, { ...chain, chainHeight: 501, anchor: ANCHOR })).toBe(NOW + 700 * TARGET)
  })
})

describe('a wallet that lacks blocks', () => {
  it('is behind by the time that they took', () => {
    expect(lagOf({ height: 1281, target: 2001 }, chain)).toEqual({ blocks: 720, seconds: 719 * TARGET })
    expect(lagOf({ height: 2001, target: 2001 }, chain)).toEqual({ blocks: 0, seconds: 0 })
  })

  it.each([
    [0, ''],
    [3599, ''],
    [3600, '1 hour behind'],
    [172_799, '47 hours behind'],
    [172_800, '2 days behind'],
    [86_400 * 400, '400 days behind'],
  ])('by %i seconds: %s', (seconds, text) => {
    expect(formatBehind(seconds)).toBe(text)
  })
})

it('shows an unlock time as a height with its date, or as a date', () => {
  expect(formatUnlockTime(1200n, (height) => `<${height}>`)).toBe('block <1200>')
  expect(formatUnlockTime(1_700_000_000n, String)).toContain('2023')
})

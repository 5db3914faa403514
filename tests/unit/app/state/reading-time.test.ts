// How long a restore takes: the blocks to read, at the speed that was measured on this device or a usual one.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatDuration } from '../../../../src/app/format/time.ts'
import { keepReadingSpeed, readingSeconds, readingSpeed } from '../../../../src/app/state/wallets/readingTime.ts'
import { estimateHeight } from '../../../../src/coin/networks/network.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'

const NOW = 1_790_000_000
const DAY = 86_400
const { heightAnchor, blockTarget } = networkById('monero-mainnet')
const clock = { heightAnchor, blockTarget }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const syncing = (blocksPerSecond: number, left = 10_000) =>
  ({ phase: 'syncing', height: 0, target: left, blocksPerSecond }) as const

it('divides the blocks since a date, a height or the beginning by the speed', () => {
  const at = { now: NOW, speed: 100 }
  expect(readingSeconds({ from: 'date', timestamp: NOW - 30 * DAY }, clock, at)).toBeCloseTo((30 * 720) / 100, 1)
  const top = estimateHeight(clock, NOW)
  expect(readingSeconds({ from: 'height', height: top - 6000 }, clock, at)).toBe(60)
  expect(readingSeconds({ from: 'beginning' }, clock, at)).toBe(top / 100)
  // A height after the estimated end of the chain.
  expect(readingSeconds({ from: 'height', height: top + 50 }, clock, at)).toBe(0)
})

it('knows nothing of chains without a known block, or without a speed', () => {
  const from = { from: 'beginning' } as const
  expect(readingSeconds(from, { heightAnchor: undefined, blockTarget }, { now: NOW, speed: 100 })).toBeUndefined()
  expect(readingSeconds(from, clock, { now: NOW, speed: undefined })).toBeUndefined()
  expect(readingSpeed('other-mainnet')).toBeUndefined()
})

it('takes the speed of the last sync of the network, which is not that of its last blocks', () => {
  const usual = readingSpeed('monero-mainnet') ?? 0
  expect(usual).toBeGreaterThan(0)
  keepReadingSpeed('monero-mainnet', syncing(400, 100))
  keepReadingSpeed('monero-mainnet', { ...syncing(400), phase: 'synced' })
  keepReadingSpeed('monero-mainnet', syncing(0))
  expect(readingSpeed('monero-mainnet')).toBe(usual)
  keepReadingSpeed('monero-mainnet', syncing(400))
  expect(readingSpeed('monero-mainnet')).toBe(400)
  // A small change is not stored.
  keepReadingSpeed('monero-mainnet', syncing(410))
  expect(readingSpeed('monero-mainnet')).toBe(400)
  keepReadingSpeed('monero-mainnet', syncing(50))
  expect(readingSpeed('monero-mainnet')).toBe(50)
  expect(readingSpeed('monero-stagenet')).toBe(usual)
})

it('has durations in their largest unit', () => {
  expect([1, 20 * 60, 3 * 3600, 5 * DAY].map(formatDuration)).toEqual(['1 minute', '20 minutes', '3 hours', '5 days'])
})

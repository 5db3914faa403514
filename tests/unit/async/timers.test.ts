// Timers whose delays exceed what the platform's timers can hold: 2^31-1 ms, about 25 days. The fake timers fire longer ones at once, as
// Node and browsers do.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeatTimer, scheduleTimer } from '../../../src/async/time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const LONGEST = 2 ** 31 - 1

describe('scheduleTimer', () => {
  it.each([1, 1000, LONGEST, LONGEST + 1, 2_147_484_000, 5 * LONGEST + 7])('calls back after %i ms', (delay) => {
    const callback = vi.fn()
    scheduleTimer(callback, delay)
    vi.advanceTimersByTime(delay - 1)
    expect(callback).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(1)
    expect(callback).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10 * LONGEST)
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it('cancels a long delay at any time', () => {
    for (const passed of [0, LONGEST, LONGEST + 1, 3 * LONGEST]) {
      const callback = vi.fn()
      const cancel = scheduleTimer(callback, 4 * LONGEST)
      vi.advanceTimersByTime(passed)
      cancel()
      vi.advanceTimersByTime(10 * LONGEST)
      expect(callback).toHaveBeenCalledTimes(0)
    }
    expect(vi.getTimerCount()).toBe(0)
  })

  it('never calls back after an infinite delay', () => {
    const callback = vi.fn()
    const cancel = scheduleTimer(callback, Number.POSITIVE_INFINITY)
    vi.advanceTimersByTime(10 * LONGEST)
    expect(callback).toHaveBeenCalledTimes(0)
    cancel()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('repeatTimer', () => {
  it.each([1, 1000, LONGEST, LONGEST + 1, 3 * LONGEST])('calls back every %i ms until it is stopped', (interval) => {
    const callback = vi.fn()
    const stop = repeatTimer(interval, callback)
    vi.advanceTimersByTime(interval - 1)
    expect(callback).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(1)
    vi.advanceTimersByTime(interval)
    expect(callback).toHaveBeenCalledTimes(2)
    stop()
    vi.advanceTimersByTime(4 * interval)
    expect(callback).toHaveBeenCalledTimes(2)
  })

  it('can be stopped by its own callback', () => {
    const callback = vi.fn(() => stop())
    const stop = repeatTimer(10, callback)
    vi.advanceTimersByTime(100)
    expect(callback).toHaveBeenCalledTimes(1)
  })
})

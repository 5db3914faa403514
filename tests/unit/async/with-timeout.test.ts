import { describe, expect, it } from 'vitest'
import type { Schedule } from '../../../src/async/time.ts'
import { delay, withTimeout } from '../../../src/async/withTimeout.ts'

/** A timer that fires when the test fires it. */
const manualTimer = () => {
  const timers = new Map<() => void, number>()
  const schedule: Schedule = (callback, time) => {
    timers.set(callback, time)
    return () => timers.delete(callback)
  }
  const fire = (): void => {
    for (const callback of timers.keys()) callback()
  }
  return { schedule, fire, timers }
}

describe('withTimeout', () => {
  it('settles like the promise in time, and cancels the timer', async () => {
    const { schedule, timers } = manualTimer()
    expect(await withTimeout(Promise.resolve(1), 50, () => 'late', schedule)).toBe(1)
    await expect(withTimeout(Promise.reject(new RangeError('no')), 50, () => 'late', schedule)).rejects.toThrow('no')
    expect(timers.size).toBe(0)
  })

  it('returns the fallback when the time is over', async () => {
    const { schedule, fire, timers } = manualTimer()
    const { promise, reject } = Promise.withResolvers<number>()
    const result = withTimeout(promise, 50, () => 'late', schedule)
    expect([...timers.values()]).toEqual([50])
    fire()
    expect(await result).toBe('late')
    // A later rejection is ignored: it would fail the test run if it were unhandled.
    reject(new RangeError('later'))
  })

  it('rejects with what the fallback throws', async () => {
    const { schedule, fire } = manualTimer()
    const result = withTimeout(
      new Promise(() => undefined),
      50,
      () => {
        throw new RangeError('timed out')
      },
      schedule,
    )
    fire()
    await expect(result).rejects.toThrow('timed out')
  })
})

describe('delay', () => {
  it('resolves when the timer fires', async () => {
    const { schedule, fire, timers } = manualTimer()
    const waiting = delay(20, schedule)
    expect([...timers.values()]).toEqual([20])
    fire()
    await waiting
  })
})

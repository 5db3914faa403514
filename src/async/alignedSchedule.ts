// Timers that fire together.

import type { Clock, Milliseconds, Schedule } from './time.ts'

/**
 * Returns a schedule whose delays of at least `interval` end at multiples of `interval`, later than requested by less than one. What many
 * wallets do at about the same time they then do at the same time, and share requests to their node. Shorter delays stay as they are.
 */
export const alignedSchedule =
  (schedule: Schedule, clock: Clock, interval: Milliseconds): Schedule =>
  (callback, delay) => {
    if (delay < interval) return schedule(callback, delay)
    const now = clock()
    return schedule(callback, Math.ceil((now + delay) / interval) * interval - now)
  }

// Waiting for a promise for a limited time.

import { type Milliseconds, type Schedule, scheduleTimer } from './time.ts'

/**
 * Settles like `promise` if it settles within `timeout`; otherwise settles like `onTimeout`, which may return a fallback or throw.
 * The promise goes on, and a later rejection of it is ignored.
 */
export const withTimeout = <T, Fallback>(
  promise: Promise<T>,
  timeout: Milliseconds,
  onTimeout: () => Fallback,
  schedule: Schedule = scheduleTimer,
): Promise<T | Fallback> => {
  const expired = Promise.withResolvers<Fallback>()
  const cancel = schedule(() => {
    try {
      expired.resolve(onTimeout())
    } catch (error) {
      expired.reject(error)
    }
  }, timeout)
  return Promise.race([promise, expired.promise]).finally(cancel)
}

/** Resolves after a delay. */
export const delay = (time: Milliseconds, schedule: Schedule = scheduleTimer): Promise<void> =>
  new Promise((resolve) => {
    schedule(resolve, time)
  })

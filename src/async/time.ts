// Clocks and timers as values, so that hosts provide them and tests control them.

/** A duration in milliseconds. */
export type Milliseconds = number

/** A moment in seconds since 1970-01-01T00:00:00Z. */
export type UnixSeconds = number

/** Returns the present in milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => Milliseconds

/** Calls back once after a delay; returns a function that cancels the call. */
export type Schedule = (callback: () => void, delay: Milliseconds) => () => void

/** Schedules with the platform's timer. */
export const scheduleTimer: Schedule = (callback, delay) => {
  const timer = setTimeout(callback, delay)
  return () => clearTimeout(timer)
}

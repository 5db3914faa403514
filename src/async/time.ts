// Clocks and timers as values, so that hosts provide them and tests control them.

/** A duration in milliseconds. */
export type Milliseconds = number

/** A moment in seconds since 1970-01-01T00:00:00Z. */
export type UnixSeconds = number

/** The last moment that a Date can hold. */
const MAX_DATE: UnixSeconds = 8_640_000_000_000

/** Returns whether a Date can hold a moment. Others come from numbers of 64 bits that anyone can write into a transaction or a block. */
export const isDate = (time: UnixSeconds): boolean => Math.abs(time) <= MAX_DATE

/** Returns the present in milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => Milliseconds

/** Calls back once after a delay; returns a function that cancels the call. */
export type Schedule = (callback: () => void, delay: Milliseconds) => () => void

/** Calls back at an interval; returns a function that ends this. */
export type RepeatTimer = (interval: Milliseconds, callback: () => void) => () => void

/** The longest delay of the platform's timers, which fire at once after a longer one. */
const MAX_TIMER_MS: Milliseconds = 2 ** 31 - 1

/** Schedules with the platform's timer, after delays of any length. */
export const scheduleTimer: Schedule = (callback, delay) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = (left: Milliseconds): void => {
    timer =
      left <= MAX_TIMER_MS ? setTimeout(callback, left) : setTimeout(() => wait(left - MAX_TIMER_MS), MAX_TIMER_MS)
  }
  wait(delay)
  return () => clearTimeout(timer)
}

/** Repeats with the platform's timer, at intervals of any length. */
export const repeatTimer: RepeatTimer = (interval, callback) => {
  let cancel: () => void
  const wait = (): void => {
    cancel = scheduleTimer(() => {
      wait()
      callback()
    }, interval)
  }
  wait()
  return () => cancel()
}

// Where the axis of a chart over time has marks.

/**
 * Returns the times of bars that have a mark and a text: all of them, or every second, third… so that at most `most` are marked. The newest is
 * one of them.
 */
export const barTicks = (times: readonly number[], most: number): number[] => {
  const step = Math.max(1, Math.ceil(times.length / Math.max(1, most)))
  return times.filter((_, index) => (times.length - 1 - index) % step === 0)
}

/** Returns round values from `low` to `high`, at most about `most`: steps of 1, 2 or 5 times a power of ten. */
export const valueTicks = (low: number, high: number, most: number): number[] => {
  if (!(high > low)) return [low]
  const rough = (high - low) / Math.max(1, most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power
  const ticks: number[] = []
  // A multiple is exact where a sum of steps is not.
  for (let i = Math.ceil(low / step); i * step <= high; i++) ticks.push(i * step)
  return ticks
}

/** Seconds. */
const MINUTE = 60
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Seconds between marks, up to which times are marked; beyond that months are. */
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY]
/** Months. */
const DECADE = 120
/** Months between marks, up to which they are chosen from a list; beyond that decades are counted. */
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, DECADE]
const MONTH = 30 * DAY

/** Returns the first moment of a month in the time zone of the user; UNIX seconds. */
const monthStart = (months: number): number => new Date(Math.floor(months / 12), months % 12).getTime() / 1000

/** Returns times from `first` to `last` that people mark: whole hours, days, months in their time zone, at most about `most`. UNIX seconds. */
export const timeTicks = (first: number, last: number, most: number): number[] => {
  const rough = (last - first) / Math.max(1, most)
  const step = STEPS.find((each) => each >= rough)
  const ticks: number[] = []
  if (step === undefined) {
    const months = MONTH_STEPS.find((each) => each * MONTH >= rough) ?? DECADE * Math.ceil(rough / (DECADE * MONTH))
    const start = new Date(first * 1000)
    const begin = start.getFullYear() * 12 + start.getMonth()
    for (let month = Math.ceil(begin / months) * months; monthStart(month) <= last; month += months)
      if (monthStart(month) >= first) ticks.push(monthStart(month))
    return ticks
  }
  const offset = new Date(first * 1000).getTimezoneOffset() * MINUTE
  for (let time = Math.ceil((first - offset) / step) * step + offset; time <= last; time += step) ticks.push(time)
  return ticks
}

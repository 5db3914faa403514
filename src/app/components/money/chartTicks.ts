// Where the axis of a chart over time has marks.

/**
 * Returns the times of bars that have a mark and a text: all of them, or every second, third… so that at most `most` are marked. The newest is
 * one of them.
 */
export const barTicks = (times: readonly number[], most: number): number[] => {
  const step = Math.max(1, Math.ceil(times.length / Math.max(1, most)))
  return times.filter((_, index) => (times.length - 1 - index) % step === 0)
}

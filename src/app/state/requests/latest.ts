// Work of which only the latest run counts.

/**
 * Returns a function that runs `work`, and resolves once its latest run has ended, also if that began later.
 * @param work gets a function that returns whether no later run has begun
 */
export const createLatest = (work: (isLatest: () => boolean) => Promise<void>): (() => Promise<void>) => {
  let latest: Promise<void> = Promise.resolve()
  let count = 0
  return async () => {
    count += 1
    const mine = count
    latest = work(() => mine === count)
    let awaited: Promise<void> | undefined
    while (awaited !== latest) {
      awaited = latest
      await awaited
    }
  }
}

// How benches measure: contestants take turns in one run, medians are compared, so that a busy machine disturbs all alike.

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Milliseconds that some work takes. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export type Contestant = { readonly name: string; readonly run: () => Promise<number> }

/** Median milliseconds of each contestant over interleaved rounds; `run` answers what one round took. */
export const race = async (
  rounds: number,
  contestants: readonly Contestant[],
): Promise<ReadonlyMap<string, number>> => {
  const times = new Map<string, number[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const { name, run } of contestants) times.get(name)?.push(await run())
  return new Map([...times].map(([name, values]) => [name, median(values)]))
}

/** One line of a report: what was measured, the figure, and its unit. `key` is its name in the JSON report; without, it is only printed. */
export type Figure = { readonly name: string; readonly value: number; readonly unit: string; readonly key?: string }

// Measures contestants in turns of one run and compares medians, so that other load on the machine affects all of them.

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Returns the processor time that this process has taken, in milliseconds. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the milliseconds that some work takes. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export type Contestant = { readonly name: string; readonly run: () => Promise<number> }

/** Returns the median milliseconds of each contestant over interleaved rounds; `run` returns those of one round. */
export const race = async (
  rounds: number,
  contestants: readonly Contestant[],
): Promise<ReadonlyMap<string, number>> => {
  const times = new Map<string, number[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const { name, run } of contestants) times.get(name)?.push(await run())
  return new Map([...times].map(([name, values]) => [name, median(values)]))
}

/** A line of the report: name, figure and unit. `key` is the name in the JSON report; a figure without one is only printed. */
export type Figure = { readonly name: string; readonly value: number; readonly unit: string; readonly key?: string }

// Long synchronous work as a generator that yields where it may be interrupted: run at once, or in slices between which the event loop runs.

import { nextTurn } from './nextTurn.ts'
import type { Milliseconds } from './time.ts'

/** Runs a generator to its end synchronously and returns its result. */
export const runToCompletion = <T>(steps: Generator<undefined, T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Runs a generator to its end, in slices or at once, and returns its result. */
export type RunSteps = <T>(steps: Generator<undefined, T>) => Promise<T>

/** Runs a generator to its end at once. */
export const runAtOnce: RunSteps = async (steps) => runToCompletion(steps)

/** Synchronous work between two turns of the event loop. */
const SLICE_MS: Milliseconds = 20

/** Calls a function for each item of a list; yields after each. */
export function* mapping<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Generator<undefined, Result[]> {
  const results: Result[] = []
  for (const [i, item] of items.entries()) {
    results.push(map(item, i))
    yield
  }
  return results
}

/** Returns whether a test holds for each item of a list. Ends with the first for which it does not; yields after each other one. */
export function* every<Item>(items: readonly Item[], holds: (item: Item) => boolean): Generator<undefined, boolean> {
  for (const item of items) {
    if (!holds(item)) return false
    yield
  }
  return true
}

/**
 * Runs a generator in slices of `SLICE_MS` and yields to the event loop in between. Returns its result; undefined if `isWanted` returns false
 * after a slice.
 */
export const runInSlices = async <T>(
  steps: Generator<undefined, T>,
  isWanted: () => boolean = () => true,
): Promise<T | undefined> => {
  let end = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() < end) continue
    await nextTurn()
    if (!isWanted()) return undefined
    end = performance.now() + SLICE_MS
  }
}

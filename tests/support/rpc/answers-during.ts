// Whether a long call leaves others their turn: the answers to another call while it runs.

import { vi } from 'vitest'
import { nextTurn } from '../../../src/async/nextTurn.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { call } from './wallet-calls.ts'

/** Lets every step of a computation seem to take as long as a slice, until `vi.restoreAllMocks`. */
export const makeStepsSlow = (): void => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
}

/** Counts the answers to `get_version` that come while a call runs. */
export const answersDuring = async (engine: Engine, running: Promise<unknown>): Promise<number> => {
  let runs = true
  const ended = running.finally(() => {
    runs = false
  })
  // Awaited below.
  ended.catch(() => undefined)
  let answers = 0
  for (; runs; await nextTurn()) {
    await call(engine, 'get_version')
    if (runs) answers++
  }
  await ended
  return answers
}

// Returns unused memory to the system.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Milliseconds } from '../../../async/time.ts'

/**
 * Collects garbage now. A service that rests collects none by itself: the 64 MiB with which a password was checked would stay until the
 * next burst of work.
 */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

/** Long enough for the wallets that a client opens one after the other. */
const DELAY: Milliseconds = 2000

let isScheduled = false

/** Collects garbage soon. What requests it until then shares the collection, which takes longer the more wallets are open. */
export const collectGarbageSoon = (): void => {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    collectGarbage()
  }, DELAY).unref()
}

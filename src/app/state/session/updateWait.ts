// An update waits for the payment that is being prepared or sent.
import { type Accessor, createSignal } from 'solid-js'
import type { Milliseconds } from '../../../async/time.ts'
import { delay } from '../../../async/withTimeout.ts'

/** Interval between two queries of the engine. */
const POLL_MS: Milliseconds = 500

export type UpdateWait = {
  /** an update waits for a payment */
  readonly isWaiting: Accessor<boolean>
  /** Waits until no payment is being made; resolves false if the user postponed the update meanwhile. */
  untilPaid(): Promise<boolean>
  postpone(): void
}

/** @param isPaying returns whether a payment is being made */
export const createUpdateWait = (
  isPaying: () => Promise<boolean>,
  pause: () => Promise<void> = () => delay(POLL_MS),
): UpdateWait => {
  const [waiting, setWaiting] = createSignal<symbol>()
  return {
    isWaiting: () => waiting() !== undefined,
    untilPaid: async () => {
      const own = Symbol('wait')
      setWaiting(own)
      try {
        while (waiting() === own) {
          if (!(await isPaying())) return waiting() === own
          await pause()
        }
        return false
      } finally {
        if (waiting() === own) setWaiting(undefined)
      }
    },
    postpone: () => setWaiting(undefined),
  }
}

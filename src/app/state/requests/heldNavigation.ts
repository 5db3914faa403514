// A navigation waits a moment for the data of the next screen, so that a fast answer shows neither an empty screen nor a placeholder.
import { useIsRouting } from '@solidjs/router'
import { createResource, untrack } from 'solid-js'
import type { Milliseconds } from '../../../async/time.ts'
import { delay } from '../../../async/withTimeout.ts'

/** A wait that the user hardly notices: for lists, which have placeholders, and for data of a node, which may never come. */
export const MOMENT_MS: Milliseconds = 150

let isFirstScreen = true

/** Notes that a screen is shown: from now on only navigations wait. */
export const noteScreenShown = (): void => {
  isFirstScreen = false
}

/**
 * Returns a function that keeps the screen that calls it from being shown until the data has come, or the time has passed. Outside of a
 * navigation and of the first screen, for example in a dialog, it does nothing: what is on the screen stays there.
 * @param data settles when the data has come; it does not reject
 */
export const holdNavigation = (data: () => Promise<void>, maxWait: Milliseconds): (() => void) => {
  const isRouting = useIsRouting()
  const waits = (): boolean => isFirstScreen || untrack(isRouting)
  const first = data()
  if (!waits()) return () => undefined
  const [held] = createResource(async () => {
    await Promise.race([first, delay(maxWait)])
    return true
  })
  return () => {
    // Once the screen is shown, nothing takes it away.
    if (waits()) held()
  }
}

// Transitions between screens (View Transitions API), where the browser has them and the user wants motion.
import { keepClicks } from './transitionClicks.ts'

/** Longest time for which the page stands still until the next screen is there. */
const MAX_WAIT_MS = 250
const POLL_INTERVAL_MS = 5

const wantsMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether changes of screens are animated now. */
export const hasViewTransitions = (): boolean =>
  'startViewTransition' in document && wantsMotion() && document.visibilityState === 'visible'

/** A page that draws nothing has no frame callbacks, so that this looks again and again. */
const waitFor = (condition: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const end = performance.now() + MAX_WAIT_MS
    const look = (): void => {
      if (condition() || performance.now() > end) resolve()
      else setTimeout(look, POLL_INTERVAL_MS)
    }
    look()
  })

const SHARED = 'shared-element'

/** Marks the element that continues on the other screen: both have one name during the transition. */
const mark = (element: Element | undefined): void => {
  for (const marked of document.querySelectorAll(`.${SHARED}`)) marked.classList.remove(SHARED)
  element?.classList.add(SHARED)
}

/**
 * Animates a change of the screen.
 * @param change begins the change
 * @param isDone whether the next screen is there
 * @param shared returns the element that continues on the next screen, of the present one; undefined without any
 */
export const animateChange = (change: () => void, isDone: () => boolean, shared: () => Element | undefined): void => {
  mark(shared())
  let isChanged = false
  const changeOnce = (): void => {
    if (isChanged) return
    isChanged = true
    change()
  }
  const transition = document.startViewTransition(async () => {
    changeOnce()
    await waitFor(isDone)
    mark(shared())
  })
  keepClicks(transition)
  // A page that is not drawn, for example behind another window, changes all the same.
  setTimeout(changeOnce, MAX_WAIT_MS)
  const end = (): void => mark(undefined)
  // A transition that is skipped rejects; the screen has changed all the same.
  transition.ready.catch(end)
  transition.finished.then(end, end)
}

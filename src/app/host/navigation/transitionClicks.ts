// Clicks during a transition between screens. Browsers report them at the root element: while the screen changes, as CSS View Transitions
// requires, and Chromium also while the snapshots are animated, even with `pointer-events: none`.

const CONTROLS = 'a, button, input, select, textarea, label, summary'

const isUnder = (element: Element, { clientX, clientY }: MouseEvent): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom
}

/** Clicks an element as the lost event would have, with the focus that a press gives. */
const repeatClick = (element: Element, event: MouseEvent): void => {
  const control = element.closest(CONTROLS)
  if (control instanceof HTMLElement) control.focus({ preventScroll: true })
  const { clientX, clientY, ctrlKey, metaKey, shiftKey, altKey } = event
  const init = { bubbles: true, cancelable: true, composed: true, view: window, detail: 1 }
  element.dispatchEvent(new MouseEvent('click', { ...init, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }))
}

/** The controls under the pointer. */
const controlsUnder = (event: MouseEvent): readonly Element[] =>
  [...document.querySelectorAll(CONTROLS)].filter((each) => isUnder(each, event))

/**
 * Repeats clicks that a transition takes, at the element under the pointer; the first one ends the animation. Before the next screen shows,
 * a click is meant for what the user sees: it reaches a control that stays in its place, for example of the navigation, and none of the
 * next screen. The button may be released after the transition: the browser reports this click at the root element too.
 */
export const keepClicks = (transition: ViewTransition): void => {
  let isNextShown = false
  let isOver = false
  const listening = new AbortController()
  let press: { readonly seen: readonly Element[] | undefined } | undefined
  const begin = (event: MouseEvent) => ({ seen: isNextShown ? undefined : controlsUnder(event) })
  const repeat = async (event: MouseEvent): Promise<void> => {
    const { seen } = press ?? begin(event)
    endPress()
    // The second click of a double click is not meant for the next screen.
    if (event.target !== document.documentElement || event.detail > 1) return
    await transition.updateCallbackDone
    transition.skipTransition()
    // Handlers of the end of this transition run before the click begins another one.
    await transition.finished
    const element = document.elementFromPoint(event.clientX, event.clientY)
    if (element === null || element === document.documentElement) return
    const control = element.closest(CONTROLS)
    if (seen === undefined || (control !== null && seen.includes(control))) repeatClick(element, event)
  }
  const onClick = (event: MouseEvent): void => void repeat(event).catch(() => undefined)
  const onPress = (event: PointerEvent): void => {
    if (event.button === 0) press = begin(event)
  }
  const endPress = (): void => {
    press = undefined
    if (isOver) listening.abort()
  }
  addEventListener('click', onClick, { signal: listening.signal })
  addEventListener('pointerdown', onPress, { signal: listening.signal })
  addEventListener('pointercancel', endPress, { signal: listening.signal })
  const showNext = (): void => {
    isNextShown = true
  }
  transition.updateCallbackDone.then(showNext, showNext)
  const end = (): void => {
    isOver = true
    if (press === undefined) listening.abort()
  }
  transition.finished.then(end, end)
}

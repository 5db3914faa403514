// How the menu of a row is opened without its button: by the second mouse button, by the keys for it, or by a long press.
import type { Milliseconds } from '../../../async/time.ts'
import type { Anchor } from './floating.ts'

const LONG_PRESS_MS: Milliseconds = 500
/** A finger that moves further scrolls, in pixels. */
const SLIP = 10

/** Whether a key opens the menu of what has the focus. */
export const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (shiftKey && key === 'F10')

/** Opens a menu from an element. The click at the end of a long press does nothing else. Not all browsers report a long press. */
export const listenForMenu = (element: HTMLElement, open: (anchor: Anchor) => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let start = { x: 0, y: 0 }
  let wasLong = false
  const end = (): void => clearTimeout(timer)
  element.addEventListener('contextmenu', (event) => {
    // The menu of a text field, or of a text that is marked, is that of the browser.
    if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return
    event.preventDefault()
    end()
    open({ x: event.clientX, y: event.clientY })
  })
  element.addEventListener('pointerdown', ({ pointerType, clientX: x, clientY: y }) => {
    end()
    wasLong = false
    if (pointerType !== 'touch') return
    start = { x, y }
    timer = setTimeout(() => {
      wasLong = true
      open(start)
    }, LONG_PRESS_MS)
  })
  element.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > SLIP) end()
  })
  element.addEventListener('pointerup', end)
  element.addEventListener('pointercancel', end)
  element.addEventListener(
    'click',
    (event) => {
      // A key that submits a form clicks as well, without a press.
      if (!wasLong || event.detail === 0) return
      wasLong = false
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}

// Animates the navigation between screens. A payment of a list and its details share their amount.
import { useBeforeLeave, useIsRouting } from '@solidjs/router'
import { animateChange, hasViewTransitions } from '../../host/navigation/viewTransition.ts'
import './viewTransitions.css'

const DETAILS = /^\/history\/(?!earlier$)./

/** Returns the amount of a payment, in its details or in a list; undefined if the screen does not show the payment. */
const amountOf = (path: string): Element | undefined => {
  const rows = [...document.querySelectorAll('main a.transfer')].filter(
    (each) => each.getAttribute('href') === `#${path}`,
  )
  const row = rows.find((each) => each === document.activeElement) ?? rows[0]
  return row?.querySelector('.transfer-side > .amount') ?? document.querySelector('main .details-amount') ?? undefined
}

/** Animates the navigation within a frame. The steps of the browser (back, forward) have animations of its own on some devices, and get none. */
export const createViewTransitions = (): void => {
  const isRouting = useIsRouting()
  useBeforeLeave((event) => {
    const { from, to, options } = event
    // A step of the browser has no options.
    if (typeof to !== 'string' || options === undefined || options.replace === true || !hasViewTransitions()) return
    if (from.pathname === to) return
    event.preventDefault()
    const details = [from.pathname, to].find((path) => DETAILS.test(path))
    animateChange(
      () => event.retry(true),
      () => !isRouting(),
      () => (details === undefined ? undefined : amountOf(details)),
    )
  })
}

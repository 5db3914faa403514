// Animates the navigation between screens. A payment of a list and its details share their amount.
import { useBeforeLeave, useIsRouting } from '@solidjs/router'
import { hasPanel } from '../../host/device/mediaQuery.ts'
import { animateChange, hasViewTransitions } from '../../host/navigation/viewTransition.ts'
import './viewTransitions.css'

/** The history and its payments, which stand beside each other on a wide page: nothing changes as a whole. */
const HISTORY = /^\/history(?:$|\/(?!earlier$))/

const DETAILS = /^\/history\/(?!earlier$)./

/** Returns the amount of a payment, in its details or in a list; undefined if the screen does not show the payment. */
const amountOf = (path: string): Element | undefined => {
  const links = [...document.querySelectorAll('main .transfer :any-link, main .transfer:any-link')]
  const rows = links.filter((link) => link.getAttribute('href') === `#${path}`).map((link) => link.closest('.transfer'))
  const row = rows.find((each) => each === document.activeElement) ?? rows[0]
  return row?.querySelector('.amount') ?? document.querySelector('main .details-amount') ?? undefined
}

/** Animates the navigation within a frame. The steps of the browser (back, forward) have animations of its own on some devices, and get none. */
export const createViewTransitions = (): void => {
  const isRouting = useIsRouting()
  useBeforeLeave((event) => {
    const { from, to, options } = event
    // A step of the browser has no options.
    if (typeof to !== 'string' || options === undefined || options.replace === true || !hasViewTransitions()) return
    if (from.pathname === to || (hasPanel() && HISTORY.test(from.pathname) && HISTORY.test(to))) return
    event.preventDefault()
    const details = [from.pathname, to].find((path) => DETAILS.test(path))
    animateChange(
      () => event.retry(true),
      () => !isRouting(),
      () => (details === undefined ? undefined : amountOf(details)),
    )
  })
}

// Where the focus goes when the control that has it leaves the page.

const lastButton = (row: Element | null | undefined): HTMLElement | undefined =>
  [...(row?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1)

/** Focuses an element, or else the heading of the screen, once the control with the focus has left the page. */
export const focusAfterRemoval = (next: (() => HTMLElement | undefined) | undefined): void =>
  queueMicrotask(() => {
    if (document.activeElement !== document.body && document.activeElement !== null) return
    const target = next?.() ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  })

/** Keeps the focus in a list whose row with the focus is about to be removed: it goes to the next row, or to the one before it. */
export const keepFocusInList = (): void => {
  const row = document.activeElement?.closest('li')
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling]
  focusAfterRemoval(() => lastButton(neighbours.find((each) => each?.isConnected)))
}

/** Focuses the first field after the card whose list is empty: the form there fills it. */
export const focusNextForm = (): void =>
  document.querySelector<HTMLElement>('main .card:has(.empty) ~ .card :is(input, textarea)')?.focus()

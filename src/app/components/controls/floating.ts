// The place of what floats above the screen: beside the control or the point that opened it, inside of the window; at the foot of a phone.

/** A control, or a point of the window in pixels. */
export type Anchor = Element | { readonly x: number; readonly y: number }

/** Between the anchor and what floats, in pixels. */
const GAP = 4
/** To the edges of the window. */
const MARGIN = 8
/** With less space than this on the preferred side, the other one is taken if it has more. */
const ENOUGH = { width: 320, height: 360 }

/** Narrower windows have what floats at their foot, by the style sheet. */
const PHONE = '(max-width: 599px)'

const boxOf = (anchor: Anchor): Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> =>
  anchor instanceof Element
    ? anchor.getBoundingClientRect()
    : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y }

/** Puts a floating element beside its anchor. */
export const placeFloating = (floating: HTMLElement, anchor: Anchor): void => {
  floating.removeAttribute('style')
  if (matchMedia(PHONE).matches) return
  const { left, right, top, bottom } = boxOf(anchor)
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const isMirrored = getComputedStyle(floating).direction === 'rtl'
  const spaceAfter = width - MARGIN - left
  const spaceBefore = right - MARGIN
  const beginsAtAnchor = isMirrored
    ? spaceBefore < ENOUGH.width && spaceAfter > spaceBefore
    : spaceAfter >= ENOUGH.width || spaceAfter >= spaceBefore
  const spaceBelow = height - MARGIN - bottom - GAP
  const spaceAbove = top - MARGIN - GAP
  const isBelow = spaceBelow >= ENOUGH.height || spaceBelow >= spaceAbove
  const pixels = (length: number): string => `${Math.max(MARGIN, length)}px`
  floating.style.left = beginsAtAnchor ? pixels(left) : 'auto'
  floating.style.right = beginsAtAnchor ? 'auto' : pixels(width - right)
  floating.style.top = isBelow ? pixels(bottom + GAP) : 'auto'
  floating.style.bottom = isBelow ? 'auto' : pixels(height - top + GAP)
  floating.style.maxHeight = `${isBelow ? spaceBelow : spaceAbove}px`
}

// Content that the user opens with a click on its summary.
import type { JSX } from 'solid-js'
import './disclosure.css'

export const Disclosure = (props: {
  readonly summary: string
  /** it is open at first */
  readonly open?: boolean
  /** called with whether it is open, when that changes: for content that is fetched once the user wants it */
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: JSX.Element
}): JSX.Element => (
  <details class="more" open={props.open} onToggle={(event) => props.onToggle?.(event.currentTarget.open)}>
    <summary>{props.summary}</summary>
    {props.children}
  </details>
)

// Content that the user opens with a click on its summary.
import type { JSX } from 'solid-js'
import './disclosure.css'

export const Disclosure = (props: {
  readonly summary: string
  /** it is open at first */
  readonly open?: boolean
  readonly children: JSX.Element
}): JSX.Element => (
  <details class="more" open={props.open}>
    <summary>{props.summary}</summary>
    {props.children}
  </details>
)

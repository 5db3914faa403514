// Content that the user opens with a click on its summary.
import type { JSX } from 'solid-js'
import './disclosure.css'

export const Disclosure = (props: { readonly summary: string; readonly children: JSX.Element }): JSX.Element => (
  <details class="more">
    <summary>{props.summary}</summary>
    {props.children}
  </details>
)

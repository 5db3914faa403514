// The line of controls above a list.
import type { JSX } from 'solid-js'
import './listTools.css'

export const ListTools = (props: { readonly children: JSX.Element }): JSX.Element => (
  <div class="list-tools">{props.children}</div>
)

/** The controls of a list, and the list, closer to each other than the parts of a screen. */
export const ListBlock = (props: { readonly children: JSX.Element }): JSX.Element => (
  <div class="list-block">{props.children}</div>
)

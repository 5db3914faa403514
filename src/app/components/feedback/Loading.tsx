// A message that fills the place of a screen that is still loading.
import type { JSX } from 'solid-js'
import './loading.css'

export const Loading = (props: { readonly text: string }): JSX.Element => (
  <p class="loading" role="status">
    {props.text}
  </p>
)

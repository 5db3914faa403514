// A part of a screen on a surface of its own, with an optional heading.
import { type JSX, Show } from 'solid-js'
import './card.css'

export const Card = (props: {
  readonly title?: string
  readonly aside?: JSX.Element
  readonly children: JSX.Element
}): JSX.Element => (
  <section class="card">
    <Show when={props.title}>
      <header class="card-header">
        <h2>{props.title}</h2>
        {props.aside}
      </header>
    </Show>
    {props.children}
  </section>
)

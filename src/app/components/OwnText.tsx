// A text that the user or another program wrote: a name, a note, a message.
import type { JSX } from 'solid-js'
import { closeDirections } from '../../bytes/invisibleCharacters.ts'

/** A text with a direction of its own, which changes the order of nothing around it. */
export const OwnText = (props: { readonly text: string; readonly class?: string }): JSX.Element => (
  <bdi class={props.class}>{closeDirections(props.text)}</bdi>
)

// A text that the user or another program wrote: a name, a note, a message.
import type { JSX } from 'solid-js'
import { closeDirections, showHidden } from '../../../bytes/invisibleCharacters.ts'

/**
 * A text in one line with a direction of its own, which changes the order of nothing around it. Characters that are not displayed are code points. No
 * translation of the page changes it.
 */
export const OwnText = (props: { readonly text: string; readonly class?: string }): JSX.Element => (
  <bdi class={props.class} translate="no">
    {showHidden(props.text)}
  </bdi>
)

/** The same for a text of the page, in which names of others are shown with their hidden characters already, each isolated. */
export const PageText = (props: { readonly text: string }): JSX.Element => (
  <bdi class="page-text">{closeDirections(props.text)}</bdi>
)

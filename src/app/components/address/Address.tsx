// An address as people compare it: in groups, the first and the last one marked. A copy of the text has no gaps.
import { For, type JSX, Show } from 'solid-js'
import { CopyButton } from '../controls/Copy.tsx'
import './address.css'

const GROUP = 5

const groupsOf = (address: string): readonly string[] => address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []

export const Address = (props: {
  readonly text: string
  readonly testId?: string
  /** another address: the groups that differ from it are marked */
  readonly comparedWith?: string
}): JSX.Element => {
  const groups = (): readonly string[] => groupsOf(props.text)
  const others = (): readonly string[] => groupsOf(props.comparedWith ?? props.text)
  return (
    <code class="mono address" translate="no" dir="ltr" data-testid={props.testId}>
      <For each={groups()}>
        {(group, index) => (
          <Show when={others()[index()] === group} fallback={<mark class="address-group differs">{group}</mark>}>
            <span
              class="address-group"
              classList={{ edge: index() === 0 || (index() + 1) * GROUP > props.text.length - GROUP }}
            >
              {group}
            </span>
          </Show>
        )}
      </For>
    </code>
  )
}

/** An address with its copy button. */
export const CopyableAddress = (props: { readonly text: string; readonly label: string }): JSX.Element => (
  <span class="copyable">
    <Address text={props.text} />
    <CopyButton compact text={props.text} label={props.label} />
  </span>
)

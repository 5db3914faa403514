// An address as people compare it: in groups, the first and the last two marked. A copy of the text has no gaps.
import { For, type JSX, Show } from 'solid-js'
import { addressGroups, isCompared } from '../../format/address.ts'
import { CopyButton } from '../controls/Copy.tsx'
import './address.css'

export const Address = (props: {
  readonly text: string
  readonly testId?: string
  /** another address: the groups that differ from it are marked */
  readonly comparedWith?: string
}): JSX.Element => {
  const groups = (): readonly string[] => addressGroups(props.text)
  const others = (): readonly string[] => addressGroups(props.comparedWith ?? props.text)
  return (
    <code class="mono address" translate="no" dir="ltr" data-testid={props.testId}>
      <For each={groups()}>
        {(group, index) => (
          <Show when={others()[index()] === group} fallback={<mark class="address-group differs">{group}</mark>}>
            <span class="address-group" classList={{ edge: isCompared(index(), groups().length) }}>
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

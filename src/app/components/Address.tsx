// An address as people compare it: in groups, the first and the last one marked. A copy of the text has no gaps.
import { For, type JSX } from 'solid-js'
import './address.css'

const GROUP = 5

const groupsOf = (address: string): readonly string[] => address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []

export const Address = (props: { readonly text: string; readonly testId?: string }): JSX.Element => (
  <code class="mono address" dir="ltr" data-testid={props.testId}>
    <For each={groupsOf(props.text)}>
      {(group, index) => (
        <span classList={{ edge: index() === 0 || (index() + 1) * GROUP >= props.text.length }}>{group}</span>
      )}
    </For>
  </code>
)

// The result of a test of nodes: good in the colour of success, anything else as a warning or an error.

import { For, type JSX, Show } from 'solid-js'
import type { CheckedNode, NodeVerdict } from '../../state/nodes/nodeCheck.ts'
import { t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import { OwnText } from '../text/OwnText.tsx'
import './nodeAnswer.css'

const outcomes = {
  ready: 'good',
  behind: 'warning',
  'other-network': 'bad',
  useless: 'bad',
  unreachable: 'bad',
} as const satisfies Record<NodeVerdict, string>

const Answers = (props: { readonly nodes: readonly CheckedNode[]; readonly withUrls: boolean }): JSX.Element => (
  <For each={props.nodes}>
    {(node) => (
      <p class="node-answer" data-outcome={outcomes[node.verdict]}>
        <Icon name={outcomes[node.verdict] === 'good' ? 'check' : 'warning'} />
        <span>
          <Show when={props.withUrls}>
            <OwnText class="node-answer-url" text={node.url} />{' '}
          </Show>
          {node.text}
        </span>
      </p>
    )}
  </For>
)

/** Errors interrupt a screen reader; good results wait for their turn. */
export const NodeAnswer = (props: { readonly busy: boolean; readonly nodes: readonly CheckedNode[] }): JSX.Element => {
  const withUrls = (): boolean => props.nodes.length > 1
  const isBad = (node: CheckedNode): boolean => outcomes[node.verdict] === 'bad'
  return (
    <>
      <div role="status">
        <Show when={props.busy}>
          <p class="field-hint">{t('node.testing')}</p>
        </Show>
        <Answers nodes={props.nodes.filter((node) => !isBad(node))} withUrls={withUrls()} />
      </div>
      <div role="alert">
        <Answers nodes={props.nodes.filter(isBad)} withUrls={withUrls()} />
      </div>
    </>
  )
}

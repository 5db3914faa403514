// What the details of several kinds of approval requests share.

import { For, type JSX } from 'solid-js'
import type { ApprovalAction } from '../../../engine/api/approvalRequest.ts'
import { Address } from '../address/Address.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { ExactText } from '../text/ExactText.tsx'
import { Facts, WideFact } from '../text/Facts.tsx'

export type ActionOf<Kind extends ApprovalAction['kind']> = Extract<ApprovalAction, { readonly kind: Kind }>

/** Returns the action if it is of one of these kinds. */
export const actionOfKind = <Kind extends ApprovalAction['kind']>(
  action: ApprovalAction,
  ...kinds: readonly Kind[]
): ActionOf<Kind> | undefined =>
  // TypeScript does not narrow a union by a type parameter.
  kinds.some((kind) => action.kind === kind) ? (action as ActionOf<Kind>) : undefined

/** A text of which every character counts. */
export const Code = (props: { readonly text: string }): JSX.Element => (
  <code class="mono" translate="no">
    <ExactText text={props.text} />
  </code>
)

type NamedText = readonly [name: string, text: string, kind?: 'address']

/** A warning above facts; facts without a text are omitted. */
export const Warning = (props: { readonly warning: string; readonly facts: readonly NamedText[] }): JSX.Element => (
  <>
    <Notice kind="warning">{props.warning}</Notice>
    <Facts>
      <For each={props.facts.filter(([, text]) => text !== '')}>
        {([name, text, kind]) => (
          <WideFact name={name}>{kind === 'address' ? <Address text={text} /> : <Code text={text} />}</WideFact>
        )}
      </For>
    </Facts>
  </>
)

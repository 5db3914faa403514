// A short label: a state, an effect, an outcome.
import type { JSX } from 'solid-js'
import type { MethodDescription } from '../../../jsonrpc/describe.ts'
import './tag.css'

export const Tag = (props: {
  readonly effect?: MethodDescription['effect']
  readonly outcome?: 'good' | 'bad' | 'warning' | 'cool'
  readonly children: JSX.Element
}): JSX.Element => (
  <span class="tag" data-effect={props.effect} data-outcome={props.outcome}>
    {props.children}
  </span>
)

// A list of names and values. Long values, such as addresses, stand below their name.
import type { JSX } from 'solid-js'
import './facts.css'

type FactProps = { readonly name: string; readonly children: JSX.Element }

export const Facts = (props: { readonly children: JSX.Element }): JSX.Element => <dl class="facts">{props.children}</dl>

export const Fact = (
  props: FactProps & {
    /** `wide`: the value is below the name; `sum`: a total, in larger type */
    readonly variant?: 'wide' | 'sum'
    readonly testId?: string
  },
): JSX.Element => (
  <div class={props.variant && `fact-${props.variant}`}>
    <dt>{props.name}</dt>
    <dd data-testid={props.testId}>{props.children}</dd>
  </div>
)

export const WideFact = (props: FactProps): JSX.Element => (
  <Fact variant="wide" name={props.name}>
    {props.children}
  </Fact>
)

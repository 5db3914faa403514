// A form whose fields say themselves what is wrong: the browser checks nothing and sends nothing.
import type { JSX } from 'solid-js'
import './form.css'

export const Form = (props: {
  /** `form` when left out */
  readonly class?: string
  readonly onSubmit: () => void
  readonly children: JSX.Element
}): JSX.Element => (
  <form
    class={props.class ?? 'form'}
    novalidate
    onSubmit={(event) => {
      event.preventDefault()
      props.onSubmit()
    }}
  >
    {props.children}
  </form>
)

// A form whose fields show their own problems: the browser neither validates nor submits it. The first of them gets the focus.
import type { JSX } from 'solid-js'
import './form.css'

export const Form = (props: {
  /** default: `form` */
  readonly class?: string
  readonly onSubmit: () => void
  readonly children: JSX.Element
}): JSX.Element => (
  <form
    class={props.class ?? 'form'}
    novalidate
    onSubmit={(event) => {
      event.preventDefault()
      const form = event.currentTarget
      props.onSubmit()
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }}
  >
    {props.children}
  </form>
)

// A form whose fields show their own problems: the browser neither validates nor submits it. The first of them gets the focus, at once or when
// the engine has refused it, unless the user has gone on meanwhile.
import { type JSX, onCleanup, onMount } from 'solid-js'
import './form.css'

export const Form = (props: {
  /** default: `form` */
  readonly class?: string
  readonly onSubmit: () => void
  readonly children: JSX.Element
}): JSX.Element => {
  let form: HTMLFormElement | undefined
  let isWaiting = false
  const focusInvalid = (): void => {
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (invalid === null || invalid === undefined) return
    isWaiting = false
    // The user may have closed the part of the form that it is in.
    const part = invalid.closest('details')
    if (part !== null) part.open = true
    invalid.focus()
  }
  const goOn = (): void => {
    isWaiting = false
  }
  const observer = new MutationObserver(() => {
    if (isWaiting) focusInvalid()
  })
  onMount(() => {
    if (form !== undefined) observer.observe(form, { subtree: true, attributeFilter: ['aria-invalid'] })
  })
  onCleanup(() => observer.disconnect())
  return (
    <form
      ref={form}
      class={props.class ?? 'form'}
      novalidate
      onInput={goOn}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form?.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
        isWaiting = true
        focusInvalid()
      }}
    >
      {props.children}
    </form>
  )
}

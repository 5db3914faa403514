// A modal dialog on the browser's own <dialog>: it traps focus, closes with Escape and restores the focus.
import { createUniqueId, type JSX, onCleanup, onMount } from 'solid-js'
import { t } from '../../text/text.ts'
import { IconButton } from '../controls/Button.tsx'
import './dialog.css'

export const Dialog = (props: {
  readonly title: string
  /** `screen`: white, over the whole page, in both themes; a window when left out */
  readonly look?: 'window' | 'screen'
  /** called for Escape and the close button */
  readonly onClose: () => void
  readonly children: JSX.Element
}): JSX.Element => {
  const id = createUniqueId()
  let dialog: HTMLDialogElement | undefined
  const before = document.activeElement
  onMount(() => dialog?.showModal())
  onCleanup(() => {
    dialog?.close()
    if (before instanceof HTMLElement) before.focus()
  })
  return (
    <dialog
      class="dialog"
      data-look={props.look ?? 'window'}
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // That of a file field in it, whose chooser was closed, is none of the dialog.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        props.onClose()
      }}
    >
      <header class="dialog-header">
        <h2 id={id}>{props.title}</h2>
        <IconButton icon="close" label={t('action.close')} onClick={() => props.onClose()} />
      </header>
      {props.children}
    </dialog>
  )
}

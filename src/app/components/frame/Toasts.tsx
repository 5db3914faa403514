// Messages that show for a few seconds above the screen. They wait while the user points at them, has the focus in them, or looks elsewhere.
// Ctrl-Z undoes the newest one that can be undone.
import { For, type JSX, onCleanup, onMount, Show } from 'solid-js'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import type { Toast } from '../../state/wallet/toasts.ts'
import { t } from '../../text/text.ts'
import { Button, IconButton } from '../controls/Button.tsx'
import { focusAfterRemoval } from '../controls/focus.ts'
import { Icon } from '../controls/Icon.tsx'
import './toasts.css'

const SHOWN_MS = 8000

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox], [type=radio]), textarea, select')

/** Calls `end` after the time, which begins again when the message was used or covered. */
const createTimer = (element: () => HTMLElement | undefined, end: () => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isInUse = (): boolean =>
    document.hidden ||
    document.querySelector('dialog[open]') !== null ||
    element()?.matches(':hover, :has(:focus-visible)') === true
  const start = (): void => {
    timer = setTimeout(() => (isInUse() ? start() : end()), SHOWN_MS)
  }
  onMount(start)
  onCleanup(() => clearTimeout(timer))
}

const ToastRow = (props: { readonly toast: Toast }): JSX.Element => {
  const { toasts } = useOpenWallet()
  let element: HTMLDivElement | undefined
  createTimer(
    () => element,
    () => toasts.dismiss(props.toast),
  )
  onCleanup(() => {
    if (element?.contains(document.activeElement)) focusAfterRemoval(undefined)
  })
  return (
    <div class="toast" data-kind={props.toast.kind} ref={element}>
      <Icon name={props.toast.kind === 'problem' ? 'warning' : 'check'} />
      <p>
        {props.toast.text}
        <Show when={props.toast.undo}>
          <span class="visually-hidden"> {t('toast.undoKeys')}</span>
        </Show>
      </p>
      <Show when={props.toast.undo}>
        <Button variant="quiet" onClick={() => void toasts.undo(props.toast)}>
          {t('toast.undo')}
        </Button>
      </Show>
      <IconButton icon="close" label={t('toast.dismiss')} onClick={() => toasts.dismiss(props.toast)} />
    </div>
  )
}

export const Toasts = (): JSX.Element => {
  const { toasts } = useOpenWallet()
  const takeUndo = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'z') return
    if (isTextField(event.target) || document.querySelector('dialog[open]') !== null) return
    if (toasts.undoNewest()) event.preventDefault()
  }
  onMount(() => window.addEventListener('keydown', takeUndo))
  onCleanup(() => window.removeEventListener('keydown', takeUndo))
  return (
    <section class="toasts" role="status" aria-label={t('toast.label')}>
      <For each={toasts.items()}>{(toast) => <ToastRow toast={toast} />}</For>
    </section>
  )
}

// Copies a text to the clipboard, and shows the outcome on the button.
import { createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { t } from '../text/text.ts'
import { Icon, type IconName } from './Icon.tsx'
import './copy.css'

const FEEDBACK_MS = 2000

export const CopyButton = (props: {
  readonly text: string
  readonly label: string
  /** only the icon is drawn; the label stays for assistive technology */
  readonly compact?: boolean
}): JSX.Element => {
  const [outcome, setOutcome] = createSignal<'copied' | 'failed'>()
  let timer: ReturnType<typeof setTimeout> | undefined
  onCleanup(() => clearTimeout(timer))
  const show = (next: 'copied' | 'failed'): void => {
    setOutcome(next)
    clearTimeout(timer)
    timer = setTimeout(() => setOutcome(undefined), FEEDBACK_MS)
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(props.text)
      show('copied')
    } catch {
      // The browser denies access to the clipboard. The text stays on the screen.
      show('failed')
    }
  }
  const feedback = (): string => {
    if (outcome() === undefined) return ''
    return t(outcome() === 'copied' ? 'action.copied' : 'action.copyFailed')
  }
  const icon = (): IconName => (outcome() === 'copied' ? 'check' : outcome() === 'failed' ? 'warning' : 'copy')
  return (
    <button
      type="button"
      class={props.compact === true ? 'icon-button' : 'button'}
      classList={{ copied: outcome() === 'copied' }}
      data-variant="secondary"
      // A button with a text is named by it.
      aria-label={props.compact === true ? props.label : undefined}
      title={props.compact === true ? feedback() || props.label : undefined}
      onClick={copy}
    >
      <Icon name={icon()} />
      <Show when={props.compact !== true}>
        <span class="button-label">{feedback() || props.label}</span>
      </Show>
      <span class="visually-hidden" role="status">
        {feedback()}
      </span>
    </button>
  )
}

/** A long id or key with its copy button. */
export const Copyable = (props: { readonly text: string; readonly label: string }): JSX.Element => (
  <span class="copyable">
    <code class="mono break">{props.text}</code>
    <CopyButton compact text={props.text} label={props.label} />
  </span>
)

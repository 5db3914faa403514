// Copying to the clipboard, with feedback where the finger is.
import { createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { t } from '../text/text.ts'
import { Icon } from './Icon.tsx'
import './copy.css'

const FEEDBACK_MS = 2000

export const CopyButton = (props: {
  readonly text: string
  readonly label: string
  /** only the icon is drawn; the label stays for assistive technology */
  readonly compact?: boolean
}): JSX.Element => {
  const [copied, setCopied] = createSignal(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  onCleanup(() => clearTimeout(timer))
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(props.text)
    setCopied(true)
    clearTimeout(timer)
    timer = setTimeout(() => setCopied(false), FEEDBACK_MS)
  }
  return (
    <button
      type="button"
      class={props.compact === true ? 'icon-button' : 'button'}
      classList={{ copied: copied() }}
      data-look="secondary"
      aria-label={props.label}
      title={props.compact === true ? props.label : undefined}
      onClick={copy}
    >
      <Icon name={copied() ? 'check' : 'copy'} />
      <Show when={props.compact !== true}>
        <span class="button-label">{copied() ? t('action.copied') : props.label}</span>
      </Show>
      <span class="visually-hidden" role="status">
        {copied() ? t('action.copied') : ''}
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

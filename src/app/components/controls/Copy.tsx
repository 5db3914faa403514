// Copies a text to the clipboard, and shows the outcome on the button.

import { createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import { type CopyOutcome, clearClipboardLater, copyText } from '../../host/device/clipboard.ts'
import { t } from '../../text/text.ts'
import { Icon, type IconName } from './Icon.tsx'
import './copy.css'

const FEEDBACK_MS = 2000

const FEEDBACK = { copied: 'action.copied', changed: 'action.copyChanged', failed: 'action.copyFailed' } as const

export const CopyButton = (props: {
  readonly text: string
  readonly label: string
  /** only the icon is drawn; the label stays for assistive technology */
  readonly compact?: boolean
  readonly icon?: IconName
  /** a word of the label, which is on the button in its place */
  readonly short?: string
  readonly onCopied?: () => void
}): JSX.Element => {
  const [outcome, setOutcome] = createSignal<CopyOutcome>()
  let timer: ReturnType<typeof setTimeout> | undefined
  onCleanup(() => clearTimeout(timer))
  const show = (next: CopyOutcome): void => {
    setOutcome(next)
    clearTimeout(timer)
    // A warning stays.
    if (next !== 'changed') timer = setTimeout(() => setOutcome(undefined), FEEDBACK_MS)
  }
  const copy = async (): Promise<void> => {
    const next = await copyText(props.text)
    show(next)
    if (next !== 'failed') props.onCopied?.()
  }
  const feedback = (): string => {
    const shown = outcome()
    return shown === undefined ? '' : t(FEEDBACK[shown])
  }
  const hasOtherText = (): boolean => props.compact === true || props.short !== undefined
  const icon = (): IconName =>
    outcome() === 'copied' ? 'check' : outcome() === undefined ? (props.icon ?? 'copy') : 'warning'
  return (
    <button
      type="button"
      class={props.compact === true ? 'icon-button' : 'button'}
      classList={{ copied: outcome() === 'copied' }}
      data-variant="secondary"
      disabled={props.text === ''}
      // A button with a text is named by it.
      aria-label={hasOtherText() ? props.label : undefined}
      title={hasOtherText() ? feedback() || props.label : undefined}
      onClick={copy}
    >
      <Icon name={icon()} />
      <Show when={props.compact !== true}>
        <span class="button-label">{feedback() || (props.short ?? props.label)}</span>
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
    <code class="mono break" translate="no">
      {showHidden(props.text)}
    </code>
    <CopyButton compact text={props.text} label={props.label} />
  </span>
)

/** A secret with its copy button. A copy stays in the clipboard for a minute. */
export const CopyableSecret = (props: { readonly text: string; readonly label: string }): JSX.Element => (
  <span class="copyable">
    <code class="mono break" translate="no" onCopy={clearClipboardLater}>
      {props.text}
    </code>
    <CopyButton compact text={props.text} label={props.label} onCopied={clearClipboardLater} />
  </span>
)

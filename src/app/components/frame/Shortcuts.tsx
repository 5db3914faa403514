// Keys for places and actions. They work where no field has the focus, and no dialog is open.
import { useNavigate } from '@solidjs/router'
import { createSignal, For, type JSX, onCleanup, Show } from 'solid-js'
import type { Milliseconds } from '../../../async/time.ts'
import { type TextKey, t } from '../../text/text.ts'
import { Dialog } from '../layout/Dialog.tsx'
import { MAIN_PLACES, OTHER_PLACES } from './places.ts'
import './shortcuts.css'

/** Within this time the key of a place follows the `g`. */
const SEQUENCE_MS: Milliseconds = 1500

type Shortcut = { readonly keys: readonly string[]; readonly text: TextKey }

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], text: 'palette.open' },
  { keys: ['/'], text: 'shortcuts.search' },
  { keys: ['n'], text: 'shortcuts.add' },
  { keys: ['Ctrl', '↵'], text: 'shortcuts.submit' },
  ...[...MAIN_PLACES, ...OTHER_PLACES].map(({ key, text }) => ({ keys: ['g', key], text })),
  { keys: ['Ctrl', 'Alt', 'L'], text: 'nav.lock' },
  { keys: ['Ctrl', 'Alt', 'H'], text: 'amounts.hide' },
  { keys: ['Ctrl', 'Alt', 'W'], text: 'settings.secrets' },
  { keys: ['Ctrl', 'Alt', 'P'], text: 'settings.password' },
  { keys: ['?'], text: 'shortcuts.title' },
]

const ShortcutList = (props: { readonly onClose: () => void }): JSX.Element => (
  <Dialog title={t('shortcuts.title')} onClose={props.onClose}>
    <dl class="shortcuts">
      <For each={SHORTCUTS}>
        {({ keys, text }) => (
          <div>
            <dt>{t(text)}</dt>
            <dd>
              <For each={keys}>{(key) => <kbd>{key}</kbd>}</For>
            </dd>
          </div>
        )}
      </For>
    </dl>
    <p class="muted">{t('shortcuts.hint')}</p>
  </Dialog>
)

const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

/** Returns what the screen offers for a key: an element that names it in `aria-keyshortcuts`. */
const offeredFor = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(key)}"]`)

/** Follows `g` and the key of a place, `/`, `n` and `?`. */
export const Shortcuts = (): JSX.Element => {
  const navigate = useNavigate()
  const [isListed, setListed] = createSignal(false)
  let sequenceEnds = 0
  const goTo = (key: string): boolean => {
    const place = [...MAIN_PLACES, ...OTHER_PLACES].find((each) => each.key === key)
    if (place !== undefined) navigate(place.href, { scroll: false })
    return place !== undefined
  }
  /** Returns whether the key did something. */
  const press = (key: string, at: number): boolean => {
    const isSequence = at < sequenceEnds
    sequenceEnds = key === 'g' && !isSequence ? at + SEQUENCE_MS : 0
    if (isSequence) return goTo(key)
    if (key === '?') setListed(true)
    else if (key === '/' || key === 'n') {
      const target = offeredFor(key)
      if (target instanceof HTMLInputElement) target.focus()
      else target?.click()
      return target !== null
    }
    return key === '?'
  }
  const follow = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || takesText(event.target)) return
    if (document.querySelector('dialog[open]') !== null) return
    if (press(event.key, event.timeStamp)) event.preventDefault()
  }
  window.addEventListener('keydown', follow)
  onCleanup(() => window.removeEventListener('keydown', follow))
  return (
    <Show when={isListed()}>
      <ShortcutList onClose={() => setListed(false)} />
    </Show>
  )
}

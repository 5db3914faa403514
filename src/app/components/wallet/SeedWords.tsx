// The numbered seed words. What is copied of them stays in the clipboard for a minute.
import { For, type JSX } from 'solid-js'
import { clearClipboardLater } from '../../host/device/clipboard.ts'
import './seedWords.css'

export const SeedWords = (props: { readonly label: string; readonly words: readonly string[] }): JSX.Element => (
  <ol class="words" aria-label={props.label} onCopy={clearClipboardLater}>
    <For each={props.words}>
      {(word, index) => (
        <li>
          <span class="word-number">{index() + 1}</span>
          <span class="word" translate="no">
            {word}
          </span>
        </li>
      )}
    </For>
  </ol>
)

// Says how much of the chain a wallet has read, while balance and payments are a part of what it owns.
import { type JSX, Show } from 'solid-js'
import { type ChainReading, readingText } from '../../state/nodes/chainReading.ts'
import { createChainReading } from '../../state/wallet/chainTimes.ts'
import { t } from '../../text/text.ts'
import { EmptyState } from '../feedback/Notice.tsx'

/** Returns whether the wallet is reading, in place of an amount or list of which nothing is known yet. */
export const readingTitle = ({ isRunning }: ChainReading): string => t(isRunning ? 'reading.running' : 'reading.paused')

export const ReadingNote = (props: { readonly reading: ChainReading }): JSX.Element => (
  <Show when={readingText(props.reading)}>{(text) => <p class="muted numerals">{text()}</p>}</Show>
)

/** Replaces an empty list: `children` says that it is empty, unless the wallet is still reading. */
export const EmptyUnlessReading = (props: { readonly children: JSX.Element }): JSX.Element => {
  const reading = createChainReading()
  return (
    <Show when={reading()} fallback={props.children}>
      {(found) => <EmptyState title={readingTitle(found())} hint={t('reading.hint')} />}
    </Show>
  )
}

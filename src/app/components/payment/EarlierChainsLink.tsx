// A link to the histories of earlier chains; nothing if there is none.
import { A } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { createEarlierChains } from '../../state/wallet/earlierChains.ts'
import { tCount } from '../../text/text.ts'

export const EarlierChainsLink = (): JSX.Element => {
  const chains = createEarlierChains()
  return (
    <Show when={chains.value()?.length}>
      {(count) => (
        <p>
          <A href="/history/earlier">{tCount('earlier.link', count())}</A>
        </p>
      )}
    </Show>
  )
}

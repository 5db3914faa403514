// Until when transactions lock their outputs, the change included.
import { For, type JSX } from 'solid-js'
import { formatUnlockTime } from '../../format/time.ts'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { t } from '../../text/text.ts'
import { Fact } from '../text/Facts.tsx'

/** @param props `times`: heights below 500000000, else UNIX seconds; 0 for none */
export const UnlockTimes = (props: { readonly times: readonly bigint[] }): JSX.Element => {
  const heightText = createHeightText()
  return (
    <For each={props.times.filter((time) => time > 0n)}>
      {(time) => <Fact name={t('set.locked')}>{formatUnlockTime(time, heightText.value)}</Fact>}
    </For>
  )
}

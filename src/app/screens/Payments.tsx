// The history, and one payment: beside each other where there is space, else one after the other.
import { useParams } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { createMediaQuery, PANEL_WIDTH } from '../host/device/mediaQuery.ts'
import { shownPayment } from '../host/navigation/detailsPath.ts'
import { Details } from './Details.tsx'
import { History } from './History.tsx'

export default function Payments(): JSX.Element {
  const params = useParams()
  const isWide = createMediaQuery(PANEL_WIDTH)
  const id = (): string | undefined => {
    const word = params['id']
    return word === undefined ? undefined : shownPayment(word)
  }
  return (
    <Show when={id() === undefined || isWide()} fallback={<Details id={id() ?? ''} />}>
      <History shown={id()} />
    </Show>
  )
}

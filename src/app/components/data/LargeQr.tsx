// A QR code that fills the screen when it is pressed.
import { createSignal, type JSX, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { Qr } from './Qr.tsx'
import { QrScreen } from './QrScreen.tsx'

export const LargeQr = (props: { readonly text: string; readonly label: string }): JSX.Element => {
  const [isLarge, setLarge] = createSignal(false)
  return (
    <>
      <button
        type="button"
        class="qr-button"
        aria-label={t('receive.large')}
        title={t('receive.large')}
        onClick={() => setLarge(true)}
      >
        <Qr text={props.text} label={props.label} />
      </button>
      <Show when={isLarge()}>
        <QrScreen title={props.label} text={props.text} label={props.label} onClose={() => setLarge(false)} />
      </Show>
    </>
  )
}

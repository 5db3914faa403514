// A QR code that fills the screen when it is pressed, for a camera that is far away.
import { createSignal, type JSX, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { Dialog } from '../layout/Dialog.tsx'
import { Qr } from './Qr.tsx'

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
        <Dialog title={props.label} onClose={() => setLarge(false)}>
          <div class="qr-large">
            <Qr text={props.text} label={props.label} />
          </div>
        </Dialog>
      </Show>
    </>
  )
}

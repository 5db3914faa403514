// A QR code over the whole screen, on white, for a camera that is far away.
import type { JSX } from 'solid-js'
import { Dialog } from '../layout/Dialog.tsx'
import { Qr } from './Qr.tsx'

export const QrScreen = (props: {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly onClose: () => void
  /** below the code */
  readonly children?: JSX.Element
}): JSX.Element => (
  <Dialog look="screen" title={props.title} onClose={props.onClose}>
    <div class="qr-screen">
      <Qr text={props.text} label={props.label} />
      {props.children}
    </div>
  </Dialog>
)

// A dialog with the camera, which reads QR codes until its user has what is needed.
import { createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js'
import { describeError } from '../../format/error.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { runQrCamera } from '../../host/files/qrCamera.ts'
import { t } from '../../text/text.ts'
import { Problem } from '../feedback/Notice.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import './qrScanner.css'

export const QrScanner = (props: {
  readonly title: string
  readonly hint: string
  /** from 0 to 1, for data in several codes; undefined for a single code */
  readonly progress?: number | undefined
  /** about the last code; empty without one */
  readonly problem: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}): JSX.Element => {
  let video: HTMLVideoElement | undefined
  const closing = new AbortController()
  const [failure, setFailure] = createSignal('')
  const fail = (error: unknown): void => {
    reportInternal(error)
    setFailure(describeError(error))
  }
  onMount(() => {
    if (video !== undefined) runQrCamera(video, (text) => props.onText(text), closing.signal).catch(fail)
  })
  onCleanup(() => closing.abort())
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>{props.hint}</p>
      <Show when={failure() === ''}>
        <video class="qr-scanner" ref={video} muted playsinline aria-label={t('scan.view')} />
        <Show when={props.progress}>
          {(progress) => (
            <label class="field-label">
              {t('scan.progress', { percent: Math.floor(progress() * 100) })}
              <progress class="qr-progress" max="1" value={progress()} />
            </label>
          )}
        </Show>
      </Show>
      <Problem text={failure() || props.problem} />
    </Dialog>
  )
}

// Data as a sequence of QR codes for the camera of another device. There is no last code: a reader that missed some waits for others.
import { createEffect, createMemo, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { encodeUniformResource } from '../../../coin/uniform-resources/uniformResource.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Qr } from './Qr.tsx'
import './animatedQr.css'

/** Sizes of the codes: smaller ones are read by any camera, larger ones are faster. */
const SPEEDS = [
  { fragmentLength: 60, interval: 250 },
  { fragmentLength: 120, interval: 150 },
  { fragmentLength: 200, interval: 110 },
] as const

const USUAL_SPEED = 1

export const AnimatedQr = (props: {
  /** of the uniform resource, such as `xmr-txunsigned` */
  readonly type: string
  readonly bytes: Uint8Array
}): JSX.Element => {
  const [speed, setSpeed] = createSignal<number>(USUAL_SPEED)
  const [part, setPart] = createSignal(1)
  const setting = () => SPEEDS[speed()] ?? SPEEDS[USUAL_SPEED]
  const parts = createMemo(() => encodeUniformResource(props.type, props.bytes, setting().fragmentLength))
  createEffect(() => {
    const { count } = parts()
    setPart(1)
    if (count === 1) return
    const timer = setInterval(() => setPart((shown) => shown + 1), setting().interval)
    onCleanup(() => clearInterval(timer))
  })
  return (
    <div class="animated-qr">
      <Qr text={parts().textAt(part())} label={t('scan.code')} correction="low" />
      <Show when={parts().count > 1}>
        <p class="muted">{t('scan.parts', { count: parts().count })}</p>
        <div class="buttons">
          <Button variant="quiet" disabled={speed() === 0} onClick={() => setSpeed(speed() - 1)}>
            {t('scan.slower')}
          </Button>
          <Button variant="quiet" disabled={speed() === SPEEDS.length - 1} onClick={() => setSpeed(speed() + 1)}>
            {t('scan.faster')}
          </Button>
        </div>
      </Show>
    </div>
  )
}

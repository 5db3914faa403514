// Hands on an address or a payment link: shared with another app where the browser can, and its QR code saved as an image.
import { type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { qrPng } from '../../format/qrImage.ts'
import { canShare, share } from '../../host/device/share.ts'
import { saveFile } from '../../host/files/saveFile.ts'
import { createAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'

const PNG = 'image/png'

export const ShareButtons = (props: {
  /** the text of the QR code */
  readonly text: string
  /** of the image, without its ending */
  readonly name: string
}): JSX.Element => {
  const fileName = (): string => `${props.name}.png`
  const save = createAction(async () => saveFile(fileName(), PNG, await qrPng(props.text)))
  const send = createAction(async () => {
    const { text } = props
    await share({ text, image: new File([await qrPng(text)], fileName(), { type: PNG }) })
  })
  return (
    <>
      <Show when={canShare()}>
        <Button icon="share" busy={send.running()} onClick={() => void send.run()}>
          {t('share.share')}
        </Button>
      </Show>
      <Button icon="save" busy={save.running()} onClick={() => void save.run()}>
        {t('share.save')}
      </Button>
      <Problem text={send.problem() === '' ? save.problem() : t('share.failed')} />
    </>
  )
}

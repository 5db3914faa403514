// What is done with an address: copied, as a payment link too; its QR code saved as an image; another one made; shared with another app where the
// browser can.
import { type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { CopyButton } from '../../components/controls/Copy.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { qrPng } from '../../format/qrImage.ts'
import { canShare, share } from '../../host/device/share.ts'
import { saveFile } from '../../host/files/saveFile.ts'
import { createAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'

const PNG = 'image/png'

export const AddressButtons = (props: {
  readonly address: string
  /** payment link of the address, with what is requested */
  readonly link: string
  /** the text of the QR code */
  readonly code: string
  /** of the image, without its ending */
  readonly name: string
  readonly onNew: () => void
}): JSX.Element => {
  const fileName = (): string => `${props.name}.png`
  const save = createAction(async () => saveFile(fileName(), PNG, await qrPng(props.code)))
  const send = createAction(async () => {
    const { code } = props
    await share({ text: code, image: new File([await qrPng(code)], fileName(), { type: PNG }) })
  })
  return (
    <>
      <div class="address-actions">
        <CopyButton text={props.address} label={t('receive.copyAddress')} short={t('receive.short.copy')} />
        <CopyButton icon="link" text={props.link} label={t('receive.copyLink')} short={t('receive.short.link')} />
        <Button icon="image" label={t('share.save')} busy={save.running()} onClick={() => void save.run()}>
          {t('receive.short.image')}
        </Button>
        <Button icon="plus" shortcut="n" label={t('receive.create')} onClick={() => props.onNew()}>
          {t('receive.short.new')}
        </Button>
      </div>
      <Show when={canShare()}>
        <Button icon="share" wide busy={send.running()} onClick={() => void send.run()}>
          {t('share.share')}
        </Button>
      </Show>
      <Problem text={send.problem() === '' ? save.problem() : t('share.failed')} />
    </>
  )
}

// Data to carry to another copy of the wallet or to other participants: a file to save, the same bytes as text to copy, or QR codes to show.

import { createSignal, type JSX, Show } from 'solid-js'
import { toHex } from '../../../bytes/hex.ts'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import { formatBytes } from '../../format/bytes.ts'
import { saveFile } from '../../host/files/saveFile.ts'
import { type DataKind, resourceTypeOf } from '../../state/tools/dataKind.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { CopyButton } from '../controls/Copy.tsx'
import { AnimatedQr } from './AnimatedQr.tsx'

export const DataOut = (props: {
  /** of the file, without its size */
  readonly name: string
  readonly bytes: Uint8Array
  /** what the other device reads from QR codes; undefined if it reads none */
  readonly kind?: DataKind | undefined
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [showsCodes, setShowsCodes] = createSignal(false)
  return (
    <div class="form">
      <p class="muted">{t('data.size', { name: showHidden(props.name), size: formatBytes(props.bytes.length) })}</p>
      <div class="buttons">
        <Button
          variant="primary"
          icon="save"
          onClick={() => saveFile(props.name, 'application/octet-stream', new Uint8Array(props.bytes))}
        >
          {t('data.save')}
        </Button>
        <Show when={props.kind}>
          <Button icon="qr" onClick={() => setShowsCodes(!showsCodes())}>
            {t(showsCodes() ? 'scan.hide' : 'scan.show')}
          </Button>
        </Show>
        <CopyButton text={toHex(props.bytes)} label={t('data.copy')} />
      </div>
      <Show when={showsCodes() ? props.kind : undefined}>
        {(kind) => <AnimatedQr type={resourceTypeOf(wallet().ticker, kind())} bytes={props.bytes} />}
      </Show>
    </div>
  )
}

// Data to carry to another copy of the wallet or to other participants: a file to save, or the same bytes as text to copy.
import type { JSX } from 'solid-js'
import { toHex } from '../../bytes/hex.ts'
import { formatBytes } from '../format/bytes.ts'
import { saveFile } from '../host/saveFile.ts'
import { t } from '../text/text.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './Copy.tsx'

export const DataOut = (props: {
  /** of the file, without its size */
  readonly name: string
  readonly bytes: Uint8Array
}): JSX.Element => (
  <div class="form">
    <p class="muted">{t('data.size', { name: props.name, size: formatBytes(props.bytes.length) })}</p>
    <div class="buttons">
      <Button
        variant="primary"
        icon="save"
        onClick={() => saveFile(props.name, 'application/octet-stream', new Uint8Array(props.bytes))}
      >
        {t('data.save')}
      </Button>
      <CopyButton text={toHex(props.bytes)} label={t('data.copy')} />
    </div>
  </div>
)

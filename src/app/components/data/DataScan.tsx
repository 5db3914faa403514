// A button that reads data from the QR codes of another device.
import { createSignal, type JSX, Show } from 'solid-js'
import { UniformResourceReader } from '../../../coin/uniform-resources/uniformResource.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import type { DataInput } from '../../state/tools/dataInput.ts'
import { type DataKind, kindOf, resourceTypeOf } from '../../state/tools/dataKind.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { QrScanner } from './QrScanner.tsx'

const nameOf = (type: string): string => {
  const kind = kindOf(type)
  return kind === undefined ? t('scan.other') : t(`scan.kinds.${kind}`)
}

const Scan = (props: {
  readonly kind: DataKind
  readonly onBytes: (bytes: Uint8Array) => void
  readonly onClose: () => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  let reader = new UniformResourceReader()
  const [progress, setProgress] = createSignal(0)
  const [problem, setProblem] = createSignal('')

  const read = (text: string): void => {
    reader.add(text)
    setProgress(reader.progress)
    setProblem('')
    const { bytes, type = '' } = reader
    if (type !== resourceTypeOf(wallet().ticker, props.kind)) {
      setProblem(t('scan.wrongKind', { kind: nameOf(type) }))
      reader = new UniformResourceReader()
    } else if (bytes !== undefined) props.onBytes(bytes)
  }
  const take = (text: string): void => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof FabaError)) throw error
      // The codes of other data begin anew: the other device may show something else by now.
      if (error.code === 'fountain' || error.code === 'uniform-resource') reader = new UniformResourceReader()
      setProblem(/^ur:/i.test(text) ? t('scan.damaged') : t('scan.wrongKind', { kind: t('scan.other') }))
    }
  }
  return (
    <QrScanner
      title={t('scan.open')}
      hint={t('scan.hint')}
      progress={progress()}
      problem={problem()}
      onText={take}
      onClose={() => props.onClose()}
    />
  )
}

export const DataScan = (props: { readonly kind: DataKind; readonly input: DataInput }): JSX.Element => {
  const [open, setOpen] = createSignal(false)
  const take = (bytes: Uint8Array): void => {
    setOpen(false)
    props.input.setScanned(t(`scan.kinds.${props.kind}`), bytes)
  }
  return (
    <>
      <Button icon="qr" onClick={() => setOpen(true)}>
        {t('scan.open')}
      </Button>
      <Show when={open()}>
        <Scan kind={props.kind} onBytes={take} onClose={() => setOpen(false)} />
      </Show>
    </>
  )
}

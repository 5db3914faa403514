// Ways to fill an address field: the clipboard, a QR code from the camera or from an image, contacts, and recent recipients.
import { createEffect, createSignal, type JSX, on, Show } from 'solid-js'
import { FabaError } from '../../../errors/fabaError.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { readQrImage } from '../../host/files/qrImageFile.ts'
import type { RecentRecipient } from '../../state/recipients/recentRecipients.ts'
import { createAction, createQueuedAction } from '../../state/requests/action.ts'
import { t } from '../../text/text.ts'
import { IconButton } from '../controls/Button.tsx'
import { QrScanner } from '../data/QrScanner.tsx'
import { ContactPicker } from './ContactPicker.tsx'
import './fillAddress.css'

/** Returns the text of the clipboard, or of a QR code in an image there; undefined for an image without one. */
const readClipboard = async (): Promise<string | undefined> => {
  // Not every browser reads images.
  const clipboard: Partial<Clipboard> = navigator.clipboard
  if (clipboard.read === undefined) return await navigator.clipboard.readText()
  for (const item of await navigator.clipboard.read()) {
    if (item.types.includes('text/plain')) return await (await item.getType('text/plain')).text()
    const image = item.types.find((type) => type.startsWith('image/'))
    if (image !== undefined) return await readQrImage(await item.getType(image))
  }
  return ''
}

/** A button that reads the QR code of an image file. */
const ImageButton = (props: { readonly onFile: (file: File) => void }): JSX.Element => {
  let chooser: HTMLInputElement | undefined
  return (
    <>
      <IconButton icon="image" label={t('fill.image')} onClick={() => chooser?.click()} />
      <input
        ref={chooser}
        class="visually-hidden"
        type="file"
        accept="image/*"
        tabindex="-1"
        aria-label={t('fill.imageFile')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file !== undefined) props.onFile(file)
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

export const FillAddress = (props: {
  /** the text of the field, which the buttons replace */
  readonly text: string
  readonly contacts: readonly ContactView[]
  readonly recent: readonly RecentRecipient[]
  /** above the picture of the camera */
  readonly scanHint: string
  readonly onFill: (text: string) => void
}): JSX.Element => {
  const [open, setOpen] = createSignal<'camera' | 'contacts'>()
  const [problem, setProblem] = createSignal('')
  const fill = (text: string | undefined): void => {
    setProblem(text === undefined ? t('fill.noCode') : '')
    if (text !== undefined) props.onFill(text.trim())
  }
  const paste = createAction(async () => fill(await readClipboard()))
  // A file that is chosen while another one is read comes after it.
  const readImage = createQueuedAction(async (file: File) => {
    setProblem('')
    fill(
      await readQrImage(file).catch((error: unknown) => {
        if (error instanceof FabaError) throw error
        // What the browser cannot draw is no image.
        return undefined
      }),
    )
  })
  createEffect(
    on(
      () => props.text,
      () => {
        setProblem('')
        paste.clear()
        readImage.clear()
      },
      { defer: true },
    ),
  )
  const take = (text: string): void => {
    setOpen(undefined)
    fill(text)
  }
  return (
    <>
      <div class="fill-buttons">
        <Show when={'readText' in navigator.clipboard}>
          <IconButton icon="paste" label={t('send.paste')} onClick={() => void paste.run()} />
        </Show>
        <IconButton icon="scan" label={t('fill.scan')} onClick={() => setOpen('camera')} />
        <ImageButton onFile={(file) => void readImage.run(file)} />
        <Show when={props.contacts.length > 0 || props.recent.length > 0}>
          <IconButton icon="contacts" label={t('contacts.choose')} onClick={() => setOpen('contacts')} />
        </Show>
      </div>
      <p class="field-problem" role="status">
        {readImage.problem() || (paste.problem() === '' ? problem() : t('send.pasteFailed'))}
      </p>
      <Show when={open() === 'camera'}>
        <QrScanner
          title={t('fill.scan')}
          hint={props.scanHint}
          problem=""
          onText={take}
          onClose={() => setOpen(undefined)}
        />
      </Show>
      <Show when={open() === 'contacts'}>
        <ContactPicker
          contacts={props.contacts}
          recent={props.recent}
          onClose={() => setOpen(undefined)}
          onPick={take}
        />
      </Show>
    </>
  )
}

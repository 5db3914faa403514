// An area on which files can be dropped, with a button to choose them.

import { createSignal, type JSX } from 'solid-js'
import { formatBytes } from '../format/bytes.ts'
import { t } from '../text/text.ts'
import { Button, IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { OwnText } from './OwnText.tsx'
import './fileDrop.css'

export const FileDrop = (props: {
  /** names the file input */
  readonly label: string
  /** of the button */
  readonly action: string
  /** whether several files can be chosen at once */
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
  /** further buttons */
  readonly others?: JSX.Element
  readonly children: JSX.Element
}): JSX.Element => {
  let chooser: HTMLInputElement | undefined
  const [isDragged, setDragged] = createSignal(false)
  const open = (files: FileList | null | undefined): void => {
    if (files !== null && files !== undefined && files.length > 0) props.onFiles([...files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut of the button, which every user can reach
    <div
      class="file-drop"
      classList={{ dragged: isDragged() }}
      onDragOver={(event) => {
        event.preventDefault()
        setDragged(true)
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragged(false)
        open(event.dataTransfer?.files)
      }}
    >
      {props.children}
      <div class="buttons">
        <Button icon="file" onClick={() => chooser?.click()}>
          {props.action}
        </Button>
        {props.others}
      </div>
      <input
        ref={chooser}
        class="visually-hidden"
        type="file"
        multiple={props.multiple ?? false}
        tabindex="-1"
        aria-label={t('data.chooseFor', { label: props.label })}
        onChange={(event) => {
          open(event.currentTarget.files)
          // The same file can be chosen again after a change.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** A chosen file, with a button to remove it. */
export const FileRow = (props: {
  readonly file: { readonly name: string; readonly size: number }
  readonly onRemove: () => void
}): JSX.Element => (
  <p class="file-row">
    <Icon name="file" />
    <OwnText class="break" text={props.file.name} />
    <span class="muted">{formatBytes(props.file.size)}</span>
    <IconButton icon="close" label={t('data.remove')} onClick={props.onRemove} />
  </p>
)

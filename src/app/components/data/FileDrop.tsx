// An area on which files can be dropped, with a button to choose them.

import { createSignal, type JSX } from 'solid-js'
import { formatBytes } from '../../format/bytes.ts'
import { t } from '../../text/text.ts'
import { Button, IconButton } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { OwnText } from '../text/OwnText.tsx'
import './fileDrop.css'

/** Returns whether files are dragged. Links and texts are left to the field inside, or refused by the page (host/files/dropGuard.ts). */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Returns the dropped files without folders, which no file input offers: a browser lists them as files that cannot be read. */
const filesOf = (dropped: DataTransfer | null): File[] =>
  [...(dropped?.items ?? [])].flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory === true ? null : item.getAsFile()
    return file === null ? [] : [file]
  })

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
  const open = (files: readonly File[]): void => {
    // As many as the file input takes.
    const taken = props.multiple === true ? files : files.slice(0, 1)
    if (taken.length > 0) props.onFiles(taken)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut of the button, which every user can reach
    <div
      class="file-drop"
      classList={{ dragged: isDragged() }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragged(true)
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={(event) => {
        setDragged(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        open(filesOf(event.dataTransfer))
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
          open([...(event.currentTarget.files ?? [])])
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

// Downloads made in the page: nothing is sent to a server.
import { withoutDirectionControls } from '../../../bytes/invisibleCharacters.ts'

/** Offers a text or bytes as a file to save. */
export const saveFile = (name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  // Characters that file systems reject.
  link.download = withoutDirectionControls(name).replace(/[\\/:*?"<>|]/g, '-')
  link.click()
  URL.revokeObjectURL(url)
}

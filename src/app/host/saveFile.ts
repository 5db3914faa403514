// Downloads made in the page: nothing is sent to a server.

/** Offers a text as a file to save. */
export const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  // Characters that file systems reject.
  link.download = name.replace(/[\\/:*?"<>|]/g, '-')
  link.click()
  URL.revokeObjectURL(url)
}

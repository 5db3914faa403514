// Files for the person to keep, made in the page: nothing is sent anywhere.

/** Offers a text as a file to save. */
export const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  // What file systems do not take is left out of the name.
  link.download = name.replace(/[\\/:*?"<>|]/g, '-')
  link.click()
  URL.revokeObjectURL(url)
}

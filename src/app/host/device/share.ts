// Sharing with other apps of the device (Web Share). The user chooses the app; the page does not learn which.

/** What is shared: a text, with an image where the browser can share files. */
export type Shared = { readonly text: string; readonly image: File }

/** Whether the browser can share texts. */
export const canShare = (): boolean => 'share' in navigator

/** Shares a text and its image. Resolves also if the user chooses no app. */
export const share = async ({ text, image }: Shared): Promise<void> => {
  const withImage = { text, files: [image] }
  // Some browsers share texts only.
  const canShareFiles = 'canShare' in navigator && navigator.canShare(withImage)
  try {
    await navigator.share(canShareFiles ? withImage : { text })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

// The clipboard: addresses that another program must not replace, and secrets that must not stay there.
import type { Milliseconds } from '../../../async/time.ts'
import { reportInternal } from './reportInternal.ts'

/** - `changed`: another program has replaced the text; known only where the page may read the clipboard */
export type CopyOutcome = 'copied' | 'changed' | 'failed'

/** Time for which a secret stays in the clipboard. */
export const SECRET_LIFETIME_MS: Milliseconds = 60_000

/** Whether the page may read the clipboard without asking. */
const canRead = async (): Promise<boolean> => {
  try {
    // The types of the DOM lack this permission, and some browsers do not know it.
    const name = 'clipboard-read' as PermissionName
    return (await navigator.permissions.query({ name })).state === 'granted'
  } catch {
    return false
  }
}

/** Copies a text, and reads it back where the page may. */
export const copyText = async (text: string): Promise<CopyOutcome> => {
  try {
    await navigator.clipboard.writeText(text)
    if (!(await canRead())) return 'copied'
    return (await navigator.clipboard.readText()) === text ? 'copied' : 'changed'
  } catch {
    // The browser denies access to the clipboard. The text stays on the screen.
    return 'failed'
  }
}

let clearing: ReturnType<typeof setTimeout> | undefined

/** Empties the clipboard, once the page has the focus: browsers refuse it before. */
const clear = (): void => {
  if (!document.hasFocus()) {
    addEventListener('focus', clear, { once: true })
    return
  }
  navigator.clipboard.writeText('').catch(reportInternal)
}

/** Empties the clipboard after a while: a secret of the page was copied. */
export const clearClipboardLater = (): void => {
  clearTimeout(clearing)
  clearing = setTimeout(clear, SECRET_LIFETIME_MS)
}

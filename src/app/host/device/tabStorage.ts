// What this tab keeps until it is closed, also while it reloads. A browser that blocks its storage keeps nothing.

/** Returns the session storage; undefined if the browser blocks it. */
const storage = (): Storage | undefined => {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Returns what is kept under a key; empty without it. */
export const readOfTab = (key: string): string => storage()?.getItem(key) ?? ''

export const keepInTab = (key: string, text: string): void => storage()?.setItem(key, text)

export const removeFromTab = (key: string): void => storage()?.removeItem(key)

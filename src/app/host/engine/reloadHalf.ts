// What the tab keeps of an open wallet while it reloads. It is in the session storage between the end of the page and its next start only, so
// that other tabs and copies of the tab do not have it.
import type { ReloadHalf } from '../../../engine/api/engineViews.ts'

const KEY = 'faba.reload'

/** Returns the session storage; undefined if the browser blocks it. */
const storage = (): Storage | undefined => {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

const parse = (text: string): ReloadHalf | undefined => {
  const [walletId = '', half = ''] = text.split(' ')
  return walletId === '' || half === '' ? undefined : { walletId, half }
}

/** Removes what the page saved when it was reloaded, and returns it. Nothing is returned unless this page load is a reload. */
export const takeReloadHalf = (): ReloadHalf | undefined => {
  const text = storage()?.getItem(KEY) ?? ''
  storage()?.removeItem(KEY)
  return isReload() ? parse(text) : undefined
}

/** Saves the half that `current` returns when the page ends. A page that is hidden then is not reloaded by its user: it saves nothing. */
export const saveHalfForReload = (current: () => ReloadHalf | undefined): void => {
  addEventListener('pagehide', () => {
    const saved = document.visibilityState === 'hidden' ? undefined : current()
    if (saved !== undefined) storage()?.setItem(KEY, `${saved.walletId} ${saved.half}`)
  })
  // The page goes on, without having been loaded again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) storage()?.removeItem(KEY)
  })
}

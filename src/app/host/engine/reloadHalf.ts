// What the tab keeps of an open wallet while it reloads. It is in the session storage between the end of the page and its next start only, so
// that other tabs and copies of the tab do not have it.
import type { ReloadHalf } from '../../../engine/api/engineViews.ts'
import { keepInTab, readOfTab, removeFromTab } from '../device/tabStorage.ts'

const KEY = 'faba.reload'

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

const parse = (text: string): ReloadHalf | undefined => {
  const [walletId = '', half = ''] = text.split(' ')
  return walletId === '' || half === '' ? undefined : { walletId, half }
}

/** Removes what the page saved when it was reloaded, and returns it. Nothing is returned unless this page load is a reload. */
export const takeReloadHalf = (): ReloadHalf | undefined => {
  const text = readOfTab(KEY)
  removeFromTab(KEY)
  return isReload() ? parse(text) : undefined
}

/** Saves the half that `current` returns when the page ends. A page that is hidden then is not reloaded by its user: it saves nothing. */
export const saveHalfForReload = (current: () => ReloadHalf | undefined): void => {
  addEventListener('pagehide', () => {
    const saved = document.visibilityState === 'hidden' ? undefined : current()
    if (saved !== undefined) keepInTab(KEY, `${saved.walletId} ${saved.half}`)
  })
  // The page goes on, without having been loaded again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) removeFromTab(KEY)
  })
}

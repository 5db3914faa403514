// The file of a screen that is missing on the server after an update: the page is out of date, and loads anew.
import type { Milliseconds } from '../../../async/time.ts'
import { delay } from '../../../async/withTimeout.ts'
import type { EngineView } from '../../../engine/api/engineViews.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { areTextsLoading } from '../../host/services/languageFiles.ts'
import { reloadPage, wasServiceWorkerRemoved } from '../../host/services/update.ts'
import type { UpdateWait } from './updateWait.ts'

/** Time in which a page notices that the data of the site were cleared. */
const NOTICE_MS: Milliseconds = 1000

/** Whether a file did not load: a module that fails while it runs would fail again. */
const isMissingFile = (error: Error): boolean =>
  error instanceof TypeError || error.message.startsWith('Unable to preload')

/** A file that is still missing after a reload, within this time, stays missing. */
const RELOAD_INTERVAL_MS: Milliseconds = 10_000

/** UNIX milliseconds of the last reload, which public/start.js keeps here too. */
const LAST_RELOAD = 'faba.incomplete'

/** Reloads the page, unless the last reload for a missing file was a moment ago, or cannot be known. Returns whether it does. */
export const reloadOnce = (): boolean => {
  try {
    const last = Number(sessionStorage.getItem(LAST_RELOAD))
    if (Date.now() - last < RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()))
  } catch {
    // Storage is blocked.
    return false
  }
  reloadPage()
  return true
}

/**
 * Reloads the page when the file of a screen is missing, but never while a payment is made, or while the open wallet is in memory only: a
 * file fails too if the user clears the data of the site, and with them its service worker, while the file is fetched.
 */
export const reloadWithoutFile = (view: EngineView, updateWait: UpdateWait): void => {
  const reload = async (): Promise<void> => {
    if (!(await updateWait.untilPaid())) return
    await delay(NOTICE_MS)
    if (view.storageCleared || view.walletsLost || (await wasServiceWorkerRemoved())) return
    reloadOnce()
  }
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!areTextsLoading() && isMissingFile(payload)) reload().catch(reportInternal)
  })
}

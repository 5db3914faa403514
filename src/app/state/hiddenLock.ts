// Locks the open wallet when its page is hidden: in another tab, behind another window, or on a device whose screen is off.
import { onCleanup } from 'solid-js'
import { scheduleTimer } from '../../async/time.ts'
import { reportInternal } from '../format/error.ts'
import { useSession } from './session.tsx'

/** Locks after the time of the settings. Timers of hidden pages are late, so that the time is checked again when the page is shown. */
export const createHiddenLock = (): void => {
  const { engine } = useSession()
  let cancelTimer = (): void => undefined
  let lockAt: number | undefined
  const lock = (): void => {
    lockAt = undefined
    engine.lock().catch(reportInternal)
  }
  const onHidden = async (): Promise<void> => {
    const hiddenSince = Date.now()
    const { hiddenLockSeconds } = await engine.settings()
    if (hiddenLockSeconds === 0 || document.visibilityState !== 'hidden') return
    lockAt = hiddenSince + 1000 * hiddenLockSeconds
    cancelTimer = scheduleTimer(lock, lockAt - Date.now())
  }
  const onChange = (): void => {
    cancelTimer()
    if (document.visibilityState === 'hidden') onHidden().catch(reportInternal)
    else if (lockAt !== undefined && Date.now() >= lockAt) lock()
    else lockAt = undefined
  }
  document.addEventListener('visibilitychange', onChange)
  onCleanup(() => {
    cancelTimer()
    document.removeEventListener('visibilitychange', onChange)
  })
}

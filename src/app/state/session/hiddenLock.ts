// Locks the open wallet when its page is hidden: in another tab, behind another window, or on a device whose screen is off.
import { onCleanup } from 'solid-js'
import { ElapsedTime } from '../../../async/elapsedTime.ts'
import { type Milliseconds, scheduleTimer } from '../../../async/time.ts'
import { PAGE_CLOCKS } from '../../host/device/clocks.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { useSession } from './session.tsx'

/** Locks after the time of the settings. Timers of hidden pages are late, so that the time is checked again when the page is shown. */
export const createHiddenLock = (): void => {
  const { engine } = useSession()
  let cancelTimer = (): void => undefined
  const hidden = new ElapsedTime(PAGE_CLOCKS)
  /** time after which the hidden page locks; undefined if it is shown or does not lock */
  let limit: Milliseconds | undefined
  const lock = (): void => {
    limit = undefined
    engine.lock().catch(reportInternal)
  }
  const onHidden = async (): Promise<void> => {
    hidden.restart()
    const { hiddenLockSeconds } = await engine.settings()
    if (hiddenLockSeconds === 0 || document.visibilityState !== 'hidden') return
    limit = 1000 * hiddenLockSeconds
    cancelTimer = scheduleTimer(lock, limit - hidden.read())
  }
  const onChange = (): void => {
    cancelTimer()
    if (document.visibilityState === 'hidden') onHidden().catch(reportInternal)
    else if (limit !== undefined && hidden.read() >= limit) lock()
    else limit = undefined
  }
  document.addEventListener('visibilitychange', onChange)
  onCleanup(() => {
    cancelTimer()
    document.removeEventListener('visibilitychange', onChange)
  })
}

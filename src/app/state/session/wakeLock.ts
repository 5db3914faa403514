// Locks the open wallet as soon as a device wakes that slept for too long: the events of its page come before the timers of the engine.
import { onCleanup } from 'solid-js'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { useSession } from './session.tsx'

export const createWakeLock = (): void => {
  const { engine, view } = useSession()
  const check = (): void => {
    if (view.phase === 'open' && document.visibilityState === 'visible') engine.lockIfDue().catch(reportInternal)
  }
  for (const event of ['pageshow', 'focus', 'online', 'resume'] as const) {
    window.addEventListener(event, check)
    onCleanup(() => window.removeEventListener(event, check))
  }
  document.addEventListener('visibilitychange', check)
  onCleanup(() => document.removeEventListener('visibilitychange', check))
}

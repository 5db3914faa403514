// Offline use and updates: registers the service worker, and tells when a new version waits to be let in.
import { createSignal } from 'solid-js'
import type { Workbox } from 'workbox-window'

const [updateReady, setUpdateReady] = createSignal(false)
let workbox: Workbox | undefined

export { updateReady }

/** Registers the service worker of the built page. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const { Workbox } = await import('workbox-window')
  const registered = new Workbox('/service-worker.js')
  registered.addEventListener('waiting', () => setUpdateReady(true))
  workbox = registered
  await registered.register()
}

/** Lets the waiting version in; the page reloads once it is in charge, or at once where it is already. */
export const applyUpdate = async (): Promise<void> => {
  const { serviceWorker } = navigator
  const waiting = (await serviceWorker.getRegistration())?.waiting
  if (!waiting) return location.reload()
  serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

/** Puts the question off until the page is opened again. */
export const postponeUpdate = (): void => {
  setUpdateReady(false)
}

/** Looks for a new version now; answers whether there is one. `updateReady` follows once it is here, also after it was put off. */
export const checkForUpdate = async (): Promise<boolean> => {
  await workbox?.update()
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.waiting) setUpdateReady(true)
  return Boolean(registration?.waiting ?? registration?.installing)
}

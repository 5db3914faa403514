// Offline use and updates: registers the service worker, tells when a new version waits to be let in, and lets it in.
import { createSignal } from 'solid-js'
import type { Workbox } from 'workbox-window'

/** Milliseconds that a version which was let in may take until it is in charge; nearly always it is within one second. */
const PATIENCE = 4000

const SCRIPT = '/service-worker.js'

const [updateReady, setUpdateReady] = createSignal(false)
let workbox: Workbox | undefined

export { updateReady }

/** The old version stays in charge, and without a network the new one cannot be had in another way. */
export class UpdateHeldUpError extends Error {
  override readonly name = 'UpdateHeldUpError'
  constructor() {
    super('The new version could not take over, and the server of this page does not answer')
  }
}

/** Registers the service worker of the built page. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const { Workbox } = await import('workbox-window')
  const registered = new Workbox(SCRIPT)
  registered.addEventListener('waiting', () => setUpdateReady(true))
  workbox = registered
  await registered.register()
}

/** Asks a waiting version to take over; resolves whether it did in time. */
const letIn = (waiting: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE)
    const look = (): void => {
      if (waiting.state === 'installed') return
      clearTimeout(timer)
      resolve(waiting.state !== 'redundant')
    }
    waiting.addEventListener('statechange', look)
    waiting.postMessage({ type: 'SKIP_WAITING' })
    look()
  })

/** Whether the server of this page answers; its service worker is never answered for from the cache. */
const isServed = async (): Promise<boolean> => {
  try {
    return (await fetch(SCRIPT, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })).ok
  } catch {
    // Offline, refused or too slow: it cannot be reached.
    return false
  }
}

/**
 * Lets the waiting version in and loads the page anew. Where the old version stays in charge (a browser puts the change off while
 * requests reach the old one, from other tabs for instance), the page leaves it and comes from its server instead; that registers the
 * new version and cleans the old one's cache. What is stored is not touched.
 * Throws UpdateHeldUpError; then nothing has changed.
 */
export const applyUpdate = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.getRegistration()
  const waiting = registration?.waiting
  if (registration && waiting && !(await letIn(waiting))) {
    if (!(await isServed())) throw new UpdateHeldUpError()
    await registration.unregister()
  }
  location.reload()
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

// Offline use and updates: registers the service worker, reports a waiting version, and activates it.
import { createSignal } from 'solid-js'
import type { Workbox } from 'workbox-window'
import type { Milliseconds } from '../../../async/time.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import { hasServiceWorker } from '../device/browserSupport.ts'

/** Time for a waiting version to become active; usually it takes less than a second. */
const ACTIVATION_TIMEOUT_MS = 4000

/** Time for a page load before it is tried again; doubles with each attempt. */
const RELOAD_TIMEOUT_MS = 3000

/** Time for the active version to confirm that it stays, per attempt. */
const KEEP_TIMEOUT_MS = 500
const MAX_KEEP_ATTEMPTS = 10

/** Interval in which a page without service worker asks for control. */
const CONTROL_INTERVAL_MS = 2000

const SCRIPT = './service-worker.js'

const [updateReady, setUpdateReady] = createSignal(false)
/** Whether another version became active since this page was loaded. */
const [versionReplaced, setVersionReplaced] = createSignal(false)
let workbox: Workbox | undefined
/** the service worker was removed with the data of the site, and registered again: what gets control is no other version */
let isRenewed = false

export { updateReady, versionReplaced }

/** The old version stays active, and the server of the page does not respond with the new one. */
export class UpdateBlockedError extends FabaError {
  override readonly name = 'UpdateBlockedError'
  readonly code = 'update-blocked'
}

/**
 * Reloads the page, repeatedly until it loads. While a version waits, Chromium stops the active service worker whenever it is idle; a
 * page load at that moment never completes.
 */
export const reloadPage = (): void => {
  const attempt = (timeout: Milliseconds): void => {
    location.reload()
    setTimeout(() => attempt(2 * timeout), timeout)
  }
  attempt(RELOAD_TIMEOUT_MS)
}

/** Keeps the active version from being stopped for a while; resolves whether it confirmed. */
const keepActive = (active: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const settle = (isKept: boolean): void => {
      clearTimeout(timer)
      port1.close()
      resolve(isKept)
    }
    const timer = setTimeout(() => settle(false), KEEP_TIMEOUT_MS)
    port1.onmessage = () => settle(true)
    active.postMessage({ type: 'KEEP_ACTIVE' }, [port2])
  })

/** Reloads the page from the active version, although another version waits. */
export const reloadActiveVersion = async (): Promise<void> => {
  const active = (await navigator.serviceWorker.getRegistration())?.active
  // A message to a worker that is being stopped is lost, like a request.
  for (let attempts = 0; active && attempts < MAX_KEEP_ATTEMPTS; attempts++) if (await keepActive(active)) break
  reloadPage()
}

/**
 * Asks for control until the page has it: the page was loaded without the service worker, past it, or while a version was replaced.
 * A page without controller came from the server: it has the waiting version or a newer one.
 */
const requestControl = (registration: ServiceWorkerRegistration): void => {
  const timer = setInterval(() => {
    if (navigator.serviceWorker.controller !== null) clearInterval(timer)
    else if (registration.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
    else registration.active?.postMessage({ type: 'CLAIM_CLIENTS' })
  }, CONTROL_INTERVAL_MS)
}

/** Registers the service worker of the built page. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!hasServiceWorker() || import.meta.env.DEV) return
  if (navigator.serviceWorker.controller !== null)
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (isRenewed) return
      setVersionReplaced(true)
      setUpdateReady(true)
    })
  const { Workbox } = await import('workbox-window')
  const registered = new Workbox(SCRIPT)
  registered.addEventListener('waiting', () => {
    if (navigator.serviceWorker.controller !== null) setUpdateReady(true)
  })
  workbox = registered
  const registration = await registered.register()
  if (registration && navigator.serviceWorker.controller === null) requestControl(registration)
}

/** Resolves whether the service worker that this page registered is gone, as after the user cleared the data of the site. */
export const wasServiceWorkerRemoved = async (): Promise<boolean> =>
  workbox !== undefined && (await navigator.serviceWorker.getRegistration()) === undefined

/**
 * Registers the service worker again if it was removed beneath this page. Chromium lets no request of a page through whose service worker
 * is gone, until it has another one.
 */
export const renewServiceWorker = async (): Promise<void> => {
  if (!(await wasServiceWorkerRemoved())) return
  isRenewed = true
  requestControl(await navigator.serviceWorker.register(SCRIPT))
}

/** Asks the waiting version to become active; resolves whether it did in time. */
const activateWaiting = (waiting: ServiceWorker, active: ServiceWorker | null): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ACTIVATION_TIMEOUT_MS)
    const checkState = (): void => {
      if (waiting.state === 'installed') return
      clearTimeout(timer)
      resolve(waiting.state !== 'redundant')
    }
    waiting.addEventListener('statechange', checkState)
    waiting.postMessage({ type: 'SKIP_WAITING' })
    active?.postMessage({ type: 'STOP_KEEPING_ACTIVE' })
    checkState()
  })

/** Resolves whether the server of the page responds. The request for the service worker's script bypasses every cache. */
const isServerReachable = async (): Promise<boolean> => {
  try {
    return (await fetch(SCRIPT, { cache: 'no-store', signal: AbortSignal.timeout(ACTIVATION_TIMEOUT_MS) })).ok
  } catch {
    // Offline, refused or too slow.
    return false
  }
}

/**
 * Activates the waiting version and reloads the page. If the old version stays active (browsers delay the change while it handles
 * requests, for example of other tabs), the service worker is unregistered and the page loads from its server; that registers the new
 * version and removes the old cache. Stored data is not affected.
 * @throws UpdateBlockedError; nothing has changed then
 */
export const applyUpdate = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.getRegistration()
  const waiting = registration?.waiting
  if (registration && waiting && !(await activateWaiting(waiting, registration.active))) {
    if (!(await isServerReachable()))
      throw new UpdateBlockedError('The new version could not take over, and the server of this page does not respond')
    await registration.unregister()
  }
  reloadPage()
}

/** Hides the update prompt until the page is opened again. */
export const postponeUpdate = (): void => {
  setUpdateReady(false)
}

/** Checks for a new version; resolves whether there is one. `updateReady` follows when it is installed, also after a postponement. */
export const checkForUpdate = async (): Promise<boolean> => {
  await workbox?.update()
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.waiting) setUpdateReady(true)
  return Boolean(registration?.waiting ?? registration?.installing)
}

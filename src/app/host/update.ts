// Offline use and updates: registers the service worker, tells when a new version waits to be let in, and lets it in.
import { createSignal } from 'solid-js'
import type { Workbox } from 'workbox-window'

/** Milliseconds that a version which was let in may take until it is in charge; nearly always it is within one second. */
const PATIENCE = 4000

/** Milliseconds that a page may take to come before it is asked for again; twice as many each time. */
const LOAD_PATIENCE = 3000

/** Milliseconds that a version in charge may take to say that it stays, and how often it is asked. */
const KEEP_PATIENCE = 500
const KEEP_TRIES = 10

const SCRIPT = '/service-worker.js'

const [updateReady, setUpdateReady] = createSignal(false)
/** Another version took over from the one that this page came with. */
const [replaced, setReplaced] = createSignal(false)
let workbox: Workbox | undefined

export { replaced, updateReady }

/** The old version stays in charge, and without a network the new one cannot be had in another way. */
export class UpdateHeldUpError extends Error {
  override readonly name = 'UpdateHeldUpError'
  constructor() {
    super('The new version could not take over, and the server of this page does not answer')
  }
}

/**
 * Loads the page anew, and asks again until it comes. A version that was let in and waits makes Chromium stop the old one whenever it
 * has nothing to do; a page that was asked for in that moment never comes, and this one stays.
 */
export const loadAnew = (): void => {
  const ask = (patience: number): void => {
    location.reload()
    setTimeout(() => ask(2 * patience), patience)
  }
  ask(LOAD_PATIENCE)
}

/** Keeps the version in charge from being stopped for a while; resolves whether it said so. */
const keepInCharge = (active: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const settle = (kept: boolean): void => {
      clearTimeout(timer)
      port1.close()
      resolve(kept)
    }
    const timer = setTimeout(() => settle(false), KEEP_PATIENCE)
    port1.onmessage = () => settle(true)
    active.postMessage({ type: 'KEEP_IN_CHARGE' }, [port2])
  })

/** Loads the page anew from the version that stayed in charge, whole, though another one waits to take over. */
export const loadHeldUp = async (): Promise<void> => {
  const active = (await navigator.serviceWorker.getRegistration())?.active
  // A word said to a worker that is just stopped is lost like any request.
  for (let tries = 0; active && tries < KEEP_TRIES; tries++) if (await keepInCharge(active)) break
  loadAnew()
}

/** Registers the service worker of the built page. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  if (navigator.serviceWorker.controller !== null)
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      setReplaced(true)
      setUpdateReady(true)
    })
  const { Workbox } = await import('workbox-window')
  const registered = new Workbox(SCRIPT)
  registered.addEventListener('waiting', () => {
    // A page that came from its server is of the version that waits, or of a newer one.
    if (navigator.serviceWorker.controller === null) registered.messageSkipWaiting()
    else setUpdateReady(true)
  })
  workbox = registered
  await registered.register()
}

/** Asks a waiting version to take over from the one in charge; resolves whether it did in time. */
const letIn = (waiting: ServiceWorker, active: ServiceWorker | null): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE)
    const look = (): void => {
      if (waiting.state === 'installed') return
      clearTimeout(timer)
      resolve(waiting.state !== 'redundant')
    }
    waiting.addEventListener('statechange', look)
    waiting.postMessage({ type: 'SKIP_WAITING' })
    active?.postMessage({ type: 'LET_GO' })
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
  if (registration && waiting && !(await letIn(waiting, registration.active))) {
    if (!(await isServed())) throw new UpdateHeldUpError()
    await registration.unregister()
  }
  loadAnew()
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

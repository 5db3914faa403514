// The service worker: serves the page offline, and forwards wallet RPC requests of this origin to the tab that owns the engine. It holds
// neither keys nor state.
import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isLanguageFile, LanguageTexts } from './languageTexts.ts'
import { createPageMatcher } from './pageMatcher.ts'
import { createRpcMatcher, forwardRpc } from './rpcForwarding.ts'

// The build inserts the list of the page's files.
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] }

const { scope } = self.registration
const urlOf = (entry: PrecacheEntry | string): string => (typeof entry === 'string' ? entry : entry.url)
const files = [...self.__WB_MANIFEST]
precacheAndRoute(files.filter((file) => !isLanguageFile(urlOf(file))))
cleanupOutdatedCaches()
// The cache belongs to the origin, which can have pages in several folders.
const texts = new LanguageTexts(
  files
    .map(urlOf)
    .filter(isLanguageFile)
    .map((url) => new URL(url, scope).href),
  () => caches.open(`faba-texts-${scope}`),
)
self.addEventListener('install', (event) => event.waitUntil(texts.keepCached(self.navigator.languages)))
self.addEventListener('activate', (event) => event.waitUntil(texts.removeOld()))
// When the page opens for the first time, the RPC works without a reload. Later versions wait until the user accepts the update.
clientsClaim()

/** Time in which a page and its engine load. */
const LOAD_TIMEOUT_MS = 30_000
/** Dispatches `release`, which ends all pending KEEP_ACTIVE messages. */
const releases = new EventTarget()

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (event.data?.type === 'KEEP_TEXTS') event.waitUntil(texts.keep(String(event.data.language)))
  if (event.data?.type === 'CLAIM_CLIENTS') event.waitUntil(self.clients.claim())
  // Chromium stops an idle worker while another version waits, and requests that arrive at that moment are lost: a pending event
  // prevents the stop.
  if (event.data?.type === 'KEEP_ACTIVE') {
    const { promise, resolve } = Promise.withResolvers<void>()
    event.waitUntil(promise)
    setTimeout(resolve, LOAD_TIMEOUT_MS)
    releases.addEventListener('release', () => resolve())
    event.ports[0]?.postMessage('kept')
  }
  if (event.data?.type === 'STOP_KEEPING_ACTIVE') releases.dispatchEvent(new Event('release'))
})

/** Shows the page: a tab that is open, or a new one. */
const showPage = async (): Promise<void> => {
  const [page] = await self.clients.matchAll({ type: 'window' })
  await (page === undefined ? self.clients.openWindow(self.registration.scope) : page.focus())
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage())
})

registerRoute(createPageMatcher(scope), createHandlerBoundToURL('index.html'))
registerRoute(
  ({ url }) => texts.has(url.href),
  ({ url }) => texts.load(url.href),
)
// Workbox calls its handlers only for fetch events.
registerRoute(createRpcMatcher(scope), ({ event }) => forwardRpc(event as FetchEvent, self.clients), 'POST')

// The page offline, and the wallet RPC for pages of this origin. It keeps no key and no state: each RPC request is forwarded to
// the tab that owns the engine.
import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { forwardRpc, isRpcRequest } from './rpcForwarding.ts'

// The build puts the list of the page's files here.
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] }

precacheAndRoute([...self.__WB_MANIFEST])
cleanupOutdatedCaches()
// A first visit can use the RPC without a reload; later versions wait until a person lets them in.
clientsClaim()

/** A page and its engine are loaded within this time. */
const LOADING_MS = 30_000
/** Ends what keeps this version in charge. */
const letGo = new EventTarget()

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  // Chromium stops a worker that has nothing to do as soon as another one waits to take over, and what it is asked then is lost.
  if (event.data?.type === 'KEEP_IN_CHARGE') {
    const { promise, resolve } = Promise.withResolvers<void>()
    event.waitUntil(promise)
    setTimeout(resolve, LOADING_MS)
    letGo.addEventListener('let go', () => resolve())
    event.ports[0]?.postMessage('kept')
  }
  if (event.data?.type === 'LET_GO') letGo.dispatchEvent(new Event('let go'))
})

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/node(\/|$)/, /^\/json_rpc$/] }),
)
// Workbox calls its handlers for fetch events only.
registerRoute(isRpcRequest, ({ event }) => forwardRpc(event as FetchEvent, self.clients), 'POST')

// What the page needs of its browser. Browsers turn features off in private windows, by their settings or in security modes.
import { FabaError } from '../../../errors/fabaError.ts'
import type { StoreUnreadableError } from '../../../store/errors.ts'

/**
 * - `storage`: no storage for this site
 * - `webAssembly`: no WebAssembly
 * - `update`: a feature of current browsers, by name
 */
export type Missing =
  | { readonly feature: 'storage' | 'webAssembly' }
  | { readonly feature: 'update'; readonly name: string }

/** Features of current browsers without which no screen works. */
const CURRENT: readonly (readonly [name: string, exists: () => boolean])[] = [
  ['Web Locks', () => 'locks' in navigator],
  ['BroadcastChannel', () => 'BroadcastChannel' in window],
  ['Promise.withResolvers', () => 'withResolvers' in Promise],
  ['light-dark()', () => CSS.supports('color', 'light-dark(#000, #fff)')],
]

/** Returns what this browser lacks; undefined if the page can start. A browser may refuse its storage only when it is used. */
export const findMissing = (): Missing | undefined => {
  if (!('indexedDB' in window)) return { feature: 'storage' }
  if (!('WebAssembly' in window)) return { feature: 'webAssembly' }
  const missing = CURRENT.find(([, exists]) => !exists())
  return missing === undefined ? undefined : { feature: 'update', name: missing[0] }
}

/** Whether this browser has service workers for this page: without one no page reaches the wallet RPC, and nothing opens offline. */
export const hasServiceWorker = (): boolean => 'serviceWorker' in navigator

const UNREADABLE: StoreUnreadableError['code'] = 'store-unreadable'

/** Whether an error at the start means that the browser refuses its storage: it denies locks too, with a SecurityError. */
export const refusesStorage = (error: unknown): boolean =>
  error instanceof FabaError
    ? error.code === UNREADABLE
    : error instanceof DOMException && error.name === 'SecurityError'

// The requests that open the page.
import type { RouteMatchCallbackOptions } from 'workbox-core'

/**
 * Returns a matcher of navigations to the page itself, with any query. Its screens are in the fragment of the address; everything else in
 * and below its folder belongs to the server.
 * @param scope address of the page's folder, with a trailing slash
 */
export const createPageMatcher =
  (scope: string) =>
  ({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean =>
    sameOrigin &&
    request.mode === 'navigate' &&
    ['', 'index.html'].some((path) => url.pathname === new URL(path, scope).pathname)

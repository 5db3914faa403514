// Cross-origin requests. A browser sends some of them without CORS permission, so that requests of other origins are rejected, not only
// left without CORS headers. Programs that are not browsers send no Origin header and are not restricted.

import type { AllowedOrigins } from '../../jsonrpc/http.ts'
import { UsageError } from '../command/command.ts'
import type { FetchHandler } from './httpServer.ts'
import { plainResponse } from './plainResponse.ts'

/** The Origin header of sandboxed frames, local files and redirected requests, whatever page they are of. */
const OPAQUE_ORIGIN = 'null'

/**
 * Parses the argument of --rpc-access-control-origins: origins separated by commas, or `*` for any.
 * @throws UsageError for `null`, which any page can send
 */
export const parseOrigins = (text: string): AllowedOrigins => {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  if (origins.includes(OPAQUE_ORIGIN))
    throw new UsageError(
      '--rpc-access-control-origins: any page can send the origin "null": list origins such as http://localhost:5173, or * for any',
    )
  return origins.includes('*') ? '*' : origins
}

const setCorsHeaders = (headers: Headers, origin: string): void => {
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', 'www-authenticate')
  headers.set('vary', 'origin')
}

const createPreflightResponse = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    },
  })

const createForbiddenResponse = (): Response =>
  plainResponse(403, 'this origin is not allowed; add it to --rpc-access-control-origins\n')

/** Returns whether a page of another origin causes the request without an Origin header, by a link or an image. */
const isCrossSiteNavigation = ({ headers }: Request): boolean =>
  ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')

/** Returns whether a request is of a program or of a page whose origin is allowed. */
export const isAllowedOrigin = (request: Request, origins: AllowedOrigins): boolean => {
  if (origins === '*') return true
  const origin = request.headers.get('origin')
  return origin === null ? !isCrossSiteNavigation(request) : origins.includes(origin)
}

/** Wraps a handler: rejects requests of origins that are not allowed with status 403, adds CORS headers for allowed ones. */
export const allowOrigins =
  (handler: FetchHandler, origins: AllowedOrigins): FetchHandler =>
  async (request, connection) => {
    if (!isAllowedOrigin(request, origins)) return createForbiddenResponse()
    const origin = request.headers.get('origin')
    if (origin === null) return await handler(request, connection)
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    const inner = isPreflight ? createPreflightResponse() : await handler(request, connection)
    const response = new Response(inner.body, inner)
    setCorsHeaders(response.headers, origin)
    return response
  }

/** Returns whether an origin is the service's own. Compares hosts only: a TLS proxy in front of the service changes the scheme. */
export const isSameOrigin = (origin: string, { url }: Request): boolean =>
  URL.canParse(origin) && new URL(origin).host === new URL(url).host

/** Wraps a handler like `allowOrigins`; the service's own origin is always allowed. */
export const allowSameOrigin = (handler: FetchHandler, otherOrigins: AllowedOrigins): FetchHandler => {
  const crossOriginHandler = allowOrigins(handler, otherOrigins)
  return (request, connection) => {
    const origin = request.headers.get('origin')
    const isOwn = origin !== null && isSameOrigin(origin, request)
    return (isOwn ? handler : crossOriginHandler)(request, connection)
  }
}

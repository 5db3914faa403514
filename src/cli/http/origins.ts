// Pages of other origins: a browser lets them send requests to this machine, and with CORS headers read the answers. Only origins
// that were named may do either; programs that are no browser send no origin.

import type { FetchHandler } from './httpServer.ts'

export type Origins = '*' | readonly string[]

/** The flag's value: origins parted by commas, or `*` for any. */
export const parseOrigins = (text: string): Origins => {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  return origins.includes('*') ? '*' : origins
}

const headersFor = (origin: string): readonly (readonly [string, string])[] => [
  ['access-control-allow-origin', origin],
  ['access-control-expose-headers', 'www-authenticate'],
  ['vary', 'origin'],
]

const ON_REQUEST: readonly (readonly [string, string])[] = [
  ['access-control-allow-methods', 'POST, OPTIONS'],
  ['access-control-allow-headers', 'authorization, content-type'],
  ['access-control-max-age', '600'],
]

const refused = (): Response =>
  new Response('pages of this origin may not call; name it with --rpc-access-control-origins\n', {
    status: 403,
    headers: { 'content-type': 'text/plain' },
  })

/** Whether a page of another origin has a browser ask in a way that names no origin: by a link, or by a picture's address. */
const isNamelessForeigner = ({ headers }: Request): boolean =>
  ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')

/** Refuses requests of pages whose origins are not named, and lets those that are read the answers. */
export const admitOrigins =
  (handler: FetchHandler, origins: Origins): FetchHandler =>
  async (request) => {
    const origin = request.headers.get('origin')
    if (origin === null) return origins !== '*' && isNamelessForeigner(request) ? refused() : await handler(request)
    if (origins !== '*' && !origins.includes(origin)) return refused()
    const isAsking = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    const answer = isAsking
      ? new Response(null, { status: 204, headers: [...ON_REQUEST] as [string, string][] })
      : await handler(request)
    const response = new Response(answer.body, answer)
    for (const [name, value] of headersFor(origin)) response.headers.set(name, value)
    return response
  }

/** Whether an origin is that of the service itself. One behind a door may be reached by https, so that only the hosts are compared. */
export const isOwnOrigin = (origin: string, { url }: Request): boolean =>
  URL.canParse(origin) && new URL(origin).host === new URL(url).host

/** Lets the service's own pages call, programs, and pages of origins that are named. */
export const admitOwnPages = (handler: FetchHandler, others: Origins): FetchHandler => {
  const strangers = admitOrigins(handler, others)
  return (request) => {
    const origin = request.headers.get('origin')
    return origin !== null && isOwnOrigin(origin, request) ? handler(request) : strangers(request)
  }
}

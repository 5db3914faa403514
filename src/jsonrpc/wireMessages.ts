// Requests and responses as plain data that can be posted between a page and its workers, which `Request` and `Response` cannot.

import { fromUtf8 } from '../bytes/text.ts'

/** The fields of a `Request`. `body` can be transferred. */
export type WireRequest = {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer
}

/** The fields of a `Response`. `body` can be transferred. */
export type WireResponse = {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer
}

/**
 * Reads a request with its body.
 *
 * @example
 * (await toWireRequest(new Request('http://a/', { method: 'POST', body: '{"id":5}' }))).url // 'http://a/'
 */
export const toWireRequest = async (request: Request): Promise<WireRequest> => ({
  url: request.url,
  method: request.method,
  headers: [...request.headers],
  body: await request.arrayBuffer(),
})

/**
 * Builds a request.
 * @param signal aborts the request
 *
 * @example
 * await fromWireRequest(await toWireRequest(new Request('http://a/', { method: 'POST', body: '{"id":5}' }))).text() // '{"id":5}'
 */
export const fromWireRequest = (request: WireRequest, signal?: AbortSignal): Request =>
  new Request(request.url, {
    signal: signal ?? null,
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    ...(request.method === 'GET' || request.method === 'HEAD' ? {} : { body: request.body }),
  })

/**
 * Reads a response with its body.
 *
 * @example
 * (await toWireResponse(new Response('a', { status: 404 }))).status // 404
 */
export const toWireResponse = async (response: Response): Promise<WireResponse> => ({
  status: response.status,
  headers: [...response.headers],
  body: await response.arrayBuffer(),
})

/**
 * Builds a response.
 *
 * @example
 * await fromWireResponse(await toWireResponse(new Response('a'))).text() // 'a'
 */
export const fromWireResponse = (response: WireResponse): Response =>
  new Response(response.body, {
    status: response.status,
    headers: response.headers.map(([name, value]): [string, string] => [name, value]),
  })

/** Returns the id of a JSON-RPC request; null if the body has none. */
const requestId = (body: ArrayBuffer): unknown => {
  try {
    const request: unknown = JSON.parse(fromUtf8(new Uint8Array(body)))
    return typeof request === 'object' && request !== null && 'id' in request ? request.id : null
  } catch {
    return null
  }
}

/**
 * Returns a JSON-RPC error response with the id of the request. For requests that cannot be passed on to a service.
 *
 * @example
 * const request = await toWireRequest(new Request('http://a/', { method: 'POST', body: '{"id":5}' }))
 * (await fromWireResponse(toWireErrorResponse(request, -1, 'no wallet')).json()).error // { code: -1, message: 'no wallet' }
 */
export const toWireErrorResponse = (request: WireRequest, code: number, message: string): WireResponse => {
  const answer = { jsonrpc: '2.0', id: requestId(request.body), error: { code, message } }
  const body = new TextEncoder().encode(JSON.stringify(answer))
  return { status: 200, headers: [['content-type', 'application/json']], body: body.buffer }
}

// Requests and responses in the form that crosses between workers.
import type { WireRequest, WireResponse } from '../src/app/host/wireProtocol.ts'

/** What a service is: src/rpc and src/devnet each offer one. */
export type FetchHandler = (request: Request) => Promise<Response>

export const toWireRequest = async (request: Request): Promise<WireRequest> => ({
  url: request.url,
  method: request.method,
  headers: [...request.headers],
  body: await request.arrayBuffer(),
})

export const fromWireRequest = (request: WireRequest, signal?: AbortSignal): Request =>
  new Request(request.url, {
    signal: signal ?? null,
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    ...(request.method === 'GET' || request.method === 'HEAD' ? {} : { body: request.body }),
  })

export const toWireResponse = async (response: Response): Promise<WireResponse> => ({
  status: response.status,
  headers: [...response.headers],
  body: await response.arrayBuffer(),
})

export const fromWireResponse = (response: WireResponse): Response =>
  new Response(response.body, {
    status: response.status,
    headers: response.headers.map(([name, value]): [string, string] => [name, value]),
  })

/** The id of a JSON-RPC request, to be echoed; null where there is none to read. */
const requestId = (body: ArrayBuffer): unknown => {
  try {
    const request: unknown = JSON.parse(new TextDecoder().decode(body))
    return typeof request === 'object' && request !== null && 'id' in request ? request.id : null
  } catch {
    return null
  }
}

/** A JSON-RPC error for a request that does not get as far as the wallet RPC. */
export const refuse = (request: WireRequest, code: number, message: string): WireResponse => {
  const answer = { jsonrpc: '2.0', id: requestId(request.body), error: { code, message } }
  const body = new TextEncoder().encode(JSON.stringify(answer))
  return { status: 200, headers: [['content-type', 'application/json']], body: body.buffer }
}

/** The reference wallet RPC's code for having no wallet. */
export const NOT_OPEN = -13

/** The reference's code for what has no code of its own. */
export const UNKNOWN = -1

// Nodes that return recorded or scripted responses.
import type { Fetch } from '../../../src/jsonrpc/client.ts'
import { requestOf, responseOf, walletCaptures } from '../data/vectors.ts'

type RecordedExchange = {
  readonly no: number
  readonly path: string
  readonly request: Uint8Array
  readonly response: Uint8Array
}

/** Returns the recorded exchanges between a v8.1 wallet and its node. */
export const recordedExchanges = (): RecordedExchange[] =>
  walletCaptures().map((capture) => ({
    no: capture.no,
    path: capture.path,
    request: requestOf(capture),
    response: responseOf(capture),
  }))

export type ScriptedRequest = { readonly path: string; readonly body: Uint8Array; readonly request: Request }

/** Creates a fetch that handles every request with one function and records the requests. */
export const scriptedNode = (
  answer: (request: ScriptedRequest) => Response | Promise<Response>,
): { fetch: Fetch; requests: ScriptedRequest[] } => {
  const requests: ScriptedRequest[] = []
  const fetch: Fetch = async (request) => {
    const call = {
      path: new URL(request.url).pathname,
      body: new Uint8Array(await request.clone().arrayBuffer()),
      request,
    }
    requests.push(call)
    return await answer(call)
  }
  return { fetch, requests }
}

/** Creates a response from bytes or text. */
export const reply = (body: Uint8Array | string, status = 200): Response =>
  // The DOM types exclude shared memory.
  new Response(body as Uint8Array<ArrayBuffer> | string, { status })

/** Creates the result of a JSON-RPC call. */
export const result = (value: unknown): Response => reply(JSON.stringify({ jsonrpc: '2.0', id: '0', result: value }))

// A same-origin proxy to a real node, for nodes without CORS headers. It forwards the paths and methods that a wallet needs, for the
// page itself and for programs; no response of the node can become a page of this origin.

import type { Milliseconds } from '../../async/time.ts'
import { NodeBusyError, NodeError, NodeRefusedError, NodeTimeoutError } from '../../daemon/errors.ts'
import type { Login } from '../../daemon/loginSession.ts'
import { RequestSlots } from '../../daemon/requestSlots.ts'
import { createTransport } from '../../daemon/transport.ts'
import type { Fetch } from '../../jsonrpc/client.ts'
import { parseBody } from '../../jsonrpc/dispatch.ts'
import { BodyTooLongError, readBody } from '../../jsonrpc/http.ts'
import { JsonError, type JsonValue, stringifyJson } from '../../jsonrpc/json.ts'
import { isSameOrigin } from './allowedOrigins.ts'
import type { FetchHandler } from './httpServer.ts'

/** The paths that a wallet needs. */
const PATHS = new Set([
  'get_blocks.bin',
  'get_blocks_by_height.bin',
  'get_hashes.bin',
  'get_height',
  'get_info',
  'get_o_indexes.bin',
  'get_output_blacklist.bin',
  'get_output_distribution.bin',
  'get_outs',
  'get_outs.bin',
  'get_transaction_pool_hashes',
  'get_transaction_pool_hashes.bin',
  'get_transactions',
  'is_key_image_spent',
  'send_raw_transaction',
  'sendrawtransaction',
])

/** The JSON-RPC methods that a wallet needs. */
const METHODS = new Set([
  // of a development node
  'dev_faucet',
  'dev_mine',
  'get_block',
  'get_block_count',
  'get_block_hash',
  'get_block_header_by_hash',
  'get_block_header_by_height',
  'get_block_headers_range',
  'get_fee_estimate',
  'get_height',
  'get_info',
  'get_last_block_header',
  'get_outs',
  'get_output_distribution',
  'get_output_histogram',
  'get_service_node_blacklisted_key_images',
  'get_service_nodes',
  'get_staking_requirement',
  'get_transactions',
  'get_transaction_pool_hashes',
  'get_version',
  'hard_fork_info',
  'is_key_image_spent',
  'lns_names_to_owners',
  'lns_owners_to_names',
  'lns_resolve',
  'on_get_block_hash',
  'send_raw_transaction',
])

const MIB = 1024 * 1024
/** More than the largest transaction in hex. */
const MAX_REQUEST_BYTES = 4 * MIB
/** More than any call of a wallet has. */
const MAX_REQUEST_VALUES = 100_000
/** More than the largest response to get_blocks.bin. */
const MAX_RESPONSE_BYTES = 160 * MIB
/** Longer than a node's long poll for changes of its txpool. */
const TIMEOUT_MS = 60_000

/** Prevents a browser from executing anything in a response. */
const SAFETY_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

const textResponse = (status: number, body: string): Response =>
  new Response(body, { status, headers: { ...SAFETY_HEADERS, 'content-type': 'text/plain' } })

const forbidden = (subject: string): Response =>
  textResponse(403, `${subject} is not forwarded: only calls that a wallet needs are\n`)

/** Returns whether a page of another origin causes the request, or a navigation would show the response as a page. */
const isCrossOriginOrNavigation = (request: Request): boolean => {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  if (headers.get('sec-fetch-mode') === 'navigate') return true
  const origin = headers.get('origin')
  return origin !== null && !isSameOrigin(origin, request)
}

type ParsedCall = { readonly method: string; readonly body: string }

/**
 * Parses one JSON-RPC call and serializes it again, so that the node reads the method that is checked here. Returns a description of
 * the fault if the body is no call.
 */
const parseCall = (body: Uint8Array): ParsedCall | string => {
  let call: JsonValue
  try {
    call = parseBody(body, MAX_REQUEST_VALUES).value
  } catch (error) {
    if (error instanceof JsonError) return 'a body that is not JSON'
    throw error
  }
  if (call === null || typeof call !== 'object' || !('method' in call)) return 'a call without a method'
  const { method } = call
  return typeof method === 'string' ? { method, body: stringifyJson(call) } : 'a call without a method'
}

/** Returns the response for an error of the transport; HTTP errors of the node keep their status. */
const toErrorResponse = (error: unknown): Response => {
  const status = error instanceof NodeRefusedError ? (error.details.httpStatus ?? 0) : 0
  if (error instanceof NodeError && status >= 400) return textResponse(status, `${error.message}\n`)
  if (error instanceof NodeBusyError) return textResponse(503, `${error.message}\n`)
  if (error instanceof NodeTimeoutError) return textResponse(504, `${error.message}\n`)
  if (error instanceof NodeError) return textResponse(502, `the node does not respond: ${error.message}\n`)
  throw error
}

export type NodeProxyOptions = {
  /** sent to the node only */
  readonly login?: Login | undefined
  /** time until the response of the node must begin */
  readonly timeoutMs?: Milliseconds
  /** the platform's when left out */
  readonly fetch?: Fetch
}

/** Returns the path of an allowed request; the response that rejects any other. */
const checkRequest = (request: Request): string | Response => {
  if (request.method !== 'POST' && request.method !== 'GET')
    return textResponse(405, 'only GET and POST are forwarded\n')
  if (request.headers.has('upgrade')) return forbidden('a protocol upgrade')
  if (isCrossOriginOrNavigation(request)) return forbidden('a request of another origin')
  const path = new URL(request.url).pathname.replace(/^\/+/, '')
  return path === 'json_rpc' || PATHS.has(path) ? path : forbidden(`/${path}`)
}

/** Returns the body to forward; the response that rejects a body. */
const checkBody = async (path: string, request: Request): Promise<Uint8Array | string | Response> => {
  try {
    const body = await readBody(request, MAX_REQUEST_BYTES)
    if (path !== 'json_rpc') return body
    const call = parseCall(body)
    if (typeof call === 'string') return forbidden(call)
    return METHODS.has(call.method) ? call.body : forbidden(call.method)
  } catch (error) {
    if (error instanceof BodyTooLongError)
      return textResponse(413, `a request has at most ${MAX_REQUEST_BYTES} bytes\n`)
    throw error
  }
}

/**
 * Returns a handler that forwards requests for a wallet's paths to the node at `url`, as POST with their body and no other header.
 * Responds with 502 when the node cannot be reached.
 * @throws NodeUrlError for an invalid address, or one with a login
 */
export const createNodeProxy = (url: string, options: NodeProxyOptions = {}): FetchHandler => {
  const { login, timeoutMs = TIMEOUT_MS } = options
  const node = createTransport({
    url,
    // Each client limits its own requests, and some of other programs wait for changes of the txpool.
    slots: new RequestSlots(Number.POSITIVE_INFINITY),
    fetch: options.fetch ?? ((request) => fetch(request)),
    timeoutMs,
    ...(login === undefined ? {} : { login }),
  })
  return async (request) => {
    const path = checkRequest(request)
    if (path instanceof Response) return path
    const body = await checkBody(path, request)
    if (body instanceof Response) return body
    try {
      const response = await node.post(`/${path}`, { body, maxBytes: MAX_RESPONSE_BYTES, signal: request.signal })
      // The type of the DOM excludes shared memory, which a response never has.
      return new Response(response as Uint8Array<ArrayBuffer>, {
        // The content type follows from the path: the node's own header is not trusted.
        headers: {
          ...SAFETY_HEADERS,
          'content-type': path.endsWith('.bin') ? 'application/octet-stream' : 'application/json',
        },
      })
    } catch (error) {
      if (request.signal.aborted) return textResponse(499, 'the client closed the request\n')
      return toErrorResponse(error)
    }
  }
}

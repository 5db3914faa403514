// The requests that the proxy to a real node forwards: the paths and methods that a wallet needs, for the page itself and for programs.

import { BodiesInFlightError, type BodyLease } from '../../jsonrpc/bodyBudget.ts'
import { parseBody } from '../../jsonrpc/dispatch.ts'
import { BodyTooLongError, IncompleteBodyError, readBody } from '../../jsonrpc/http.ts'
import { JsonError, type JsonValue, stringifyJson } from '../../jsonrpc/json.ts'
import { isSameOrigin } from './allowedOrigins.ts'
import { plainResponse } from './plainResponse.ts'

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

/** Returns the response beyond a bound of requests or of their memory. */
export const busy = (): Response => plainResponse(503, 'too many requests are under way: try again later\n')

const forbidden = (subject: string): Response =>
  plainResponse(403, `${subject} is not forwarded: only calls that a wallet needs are\n`)

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

/** Returns the path of an allowed request; the response that rejects any other. */
export const checkRequest = (request: Request): string | Response => {
  if (request.method !== 'POST' && request.method !== 'GET')
    return plainResponse(405, 'only GET and POST are forwarded\n')
  if (request.headers.has('upgrade')) return forbidden('a protocol upgrade')
  if (isCrossOriginOrNavigation(request)) return forbidden('a request of another origin')
  const path = new URL(request.url).pathname.replace(/^\/+/, '')
  return path === 'json_rpc' || PATHS.has(path) ? path : forbidden(`/${path}`)
}

/** Returns the body to forward; the response that rejects a body. */
export const checkBody = async (
  path: string,
  request: Request,
  lease: BodyLease,
): Promise<Uint8Array | string | Response> => {
  try {
    const body = await readBody(request, MAX_REQUEST_BYTES, lease)
    if (path !== 'json_rpc') return body
    const call = parseCall(body)
    if (typeof call === 'string') return forbidden(call)
    return METHODS.has(call.method) ? call.body : forbidden(call.method)
  } catch (error) {
    if (error instanceof BodyTooLongError)
      return plainResponse(413, `a request has at most ${MAX_REQUEST_BYTES} bytes\n`)
    if (error instanceof BodiesInFlightError) return busy()
    if (error instanceof IncompleteBodyError) return plainResponse(400, 'the request ended before its body did\n')
    throw error
  }
}

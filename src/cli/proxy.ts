// A same-origin door to a real node, for nodes that send no CORS headers. Only what a wallet needs passes.

import { JsonError, type JsonValue, parseJson, stringifyJson } from '../jsonrpc/json.ts'
import type { FetchHandler } from './http.ts'

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

const METHODS = new Set([
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

const refused = (what: string): Response =>
  new Response(`${what} does not pass: only what a wallet needs does\n`, {
    status: 403,
    headers: { 'content-type': 'text/plain' },
  })

type Judged = { readonly method: string; readonly body: string }

/** The one call of a JSON-RPC body, written anew: what is judged here is what the node reads. */
const judge = (text: string): Judged | string => {
  let call: JsonValue
  try {
    call = parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return 'a body that is not JSON'
    throw error
  }
  if (call === null || typeof call !== 'object' || !('method' in call)) return 'a call without a method'
  const { method } = call
  return typeof method === 'string' ? { method, body: stringifyJson(call) } : 'a call without a method'
}

/** Forwards POST requests for a wallet's paths to the node at `url`. An unreachable node answers 502. */
export const proxyNode = (url: string): FetchHandler => {
  const base = url.replace(/\/+$/, '')
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/^\/+/, '')
    let body: Uint8Array<ArrayBuffer> | string
    if (path === 'json_rpc') {
      const judged = judge(await request.text())
      if (typeof judged === 'string') return refused(judged)
      if (!METHODS.has(judged.method)) return refused(judged.method)
      body = judged.body
    } else {
      if (!PATHS.has(path)) return refused(`/${path}`)
      body = new Uint8Array(await request.arrayBuffer())
    }
    try {
      const answer = await fetch(`${base}/${path}`, {
        method: 'POST',
        headers: { 'content-type': request.headers.get('content-type') ?? 'application/json' },
        body,
        signal: request.signal,
      })
      return new Response(answer.body, {
        status: answer.status,
        headers: { 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' },
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return new Response(`the node does not answer: ${reason}\n`, {
        status: 502,
        headers: { 'content-type': 'text/plain' },
      })
    }
  }
}

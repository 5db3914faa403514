// A same-origin door to a real node, for nodes that send no CORS headers. Only what a wallet needs passes, only for the page itself
// and for programs, and no answer of the node can become a page of this origin.

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

/** Whatever a browser makes of an answer, nothing in it runs. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }

const text = (status: number, body: string): Response =>
  new Response(body, { status, headers: { ...INERT, 'content-type': 'text/plain' } })

const refused = (what: string): Response => text(403, `${what} does not pass: only what a wallet needs does\n`)

/** Whether a browser asks on behalf of a page of another origin, or to show the answer as a page. */
const isForeign = ({ headers, url }: Request): boolean => {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  if (headers.get('sec-fetch-mode') === 'navigate') return true
  const origin = headers.get('origin')
  // A door behind another one may be reached by https, so that only the hosts are compared.
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== new URL(url).host)
}

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

/** Forwards requests of this origin for a wallet's paths to the node at `url`, as POST. An unreachable node answers 502. */
export const proxyNode = (url: string): FetchHandler => {
  const base = url.replace(/\/+$/, '')
  return async (request) => {
    if (request.method !== 'POST' && request.method !== 'GET') return text(405, 'only GET and POST pass\n')
    if (isForeign(request)) return refused('a request of another origin')
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
        // Nor does it send the door to other doors.
        redirect: 'error',
        signal: request.signal,
      })
      return new Response(answer.body, {
        status: answer.status,
        // A dishonest node says of its answer what it likes.
        headers: { ...INERT, 'content-type': path.endsWith('.bin') ? 'application/octet-stream' : 'application/json' },
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return text(502, `the node does not answer: ${reason}\n`)
    }
  }
}

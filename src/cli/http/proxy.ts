// A same-origin door to a real node, for nodes that send no CORS headers. Only what a wallet needs passes, only for the page itself
// and for programs, and no answer of the node can become a page of this origin.

import { concat } from '../../bytes/bytes.ts'
import { NodeBusyError, NodeError, NodeRefusedError, NodeTimeoutError } from '../../daemon/errors.ts'
import type { Login } from '../../daemon/loginSession.ts'
import { createTransport } from '../../daemon/transport.ts'
import type { Fetch } from '../../jsonrpc/client.ts'
import { JsonError, type JsonValue, parseJson, stringifyJson } from '../../jsonrpc/json.ts'
import type { FetchHandler } from './httpServer.ts'
import { isOwnOrigin } from './origins.ts'

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
  // A development node's alone.
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
/** A transaction of the greatest size as text, and some more. */
const MAX_REQUEST = 4 * MIB
/** A page of blocks of the greatest size. */
const MAX_ANSWER = 160 * MIB
/** Milliseconds; a question may wait a while for a change of the pool. */
const TIMEOUT = 60_000

/** Whatever a browser makes of an answer, nothing in it runs. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }

const text = (status: number, body: string): Response =>
  new Response(body, { status, headers: { ...INERT, 'content-type': 'text/plain' } })

const refused = (what: string): Response => text(403, `${what} does not pass: only what a wallet needs does\n`)

/** Whether a browser asks on behalf of a page of another origin, or to show the answer as a page. */
const isForeign = (request: Request): boolean => {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  if (headers.get('sec-fetch-mode') === 'navigate') return true
  const origin = headers.get('origin')
  return origin !== null && !isOwnOrigin(origin, request)
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

/** What went wrong on the way to the node, as the page's client reads it: a node that refuses is heard as it is. */
const failure = (error: unknown): Response => {
  const status = error instanceof NodeRefusedError ? (error.details.httpStatus ?? 0) : 0
  if (error instanceof NodeError && status >= 400) return text(status, `${error.message}\n`)
  if (error instanceof NodeBusyError) return text(503, `${error.message}\n`)
  if (error instanceof NodeTimeoutError) return text(504, `${error.message}\n`)
  if (error instanceof NodeError) return text(502, `the node does not answer: ${error.message}\n`)
  throw error
}

export type ProxyOptions = {
  /** of the node; nobody else is told */
  readonly login?: Login | undefined
  /** milliseconds that the node has to begin its answer */
  readonly timeoutMs?: number
  /** the platform's when left out */
  readonly fetch?: Fetch
}

/** A body up to the longest that passes; undefined for one that is longer. */
const bodyOf = async ({ body }: Request): Promise<Uint8Array | undefined> => {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  // A stream of bytes, which the type does not say.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MAX_REQUEST) return undefined
    chunks.push(chunk)
  }
  return concat(...chunks)
}

/**
 * Forwards requests of this origin for a wallet's paths to the node at `url`, as POST with their body alone. An unreachable node
 * answers 502.
 * @throws NodeUrlError when that is no address, or contains a login
 */
export const proxyNode = (url: string, options: ProxyOptions = {}): FetchHandler => {
  const { login, timeoutMs = TIMEOUT } = options
  const node = createTransport({
    url,
    fetch: options.fetch ?? ((request) => fetch(request)),
    timeoutMs,
    ...(login === undefined ? {} : { login }),
  })
  return async (request) => {
    if (request.method !== 'POST' && request.method !== 'GET') return text(405, 'only GET and POST pass\n')
    if (request.headers.has('upgrade')) return refused('a connection for something else')
    if (isForeign(request)) return refused('a request of another origin')
    const path = new URL(request.url).pathname.replace(/^\/+/, '')
    if (path !== 'json_rpc' && !PATHS.has(path)) return refused(`/${path}`)
    const sent = await bodyOf(request)
    if (sent === undefined) return text(413, `a request has at most ${MAX_REQUEST} bytes\n`)
    let body: Uint8Array | string = sent
    if (path === 'json_rpc') {
      const judged = judge(new TextDecoder().decode(sent))
      if (typeof judged === 'string') return refused(judged)
      if (!METHODS.has(judged.method)) return refused(judged.method)
      body = judged.body
    }
    try {
      const answer = await node.post(`/${path}`, { body, maxBytes: MAX_ANSWER, signal: request.signal })
      // The DOM's types want to be sure that the memory is not shared, which no answer is.
      return new Response(answer as Uint8Array<ArrayBuffer>, {
        // A dishonest node says of its answer what it likes.
        headers: { ...INERT, 'content-type': path.endsWith('.bin') ? 'application/octet-stream' : 'application/json' },
      })
    } catch (error) {
      if (request.signal.aborted) return text(499, 'whoever asked has gone\n')
      return failure(error)
    }
  }
}

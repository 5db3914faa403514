// A same-origin proxy to a real node, for nodes without CORS headers. It forwards the paths and methods that a wallet needs, for the
// page itself and for programs; no response of the node can become a page of this origin.

import type { Milliseconds } from '../../async/time.ts'
import { NodeBusyError, NodeError, NodeRefusedError, NodeTimeoutError } from '../../daemon/errors.ts'
import type { Login } from '../../daemon/loginSession.ts'
import { RequestSlots } from '../../daemon/requestSlots.ts'
import { createTransport, type Transport } from '../../daemon/transport.ts'
import { BodyBudget } from '../../jsonrpc/bodyBudget.ts'
import type { Fetch } from '../../jsonrpc/client.ts'
import { busy, checkBody, checkRequest } from './forwardedCalls.ts'
import type { Connection, FetchHandler } from './httpServer.ts'
import { directFetch } from './nodeRoute.ts'
import { plainResponse, SAFETY_HEADERS } from './plainResponse.ts'
import { type RelayedResponse, RelayMemory, relayResponse } from './responseRelay.ts'

const MIB = 1024 * 1024
/** More than the largest response to get_blocks.bin. */
const MAX_RESPONSE_BYTES = 160 * MIB
/** Requests under way. Most of them wait for changes of the txpool, and take little. */
const MAX_REQUESTS = 256
/** Long request bodies in memory. */
const MAX_BODIES_BYTES = 64 * MIB
/** Responses, or parts of them, that clients have not read yet. */
const MAX_UNREAD_BYTES = 128 * MIB
/** Longer than a node's long poll for changes of its txpool. */
const TIMEOUT_MS = 60_000

/** Returns the response for an error of the transport; HTTP errors of the node keep their status. */
const toErrorResponse = (error: unknown): Response => {
  const status = error instanceof NodeRefusedError ? (error.details.httpStatus ?? 0) : 0
  if (error instanceof NodeError && status >= 400) return plainResponse(status, `${error.message}\n`)
  if (error instanceof NodeBusyError) return plainResponse(503, `${error.message}\n`)
  if (error instanceof NodeTimeoutError) return plainResponse(504, `${error.message}\n`)
  if (error instanceof NodeError) return plainResponse(502, `the node does not respond: ${error.message}\n`)
  throw error
}

export type NodeProxyOptions = {
  /** sent to the node only */
  readonly login?: Login | undefined
  /** time until the response of the node must begin, and then until the client must read of it */
  readonly timeoutMs?: Milliseconds
  /** maximum number of requests under way */
  readonly maxRequests?: number
  /** memory for what clients have not read yet; beyond it the node is read as slowly as they read */
  readonly maxUnreadBytes?: number
  /** direct connections when left out */
  readonly fetch?: Fetch
}

/** Returns the response of a path. Its content type follows from the path: the node's own header is not trusted. */
const toResponse = (path: string, { body }: RelayedResponse): Response =>
  // The type of the DOM excludes shared memory, which a response never has.
  new Response((body ?? null) as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
    headers: {
      ...SAFETY_HEADERS,
      'content-type': path.endsWith('.bin') ? 'application/octet-stream' : 'application/json',
    },
  })

/** Forwards requests to one node, within bounds of their number and of the memory that they take together. */
class NodeProxy {
  readonly #node: Transport
  readonly #timeoutMs: Milliseconds
  readonly #maxRequests: number
  readonly #bodies = new BodyBudget(MAX_BODIES_BYTES)
  readonly #unread: RelayMemory
  #requests = 0

  constructor(url: string, options: NodeProxyOptions) {
    const { login, timeoutMs = TIMEOUT_MS, maxRequests = MAX_REQUESTS, maxUnreadBytes = MAX_UNREAD_BYTES } = options
    this.#timeoutMs = timeoutMs
    this.#maxRequests = maxRequests
    this.#unread = new RelayMemory(maxUnreadBytes)
    this.#node = createTransport({
      url,
      // Each client limits its own requests, and some of other programs wait for changes of the txpool.
      slots: new RequestSlots(Number.POSITIVE_INFINITY),
      fetch: options.fetch ?? directFetch,
      timeoutMs,
      ...(login === undefined ? {} : { login }),
    })
  }

  async handle(request: Request, connection: Connection | undefined): Promise<Response> {
    const path = checkRequest(request)
    if (path instanceof Response) return path
    if (this.#requests >= this.#maxRequests) return busy()
    this.#requests++
    const lease = this.#bodies.lease()
    let ended = Promise.resolve()
    const { signal } = request
    try {
      const body = await checkBody(path, request, lease)
      if (body instanceof Response) return body
      const relayed = await relayResponse(
        this.#unread,
        { timeoutMs: this.#timeoutMs, cut: connection?.cut },
        (onChunk) => this.#node.postForChunks(`/${path}`, { body, maxBytes: MAX_RESPONSE_BYTES, signal }, onChunk),
      )
      ended = relayed.ended
      return toResponse(path, relayed)
    } catch (error) {
      return signal.aborted ? plainResponse(499, 'the client closed the request\n') : toErrorResponse(error)
    } finally {
      lease.end()
      void ended.then(() => this.#requests--)
    }
  }
}

/**
 * Returns a handler that forwards requests for a wallet's paths to the node at `url`, as POST with their body and no other header.
 * Passes the response on while it arrives. Responds with 502 when the node cannot be reached.
 * @throws NodeUrlError for an invalid address, or one with a login
 */
export const createNodeProxy = (url: string, options: NodeProxyOptions = {}): FetchHandler => {
  const proxy = new NodeProxy(url, options)
  return (request, connection) => proxy.handle(request, connection)
}

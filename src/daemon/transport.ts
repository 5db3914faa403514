// Sends requests to a node and receives the responses, with limits of time, speed and size.

import { type Clock, type Milliseconds, type Schedule, scheduleTimer } from '../async/time.ts'
import { delay } from '../async/withTimeout.ts'
import { join } from '../bytes/bytes.ts'
import { systemRandom } from '../crypto/random/random.ts'
import type { Fetch } from '../jsonrpc/client.ts'
import { NodeBusyError, NodeRefusedError, NodeResponseError, NodeTimeoutError, NodeUnreachableError } from './errors.ts'
import { type Login, LoginSession } from './loginSession.ts'
import { parseNodeUrl } from './nodeUrl.ts'
import { ProgressTimeout } from './progressTimeout.ts'
import { type RequestSlots, slotsOf } from './requestSlots.ts'
import { type OnChunk, orAborted, readBody, readChunks } from './responseBody.ts'

export type TransportOptions = {
  /** http or https, with a path if the node is behind one; without a login */
  readonly url: string
  readonly fetch: Fetch
  /** for nodes that require one */
  readonly login?: Login
  /** random bytes for the login */
  readonly random?: (length: number) => Uint8Array
  /** maximum time until a response begins, and between a received chunk and the next; 30 s by default */
  readonly timeoutMs?: Milliseconds
  readonly schedule?: Schedule
  /** limit the requests at a time; those of all clients of the node by default */
  readonly slots?: RequestSlots
  /** monotonic; any start */
  readonly clock?: Clock
}

export type TransportRequest = {
  readonly body: string | Uint8Array
  /** maximum size of the response */
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

export type Transport = {
  /** without a trailing slash */
  readonly url: string
  /** of all responses so far, without their heads */
  readonly receivedBytes: number
  /**
   * Posts a body to a path below the node's URL; returns the body of the response.
   * @throws NodeError, or the reason of the signal
   */
  post(path: string, request: TransportRequest): Promise<Uint8Array>
  /**
   * Posts a body like `post`, and hands each chunk of the response over as it arrives. Resolves after the last one.
   * @throws NodeError, or the reason of the signal, also after some chunks
   */
  postForChunks(path: string, request: TransportRequest, onChunk: OnChunk): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Maximum size of an HTTP error's body. */
const MAX_ERROR_BYTES = 4096

const toHttpError = (url: string, path: string, status: number, body: Uint8Array | undefined): Error => {
  const text = new TextDecoder().decode(body?.subarray(0, 200)).trim()
  const reason = text === '' || text.startsWith('<') ? '' : `: ${text}`
  if (status === 503) return new NodeBusyError(`${url} is busy${reason}`, { details: { url } })
  const message =
    status === 401 || status === 403
      ? `${url} requires a login, or another one (HTTP ${status})`
      : `${url} refused ${path} with HTTP ${status}${reason}`
  const details = { url, httpStatus: status }
  return new NodeRefusedError(message, { details: reason === '' ? details : { ...details, reason: text } })
}

/** Returns the reason of a failed fetch, to be appended to a message. The TypeError of fetch has it as its cause. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof TypeError ? error.cause : error
  const text = cause instanceof Error ? cause.message : String(cause ?? '')
  return text === '' ? '' : `: ${text}`
}

class HttpTransport implements Transport {
  readonly url: string
  readonly #fetch: Fetch
  readonly #timeout: Milliseconds
  readonly #schedule: Schedule
  readonly #clock: Clock
  readonly #session: LoginSession | undefined
  readonly #slots: RequestSlots
  #receivedBytes = 0

  constructor(options: TransportOptions) {
    const random = options.random ?? systemRandom
    this.url = parseNodeUrl(options.url)
    this.#slots = options.slots ?? slotsOf(this.url)
    this.#fetch = options.fetch
    this.#timeout = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    this.#schedule = options.schedule ?? scheduleTimer
    this.#clock = options.clock ?? (() => performance.now())
    this.#session = options.login === undefined ? undefined : new LoginSession(this.url, options.login, random)
  }

  get receivedBytes(): number {
    return this.#receivedBytes
  }

  async post(path: string, request: TransportRequest): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    await this.postForChunks(path, request, (chunk) => {
      chunks.push(chunk)
    })
    return join(chunks)
  }

  postForChunks(path: string, request: TransportRequest, onChunk: OnChunk): Promise<void> {
    if (this.#session === undefined) return this.#exchange(path, request, onChunk)
    const response = this.#session.enqueue(async () => {
      request.signal?.throwIfAborted()
      await this.#releaseConnection()
      return await this.#exchange(path, request, onChunk)
    })
    return request.signal === undefined ? response : orAborted(response, request.signal)
  }

  /** A request that fails beside others is sent again when it is alone: the node may give an address one connection. */
  async #exchange(path: string, request: TransportRequest, onChunk: OnChunk): Promise<void> {
    let isAnswered = false
    const send = (): Promise<void> =>
      this.#exchangeNow(path, request, (chunk) => {
        isAnswered = true
        return onChunk(chunk)
      })
    const isRefused = await this.#slots.run(async (isAlone) => {
      try {
        await send()
        return false
      } catch (error) {
        if (isAnswered || !(error instanceof NodeUnreachableError) || isAlone()) throw error
        this.#slots.narrow()
        return true
      }
    }, request.signal)
    if (isRefused) await this.#slots.run(send, request.signal)
  }

  async #exchangeNow(
    path: string,
    { body, maxBytes, signal: outer }: TransportRequest,
    onChunk: OnChunk,
  ): Promise<void> {
    const { url } = this
    outer?.throwIfAborted()
    const late = (): NodeTimeoutError =>
      new NodeTimeoutError(`${url} did not respond to ${path} in time`, { details: { url } })
    const timeout = new ProgressTimeout(late, this.#timeout, this.#schedule, this.#clock)
    const signal = outer === undefined ? timeout.signal : AbortSignal.any([outer, timeout.signal])
    try {
      const response = await this.#send(path, body, signal)
      const countBytes = ({ length }: Uint8Array): void => {
        this.#receivedBytes += length
        timeout.passed(length)
      }
      if (!response.ok) {
        const text = await readBody(response, MAX_ERROR_BYTES, signal, countBytes)
        throw toHttpError(url, path, response.status, text)
      }
      const isWhole = await readChunks(response, maxBytes, signal, (chunk) => {
        countBytes(chunk)
        return onChunk(chunk)
      })
      if (!isWhole)
        throw new NodeResponseError(`the response of ${url} to ${path} is longer than ${maxBytes} bytes`, {
          details: { url },
        })
    } catch (error) {
      outer?.throwIfAborted()
      timeout.signal.throwIfAborted()
      if (error instanceof NodeResponseError || error instanceof NodeRefusedError || error instanceof NodeBusyError)
        throw error
      throw new NodeUnreachableError(`${url} cannot be reached${reasonOf(error)}`, { details: { url }, cause: error })
    } finally {
      timeout.stop()
    }
  }

  async #send(path: string, body: TransportRequest['body'], signal: AbortSignal): Promise<Response> {
    const session = this.#session
    if (session === undefined) return await this.#sendOnce(path, body, signal, undefined)
    const target = { method: 'POST', path: new URL(`${this.url}${path}`).pathname }
    return await session.send(target, async (authorization) => {
      const response = await this.#sendOnce(path, body, signal, authorization)
      if (response.status !== 401) return response
      const text = await readBody(response, MAX_ERROR_BYTES, signal, () => undefined)
      await this.#releaseConnection()
      // The types of the DOM require unshared memory, which the memory of a response is.
      return new Response(text as Uint8Array<ArrayBuffer> | undefined, response)
    })
  }

  async #sendOnce(
    path: string,
    body: TransportRequest['body'],
    signal: AbortSignal,
    authorization: string | undefined,
  ): Promise<Response> {
    const request = new Request(`${this.url}${path}`, {
      method: 'POST',
      headers: authorization === undefined ? {} : { authorization },
      // No content type is set: it would cost a page a preflight request before each call, and nodes ignore it.
      // The types of the DOM require unshared memory, which the memory of a request is.
      body: body as string | Uint8Array<ArrayBuffer>,
      signal,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
    return await orAborted(this.#fetch(request), signal)
  }

  /**
   * Waits until the host notices that the connection of the last response is free, so that the next request reuses it: a nonce of
   * monerod is valid on one connection only.
   */
  #releaseConnection(): Promise<void> {
    return delay(0, this.#schedule)
  }
}

/** @throws NodeUrlError */
export const createTransport = (options: TransportOptions): Transport => new HttpTransport(options)

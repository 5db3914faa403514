// Brings a request to a node and its answer back, within bounds: of time, of speed and of size.

import { concat } from '../bytes/bytes.ts'
import type { Fetch } from '../jsonrpc/client.ts'
import {
  NodeBusyError,
  NodeRefusedError,
  NodeResponseError,
  NodeTimeoutError,
  NodeUnreachableError,
  NodeUrlError,
} from './errors.ts'
import { type Login, LoginSession } from './login.ts'

/** Calls back once after some milliseconds; returns what cancels it. */
export type Schedule = (callback: () => void, milliseconds: number) => () => void

export type TransportOptions = {
  /** http or https, with a path where the node is behind one; a login is given apart */
  readonly url: string
  readonly fetch: Fetch
  /** for nodes that ask for one */
  readonly login?: Login
  /** random bytes for the login */
  readonly random?: (length: number) => Uint8Array
  /** how long an answer may take to begin, and a rest of it to come; 30 s when left out */
  readonly timeoutMs?: number
  readonly schedule?: Schedule
  /** milliseconds from any beginning */
  readonly clock?: () => number
}

export type Exchange = {
  readonly body: string | Uint8Array
  /** longest answer in bytes */
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

export type Transport = {
  /** without a slash at its end */
  readonly url: string
  /** Sends a body to a path below the node's address. Throws NodeError, or the signal's reason. */
  post(path: string, exchange: Exchange): Promise<Uint8Array>
}

const DEFAULT_TIMEOUT_MS = 30_000
/** An answer must come at least this fast, but for the first `timeoutMs`. */
const MIN_BYTES_PER_MS = 2
/** As much of an error's text is looked at. */
const MAX_ERROR_BYTES = 4096

/**
 * The address in its plain form, without a slash at its end.
 * @throws NodeUrlError
 */
export const nodeUrl = (text: string): string => {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new NodeUrlError('the address of a node looks like http://host:port')
  }
  if (url.username !== '' || url.password !== '')
    throw new NodeUrlError('the address of a node must not contain a login: give user and password apart')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NodeUrlError(`the address of a node begins with http:// or https://, not ${url.protocol}//`)
  if (url.search !== '' || url.hash !== '') throw new NodeUrlError('the address of a node has no ? or # part')
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

const scheduleTimeout: Schedule = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Waits for a promise, or until the signal; a fetch or a stream that does not heed the signal is left behind. */
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: raced, resolve, reject } = Promise.withResolvers<T>()
  const abort = (): void => reject(signal.reason)
  promise.then(resolve, reject)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return raced.finally(() => signal.removeEventListener('abort', abort))
}

/** The body in pieces, each told as it comes. Stops reading as soon as it is too long. */
const readBody = async (
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  received: (bytes: number) => void,
): Promise<Uint8Array | undefined> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let length = 0
  let complete = false
  try {
    if (Number(response.headers.get('content-length')) > maxBytes) return undefined
    for (;;) {
      const { done, value } = await orAborted(reader.read(), signal)
      if (done) break
      length += value.length
      if (length > maxBytes) return undefined
      pieces.push(value)
      received(value.length)
    }
    complete = true
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : concat(...pieces)
  } finally {
    // What does not come to its end any more is of no interest, nor is how it takes that.
    if (!complete) reader.cancel().catch(() => undefined)
  }
}

const toHttpError = (url: string, path: string, status: number, body: Uint8Array | undefined): Error => {
  const text = new TextDecoder().decode(body?.subarray(0, 200)).trim()
  const said = text === '' || text.startsWith('<') ? '' : `: ${text}`
  if (status === 503) return new NodeBusyError(url, `${url} is busy${said}`)
  if (status === 401 || status === 403)
    return new NodeRefusedError(url, `${url} asks for a login, or for another one (HTTP ${status})`, status)
  return new NodeRefusedError(url, `${url} refused ${path} with HTTP ${status}${said}`, status)
}

/** Why no answer came, to be put behind what happened. Of itself fetch says only that it failed; what it was caused by tells more. */
const reasonOf = (error: unknown): string => {
  const told = error instanceof TypeError ? error.cause : error
  const text = told instanceof Error ? told.message : String(told ?? '')
  return text === '' ? '' : `: ${text}`
}

/** @throws NodeUrlError */
export const createTransport = (options: TransportOptions): Transport => {
  const url = nodeUrl(options.url)
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const schedule = options.schedule ?? scheduleTimeout
  const clock = options.clock ?? (() => performance.now())
  const random = options.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length)))
  const session = options.login === undefined ? undefined : new LoginSession(options.login, random)

  /**
   * An answer read to its end, and a moment for the host to see that its connection is free: then the next request takes the same
   * one, and a monerod's nonce is good there alone.
   */
  const breathe = (): Promise<void> => new Promise((resolve) => schedule(resolve, 0))

  const send = (path: string, body: Exchange['body'], signal: AbortSignal): Promise<Response> => {
    const once = async (authorization: string | undefined): Promise<Response> => {
      const request = new Request(`${url}${path}`, {
        method: 'POST',
        headers: authorization === undefined ? {} : { authorization },
        // A content type of its own would cost a page one more exchange with the node before each call; no node looks at it.
        // The DOM's types want to be sure that the memory is not shared, which no request is.
        body: body as string | Uint8Array<ArrayBuffer>,
        signal,
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      })
      const response = await orAborted(options.fetch(request), signal)
      if (session === undefined || response.status !== 401) return response
      const text = await readBody(response, MAX_ERROR_BYTES, signal, () => undefined)
      await breathe()
      return new Response(text as Uint8Array<ArrayBuffer> | undefined, response)
    }
    const target = { method: 'POST', path: new URL(`${url}${path}`).pathname }
    return session === undefined ? once(undefined) : session.send(target, once)
  }

  const exchange = async (path: string, { body, maxBytes, signal: outer }: Exchange): Promise<Uint8Array> => {
    outer?.throwIfAborted()
    const timeout = new AbortController()
    const signal = outer === undefined ? timeout.signal : AbortSignal.any([outer, timeout.signal])
    const late = new NodeTimeoutError(url, `${url} did not answer ${path} in time`)
    const start = clock()
    let allowed = timeoutMs
    const arm = (): (() => void) => schedule(() => timeout.abort(late), Math.max(0, start + allowed - clock()))
    let disarm = arm()
    const received = (bytes: number): void => {
      disarm()
      allowed += bytes / MIN_BYTES_PER_MS
      disarm = arm()
    }
    try {
      const response = await send(path, body, signal)
      const limit = response.ok ? maxBytes : MAX_ERROR_BYTES
      const answer = await readBody(response, limit, signal, received)
      if (!response.ok) throw toHttpError(url, path, response.status, answer)
      if (answer === undefined)
        throw new NodeResponseError(url, `the answer of ${url} to ${path} is longer than ${maxBytes} bytes`)
      return answer
    } catch (error) {
      outer?.throwIfAborted()
      if (timeout.signal.aborted) throw late
      if (error instanceof NodeResponseError || error instanceof NodeRefusedError || error instanceof NodeBusyError)
        throw error
      throw new NodeUnreachableError(url, `${url} cannot be reached${reasonOf(error)}`)
    } finally {
      disarm()
    }
  }

  const post: Transport['post'] = (path, asked) =>
    session === undefined
      ? exchange(path, asked)
      : session.inTurn(async () => {
          await breathe()
          return await exchange(path, asked)
        })

  return { url, post }
}

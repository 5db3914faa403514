// The way to a resolver of names: HTTP/2, which is all that some of them speak (RFC 8484, 5.2) and the platform's fetch does not.
// Where the node is reached through a proxy, so is the resolver.

import {
  type ClientHttp2Session,
  connect as connectHttp2,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import { connect, isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { Fetch } from '../../jsonrpc/client.ts'
import { type Route, throughProxy } from './route.ts'

/** Milliseconds without a question after which a connection is given up. */
const IDLE = 10_000

/** A connection to the host of a URL, ready for HTTP/2. */
const socketTo = async ({ protocol, hostname, port }: URL, proxy: Route['proxy']): Promise<Socket> => {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'https:'
  const place = { host, port: Number(port === '' ? (isSecure ? 443 : 80) : port) }
  const socket = proxy === undefined ? undefined : await throughProxy(proxy, place)
  if (!isSecure) return socket ?? connect(place)
  const name = isIP(host) === 0 ? { servername: host } : {}
  const secure = connectTls({ ...place, ...name, ALPNProtocols: ['h2'], ...(socket === undefined ? {} : { socket }) })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  secure.once('secureConnect', resolve)
  secure.once('error', reject)
  await promise
  if (secure.alpnProtocol === 'h2') return secure
  secure.destroy()
  throw new Error('it does not speak HTTP/2')
}

/** @param over called when the connection takes no more questions */
const openSession = async (url: URL, proxy: Route['proxy'], over: () => void): Promise<ClientHttp2Session> => {
  const socket = await socketTo(url, proxy)
  const session = connectHttp2(url.origin, { createConnection: () => socket })
  session.setTimeout(IDLE, () => {
    over()
    session.close()
  })
  session.on('goaway', over)
  session.on('close', over)
  // Each request fails by itself; and none keeps the process from ending.
  session.on('error', over)
  session.unref()
  return session
}

const orAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** A fetch for one resolver, with GET. It follows no redirection. */
export const resolverFetch = (proxy: Route['proxy']): Fetch => {
  let opened: Promise<ClientHttp2Session> | undefined
  const sessionFor = async (url: URL, signal: AbortSignal): Promise<ClientHttp2Session> => {
    const forget = (): void => {
      if (opened === mine) opened = undefined
    }
    const mine = opened ?? openSession(url, proxy, forget)
    opened = mine
    try {
      return await orAborted(mine, signal)
    } catch (error) {
      forget()
      throw error
    }
  }
  return async (request) => {
    const url = new URL(request.url)
    const session = await sessionFor(url, request.signal)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders & IncomingHttpStatusHeader>()
    const stream = session.request(
      { ...Object.fromEntries(request.headers), ':path': `${url.pathname}${url.search}` },
      { signal: request.signal },
    )
    stream.once('response', resolve)
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('the connection was closed')))
    const headers = await promise
    // Node's stream of the web is the one that Response reads, though their types differ.
    const body = Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
    return new Response(body, {
      status: headers[':status'] ?? 0,
      headers: { 'content-type': headers['content-type'] ?? '' },
    })
  }
}

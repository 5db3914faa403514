// The way to a node where the platform's fetch does not go: through a SOCKS proxy (RFC 1928), or over TLS with certificates of one's
// own. Names are resolved by the proxy, so that nobody on the way to it learns them.

import { readFileSync } from 'node:fs'
import { type ClientRequestArgs, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Fetch } from '../../jsonrpc/client.ts'
import { type DaemonChoice, DaemonChoiceError } from '../../rpc/walletSource.ts'

export type Route = {
  /** the proxy's address; undefined for a direct way */
  readonly proxy: { readonly host: string; readonly port: number } | undefined
  readonly tls: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized'> | undefined
}

const PROXY = /^(?:socks(?:5h?)?:\/\/)?(?:(\[[^\]]+\]|[^:/[\]]+):)?(\d{1,5})\/?$/i

/**
 * A proxy's address: `host:port`, `socks5://host:port`, or a port of this machine.
 * @throws NodeChoiceError
 */
export const proxyOf = (text: string): Route['proxy'] => {
  if (text.trim() === '') return undefined
  const [, host = '127.0.0.1', port = ''] = PROXY.exec(text.trim()) ?? []
  if (port === '' || Number(port) < 1 || Number(port) > 65535)
    throw new DaemonChoiceError('a proxy looks like host:port or socks5://host:port')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

const fileOf = (path: string): Buffer | undefined => {
  if (path === '') return undefined
  try {
    return readFileSync(path)
  } catch (error) {
    throw new DaemonChoiceError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/**
 * The way that a choice of a node asks for; undefined where the platform's fetch goes it.
 * @param url of the node
 * @throws NodeChoiceError
 */
export const routeOf = (
  choice: Omit<DaemonChoice, 'address' | 'trusted' | 'login'>,
  url: string,
): Route | undefined => {
  const { privateKeyPath, certificatePath, caFile, allowAnyCertificate } = choice
  const proxy = proxyOf(choice.proxy)
  const hasTls = privateKeyPath !== '' || certificatePath !== '' || caFile !== '' || allowAnyCertificate
  if (hasTls && !url.startsWith('https://'))
    throw new DaemonChoiceError('TLS options need an address that begins with https://')
  if ((privateKeyPath === '') !== (certificatePath === ''))
    throw new DaemonChoiceError('a private key and a certificate go together')
  if (!hasTls) return proxy === undefined ? undefined : { proxy, tls: undefined }
  const [key, cert, ca] = [privateKeyPath, certificatePath, caFile].map(fileOf)
  return {
    proxy,
    tls: {
      ...(key === undefined ? {} : { key }),
      ...(cert === undefined ? {} : { cert }),
      ...(ca === undefined ? {} : { ca }),
      rejectUnauthorized: !allowAnyCertificate,
    },
  }
}

const SOCKS_REFUSALS: Record<number, string> = {
  1: 'a failure of its own',
  2: 'its rules forbid it',
  3: 'the network cannot be reached',
  4: 'the host cannot be reached',
  5: 'the connection was refused',
}

/** Waits until a socket has brought so many bytes. */
const read = async (socket: Socket, length: number): Promise<Buffer> => {
  for (;;) {
    const bytes: Buffer | null = socket.read(length)
    if (bytes !== null && bytes.length === length) return bytes
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const broken = (): void => reject(new Error('the proxy closed the connection'))
    socket.once('readable', resolve)
    socket.once('error', reject)
    socket.once('end', broken)
    socket.once('close', broken)
    try {
      await promise
    } finally {
      socket.off('readable', resolve)
      socket.off('error', reject)
      socket.off('end', broken)
      socket.off('close', broken)
    }
  }
}

/** A connection to `host:port` through a proxy that asks for no login. */
export const throughProxy = async (
  proxy: NonNullable<Route['proxy']>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Socket> => {
  const socket = connect(proxy)
  try {
    // Version 5, one way to log in: none.
    socket.write(Uint8Array.of(5, 1, 0))
    const [version, way] = await read(socket, 2)
    if (version !== 5 || way !== 0) throw new Error('the proxy is no SOCKS 5 proxy, or asks for a login')
    const name = Buffer.from(host, 'utf8')
    // Connect, to a name.
    socket.write(Buffer.concat([Buffer.of(5, 1, 0, 3, name.length), name, Buffer.of(port >> 8, port & 255)]))
    const [, refusal = 1, , kind] = await read(socket, 4)
    if (refusal !== 0) throw new Error(`the proxy did not connect: ${SOCKS_REFUSALS[refusal] ?? `reason ${refusal}`}`)
    // Its own address, of which nothing is needed: four bytes, sixteen, or a name.
    const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await read(socket, 1))[0] ?? 0)
    await read(socket, length + 2)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

type Connected = (error: Error | null, stream: Duplex) => void

const placeOf = ({ host, port }: ClientRequestArgs): { readonly host: string; readonly port: number } => ({
  host: (host ?? '').replace(/^\[|\]$/g, ''),
  port: Number(port),
})

/** What a server is asked to be called; an address is no name. */
const nameOf = (host: string): { readonly servername?: string } => (isIP(host) === 0 ? { servername: host } : {})

/** An agent whose connections go through a proxy. */
const proxyAgent = (proxy: NonNullable<Route['proxy']>, tls: Route['tls'], isSecure: boolean): HttpAgent => {
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  agent.createConnection = (options: ClientRequestArgs, callback?: Connected): undefined => {
    const place = placeOf(options)
    throughProxy(proxy, place).then(
      (socket) =>
        callback?.(null, isSecure ? connectTls({ ...tls, socket, host: place.host, ...nameOf(place.host) }) : socket),
      // The type asks for a stream even where there is none.
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    )
    return undefined
  }
  return agent
}

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  return headers
}

/** A fetch that goes this way. It follows no redirection. */
export const fetchOver = ({ proxy, tls }: Route): Fetch => {
  const agents = new Map<boolean, HttpAgent>()
  const agentFor = (isSecure: boolean): HttpAgent => {
    const made =
      agents.get(isSecure) ??
      (proxy !== undefined
        ? proxyAgent(proxy, tls, isSecure)
        : isSecure
          ? new HttpsAgent({ ...tls, keepAlive: true })
          : new HttpAgent({ keepAlive: true }))
    agents.set(isSecure, made)
    return made
  }
  return async (request) => {
    const url = new URL(request.url)
    const isSecure = url.protocol === 'https:'
    const body = new Uint8Array(await request.arrayBuffer())
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sent = (isSecure ? httpsRequest : httpRequest)(
      url,
      {
        agent: agentFor(isSecure),
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': String(body.length) },
        signal: request.signal,
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
    const message = await promise
    const status = message.statusCode ?? 0
    if (status >= 300 && status < 400) {
      message.destroy()
      throw new Error('the node sends its callers elsewhere')
    }
    // Node's stream of the web is the one that Response reads, though their types differ.
    const stream = Readable.toWeb(message) as unknown as ReadableStream<Uint8Array>
    return new Response(status === 204 ? null : stream, { status, headers: headersOf(message) })
  }
}

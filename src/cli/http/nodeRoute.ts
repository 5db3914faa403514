// HTTP connections to nodes: direct, through a SOCKS proxy, and over TLS with the user's certificates. They replace the platform's fetch also
// where it would do: in Node 24 a node can make it raise an assertion that ends the process (undici, `Parser.finish`).

import { readFileSync } from 'node:fs'
import { type ClientRequestArgs, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import type { Milliseconds } from '../../async/time.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { describeFileError } from '../../errors/systemErrors.ts'
import type { Fetch } from '../../jsonrpc/client.ts'
import { type DaemonChoice, DaemonChoiceError } from '../../rpc/calls/walletRpcContext.ts'
import { certificatesOf, connectToNode, type NodeTls, parseFingerprints } from './nodeTls.ts'
import { connectThroughProxy, type ProxyAddress, parseProxyAddress } from './socksProxy.ts'

export type NodeRoute = {
  /** undefined for a direct connection */
  readonly proxy: ProxyAddress | undefined
  /** undefined for the platform's certificates */
  readonly tls: NodeTls | undefined
}

/** The node responds with a redirection, which is not followed. */
export class RedirectionError extends FabaError {
  override readonly name = 'RedirectionError'
  readonly code = 'redirection'
}

/** The node ends a request without a response: it closes the connection, changes the protocol, or sends an impossible status. */
export class NoResponseError extends FabaError {
  override readonly name = 'NoResponseError'
  readonly code = 'no-response'
}

/** Returns the content of a file; undefined for an empty path. */
const readOptionalFile = (path: string): Buffer | undefined => {
  if (path === '') return undefined
  try {
    return readFileSync(path)
  } catch (error) {
    const message = describeFileError(error)
    throw message === undefined ? error : new DaemonChoiceError(`${path}: ${message}`, { cause: error })
  }
}

/**
 * Returns the route that a choice of a node requires; undefined if the platform's fetch suffices. Reads the certificates.
 * @param url of the node
 * @throws DaemonChoiceError for options that contradict each other, and for unreadable files
 */
export const parseNodeRoute = (
  choice: Omit<DaemonChoice, 'url' | 'trusted' | 'login' | 'ssl'>,
  url: string,
): NodeRoute | undefined => {
  const { privateKeyPath, certificatePath, caFile, allowAnyCertificate } = choice
  const fingerprints = parseFingerprints(choice.fingerprints)
  const proxy = parseProxyAddress(choice.proxy)
  const hasFile = privateKeyPath !== '' || certificatePath !== '' || caFile !== ''
  const hasTls = hasFile || allowAnyCertificate || fingerprints.size > 0
  if (hasTls && !url.startsWith('https://'))
    throw new DaemonChoiceError('TLS options require an address that begins with https://')
  if ((privateKeyPath === '') !== (certificatePath === ''))
    throw new DaemonChoiceError('a private key and a certificate require each other')
  if (!hasTls) return proxy === undefined ? undefined : { proxy, tls: undefined }
  const [key, cert, ca] = [privateKeyPath, certificatePath, caFile].map(readOptionalFile)
  return {
    proxy,
    tls: {
      ...(key === undefined ? {} : { key }),
      ...(cert === undefined ? {} : { cert }),
      ...(ca === undefined ? {} : { ca, pinned: certificatesOf(ca) }),
      fingerprints,
      allowsAnyCertificate: allowAnyCertificate,
    },
  }
}

type ConnectionCallback = (error: Error | null, stream: Duplex) => void

const destinationOf = ({ host, port }: ClientRequestArgs): ProxyAddress => ({
  host: (host ?? '').replace(/^\[|\]$/g, ''),
  port: Number(port),
})

/** Opens a connection of a route; a secure one is verified. */
const openConnection = async (
  { proxy, tls = {} }: NodeRoute,
  destination: ProxyAddress,
  isSecure: boolean,
): Promise<Duplex> => {
  const socket = proxy === undefined ? undefined : await connectThroughProxy(proxy, destination)
  if (isSecure) return await connectToNode(tls, destination, socket)
  return socket ?? connect(destination)
}

/** Time after which an unused connection is closed: a node has few for each address. */
const IDLE_TIMEOUT_MS: Milliseconds = 4000

const createAgent = (route: NodeRoute, isSecure: boolean): HttpAgent => {
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE_TIMEOUT_MS })
  agent.createConnection = (options: ClientRequestArgs, callback?: ConnectionCallback): undefined => {
    openConnection(route, destinationOf(options), isSecure).then(
      (socket) => callback?.(null, socket),
      // The type requires a stream also for an error.
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

/** Sends a request and resolves when the head of the response has arrived. */
const sendRequest = async (request: Request, agent: HttpAgent): Promise<IncomingMessage> => {
  const url = new URL(request.url)
  const body = new Uint8Array(await request.arrayBuffer())
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
    url,
    {
      agent,
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), 'content-length': String(body.length) },
      signal: request.signal,
    },
    resolve,
  )
  outgoing.on('error', reject)
  // Status 101, after which Node closes the connection and reports no error; also any other end without a response.
  outgoing.on('close', () => reject(new NoResponseError('the node closed the connection without a response')))
  outgoing.end(body)
  return await promise
}

const isRedirection = (status: number): boolean => status >= 300 && status < 400

/** Returns a fetch over a route. It rejects redirections with RedirectionError. */
export const createRouteFetch = (route: NodeRoute): Fetch => {
  const agents = new Map<boolean, HttpAgent>()
  const agentFor = (isSecure: boolean): HttpAgent => {
    const agent = agents.get(isSecure) ?? createAgent(route, isSecure)
    agents.set(isSecure, agent)
    return agent
  }
  return async (request) => {
    const message = await sendRequest(request, agentFor(new URL(request.url).protocol === 'https:'))
    const status = message.statusCode ?? 0
    if (isRedirection(status)) {
      message.destroy()
      throw new RedirectionError('the node redirects to another address, which is not followed')
    }
    if (status < 200 || status > 599) {
      message.destroy()
      throw new NoResponseError(`the node responds with the status ${status}, which no response has`)
    }
    // Node's web stream is the one that Response accepts, although their types differ.
    const stream = Readable.toWeb(message) as unknown as ReadableStream<Uint8Array>
    return new Response(status === 204 ? null : stream, { status, headers: headersOf(message) })
  }
}

/** A fetch without a proxy and with the platform's certificates. Its requests share their connections. */
export const directFetch: Fetch = createRouteFetch({ proxy: undefined, tls: undefined })

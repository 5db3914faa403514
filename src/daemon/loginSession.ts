// Login to a node: HTTP Digest (RFC 7616) if the node offers it, otherwise Basic (RFC 7617) over TLS or on this machine.
// monerod issues a nonce per connection and requires the counts of a nonce in order, so the requests to a node are sent one after the
// other: several at a time would use several connections, and each connection refuses the nonces of the others.

import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { SerialQueue } from '../async/serialQueue.ts'
import { utf8 } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import { type HttpAuthentication, parseChallenges, toHeaderText } from '../jsonrpc/httpAuthentication.ts'
import { NodeRefusedError } from './errors.ts'
import { isLocalNode } from './nodeUrl.ts'

export type Login = { readonly user: string; readonly password: string }

/** Supported Digest algorithms, in order of preference. */
const ALGORITHMS = [
  { name: 'SHA-256', digest: sha256 },
  { name: 'MD5', digest: md5 },
] as const

type Algorithm = (typeof ALGORITHMS)[number]

/** Returns the name of the Digest algorithm of a challenge. */
const algorithmOf = (parameters: ReadonlyMap<string, string>): string =>
  parameters.get('algorithm')?.toUpperCase() ?? 'MD5'

const quote = (text: string): string => `"${toHeaderText(text).replace(/["\\]/g, '\\$&')}"`

/** Returns the Authorization header of a request. */
type Authorize = (method: string, path: string) => string

const basicAuthorization = ({ user, password }: Login): Authorize => {
  const header = `Basic ${btoa(toHeaderText(`${user}:${password}`))}`
  return () => header
}

const digestAuthorization = (
  { name: algorithm, digest }: Algorithm,
  { user, password }: Login,
  parameters: ReadonlyMap<string, string>,
  random: (length: number) => Uint8Array,
): Authorize | undefined => {
  const [realm, nonce, opaque] = ['realm', 'nonce', 'opaque'].map((name) => parameters.get(name))
  const offers = parameters.get('qop')?.split(/[\s,]/)
  if (realm === undefined || nonce === undefined || !offers?.includes('auth')) return undefined
  const hash = (text: string): string => toHex(digest(utf8(text)))
  const secret = hash(`${user}:${realm}:${password}`)
  let uses = 0
  return (method, path) => {
    uses += 1
    const count = uses.toString(16).padStart(8, '0')
    const clientNonce = btoa(String.fromCharCode(...random(33)))
    const response = hash(`${secret}:${nonce}:${count}:${clientNonce}:auth:${hash(`${method}:${path}`)}`)
    const quoted = { username: user, realm, nonce, uri: path, cnonce: clientNonce, response }
    return [
      `Digest ${Object.entries(quoted)
        .map(([name, value]) => `${name}=${quote(value)}`)
        .join(', ')}`,
      `algorithm=${algorithm}`,
      'qop=auth',
      `nc=${count}`,
      ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ].join(', ')
  }
}

/** Maximum refusals of one request, since a server may declare each nonce stale. */
const MAX_REFUSALS = 4

const isUnauthorized = ({ status }: Response): boolean => status === 401

const isStale = ({ parameters }: HttpAuthentication): boolean => parameters.get('stale')?.toLowerCase() === 'true'

const isScheme =
  (name: string) =>
  ({ scheme }: HttpAuthentication): boolean =>
    scheme === name

/** Requests of all sessions by origin: sessions of one process share its connections. */
const queues = new Map<string, SerialQueue>()

const queueOf = (url: string): SerialQueue => {
  const { origin } = new URL(url)
  const queue = queues.get(origin) ?? new SerialQueue()
  queues.set(origin, queue)
  return queue
}

/** Adds a login to requests, and repeats requests that the node refuses with a challenge. */
export class LoginSession {
  readonly #url: string
  readonly #login: Login
  readonly #random: (length: number) => Uint8Array
  #authorize: Authorize | undefined
  #hasOfferedDigest = false
  readonly #queue: SerialQueue

  /** @param url of the node */
  constructor(url: string, login: Login, random: (length: number) => Uint8Array) {
    this.#url = url
    this.#login = login
    this.#random = random
    this.#queue = queueOf(url)
  }

  /** Runs an exchange after all earlier ones of this process with the same host. */
  enqueue<T>(exchange: () => Promise<T>): Promise<T> {
    return this.#queue.run(exchange)
  }

  /**
   * Returns the response to a request; with status 401 if the node rejects the login.
   * @throws NodeRefusedError if the node requires a Basic login that others could read
   * @param path of the request, as the node receives it
   * @param send sends the request with or without an Authorization header
   */
  async send(
    { method, path }: { readonly method: string; readonly path: string },
    send: (authorization: string | undefined) => Promise<Response>,
  ): Promise<Response> {
    let response = await send(this.#authorize?.(method, path))
    for (let refusals = 0; isUnauthorized(response) && refusals < MAX_REFUSALS; refusals++) {
      const challenges = parseChallenges(response.headers.get('www-authenticate') ?? '')
      this.#hasOfferedDigest ||= challenges.some(isScheme('digest'))
      // The first refusal is a challenge, or means that the nonce expired. A later one means a wrong login unless the nonce is stale.
      if (refusals > 0 && !challenges.some(isStale)) break
      const authorize = this.#choose(challenges)
      if (authorize === undefined) break
      this.#authorize = authorize
      response = await send(authorize(method, path))
    }
    if (isUnauthorized(response)) this.#authorize = undefined
    return response
  }

  #choose(challenges: readonly HttpAuthentication[]): Authorize | undefined {
    for (const algorithm of ALGORITHMS)
      for (const { scheme, parameters } of challenges) {
        if (scheme !== 'digest' || algorithmOf(parameters) !== algorithm.name) continue
        const digest = digestAuthorization(algorithm, this.#login, parameters, this.#random)
        if (digest !== undefined) return digest
      }
    if (!challenges.some(isScheme('basic'))) return undefined
    this.#checkBasic()
    return basicAuthorization(this.#login)
  }

  /**
   * Checks that Basic does not reveal the password. Over plain http an attacker between wallet and node can remove the offer of Digest;
   * on this machine there is no network between them, but a node that has offered Digest does not stop to.
   */
  #checkBasic(): void {
    const url = this.#url
    if (url.startsWith('https:') || (isLocalNode(url) && !this.#hasOfferedDigest)) return
    throw new NodeRefusedError(
      `${url} requires a Basic login, which is not sent over plain http, where others can read it: use https, or a tunnel to this machine`,
      { details: { url, httpStatus: 401 } },
    )
  }
}

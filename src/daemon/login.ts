// Logging in to a node: HTTP Digest (RFC 7616) where it offers that, and Basic (RFC 7617) where it offers nothing else. A monerod gives
// each connection a nonce of its own and wants the counts of a nonce in their order, so requests go one after the other.

import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import { type HttpAuthentication, parseChallenges } from '../jsonrpc/httpAuthentication.ts'

export type Login = { readonly user: string; readonly password: string }

/** How the algorithms are called that a Digest may be made with, best first. */
const HASHES = new Map([
  ['SHA-256', sha256],
  ['MD5', md5],
])

/** Text as a header carries it: a character for each byte. */
const asBytes = (text: string): string => String.fromCharCode(...utf8(text))

const quote = (text: string): string => `"${asBytes(text).replace(/["\\]/g, '\\$&')}"`

/** What a server wants to see with each request. */
type Scheme = (method: string, path: string) => string

const basicScheme = ({ user, password }: Login): Scheme => {
  const header = `Basic ${btoa(asBytes(`${user}:${password}`))}`
  return () => header
}

const digestScheme = (
  { user, password }: Login,
  parameters: ReadonlyMap<string, string>,
  random: (length: number) => Uint8Array,
): Scheme | undefined => {
  const algorithm = parameters.get('algorithm')?.toUpperCase() ?? 'MD5'
  const digest = HASHES.get(algorithm)
  const [realm, nonce, opaque] = ['realm', 'nonce', 'opaque'].map((name) => parameters.get(name))
  const offers = parameters.get('qop')?.split(/[\s,]+/)
  if (digest === undefined || realm === undefined || nonce === undefined || !offers?.includes('auth')) return undefined
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

/** So often a server may refuse one request: nonces go stale, but not all of them. */
const MAX_REFUSALS = 4

const isUnauthorized = ({ status }: Response): boolean => status === 401

const isStale = ({ parameters }: HttpAuthentication): boolean => parameters.get('stale')?.toLowerCase() === 'true'

/** Sends requests with what a node wants to see of a login. */
export class LoginSession {
  readonly #login: Login
  readonly #random: (length: number) => Uint8Array
  #scheme: Scheme | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(login: Login, random: (length: number) => Uint8Array) {
    this.#login = login
    this.#random = random
  }

  /** Does one thing after the other. */
  inTurn<T>(exchange: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(exchange)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /**
   * The answer to a request, once the node took the login; 401 where it does not.
   * @param path of the request, as the node sees it
   * @param send sends it with an authorization, or without
   */
  async send(
    { method, path }: { readonly method: string; readonly path: string },
    send: (authorization: string | undefined) => Promise<Response>,
  ): Promise<Response> {
    let response = await send(this.#scheme?.(method, path))
    for (let refusals = 0; isUnauthorized(response) && refusals < MAX_REFUSALS; refusals++) {
      const challenges = parseChallenges(response.headers.get('www-authenticate') ?? '')
      // The first refusal says how to log in, or that a nonce is forgotten; later ones mean the login unless they say otherwise.
      if (refusals > 0 && !challenges.some(isStale)) break
      const scheme = this.#choose(challenges)
      if (scheme === undefined) break
      this.#scheme = scheme
      response = await send(scheme(method, path))
    }
    if (isUnauthorized(response)) this.#scheme = undefined
    return response
  }

  #choose(challenges: readonly HttpAuthentication[]): Scheme | undefined {
    for (const algorithm of HASHES.keys())
      for (const { scheme, parameters } of challenges) {
        if (scheme !== 'digest' || (parameters.get('algorithm')?.toUpperCase() ?? 'MD5') !== algorithm) continue
        const digest = digestScheme(this.#login, parameters, this.#random)
        if (digest !== undefined) return digest
      }
    return challenges.some(({ scheme }) => scheme === 'basic') ? basicScheme(this.#login) : undefined
  }
}

// Requires a login: HTTP Digest (RFC 7616; MD5 and SHA-256, qop auth) or Basic (RFC 7617) for one user. A nonce contains a MAC of this
// server, so that unauthenticated clients leave no state behind.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../async/time.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Login } from '../../daemon/loginSession.ts'
import { parseCredentials } from '../../jsonrpc/httpAuthentication.ts'
import type { FetchHandler } from './httpServer.ts'

export type LoginEnvironment = {
  readonly clock: Clock
  readonly random: (length: number) => Uint8Array
}

const REALM = 'faba rpc'

/** Lifetime and maximum uses of a nonce. A client renews an expired nonce without its user. */
const NONCE_LIFETIME_MS = 30 * 60_000
const MAX_NONCE_USES = 20_000

/** Hash names of Node by algorithm, the most widely supported first. */
const ALGORITHMS = { MD5: 'md5', 'SHA-256': 'sha256' } as const

type Algorithm = keyof typeof ALGORITHMS

const isAlgorithm = (name: string): name is Algorithm => Object.hasOwn(ALGORITHMS, name)

/** Compares two texts in constant time, by their hashes. */
const isEqual = (a: string, b: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/** Issues nonces, verifies them, and accepts each count of a nonce once. */
class NonceRegistry {
  readonly #environment: LoginEnvironment
  readonly #key: Uint8Array
  readonly #used = new Map<string, { readonly issuedAt: number; readonly counts: Set<number> }>()

  constructor(environment: LoginEnvironment) {
    this.#environment = environment
    this.#key = environment.random(32)
  }

  #mac(prefix: string): string {
    return createHmac('sha256', this.#key).update(prefix).digest('hex')
  }

  issue(): string {
    const prefix = `${this.#environment.clock().toString(36)}-${toHex(this.#environment.random(8))}`
    return `${prefix}-${this.#mac(prefix)}`
  }

  /** Consumes one count of a nonce. Returns false for a foreign or expired nonce, and for a repeated count. */
  consume(nonce: string, count: number): boolean {
    const macStart = nonce.lastIndexOf('-')
    const prefix = nonce.slice(0, Math.max(0, macStart))
    if (!isEqual(nonce.slice(macStart + 1), this.#mac(prefix))) return false
    const issuedAt = Number.parseInt(prefix, 36)
    const now = this.#environment.clock()
    if (now - issuedAt > NONCE_LIFETIME_MS) return false
    for (const [old, entry] of this.#used) if (now - entry.issuedAt > NONCE_LIFETIME_MS) this.#used.delete(old)
    const entry = this.#used.get(nonce) ?? { issuedAt, counts: new Set<number>() }
    if (entry.counts.has(count) || entry.counts.size >= MAX_NONCE_USES) return false
    entry.counts.add(count)
    this.#used.set(nonce, entry)
    return true
  }
}

/** `stale`: the login is right, but the nonce must be renewed. */
type Verification = 'valid' | 'invalid' | 'stale'

const verifyBasic = (token68: string, { user, password }: Login): Verification =>
  isEqual(Buffer.from(token68, 'base64').toString('utf8'), `${user}:${password}`) ? 'valid' : 'invalid'

/** Returns whether the signed `uri` has the path and query of the request. */
const isRequestTarget = (uri: string, request: Request): boolean => {
  if (!URL.canParse(uri, request.url)) return false
  const [signed, actual] = [new URL(uri, request.url), new URL(request.url)]
  return signed.pathname === actual.pathname && signed.search === actual.search
}

const verifyDigest = (
  parameters: ReadonlyMap<string, string>,
  request: Request,
  login: Login,
  nonces: NonceRegistry,
): Verification => {
  const parameter = (name: string): string => parameters.get(name) ?? ''
  const algorithm = parameters.get('algorithm')?.toUpperCase() ?? 'MD5'
  const [nonce, count, uri] = [parameter('nonce'), parameter('nc'), parameter('uri')]
  if (!isAlgorithm(algorithm) || parameter('qop') !== 'auth' || parameter('realm') !== REALM) return 'invalid'
  if (!/^[0-9a-f]{8}$/i.test(count) || parameter('cnonce') === '' || !isRequestTarget(uri, request)) return 'invalid'
  const hash = (text: string): string => createHash(ALGORITHMS[algorithm]).update(text).digest('hex')
  const secretHash = hash(`${login.user}:${REALM}:${login.password}`)
  const targetHash = hash(`${request.method}:${uri}`)
  const expected = hash(`${secretHash}:${nonce}:${count}:${parameter('cnonce')}:auth:${targetHash}`)
  // Both are always compared, so that the response time does not reveal which one is wrong.
  const isUser = isEqual(parameter('username'), login.user)
  const isResponse = isEqual(parameter('response').toLowerCase(), expected)
  if (!isUser || !isResponse) return 'invalid'
  return nonces.consume(nonce, Number.parseInt(count, 16)) ? 'valid' : 'stale'
}

const verify = (request: Request, login: Login, nonces: NonceRegistry): Verification => {
  const credentials = parseCredentials(request.headers.get('authorization') ?? '')
  if (credentials?.scheme === 'basic') return verifyBasic(credentials.token68 ?? '', login)
  if (credentials?.scheme === 'digest') return verifyDigest(credentials.parameters, request, login, nonces)
  return 'invalid'
}

const createChallenge = (nonce: string, isStale: boolean): Response => {
  const headers = new Headers()
  for (const algorithm of Object.keys(ALGORITHMS))
    headers.append(
      'www-authenticate',
      `Digest realm="${REALM}", qop="auth", algorithm=${algorithm}, nonce="${nonce}", stale=${isStale}, charset=UTF-8`,
    )
  headers.append('www-authenticate', `Basic realm="${REALM}", charset="UTF-8"`)
  return new Response('Login required\n', { status: 401, headers })
}

/** Wraps a handler: requests without the login get status 401 with a challenge. */
export const requireLogin = (handler: FetchHandler, login: Login, environment: LoginEnvironment): FetchHandler => {
  const nonces = new NonceRegistry(environment)
  return async (request) => {
    const verification = verify(request, login, nonces)
    return verification === 'valid' ? await handler(request) : createChallenge(nonces.issue(), verification === 'stale')
  }
}

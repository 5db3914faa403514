// Requires a login: HTTP Digest as monerod has it (RFC 2617; MD5 and MD5-sess) or Basic (RFC 7617) for one user. A nonce contains a MAC
// of this server, so that unauthenticated clients leave no state behind.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, type Schedule, scheduleTimer } from '../../async/time.ts'
import { delay } from '../../async/withTimeout.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Login } from '../../daemon/loginSession.ts'
import { parseCredentials, toHeaderText } from '../../jsonrpc/httpAuthentication.ts'
import type { FetchHandler } from './httpServer.ts'
import { LoginDelays } from './loginDelays.ts'

export type LoginEnvironment = {
  readonly clock: Clock
  readonly random: (length: number) => Uint8Array
  /** the platform's timer when left out */
  readonly schedule?: Schedule
}

/** As of monerod, which clients may compare. */
const REALM = 'monero-rpc'

/** Lifetime and maximum uses of a nonce. A client renews an expired nonce without its user. */
const NONCE_LIFETIME_MS = 30 * 60_000
const MAX_NONCE_USES = 20_000

/** The algorithms of monerod. With -sess, both nonces are part of the secret. */
const ALGORITHMS = ['MD5', 'MD5-sess'] as const

/** Compares two texts, or their bytes, in constant time, by their hashes. */
const isEqual = (a: string | Uint8Array, b: string): boolean => {
  const hash = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest()
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

/** `none`: the request has no credentials; `stale`: the login is right, but the nonce must be renewed. */
type Verification = 'valid' | 'invalid' | 'none' | 'stale'

const verifyBasic = (token68: string, { user, password }: Login): Verification =>
  isEqual(Buffer.from(token68, 'base64'), `${user}:${password}`) ? 'valid' : 'invalid'

/** Returns whether the signed `uri` has the path and query of the request. */
const isRequestTarget = (uri: string, request: Request): boolean => {
  if (!URL.canParse(uri, request.url)) return false
  const [signed, actual] = [new URL(uri, request.url), new URL(request.url)]
  return signed.pathname === actual.pathname && signed.search === actual.search
}

const md5 = (...parts: readonly string[]): string => createHash('md5').update(parts.join(':'), 'latin1').digest('hex')

/** The count of credentials without qop (RFC 2069), which have none. */
const NO_COUNT = 0

/**
 * Returns the count of a nonce; undefined if it is invalid. As in monerod, credentials without qop use a nonce once, and those with qop
 * may lack a cnonce: monero-wallet-rpc 0.18.0 sends none.
 */
const countOf = (qop: string, nc: string): number | undefined => {
  if (qop === '') return NO_COUNT
  return qop.toLowerCase() === 'auth' && /^[0-9a-f]{8}$/i.test(nc) ? Number.parseInt(nc, 16) : undefined
}

/** Returns the response that a client with the login computes (RFC 2617, section 3.2.2; epee, http_auth.cpp). */
const expectedResponse = (parameter: (name: string) => string, method: string, { user, password }: Login): string => {
  const [nonce, cnonce, qop] = [parameter('nonce'), parameter('cnonce'), parameter('qop')]
  const own = md5(toHeaderText(user), REALM, toHeaderText(password))
  const secret = /-sess$/i.test(parameter('algorithm')) ? md5(own, nonce, cnonce) : own
  const counted = qop === '' ? [] : [parameter('nc'), cnonce, qop]
  return md5(secret, nonce, ...counted, md5(method, parameter('uri')))
}

const verifyDigest = (
  parameters: ReadonlyMap<string, string>,
  request: Request,
  login: Login,
  nonces: NonceRegistry,
): Verification => {
  const parameter = (name: string): string => parameters.get(name) ?? ''
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase()
  const count = countOf(parameter('qop'), parameter('nc'))
  const isSupported = ALGORITHMS.some((name) => name.toUpperCase() === algorithm)
  if (!isSupported || count === undefined || !isRequestTarget(parameter('uri'), request)) return 'invalid'
  // All are always compared, so that the response time does not reveal which one is wrong. Python sends the user name in Latin-1.
  const users = [toHeaderText(login.user), login.user].filter((user) => isEqual(parameter('username'), user))
  const isResponse = isEqual(parameter('response').toLowerCase(), expectedResponse(parameter, request.method, login))
  if (users.length === 0 || !isResponse) return 'invalid'
  return nonces.consume(parameter('nonce'), count) ? 'valid' : 'stale'
}

const verify = (request: Request, login: Login, nonces: NonceRegistry): Verification => {
  const header = request.headers.get('authorization')
  if (header === null) return 'none'
  const credentials = parseCredentials(header)
  if (credentials?.scheme === 'basic') return verifyBasic(credentials.token68 ?? '', login)
  if (credentials?.scheme === 'digest') return verifyDigest(credentials.parameters, request, login, nonces)
  return 'invalid'
}

/**
 * Returns the challenges of monerod, byte for byte, since its clients reject parameters that they do not know. Basic, which oxend
 * requires, is last: monero-ts ends at the second challenge, and epee skips a line of another scheme.
 */
const createChallenge = (nonce: string, isStale: boolean): Response => {
  const headers = new Headers()
  for (const algorithm of ALGORITHMS)
    headers.append(
      'www-authenticate',
      `Digest qop="auth",algorithm=${algorithm},realm="${REALM}",nonce="${nonce}",stale=${isStale}`,
    )
  headers.append('www-authenticate', `Basic realm="${REALM}", charset="UTF-8"`)
  return new Response('Login required\n', { status: 401, headers })
}

/** Wraps a handler: requests without the login get status 401 with challenges, after a delay if the address had many wrong logins. */
export const requireLogin = (handler: FetchHandler, login: Login, environment: LoginEnvironment): FetchHandler => {
  const { clock, schedule = scheduleTimer } = environment
  const nonces = new NonceRegistry(environment)
  const delays = new LoginDelays(clock)
  return async (request, connection) => {
    const verification = verify(request, login, nonces)
    if (verification === 'valid') return await handler(request, connection)
    if (verification === 'invalid') {
      const time = delays.fail(connection?.remoteAddress ?? '')
      if (time > 0) await delay(time, schedule)
    }
    return createChallenge(nonces.issue(), verification === 'stale')
  }
}

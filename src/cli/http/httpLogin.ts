// Who may call: HTTP Digest (RFC 7616; MD5 and SHA-256, qop auth) and Basic (RFC 7617) for one user. Nonces carry their own proof
// that this server made them, so that whoever does not know the password leaves nothing behind here.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { toHex } from '../../bytes/hex.ts'
import type { Login } from '../../daemon/loginSession.ts'
import type { FetchHandler } from './httpServer.ts'

export type LoginHost = {
  /** milliseconds since 1970 */
  readonly clock: () => number
  readonly random: (length: number) => Uint8Array
}

const REALM = 'faba rpc'

/** Milliseconds for which a nonce is good, and how often it may be used. A client gets the next one without asking its person. */
const NONCE_LIFE = 30 * 60_000
const NONCE_USES = 20_000

/** How algorithms are called, most widely known first. */
const ALGORITHMS = { MD5: 'md5', 'SHA-256': 'sha256' } as const

type Algorithm = keyof typeof ALGORITHMS

const isAlgorithm = (name: string): name is Algorithm => Object.hasOwn(ALGORITHMS, name)

/** Texts are compared by their hashes, in a time that does not depend on where they differ. */
const isSame = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text, 'utf8').digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

const PARAMETER = /([\w*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g

/** The parameters of an authorization header. */
const parametersOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(PARAMETER)].map(([, name = '', quoted, token]) => [
      name.toLowerCase(),
      quoted === undefined ? (token ?? '') : quoted.replace(/\\(.)/g, '$1'),
    ]),
  )

/** Makes nonces, knows its own again, and takes each count of each once. */
class Nonces {
  readonly #host: LoginHost
  readonly #key: Uint8Array
  readonly #used = new Map<string, { readonly made: number; readonly counts: Set<number> }>()

  constructor(host: LoginHost) {
    this.#host = host
    this.#key = host.random(32)
  }

  #seal(start: string): string {
    return createHmac('sha256', this.#key).update(start).digest('hex').slice(0, 32)
  }

  make(): string {
    const start = `${this.#host.clock().toString(36)}-${toHex(this.#host.random(8))}`
    return `${start}-${this.#seal(start)}`
  }

  /** False for a nonce that is not ours, or too old, and for a count that was used before. */
  take(nonce: string, count: number): boolean {
    const end = nonce.lastIndexOf('-')
    const start = nonce.slice(0, Math.max(0, end))
    if (!isSame(nonce.slice(end + 1), this.#seal(start))) return false
    const made = Number.parseInt(start, 36)
    const now = this.#host.clock()
    if (now - made > NONCE_LIFE) return false
    for (const [old, { made: oldMade }] of this.#used) if (now - oldMade > NONCE_LIFE) this.#used.delete(old)
    const used = this.#used.get(nonce) ?? { made, counts: new Set<number>() }
    if (used.counts.has(count) || used.counts.size >= NONCE_USES) return false
    used.counts.add(count)
    this.#used.set(nonce, used)
    return true
  }
}

type Verdict = 'right' | 'wrong' | 'stale'

const judgeBasic = (credentials: string, { user, password }: Login): Verdict =>
  isSame(Buffer.from(credentials.trim(), 'base64').toString('utf8'), `${user}:${password}`) ? 'right' : 'wrong'

/** Path and query of what a client says it asks for, which must be what it asks for. */
const isTarget = (uri: string, request: Request): boolean => {
  if (!URL.canParse(uri, request.url)) return false
  const [said, asked] = [new URL(uri, request.url), new URL(request.url)]
  return said.pathname === asked.pathname && said.search === asked.search
}

const judgeDigest = (credentials: string, request: Request, login: Login, nonces: Nonces): Verdict => {
  const given = parametersOf(credentials)
  const of = (name: string): string => given.get(name) ?? ''
  const algorithm = given.get('algorithm')?.toUpperCase() ?? 'MD5'
  const [nonce, count] = [of('nonce'), of('nc')]
  if (!isAlgorithm(algorithm) || of('qop') !== 'auth' || of('realm') !== REALM) return 'wrong'
  if (!/^[0-9a-f]{8}$/i.test(count) || of('cnonce') === '' || !isTarget(of('uri'), request)) return 'wrong'
  const hash = (text: string): string => createHash(ALGORITHMS[algorithm]).update(text, 'utf8').digest('hex')
  const secret = hash(`${login.user}:${REALM}:${login.password}`)
  const target = hash(`${request.method}:${of('uri')}`)
  const expected = hash(`${secret}:${nonce}:${count}:${of('cnonce')}:auth:${target}`)
  // Both are always compared, so that an answer says nothing about which one was wrong.
  const [isUser, isResponse] = [isSame(of('username'), login.user), isSame(of('response').toLowerCase(), expected)]
  if (!isUser || !isResponse) return 'wrong'
  return nonces.take(nonce, Number.parseInt(count, 16)) ? 'right' : 'stale'
}

const SCHEME = /^(basic|digest)\s+(.*)$/is

/** Lets only whoever knows the login through to a handler. */
export const requireLogin = (handler: FetchHandler, login: Login, host: LoginHost): FetchHandler => {
  const nonces = new Nonces(host)

  const judge = (request: Request): Verdict => {
    const [, scheme = '', credentials = ''] = SCHEME.exec(request.headers.get('authorization') ?? '') ?? []
    if (scheme === '') return 'wrong'
    return scheme.toLowerCase() === 'basic'
      ? judgeBasic(credentials, login)
      : judgeDigest(credentials, request, login, nonces)
  }

  const challenge = (stale: boolean): Response => {
    const nonce = nonces.make()
    const headers = new Headers({ 'content-type': 'text/plain' })
    for (const algorithm of Object.keys(ALGORITHMS))
      headers.append(
        'www-authenticate',
        `Digest realm="${REALM}", qop="auth", algorithm=${algorithm}, nonce="${nonce}", stale=${stale}, charset=UTF-8`,
      )
    headers.append('www-authenticate', `Basic realm="${REALM}", charset="UTF-8"`)
    return new Response('Login required\n', { status: 401, headers })
  }

  return async (request) => {
    const verdict = judge(request)
    return verdict === 'right' ? await handler(request) : challenge(verdict === 'stale')
  }
}

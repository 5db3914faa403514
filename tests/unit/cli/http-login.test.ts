// Access to the wallet RPC: Digest and Basic logins, repeated, expired and foreign nonces.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { requireLogin } from '../../../src/cli/http/httpLogin.ts'
import { seededRandom } from '../../support/random.ts'

const URL_ = 'http://127.0.0.1:1/json_rpc'
const LOGIN = { user: 'ann', password: 'p:ä"s' }

const createServer = (seed = 1) => {
  let now = 1_800_000_000_000
  const handler = requireLogin(async () => new Response('in'), LOGIN, { clock: () => now, random: seededRandom(seed) })
  const login = (authorization?: string) =>
    handler(
      new Request(URL_, { method: 'POST', body: '{}', headers: authorization === undefined ? {} : { authorization } }),
    )
  const challenge = async () => {
    const header = (await login()).headers.get('www-authenticate') ?? ''
    const nonce = /nonce="([^"]+)"/.exec(header)?.[1] ?? ''
    return { header, nonce }
  }
  return { login, challenge, pass: (milliseconds: number) => (now += milliseconds) }
}

type DigestFields = {
  algorithm?: 'MD5' | 'SHA-256'
  nonce: string
  count?: number
  nc?: string
  clientNonce?: string
  uri?: string
  user?: string
  password?: string
  qop?: string
}

/** Returns the Authorization header of a client (RFC 7616, section 3.4). */
const digest = ({
  algorithm = 'MD5',
  nonce,
  count = 1,
  nc = count.toString(16).padStart(8, '0'),
  clientNonce = 'c0ffee',
  uri = '/json_rpc',
  user = LOGIN.user,
  password = LOGIN.password,
  qop = 'auth',
}: DigestFields) => {
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const response = hash(
    `${hash(`${user}:faba rpc:${password}`)}:${nonce}:${nc}:${clientNonce}:${qop}:${hash(`POST:${uri}`)}`,
  )
  return `Digest username="${user}", realm="faba rpc", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=${qop}, nc=${nc}, cnonce="${clientNonce}", response="${response}"`
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('requireLogin', () => {
  it('sends a challenge for every supported scheme', async () => {
    const { login, challenge } = createServer()
    const answer = await login()
    expect(answer.status).toBe(401)
    expect(await answer.text()).toBe('Login required\n')
    const { header } = await challenge()
    expect(header).toMatch(/^Digest realm="faba rpc", qop="auth", algorithm=MD5, /)
    expect(header).toContain('algorithm=SHA-256')
    expect(header).toContain('Basic realm="faba rpc"')
  })

  it.each(['MD5', 'SHA-256'] as const)('accepts a %s digest', async (algorithm) => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
    for (const count of [1, 2, 7, 3])
      expect((await login(digest({ algorithm, nonce, count }))).status, `${count}`).toBe(200)
  })

  it('accepts a digest without an algorithm as MD5', async () => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
    expect((await login(digest({ nonce }).replace('algorithm=MD5, ', ''))).status).toBe(200)
  })

  it('accepts Basic credentials', async () => {
    const { login } = createServer()
    expect((await login(basic('ann:p:ä"s'))).status).toBe(200)
    expect((await login(basic('ann:p:ä"s').replace(/=+$/, '').replace('Basic ', 'basic  '))).status).toBe(200)
    for (const wrong of ['ann:p', 'bob:p:ä"s', 'ann', '', ':'])
      expect((await login(basic(wrong))).status, wrong).toBe(401)
    expect((await login('Basic !!!')).status).toBe(401)
    expect((await login('Bearer ann:p:ä"s'.replace('ä', 'a'))).status).toBe(401)
  })

  it('rejects credentials in which anything differs', async () => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
    const emptyClientNonce = digest({ nonce, clientNonce: '' })
    for (const [count, answer] of [
      digest({ nonce, password: 'other' }),
      digest({ nonce, user: 'bob' }),
      digest({ nonce, uri: '/get_info' }),
      digest({ nonce, uri: 'http://elsewhere/json_rpc?x=1' }),
      digest({ nonce, uri: 'http://[' }),
      digest({ nonce, qop: 'auth-int' }),
      digest({ nonce }).replace('qop=auth', 'qop=auth-int'),
      digest({ nonce, nc: '000000001' }),
      digest({ nonce, nc: '1' }),
      digest({ nonce, nc: '00000001x' }),
      emptyClientNonce,
      emptyClientNonce.replace(', cnonce=""', ''),
      digest({ nonce }).replace(/ username="[^"]*",/, ''),
      digest({ nonce }).replace('POST', 'GET').replace('realm="faba rpc"', 'realm="x"'),
      digest({ nonce }).replace('nc=00000001', 'nc=1'),
      digest({ nonce }).replace('algorithm=MD5', 'algorithm=MD5-sess'),
      digest({ nonce }).replace(/response="."?/, 'response="0'),
      'Digest',
      'Digest ,,,="',
    ].entries()) {
      const refused = await login(answer)
      expect(refused.status, `${count}`).toBe(401)
      expect(refused.headers.get('www-authenticate')).toContain('stale=false')
    }
  })

  it('rejects repeated, expired and foreign nonces', async () => {
    const { login, challenge, pass } = createServer()
    const { nonce } = await challenge()
    expect((await login(digest({ nonce }))).status).toBe(200)
    const again = await login(digest({ nonce }))
    expect(again.status).toBe(401)
    expect(again.headers.get('www-authenticate')).toContain('stale=true')
    pass(30 * 60_000)
    expect((await login(digest({ nonce, count: 2 }))).status).toBe(200)
    pass(1)
    expect((await login(digest({ nonce, count: 3 }))).headers.get('www-authenticate')).toContain('stale=true')
    const foreign = await createServer(2).challenge()
    expect((await login(digest({ nonce: foreign.nonce }))).status).toBe(401)
    expect((await login(digest({ nonce: 'x' }))).status).toBe(401)
    expect((await login(digest({ nonce: (await challenge()).nonce }))).status).toBe(200)
  })
})

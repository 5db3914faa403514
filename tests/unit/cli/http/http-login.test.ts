// Access to the wallet RPC: Digest and Basic logins, repeated, expired and foreign nonces.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { requireLogin } from '../../../../src/cli/http/httpLogin.ts'
import { LoginDelays } from '../../../../src/cli/http/loginDelays.ts'
import { seededRandom } from '../../../support/random.ts'

const URL_ = 'http://127.0.0.1:1/json_rpc'
const LOGIN = { user: 'ann', password: 'p:ä"s' }

const createServer = (credentials = LOGIN, seed = 1) => {
  let now = 1_800_000_000_000
  const handler = requireLogin(async () => new Response('in'), credentials, {
    clock: () => now,
    random: seededRandom(seed),
    schedule: (callback) => {
      queueMicrotask(callback)
      return () => undefined
    },
  })
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
  algorithm?: 'MD5' | 'MD5-sess'
  nonce: string
  count?: number
  nc?: string
  clientNonce?: string
  uri?: string
  user?: string
  password?: string
  qop?: string
}

const md5 = (...parts: readonly string[]) => createHash('md5').update(parts.join(':')).digest('hex')

/** Returns the Authorization header of a client (RFC 2617, section 3.2.2). */
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
  const own = md5(user, 'monero-rpc', password)
  const secret = algorithm === 'MD5' ? own : md5(own, nonce, clientNonce)
  const response = md5(secret, nonce, nc, clientNonce, qop, md5('POST', uri))
  return `Digest username="${user}", realm="monero-rpc", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=${qop}, nc=${nc}, cnonce="${clientNonce}", response="${response}"`
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('requireLogin', () => {
  it("sends monerod's challenges, then one for Basic", async () => {
    const { login, challenge } = createServer()
    const answer = await login()
    expect(answer.status).toBe(401)
    expect(await answer.text()).toBe('Login required\n')
    const { header, nonce } = await challenge()
    expect(header).toBe(
      [
        `Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="${nonce}",stale=false`,
        `Digest qop="auth",algorithm=MD5-sess,realm="monero-rpc",nonce="${nonce}",stale=false`,
        'Basic realm="monero-rpc", charset="UTF-8"',
      ].join(', '),
    )
    expect(nonce).toMatch(/^[\da-z-]+$/)
  })

  it.each(['MD5', 'MD5-sess'] as const)('accepts a %s digest', async (algorithm) => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
    for (const count of [1, 2, 7, 3])
      expect((await login(digest({ algorithm, nonce, count }))).status, `${count}`).toBe(200)
    expect((await login(digest({ algorithm, nonce, count: 3 }))).status).toBe(401)
  })

  it('accepts a digest without an algorithm as MD5', async () => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
    expect((await login(digest({ nonce }).replace('algorithm=MD5, ', ''))).status).toBe(200)
  })

  it('accepts a digest without a cnonce', async () => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
    const first = digest({ nonce, clientNonce: '' })
    expect((await login(first.replace(', cnonce=""', ''))).status).toBe(200)
    expect((await login(first)).status).toBe(401)
    expect((await login(digest({ nonce, clientNonce: '', count: 2 }))).status).toBe(200)
  })

  it('accepts a digest without qop once', async () => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
    const response = md5(md5(LOGIN.user, 'monero-rpc', LOGIN.password), nonce, md5('POST', '/json_rpc'))
    const header = `Digest username="ann",realm="monero-rpc",nonce="${nonce}",uri="/json_rpc",response="${response}"`
    expect((await login(header)).status).toBe(200)
    const again = await login(header)
    expect(again.status).toBe(401)
    expect(again.headers.get('www-authenticate')).toContain('stale=true')
    expect((await login(header.replace(response, md5('x')))).headers.get('www-authenticate')).toContain('stale=false')
  })

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text).toString('latin1')],
    ['Latin-1', (text: string) => text],
  ])('accepts a user name that is sent in %s', async (_, encode) => {
    const { login, challenge } = createServer({ user: 'jürgen', password: 'ß' })
    const { nonce } = await challenge()
    const header = digest({ nonce, user: 'jürgen', password: 'ß' })
    expect((await login(encode(header))).status).toBe(200)
    expect((await login(encode(digest({ nonce, user: 'jurgen', password: 'ß', count: 2 })))).status).toBe(401)
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

  it('compares the bytes of Basic credentials', async () => {
    const login = { user: 'ann', password: '\uFFFD' }
    const handler = requireLogin(async () => new Response('in'), login, { clock: () => 0, random: seededRandom(1) })
    const statusOf = async (...password: readonly number[]) => {
      const credentials = Buffer.concat([Buffer.from('ann:'), Uint8Array.from(password)]).toString('base64')
      return (await handler(new Request(URL_, { headers: { authorization: `Basic ${credentials}` } }))).status
    }
    expect(await statusOf(0xef, 0xbf, 0xbd)).toBe(200)
    for (const byte of [0xef, 0xff, 0x80]) expect(await statusOf(byte)).toBe(401)
  })

  it('rejects credentials in which anything differs', async () => {
    const { login, challenge } = createServer()
    const { nonce } = await challenge()
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
      digest({ nonce, clientNonce: 'x' }).replace(', cnonce="x"', ''),
      digest({ nonce }).replace(' qop=auth,', ''),
      digest({ nonce }).replace(/qop=auth, nc=[^,]+, cnonce=[^,]+, /, ''),
      digest({ nonce }).replace(/ username="[^"]*",/, ''),
      digest({ nonce }).replace(' nc=00000001,', ''),
      digest({ nonce }).replace('nc=00000001', 'nc=1'),
      digest({ nonce }).replace('algorithm=MD5', 'algorithm=MD5-sess'),
      digest({ nonce }).replace('algorithm=MD5', 'algorithm=SHA-256'),
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
    const foreign = await createServer(LOGIN, 2).challenge()
    expect((await login(digest({ nonce: foreign.nonce }))).status).toBe(401)
    expect((await login(digest({ nonce: 'x' }))).status).toBe(401)
    expect((await login(digest({ nonce: (await challenge()).nonce }))).status).toBe(200)
  })
})

describe('the answer to a wrong login', () => {
  const [ANN, BOB] = ['192.0.2.1', '192.0.2.2']

  /** A server whose delays end at once, and their lengths. */
  const delayedServer = () => {
    let now = 0
    const waited: number[] = []
    const handler = requireLogin(async () => new Response('in'), LOGIN, {
      clock: () => now,
      random: seededRandom(1),
      schedule: (callback, time) => {
        waited.push(time)
        queueMicrotask(callback)
        return () => undefined
      },
    })
    /** Returns the status, and how long the answer was delayed. */
    const login = async (remoteAddress: string, authorization?: string): Promise<readonly [number, number]> => {
      waited.length = 0
      const request = new Request(URL_, {
        method: 'POST',
        headers: authorization === undefined ? {} : { authorization },
      })
      const { status } = await handler(request, { remoteAddress, localAddress: '192.0.2.9', cut: () => undefined })
      return [status, waited.reduce((sum, time) => sum + time, 0)]
    }
    return { login, pass: (milliseconds: number) => (now += milliseconds) }
  }

  it('is delayed more and more, for its address only, up to eight seconds', async () => {
    const { login } = delayedServer()
    const times: number[] = []
    for (let i = 0; i < 12; i++) times.push((await login(ANN, basic(`ann:${i}`)))[1])
    expect(times).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 8000, 8000, 8000, 8000])
    expect(await login(BOB, basic('ann:wrong'))).toEqual([401, 0])
  })

  it('does not delay right logins, challenges or renewed nonces of that address', async () => {
    const { login } = delayedServer()
    for (let i = 0; i < 100; i++) await login(ANN, basic('ann:wrong'))
    expect(await login(ANN, basic(`${LOGIN.user}:${LOGIN.password}`))).toEqual([200, 0])
    expect(await login(ANN)).toEqual([401, 0])
    expect(await login(ANN, digest({ nonce: '0-0-foreign' }))).toEqual([401, 0])
    expect(await login(ANN, basic('ann:wrong'))).toEqual([401, 8000])
  })

  it('is not delayed after a quarter of an hour without wrong logins', async () => {
    const { login, pass } = delayedServer()
    for (let i = 0; i < 10; i++) await login(ANN, basic('ann:wrong'))
    pass(15 * 60_000 + 1)
    expect(await login(ANN, basic('ann:wrong'))).toEqual([401, 0])
  })

  it('counts the addresses of one IPv6 network together', async () => {
    const { login } = delayedServer()
    const addresses = ['2001:db8::1', '2001:db8:0:0:1::', '2001:db8::ffff:1', '2001:db8:0:0:5:6:7:8%eth0']
    const times: number[] = []
    for (const address of addresses) times.push((await login(address, basic('ann:wrong')))[1])
    expect(times).toEqual([0, 0, 0, 250])
    expect(await login('2001:db8:0:1::1', basic('ann:wrong'))).toEqual([401, 0])
  })

  it('takes bounded memory, whatever number of addresses fails', () => {
    const delays = new LoginDelays(() => 0)
    for (let i = 0; i < 10_000; i++) delays.fail(`192.0.${i >> 8}.${i & 255}`)
    expect(delays.size).toBe(4096)
  })
})

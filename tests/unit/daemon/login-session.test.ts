// Logins to a node: the examples of RFC 7616, servers of several kinds, wrong credentials.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { requireLogin } from '../../../src/cli/http/httpLogin.ts'
import { NodeRefusedError } from '../../../src/daemon/errors.ts'
import { LoginSession } from '../../../src/daemon/loginSession.ts'
import { createTransport } from '../../../src/daemon/transport.ts'
import { parseCredentials } from '../../../src/jsonrpc/httpAuthentication.ts'

const login = { user: 'ann', password: 'a "quoted" ü:\\ secret' }
const url = 'http://node.test/behind'

const exchange = { body: '{}', maxBytes: 1000, signal: undefined }

type Server = (request: Request) => Response | Promise<Response>

/** Returns a transport to a server, and the Authorization headers that the server received. */
const connect = (server: Server, credentials = login, node = url) => {
  const authorizations: (string | null)[] = []
  const transport = createTransport({
    url: node,
    login: credentials,
    fetch: async (request) => {
      authorizations.push(request.headers.get('authorization'))
      return await server(request)
    },
  })
  return { authorizations, post: (path = '/json_rpc') => transport.post(path, exchange) }
}

const refusal = (...challenges: readonly string[]): Response => {
  const headers = new Headers()
  for (const challenge of challenges) headers.append('www-authenticate', challenge)
  return new Response('who are you?', { status: 401, headers })
}

const of = (header: string, name: string): string | undefined => parseCredentials(header)?.parameters.get(name)

const md5 = (text: string): string => createHash('md5').update(text, 'latin1').digest('hex')

/** A connection with a nonce of its own, strictly increasing counts, and a new nonce after each refusal, as in monerod. */
const strictServer = ({ user, password }: typeof login) => {
  const [name, secret] = [user, password].map((text) => Buffer.from(text, 'utf8').toString('latin1'))
  let nonce = 'first'
  let count = 0
  const challenge = (stale: boolean): Response => {
    nonce += "'"
    count = 0
    const parameters = `qop="auth",realm="a \\"realm\\"",nonce="${nonce}",stale=${stale}`
    return refusal(`Digest algorithm=MD5-sess,${parameters}`, `Digest algorithm=MD5,${parameters}`)
  }
  return {
    /** Replaces the nonce, as for a new connection. */
    forget: (next: string): void => {
      nonce = next
      count = 0
    },
    answer: (request: Request): Response => {
      const header = request.headers.get('authorization') ?? ''
      const { pathname } = new URL(request.url)
      const target = md5(`${request.method}:${pathname}`)
      const own = md5(`${name}:a "realm":${secret}`)
      const counted = `${of(header, 'nonce')}:${of(header, 'nc')}:${of(header, 'cnonce')}:auth`
      const isRight =
        of(header, 'username') === name &&
        of(header, 'uri') === pathname &&
        of(header, 'algorithm') === 'MD5' &&
        of(header, 'response') === md5(`${own}:${counted}:${target}`)
      if (!isRight) return challenge(false)
      if (of(header, 'nonce') !== nonce || Number.parseInt(of(header, 'nc') ?? '', 16) !== count + 1)
        return challenge(true)
      count += 1
      return new Response('welcome')
    },
  }
}

describe('a login session', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('computes the response of RFC 7616 with %s', async (algorithm, response) => {
    const random = () => new Uint8Array(Buffer.from('f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', 'base64'))
    const session = new LoginSession(url, { user: 'Mufasa', password: 'Circle of Life' }, random)
    const sent: (string | undefined)[] = []
    await session.send({ method: 'GET', path: '/dir/index.html' }, async (authorization) => {
      sent.push(authorization)
      return sent.length > 1
        ? new Response()
        : refusal(
            `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
          )
    })
    expect(sent).toEqual([
      undefined,
      `Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", response="${response}", algorithm=${algorithm}, qop=auth, nc=00000001, opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
    ])
  })

  it('escapes quotes and backslashes of a user name, and omits opaque for a node without it', async () => {
    const digest = connect(
      ({ headers }) =>
        headers.has('authorization') ? new Response('welcome') : refusal('Digest realm="r",nonce="n",qop=auth'),
      { user: 'a"n\\n', password: 'p' },
    )
    await digest.post()
    expect(digest.authorizations[1]).toMatch(/^Digest username="a\\"n\\\\n", realm="r", .*, nc=00000001$/)
  })

  it('reuses the nonce with an increasing count', async () => {
    const server = strictServer(login)
    const { authorizations, post } = connect(server.answer)
    for (const path of ['/json_rpc', '/get_blocks.bin', '/get_info']) await post(path)
    expect(authorizations.map((header) => header === null)).toEqual([true, false, false, false])
    expect(authorizations.slice(1).map((header) => of(header ?? '', 'nc'))).toEqual([
      '00000001',
      '00000002',
      '00000003',
    ])
  })

  it('logs in again when the nonce is stale or unknown to the server', async () => {
    const server = strictServer(login)
    const { authorizations, post } = connect(server.answer)
    await post()
    server.forget('second')
    await post()
    expect(authorizations).toHaveLength(4)
    let forgot = true
    const silent = connect((request) => {
      if (!forgot) return server.answer(request)
      forgot = false
      return refusal(`Digest algorithm=MD5,qop="auth",realm="a \\"realm\\"",nonce="second",stale=false`)
    })
    server.forget('second')
    await silent.post()
    forgot = true
    server.forget('second')
    await silent.post()
  })

  it('serves concurrent requests with consecutive counts', async () => {
    const server = strictServer(login)
    const { authorizations, post } = connect(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
      return server.answer(request)
    })
    await Promise.all(Array.from({ length: 20 }, () => post()))
    expect(authorizations).toHaveLength(21)
  })

  it('serves clients that share connections, each with a nonce of its own', async () => {
    const free: ReturnType<typeof strictServer>[] = []
    let opened = 0
    const open = (): ReturnType<typeof strictServer> => {
      const connection = strictServer(login)
      connection.forget(`of connection ${++opened}`)
      return connection
    }
    // Uses the connection that was free for the longest time: concurrent requests move on to another connection each time.
    const pool = async (request: Request): Promise<Response> => {
      const connection = free.shift() ?? open()
      await new Promise((resolve) => setTimeout(resolve, 1))
      const response = connection.answer(request)
      free.push(connection)
      return response
    }
    const clients = Array.from({ length: 3 }, () => connect(pool))
    for (let i = 0; i < 5; i++) await Promise.all(clients.map(({ post }) => post()))
    expect(opened).toBe(1)
  })

  it('cancels a request that waits for the one of another client', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const server = strictServer(login)
    const slow = connect(async (request) => {
      await released
      return server.answer(request)
    })
    const first = slow.post()
    const other = createTransport({ url, login, fetch: () => Promise.reject(new Error('sent after all')) })
    const abort = new AbortController()
    const second = other.post('/json_rpc', { ...exchange, signal: abort.signal })
    abort.abort(new Error('closed'))
    await expect(second).rejects.toThrow('closed')
    release()
    await first
  })

  it('rejects wrong credentials after one attempt, and stale nonces after a few', async () => {
    const wrong = connect(strictServer(login).answer, { user: 'ann', password: 'geheim' })
    const error = await wrong.post().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(NodeRefusedError)
    expect(String(error)).not.toMatch(/geheim|ann|secret/)
    expect(wrong.authorizations).toHaveLength(2)
    // The next request begins with a challenge again.
    await expect(wrong.post()).rejects.toThrow(NodeRefusedError)
    expect(wrong.authorizations.map((header) => header === null)).toEqual([true, false, true, false])
    const alwaysStale = connect(() => refusal('Digest qop="auth",realm="r",nonce="n",stale=true'))
    await expect(alwaysStale.post()).rejects.toThrow(NodeRefusedError)
    expect(alwaysStale.authorizations).toHaveLength(5)
    const mixed = connect(() => refusal('Digest qop="auth",realm="r",nonce="n",stale=true', 'Negotiate'))
    await expect(mixed.post()).rejects.toThrow(NodeRefusedError)
    expect(mixed.authorizations).toHaveLength(5)
    const unmarked = connect(() => refusal('Digest qop="auth",realm="r",nonce="n"'))
    await expect(unmarked.post()).rejects.toThrow(NodeRefusedError)
    expect(unmarked.authorizations).toHaveLength(2)
  })

  it.each([
    ['none', []],
    ['only one that is not supported', ['Negotiate']],
    ['a Digest of another quality of protection', ['Digest qop="auth-int",realm="r",nonce="n"']],
    ['a Digest without quality of protection', ['Digest realm="r",nonce="n"']],
    ['a Digest without realm', ['Digest qop="auth",nonce="n"']],
    ['a Digest without nonce', ['Digest qop="auth",realm="r"']],
    ['a Digest of another algorithm', ['Digest qop="auth",realm="r",nonce="n",algorithm=SHA-512']],
    ['the parameters of Digest under another scheme', ['Other qop="auth",realm="r",nonce="n"']],
  ])('sends no login to a node whose challenges are: %s', async (_, challenges) => {
    const node = connect(() => refusal(...challenges), login, 'https://node.test')
    await expect(node.post()).rejects.toMatchObject({
      name: 'NodeRefusedError',
      details: { url: 'https://node.test', httpStatus: 401 },
    })
    expect(node.authorizations).toEqual([null])
  })

  it('uses Basic over https if the offered Digest is not supported', async () => {
    const node = connect(
      ({ headers }) =>
        isBasic(headers.get('authorization'))
          ? new Response('welcome')
          : refusal('Digest qop="auth-int",realm="r",nonce="n"', 'Basic realm="r"'),
      login,
      'https://node.test',
    )
    await node.post()
    expect(node.authorizations.map(isBasic)).toEqual([false, true])
  })

  const isBasic = (header: string | null): boolean => header?.startsWith('Basic ') === true
  const basicServer = (request: Request): Response =>
    isBasic(request.headers.get('authorization')) ? new Response('welcome') : refusal('Basic realm="r"')

  it.each(['https://node.test', 'http://127.0.0.1:1', 'http://localhost:1', 'http://[::1]:1'])(
    'uses Basic at %s, which offers nothing else',
    async (node) => {
      const basic = connect(basicServer, login, node)
      await basic.post()
      await basic.post()
      expect(basic.authorizations.map(isBasic)).toEqual([false, true, true])
      expect(Buffer.from(basic.authorizations[1]?.slice(6) ?? '', 'base64').toString('utf8')).toBe(
        `${login.user}:${login.password}`,
      )
    },
  )

  it.each([url, 'http://192.168.1.5:22023', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example'])(
    'never sends Basic over plain http to %s, where an attacker may have removed the offer of Digest',
    async (node) => {
      const basic = connect(basicServer, login, node)
      const error = await basic.post().catch((reason: unknown) => reason)
      expect(error).toMatchObject({ name: 'NodeRefusedError', details: { url: node, httpStatus: 401 } })
      expect(String(error)).toContain('is not sent over plain http')
      expect(String(error)).not.toMatch(/secret|ann/)
      await expect(basic.post()).rejects.toThrow(NodeRefusedError)
      expect(basic.authorizations).toEqual([null, null])
    },
  )

  it.each([
    ['in a later challenge', ['Basic realm="r"']],
    [
      'beside an algorithm that is not supported',
      ['Digest qop="auth",algorithm=X,realm="r",nonce="n"', 'Basic realm="r"'],
    ],
  ])('does not fall from Digest to Basic over plain http on this machine, if Basic is offered %s', async (_, later) => {
    const server = strictServer(login)
    let isDowngrading = false
    const { authorizations, post } = connect(
      (request) => (isDowngrading ? refusal(...later) : server.answer(request)),
      login,
      'http://127.0.0.1:1',
    )
    await post()
    isDowngrading = true
    for (let i = 0; i < 3; i++) await expect(post()).rejects.toThrow(/is not sent over plain http/)
    expect(authorizations.some(isBasic)).toBe(false)
  })

  it('does not use Basic over plain http on this machine beside an offer of Digest', async () => {
    const challenges = ['Digest qop="auth",algorithm=X,realm="r",nonce="n"', 'Basic realm="r"']
    const node = connect(() => refusal(...challenges), login, 'http://127.0.0.1:1')
    await expect(node.post()).rejects.toThrow(/is not sent over plain http/)
    expect(node.authorizations).toEqual([null])
  })

  it('falls from Digest to Basic over https, for a node behind another proxy', async () => {
    const server = strictServer(login)
    let isMoved = false
    const { authorizations, post } = connect(
      (request) => (isMoved ? basicServer(request) : server.answer(request)),
      login,
      'https://node.test/behind',
    )
    await post()
    isMoved = true
    await post()
    expect(authorizations.map(isBasic)).toEqual([false, false, false, true])
  })

  it('uses Digest at a service that offers Basic too, for any user name', async () => {
    const credentials = { user: 'jürgen "ß"', password: 'ü' }
    const service = requireLogin(() => new Response('welcome'), credentials, {
      clock: () => Date.now(),
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    })
    const { authorizations, post } = connect(service, credentials)
    await post()
    await post()
    expect(authorizations.map((header) => header?.startsWith('Digest '))).toEqual([undefined, true, true])
  })

  it('uses the strongest Digest of a server that offers Basic too', async () => {
    const offers = ['MD5', 'SHA-256'].map((name) => `Digest realm="r",nonce="n",qop="auth",algorithm=${name}`)
    const node = connect(({ headers }) =>
      headers.has('authorization') ? new Response('welcome') : refusal(...offers, 'Basic realm="r"'),
    )
    await node.post()
    expect(of(node.authorizations[1] ?? '', 'algorithm')).toBe('SHA-256')
  })

  it('does not block the next request when one fails', async () => {
    let broken = true
    const { post } = connect(() => {
      if (!broken) return new Response('welcome')
      broken = false
      throw new TypeError('fetch failed')
    })
    const [first, second] = await Promise.allSettled([post(), post()])
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
  })
})

// Access control of `faba node`: ports, logins, origins, bans, request sizes, connections.
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseFlags } from '../../../../src/cli/command/command.ts'
import { isPrivateAddress } from '../../../../src/cli/http/connectionLimits.ts'
import {
  createPortHandler,
  NODE_ACCESS_GROUPS,
  type NodeAccess,
  parseNodeAccess,
} from '../../../../src/cli/node/nodeAccess.ts'
import { moneroDialect } from '../../../../src/devnet/monero/rpc/moneroDialect.ts'
import { createAdminSettings, parseHosts } from '../../../../src/devnet/node/adminSettings.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { oxenDialect } from '../../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { methodsOfDialect } from '../../../../src/devnet/rpc/dialect.ts'
import { caller, createCommands, curl, untilOutput } from '../../../support/peers/commands.ts'

const commands = createCommands()
afterAll(commands.end)

/** Starts `faba node` on free ports. Returns its URL, and that of its public port if it has one. */
const start = async (...args: readonly string[]) => {
  const running = commands.run('node', '--port', '0', ...args)
  const [, url = '', open = ''] = await untilOutput(
    running,
    /development node: (\S+)\n(?:public RPC: (\S+)\n)?.*dev_faucet/s,
  )
  return { ...running, url, open, call: caller(`${url}/json_rpc`), callOpen: caller(`${open}/json_rpc`) }
}

const statusOf = async (url: string, init: RequestInit = {}): Promise<number> => (await fetch(url, init)).status

const FORBIDDEN = { code: 403, message: 'Forbidden; this command is not available over public RPC' }

describe('a node with an admin port and a public port', () => {
  let node: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    node = await start('--rpc-restricted-bind-port', '0', '--max-request-bytes', '2000')
  })

  const adminMethods = nodeMethods.filter(({ access }) => access === 'admin')

  it('has many admin methods, among them all development methods', () => {
    expect(adminMethods.length).toBeGreaterThan(30)
    const isForDevelopment = ({ names: [name] }: { readonly names: readonly string[] }) => name?.startsWith('dev_')
    expect(adminMethods.filter(isForDevelopment)).toEqual(nodeMethods.filter(isForDevelopment))
  })

  it.each(adminMethods.flatMap((method) => method.names.map((name) => ({ name, method }))))(
    'rejects $name on the public port',
    async ({ name, method }) => {
      if (method.kind === 'json' && method.transports.includes('json-rpc'))
        expect((await node.callOpen(name)).error).toMatchObject(FORBIDDEN)
      if (method.kind === 'json' && !method.transports.includes('path')) return
      const answer = await fetch(`${node.open}/${name}`, { method: 'POST' })
      expect([answer.status, await answer.text()]).toEqual([403, 'Forbidden\n'])
    },
  )

  it('omits details from get_info on the public port', async () => {
    const [all, some] = [(await node.call('get_info')).result, (await node.callOpen('get_info')).result]
    expect(all).toMatchObject({ alt_blocks_count: 0, start_time: expect.any(Number), version: '8.1.6-faba' })
    expect(some).toMatchObject({ height: 101, version: '8', database_size: 1_000_000_000 })
    for (const name of ['alt_blocks_count', 'start_time', 'free_space', 'height_without_bootstrap', 'service_node'])
      expect(some).not.toHaveProperty(name)
  })

  it('serves the same chain on both ports', async () => {
    expect((await node.call('dev_mine', { blocks: 2 })).result).toMatchObject({ height: 103 })
    expect((await node.callOpen('get_block_count')).result).toMatchObject({ count: 103 })
    expect(await node.call('get_service_keys')).toEqual(await node.call('get_service_keys'))
  })

  it('rejects bodies over the limit', async () => {
    for (const url of [node.url, node.open])
      expect(await statusOf(`${url}/get_info`, { method: 'POST', body: ' '.repeat(2001) })).toBe(413)
  })

  it('rejects a banned address on the public port, and lets this machine lift the ban', async () => {
    await node.call('set_bans', { bans: [{ host: '127.0.0.0/8', ban: true, seconds: 100 }] })
    expect(await (await fetch(`${node.open}/get_info`)).text()).toBe('this address is banned\n')
    expect(await statusOf(`${node.open}/get_info`)).toBe(403)
    expect((await node.call('banned', { address: '127.0.0.1' })).result).toMatchObject({ banned: true })
    await node.call('set_bans', { bans: [{ host: '127.0.0.0/8', ban: false }] })
    expect(await statusOf(`${node.open}/get_info`)).toBe(200)
  })

  it('allows any origin to call public methods by default', async () => {
    for (const url of [node.url, node.open]) {
      const { status, headers } = await fetch(`${url}/get_info`, { headers: { origin: 'http://page.example' } })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'http://page.example'])
    }
  })

  it.each(['http://page.example', 'http://localhost:5173', 'null'])(
    'refuses admin methods to pages of the origin %s',
    async (origin) => {
      const before = (await node.call('get_info')).result
      expect(before).toHaveProperty('start_time')
      const asPage = caller(`${node.url}/json_rpc`, { origin })
      expect((await asPage('get_info')).result).not.toHaveProperty('start_time')
      for (const name of ['dev_mine', 'dev_reorg', 'dev_load', 'stop_daemon', 'set_bootstrap_daemon', 'set_bans'])
        expect((await asPage(name)).error, name).toMatchObject(FORBIDDEN)
      for (const path of ['pop_blocks', 'stop_daemon'])
        expect(await statusOf(`${node.url}/${path}`, { method: 'POST', headers: { origin } }), path).toBe(403)
      expect((await node.call('get_info')).result).toMatchObject({ height: before?.['height'] })
    },
  )

  it('refuses admin methods to images and links of other sites, which have no origin', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect(await statusOf(`${node.url}/stop_daemon`, { headers: { 'sec-fetch-site': site } })).toBe(403)
  })

  it('stops on stop_daemon', async () => {
    expect((await node.call('stop_daemon')).result).toMatchObject({ status: 'OK' })
    expect(await node.exit).toBe(0)
  })
})

describe('a node of the monero family', () => {
  let node: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    node = await start('--network', 'monero', '--rpc-restricted-bind-port', '0')
  })

  const adminMethods = methodsOfDialect(moneroDialect).filter(({ access }) => access === 'admin')

  it.each(adminMethods.map(({ names: [name] }) => name))('hides %s on the public port', async (name) => {
    expect((await node.callOpen(name)).error).toMatchObject({ code: -32601, message: 'Method not found' })
    expect(await statusOf(`${node.open}/${name}`, { method: 'POST' })).toBe(404)
  })

  it('omits details of the monero family from get_info on the public port', async () => {
    expect((await node.call('get_info')).result).toMatchObject({
      restricted: false,
      version: expect.stringContaining('faba'),
    })
    expect((await node.callOpen('get_info')).result).toMatchObject({ restricted: true, version: '', start_time: 0 })
  })
})

describe('a node with a login', () => {
  let node: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    node = await start(
      ...['--rpc-login', 'ann:se:cret', '--rpc-restricted-bind-port', '0'],
      ...['--rpc-access-control-origins', 'http://page.example'],
    )
  })

  it.each(['--digest', '--basic'])('lets curl in with %s', async (scheme) => {
    for (const url of [node.url, node.open])
      expect(JSON.parse(await curl(scheme, '--user', 'ann:se:cret', `${url}/get_info`))).toMatchObject({ height: 101 })
    expect(await curl(scheme, '--user', 'ann:secret', `${node.url}/get_info`)).toBe('Login required\n')
  })

  it('rejects calls without the login', async () => {
    expect(await statusOf(`${node.url}/get_info`)).toBe(401)
    expect(await statusOf(`${node.open}/get_blocks.bin`, { method: 'POST' })).toBe(401)
  })

  it('reports forbidden paths of the public port without a login', async () => {
    const answer = await fetch(`${node.open}/stop_daemon`, { method: 'POST' })
    expect([answer.status, await answer.text()]).toEqual([403, 'Forbidden\n'])
    expect(await statusOf(`${node.url}/stop_daemon`, { method: 'POST' })).toBe(401)
    expect(await statusOf(`${node.open}/nonsense`)).toBe(401)
    // The method of a JSON-RPC call is in the body, which is read only after the login.
    expect(await statusOf(`${node.open}/json_rpc`, { method: 'POST', body: '{"method":"stop_daemon"}' })).toBe(401)
  })

  it('accepts each count of a nonce once', async () => {
    const [, nonce = ''] =
      /nonce="([^"]+)"/.exec((await fetch(`${node.url}/get_info`)).headers.get('www-authenticate') ?? '') ?? []
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const header = (count: string): string => {
      const secret = md5('ann:monero-rpc:se:cret')
      const response = md5(`${secret}:${nonce}:${count}:abc:auth:${md5('GET:/get_info')}`)
      return `Digest username="ann", realm="monero-rpc", nonce="${nonce}", uri="/get_info", qop=auth, nc=${count}, cnonce="abc", response="${response}"`
    }
    const fetchNode = (authorization: string, path = '/get_info') =>
      fetch(`${node.url}${path}`, { headers: { authorization } })
    expect((await fetchNode(header('00000001'))).status).toBe(200)
    const again = await fetchNode(header('00000001'))
    expect([again.status, again.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('stale=true')])
    expect((await fetchNode(header('00000002'))).status).toBe(200)
    // The credentials are bound to the path and to the port.
    expect((await fetchNode(header('00000003'), '/get_height')).status).toBe(401)
    expect(await statusOf(`${node.open}/get_info`, { headers: { authorization: header('00000004') } })).toBe(401)
  })

  it('answers preflight requests of allowed origins without a login, and rejects those of others', async () => {
    const asking = (origin: string) =>
      fetch(`${node.url}/json_rpc`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      })
    const named = await asking('http://page.example')
    expect(named.status).toBe(204)
    expect(named.headers.get('access-control-allow-headers')).toContain('authorization')
    expect((await asking('http://other.example')).status).toBe(403)
  })
})

it('keeps idle connections open for 30 minutes, because wallets mistake a closed one for an unreachable node', async () => {
  const node = await start()
  expect((await fetch(`${node.url}/get_height`)).headers.get('keep-alive')).toBe('timeout=1800')
})

it('limits the number of connections, and accepts new ones after others closed', async () => {
  const node = await start('--rpc-max-connections-per-private-ip', '2', '--rpc-max-connections', '9')
  const { hostname, port } = new URL(node.url)
  /** Opens a connection. `fetchNode` returns the response, or 'closed'. */
  const open = () => {
    const socket = connect(Number(port), hostname)
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')).on('error', () => 0))
    const fetchNode = (): Promise<string> => {
      const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
      socket.write(`GET /get_height HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
      return Promise.race([answered, closed])
    }
    return { socket, closed, fetchNode }
  }
  const [first, second] = [open(), open()]
  for (const { fetchNode } of [first, second]) expect(await fetchNode()).toMatch(/^HTTP\/1.1 200/)
  expect(await open().fetchNode()).toBe('closed')
  first.socket.destroy()
  await first.closed
  const again = async (): Promise<string> => {
    const next = open()
    const response = await next.fetchNode()
    next.socket.destroy()
    // The server may not have noticed yet that the first connection closed.
    return response === 'closed' ? await again() : response
  }
  expect(await again()).toMatch(/^HTTP\/1.1 200/)
  second.socket.destroy()
})

it.each([
  ['127.0.0.1', true],
  ['10.2.3.4', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.7.7', true],
  ['192.169.7.7', false],
  ['8.8.8.8', false],
  ['::1', true],
  ['fd00::7', true],
  ['fe80::1', true],
  ['2001:db8::1', false],
])('classifies %s as private: %s', (address, is) => {
  expect(isPrivateAddress(address)).toBe(is)
})

describe('flags', () => {
  const read = (...args: readonly string[]): Promise<NodeAccess> =>
    parseNodeAccess(parseFlags({ name: 'node', groups: NODE_ACCESS_GROUPS }, args))

  it.each([
    [[], { admin: { host: '127.0.0.1', port: 22023 }, public: undefined, origins: { admin: [], public: '*' } }],
    [[], { allowedHosts: [] }],
    [['--allowed-hosts', 'Node.example, .lan'], { allowedHosts: ['node.example', '.lan'] }],
    [['--rpc-access-control-origins', '*'], { origins: { admin: '*', public: '*' } }],
    [['--rpc-bind-ip', '::1', '--rpc-bind-port', '7'], { admin: { host: '::1', port: 7 } }],
    [['--host', '0.0.0.0', '--confirm-external-bind'], { admin: { host: '0.0.0.0', port: 22023 } }],
    [
      ['--rpc-admin', '[::1]:9', '--rpc-public', '127.0.0.1:8'],
      { admin: { host: '::1', port: 9 }, public: { host: '127.0.0.1', port: 8 } },
    ],
    [
      ['--rpc-admin', 'none', '--rpc-public', '127.0.0.1:8'],
      { admin: undefined, public: { host: '127.0.0.1', port: 8 } },
    ],
    [['--restricted-rpc', '--port', '5'], { admin: undefined, public: { host: '127.0.0.1', port: 5 } }],
    [['--rpc-login', 'ann:x'], { login: { user: 'ann', password: 'x' } }],
    [
      ['--rpc-access-control-origins', 'http://a, http://b'],
      { origins: { admin: ['http://a', 'http://b'], public: ['http://a', 'http://b'] } },
    ],
  ])('parses %j', async (args, expected) => {
    expect(await read(...args)).toMatchObject(expected)
  })

  it.each([
    [['--host', '0.0.0.0'], '--confirm-external-bind'],
    [['--rpc-admin', '0.0.0.0:1'], '--confirm-external-bind'],
    [['--port', '1', '--rpc-bind-port', '2'], 'choose one of --port and --rpc-bind-port'],
    [['--rpc-admin', '127.0.0.1:1', '--host', '::1'], 'choose one of --rpc-admin and --host'],
    [['--rpc-admin', 'none'], 'leaves nothing to serve'],
    [['--rpc-public', 'none'], 'leave it out for none'],
    [['--rpc-admin', '127.0.0.1'], 'an address and a port'],
    [['--rpc-restricted-bind-ip', '::1'], 'requires --rpc-restricted-bind-port'],
    [['--restricted', '--rpc-restricted-bind-port', '1'], 'without --restricted'],
    [['--rpc-access-control-origins', 'http://a,null'], 'any page can send the origin "null"'],
    [['--rpc-login', ':x'], '--rpc-login takes user:password'],
    [['--max-request-bytes', '1'], '--max-request-bytes takes a whole number'],
  ])('rejects %j', async (args, message) => {
    await expect(read(...args)).rejects.toThrow(message)
  })
})

it('bans IPv6 addresses independently of IPv4 subnets, but not this machine on the admin port', async () => {
  const settings = createAdminSettings(() => 1)
  for (const host of ['32.1.0.0/8', '[2001:db8::2]', '[::1]']) {
    const banned = parseHosts(host)
    if (banned === undefined) throw new Error('it can be banned')
    settings.bans.add(banned, 10)
  }
  const access = { login: undefined, origins: { admin: '*', public: '*' } } as const
  const serve = () => async () => new Response('here')
  const handlers = (['admin', 'public'] as const).map((kind) =>
    createPortHandler(serve, kind, access, { settings, dialect: oxenDialect }),
  )
  const answersTo = (remoteAddress: string) =>
    Promise.all(
      handlers.map(async (handler) => {
        const connection = { remoteAddress, localAddress: '127.0.0.1', cut: () => undefined }
        return await (await handler(new Request('http://node/'), connection)).text()
      }),
    )
  const banned = 'this address is banned\n'
  expect(await answersTo('2001:db8::1')).toEqual(['here', 'here'])
  expect(await answersTo('2001:db8::2')).toEqual([banned, banned])
  expect(await answersTo('32.9.9.9')).toEqual([banned, banned])
  // Bans do not apply to this machine on the admin port.
  expect(await answersTo('::1')).toEqual(['here', banned])
})

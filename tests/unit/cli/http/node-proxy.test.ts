// The proxy to a real node, over HTTP: forwarded calls and headers, timeouts and limits.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { requireLogin } from '../../../../src/cli/http/httpLogin.ts'
import { createNodeProxy } from '../../../../src/cli/http/nodeProxy.ts'
import { serveNode } from '../../../support/devnet/serve-node.ts'

type Seen = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
}

const seen: Seen[] = []
/** Status of the next response. */
let status = 200
let isSilent = false

const node = createServer((request, response) => {
  seen.push({ method: request.method, url: request.url, headers: request.headers })
  request.resume()
  if (isSilent) return
  response.writeHead(status, {
    'content-type': 'text/html',
    'set-cookie': 'a=b',
    'www-authenticate': 'Basic realm="x"',
    location: 'http://elsewhere',
  })
  response.end('{"status":"OK"}')
})

let nodeUrl: string
let proxy: Awaited<ReturnType<typeof serveNode>>

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo // of a TCP server
  nodeUrl = `http://127.0.0.1:${port}`
  proxy = await serveNode(createNodeProxy(`${nodeUrl}/below/`))
})

afterAll(async () => {
  await proxy.close()
  node.closeAllConnections()
  node.close()
})

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${proxy.url}${path}`, { method: 'POST', body, headers })

const rpc = (method: string) => post('/json_rpc', JSON.stringify({ jsonrpc: '2.0', id: 1, method }))

/** Methods and paths of nodes of both families that no wallet needs. */
const FORBIDDEN = [
  ...[
    'stop_daemon',
    'set_bans',
    'set_bootstrap_daemon',
    'start_mining',
    'generateblocks',
    'pop_blocks',
    'flush_txpool',
  ],
  ...['get_service_privkeys', 'get_peer_list', 'get_connections', 'dev_reorg', 'dev_load', 'submit_block', 'relay_tx'],
]

describe('the proxy', () => {
  it.each(FORBIDDEN)('does not forward %s', async (name) => {
    const before = seen.length
    expect((await rpc(name)).status).toBe(403)
    expect((await post(`/${name}`, '{}')).status).toBe(403)
    expect((await post(`/get_info/../${name}`, '{}')).status).toBe(403)
    expect((await post(`/get_info/%2e%2e/${name}`, '{}')).status).toBe(403)
    expect((await post(`/x/${name}`, '{}')).status).toBe(403)
    expect(seen.length).toBe(before)
  })

  it('rejects calls with two methods, or a method that is not a string', async () => {
    const twice = '{"id":1,"method":"get_info","method":"stop_daemon"}'
    expect((await post('/json_rpc', twice)).status).toBe(403)
    expect((await post('/json_rpc', '{"id":1,"method":["get_info"]}')).status).toBe(403)
  })

  it('forwards no headers in either direction', async () => {
    const answer = await post('/get_info', '{}', {
      ...{ cookie: 'session=secret', authorization: 'Basic c2VjcmV0', 'x-forwarded-for': '10.1.2.3' },
      ...{ referer: `${proxy.url}/wallet`, 'x-anything': 'secret', 'content-type': 'text/x-secret' },
    })
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()]).not.toEqual(expect.arrayContaining(['set-cookie']))
    for (const name of ['set-cookie', 'www-authenticate', 'location']) expect(answer.headers.get(name)).toBeNull()
    const last = seen.at(-1)
    expect(last).toMatchObject({ method: 'POST', url: '/below/get_info' })
    expect(JSON.stringify(last?.headers)).not.toMatch(/secret|10\.1\.2\.3|wallet/)
    for (const name of ['cookie', 'authorization', 'referer']) expect(last?.headers).not.toHaveProperty(name)
  })

  it('limits the size of requests', async () => {
    const before = seen.length
    expect((await post('/get_outs.bin', new Uint8Array(4 * 1024 * 1024 + 1))).status).toBe(413)
    expect(seen.length).toBe(before)
  })

  it('responds with 504 after a timeout', async () => {
    isSilent = true
    const proxyWithTimeout = createNodeProxy(nodeUrl, { timeoutMs: 100 })
    const answer = await proxyWithTimeout(new Request('http://here/get_info', { method: 'POST', body: '{}' }))
    isSilent = false
    expect([answer.status, await answer.text()]).toEqual([504, expect.stringContaining('did not respond')])
  })

  it.each([
    [404, 404],
    [401, 401],
    [500, 500],
    [503, 503],
    [302, 502],
    [304, 502],
  ])('responds to status %i of the node with %i', async (nodeStatus, expected) => {
    status = nodeStatus
    const answer = await post('/get_output_blacklist.bin', '')
    status = 200
    expect(answer.status).toBe(expected)
    // The header would make a browser prompt for a password.
    expect(answer.headers.get('www-authenticate')).toBeNull()
  })

  it('forwards any number of requests at a time: some wait for changes of the txpool', async () => {
    const waiting: (() => void)[] = []
    const fetchSlowly = () => new Promise<Response>((resolve) => waiting.push(() => resolve(new Response('{}'))))
    const forward = createNodeProxy(nodeUrl, { fetch: fetchSlowly })
    const request = () => new Request('http://page.example/get_transaction_pool_hashes.bin', { method: 'POST' })
    const responses = Array.from({ length: 30 }, () => forward(request()))
    await vi.waitFor(() => expect(waiting).toHaveLength(30))
    for (const answer of waiting) answer()
    for (const response of await Promise.all(responses)) expect(response.status).toBe(200)
  })

  it('rejects protocol upgrades', async () => {
    const before = seen.length
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(proxy.url)
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `GET /get_info HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        ),
      )
      socket.once('data', (data) => {
        resolve(data.toString())
        socket.destroy()
      })
      socket.once('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
    expect(seen.length).toBe(before)
  })

  it('logs in to the node on behalf of the page', async () => {
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const guarded = await serveNode(
      requireLogin(() => new Response('{"height":7}'), { user: 'ann', password: 'secret' }, { clock: () => 0, random }),
    )
    const login = async (password: string) => {
      const handler = createNodeProxy(guarded.url, { login: { user: 'ann', password } })
      return await handler(new Request('http://here/get_info', { method: 'POST', body: '{}' }))
    }
    expect(await (await login('secret')).json()).toEqual({ height: 7 })
    const refused = await login('wrong')
    expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining('wrong')])
    await guarded.close()
  })
})

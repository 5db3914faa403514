// The door to a real node, over HTTP as a page and its network see it: what passes, what is left behind, how long and how much.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireLogin } from '../../../src/cli/http/httpLogin.ts'
import { proxyNode } from '../../../src/cli/http/proxy.ts'
import { serveNode } from '../../support/devnet/serve-node.ts'

type Seen = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
}

const seen: Seen[] = []
/** What the next answer is. */
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
let door: Awaited<ReturnType<typeof serveNode>>

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo // of a TCP server
  nodeUrl = `http://127.0.0.1:${port}`
  door = await serveNode(proxyNode(`${nodeUrl}/below/`))
})

afterAll(async () => {
  await door.close()
  node.closeAllConnections()
  node.close()
})

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${door.url}${path}`, { method: 'POST', body, headers })

const rpc = (method: string) => post('/json_rpc', JSON.stringify({ jsonrpc: '2.0', id: 1, method }))

/** Methods and paths that nodes of either family have and no wallet needs. */
const SHUT = [
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

describe('the door', () => {
  it.each(SHUT)('does not let %s pass', async (name) => {
    const before = seen.length
    expect((await rpc(name)).status).toBe(403)
    expect((await post(`/${name}`, '{}')).status).toBe(403)
    expect((await post(`/get_info/../${name}`, '{}')).status).toBe(403)
    expect((await post(`/get_info/%2e%2e/${name}`, '{}')).status).toBe(403)
    expect((await post(`/x/${name}`, '{}')).status).toBe(403)
    expect(seen.length).toBe(before)
  })

  it('lets a method be named once', async () => {
    const twice = '{"id":1,"method":"get_info","method":"stop_daemon"}'
    expect((await post('/json_rpc', twice)).status).toBe(403)
    expect((await post('/json_rpc', '{"id":1,"method":["get_info"]}')).status).toBe(403)
  })

  it('leaves headers of both sides behind', async () => {
    const answer = await post('/get_info', '{}', {
      ...{ cookie: 'session=secret', authorization: 'Basic c2VjcmV0', 'x-forwarded-for': '10.1.2.3' },
      ...{ referer: `${door.url}/wallet`, 'x-anything': 'secret', 'content-type': 'text/x-secret' },
    })
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()]).not.toEqual(expect.arrayContaining(['set-cookie']))
    for (const name of ['set-cookie', 'www-authenticate', 'location']) expect(answer.headers.get(name)).toBeNull()
    const last = seen.at(-1)
    expect(last).toMatchObject({ method: 'POST', url: '/below/get_info' })
    expect(JSON.stringify(last?.headers)).not.toMatch(/secret|10\.1\.2\.3|wallet/)
    for (const name of ['cookie', 'authorization', 'referer']) expect(last?.headers).not.toHaveProperty(name)
  })

  it('bounds what is asked', async () => {
    const before = seen.length
    expect((await post('/get_outs.bin', new Uint8Array(4 * 1024 * 1024 + 1))).status).toBe(413)
    expect(seen.length).toBe(before)
  })

  it('waits for a while only', async () => {
    isSilent = true
    const impatient = proxyNode(nodeUrl, { timeoutMs: 100 })
    const answer = await impatient(new Request('http://here/get_info', { method: 'POST', body: '{}' }))
    isSilent = false
    expect([answer.status, await answer.text()]).toEqual([504, expect.stringContaining('did not answer')])
  })

  it.each([
    [404, 404],
    [401, 401],
    [500, 500],
    [503, 503],
    [302, 502],
    [304, 502],
  ])('tells of %i by %i', async (said, told) => {
    status = said
    const answer = await post('/get_output_blacklist.bin', '')
    status = 200
    expect(answer.status).toBe(told)
    // A browser would ask the person for a password on the node's word.
    expect(answer.headers.get('www-authenticate')).toBeNull()
  })

  it('is no way to open a socket', async () => {
    const before = seen.length
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(door.url)
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

  it('logs in to a node that asks for it, on behalf of a page that knows nothing of it', async () => {
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const guarded = await serveNode(
      requireLogin(() => new Response('{"height":7}'), { user: 'ann', password: 'secret' }, { clock: () => 0, random }),
    )
    const ask = async (password: string) => {
      const handler = proxyNode(guarded.url, { login: { user: 'ann', password } })
      return await handler(new Request('http://here/get_info', { method: 'POST', body: '{}' }))
    }
    expect(await (await ask('secret')).json()).toEqual({ height: 7 })
    const refused = await ask('wrong')
    expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining('wrong')])
    await guarded.close()
  })
})

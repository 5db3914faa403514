// Connections that the platform's fetch does not offer: through a SOCKS proxy, and over TLS with the user's certificates, which openssl
// creates for the test.
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRouteFetch, parseNodeRoute, RedirectionError } from '../../../../src/cli/http/nodeRoute.ts'
import { NodeCertificateError } from '../../../../src/cli/http/nodeTls.ts'
import { parseProxyAddress } from '../../../../src/cli/http/socksProxy.ts'
import { DaemonChoiceError } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { createSocksProxy } from '../../../support/peers/socks-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-route-'))
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
const closing: (Server | TcpServer)[] = []

const listening = async (server: Server | TcpServer): Promise<number> => {
  closing.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // of a TCP server
}

const NOTHING = {
  proxy: '',
  privateKeyPath: '',
  certificatePath: '',
  caFile: '',
  allowAnyCertificate: false,
  fingerprints: [] as readonly string[],
}

/** Calls the server over a route. Returns the server's description of the call. */
const requestInfo = async (url: string, choice: Partial<typeof NOTHING>): Promise<string> => {
  const route = parseNodeRoute({ ...NOTHING, ...choice }, url)
  if (route === undefined) throw new Error('the platform suffices for this route')
  const answer = await createRouteFetch(route)(
    new Request(`${url}/echo`, { method: 'POST', body: 'hello', headers: { a: 'b' } }),
  )
  return `${answer.status} ${answer.headers.get('x-seen')} ${await answer.text()}`
}

let plain: number
let secure: number
/** requests that the secure server has received */
let requests = 0
beforeAll(async () => {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=node.example', '-addext', 'subjectAltName=DNS:node.example,IP:127.0.0.1'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  )
  plain = await listening(
    createServer((request, response) => {
      if (request.url === '/elsewhere/echo') return void response.writeHead(302, { location: '/echo' }).end()
      response.writeHead(200, { 'x-seen': `${request.method} ${request.headers['a']}` })
      request.pipe(response)
    }),
  )
  const cert = readFileSync(certificate)
  secure = await listening(
    createTlsServer(
      { key: readFileSync(key), cert, ca: cert, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        requests++
        const { authorized } = request.socket as TLSSocket // of a TLS server
        response.writeHead(200, { 'x-seen': authorized ? 'authorized' : 'anonymous' })
        request.pipe(response)
      },
    ),
  )
})

afterAll(() => {
  for (const server of closing) server.close()
  rmSync(folder, { recursive: true })
})

describe('a response of unusual status', () => {
  /** Returns the outcome of a request over a proxy to a server that writes bytes and keeps the connection open. */
  const outcomeOf = async (head: string): Promise<string> => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write(`${head}\r\n\r\n`))
    })
    const [port, proxy] = [await listening(server), await listening(createSocksProxy(0, []))]
    const url = `http://127.0.0.1:${port}`
    const route = parseNodeRoute({ ...NOTHING, proxy: `127.0.0.1:${proxy}` }, url)
    if (route === undefined) throw new Error('the platform suffices for this route')
    const request = new Request(`${url}/echo`, { method: 'POST', body: 'hello', signal: AbortSignal.timeout(30_000) })
    try {
      return String((await createRouteFetch(route)(request)).status)
    } catch (error) {
      return error instanceof Error ? error.name : String(error)
    }
  }

  it.each([
    ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket', 'NoResponseError'],
    ['HTTP/1.1 101 Switching Protocols', 'NoResponseError'],
    ['HTTP/1.1 999 Unknown\r\nContent-Length: 0', 'NoResponseError'],
    ['HTTP/1.1 204 No Content', '204'],
  ])('settles the request: %j', async (head, outcome) => {
    expect(await outcomeOf(head)).toBe(outcome)
  })
})

describe('a route to a node', () => {
  it('uses a SOCKS proxy, which resolves the host name', async () => {
    const names: string[] = []
    const proxy = `127.0.0.1:${await listening(createSocksProxy(0, names))}`
    for (let i = 0; i < 3; i++)
      expect(await requestInfo(`http://node.example:${plain}`, { proxy })).toBe('200 POST b hello')
    expect(await requestInfo(`https://node.example:${secure}`, { proxy, caFile: certificate })).toBe(
      '200 anonymous hello',
    )
    expect(new Set(names)).toEqual(new Set([`node.example:${plain}`, `node.example:${secure}`]))
  })

  it('reports why a proxy does not connect', async () => {
    const refusing = `socks5://127.0.0.1:${await listening(createSocksProxy(5, []))}`
    await expect(requestInfo(`http://node.example:${plain}`, { proxy: refusing })).rejects.toThrow(
      /the connection was refused/,
    )
    await expect(requestInfo(`http://node.example:${plain}`, { proxy: '127.0.0.1:1' })).rejects.toThrow(/ECONNREFUSED/)
    await expect(requestInfo(`http://node.example:${plain}`, { proxy: `127.0.0.1:${plain}` })).rejects.toThrow(/proxy/)
  })

  it('verifies the certificate with the given authorities, and sends the client certificate', async () => {
    const url = `https://127.0.0.1:${secure}`
    expect(await requestInfo(url, { caFile: certificate })).toBe('200 anonymous hello')
    expect(await requestInfo(url, { allowAnyCertificate: true })).toBe('200 anonymous hello')
    expect(await requestInfo(url, { caFile: certificate, privateKeyPath: key, certificatePath: certificate })).toBe(
      '200 authorized hello',
    )
    await expect(requestInfo(url, { privateKeyPath: key, certificatePath: certificate })).rejects.toThrow(/self-signed/)
  })

  it('accepts a certificate of the given file under any host name', async () => {
    const proxy = `127.0.0.1:${await listening(createSocksProxy(0, []))}`
    expect(await requestInfo(`https://other.example:${secure}`, { proxy, caFile: certificate })).toBe(
      '200 anonymous hello',
    )
  })

  it('verifies the host name of a certificate that the given authorities issued', async () => {
    const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
    openssl(...'req -newkey rsa:2048 -nodes -keyout leaf.key -out leaf.csr -subj /CN=node.example'.split(' '))
    writeFileSync(join(folder, 'leaf.ext'), 'subjectAltName=DNS:node.example\n')
    openssl(
      ...'x509 -req -in leaf.csr -CA cert.pem -CAkey key.pem -CAcreateserial -days 2 -extfile leaf.ext -out leaf.pem'.split(
        ' ',
      ),
    )
    const [leafKey, leaf] = ['leaf.key', 'leaf.pem'].map((name) => readFileSync(join(folder, name)))
    const port = await listening(
      createTlsServer({ key: leafKey, cert: leaf }, (request, response) => {
        response.writeHead(200, { 'x-seen': 'leaf' })
        request.pipe(response)
      }),
    )
    const proxy = `127.0.0.1:${await listening(createSocksProxy(0, []))}`
    const route = { proxy, caFile: certificate }
    expect(await requestInfo(`https://node.example:${port}`, route)).toBe('200 leaf hello')
    await expect(requestInfo(`https://other.example:${port}`, route)).rejects.toThrow(/other\.example/)
  })

  it('accepts listed fingerprints only, directly and through a proxy', async () => {
    const proxy = `127.0.0.1:${await listening(createSocksProxy(0, []))}`
    const { fingerprint256 } = new X509Certificate(readFileSync(certificate))
    const other = '00'.repeat(32)
    for (const [url, route] of [
      [`https://127.0.0.1:${secure}`, {}],
      [`https://other.example:${secure}`, { proxy }],
    ] as const) {
      for (const listed of [fingerprint256, fingerprint256.replaceAll(':', '').toLowerCase()])
        expect(await requestInfo(url, { ...route, fingerprints: [other, listed] })).toBe('200 anonymous hello')
      const before = requests
      await expect(requestInfo(url, { ...route, fingerprints: [other] })).rejects.toThrow(NodeCertificateError)
      expect(requests).toBe(before)
    }
  })

  it('accepts a certificate that the given authorities verify beside listed fingerprints', async () => {
    const route = { caFile: certificate, fingerprints: ['00'.repeat(32)] }
    expect(await requestInfo(`https://127.0.0.1:${secure}`, route)).toBe('200 anonymous hello')
  })

  it('rejects fingerprints that are not a SHA-256', () => {
    for (const wrong of ['', '00', 'zz'.repeat(32), '00'.repeat(33)])
      expect(() => parseNodeRoute({ ...NOTHING, fingerprints: [wrong] }, 'https://a'), wrong).toThrow(DaemonChoiceError)
    expect(() => parseNodeRoute({ ...NOTHING, fingerprints: ['00'.repeat(32)] }, 'http://a')).toThrow(/https/)
  })

  it('rejects redirections', async () => {
    const proxy = `127.0.0.1:${await listening(createSocksProxy(0, []))}`
    await expect(requestInfo(`http://node.example:${plain}/elsewhere`, { proxy })).rejects.toThrow(RedirectionError)
  })

  it("parses proxy addresses as wallet2's --proxy does", () => {
    expect(parseProxyAddress('')).toBeUndefined()
    expect(parseProxyAddress('9050')).toEqual({ host: '127.0.0.1', port: 9050 })
    expect(parseProxyAddress('proxy.example:1080')).toEqual({ host: 'proxy.example', port: 1080 })
    expect(parseProxyAddress('socks5://[::1]:1080')).toEqual({ host: '::1', port: 1080 })
    for (const wrong of ['http://a:1', 'a:0', 'a:70000', 'a', ':', 'a:b:1'])
      expect(() => parseProxyAddress(wrong), wrong).toThrow(/the address of a proxy has the form/)
  })
})

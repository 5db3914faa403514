// Whatever clients send to `faba rpc`, `node` and `serve`, over HTTP and TLS: the process goes on answering, and reports no defect.
// FABA_HOSTILE_DIALOGUES sets the number of connections to each of them.

import { execFileSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls, TLSSocket } from 'node:tls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCommands, type Running, untilOutput } from '../../../support/peers/commands.ts'
import {
  type Dialogue,
  dialoguesOf,
  type HostileHost,
  HTTP_PIECES,
  startHostileHost,
} from '../../../support/peers/hostile-host.ts'
import { runs } from '../../../support/runs.ts'

const CONNECTIONS = Number(process.env['FABA_HOSTILE_DIALOGUES'] ?? runs(150))
const TEST = { timeout: 600_000 + CONNECTIONS * 1000 }
/** Time after which a client leaves a service that waits for the rest of a request. */
const PATIENCE_MS = 50

const commands = createCommands()
let upstream: HostileHost
beforeAll(async () => {
  upstream = await startHostileHost()
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...[
        '-subj',
        '/CN=service',
        '-keyout',
        join(commands.folder, 'key.pem'),
        '-out',
        join(commands.folder, 'cert.pem'),
      ],
    ],
    { stdio: 'ignore' },
  )
})
afterAll(async () => {
  await commands.end()
  await upstream.close()
})

const text = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\r\n'))

const CALL = '{"jsonrpc":"2.0","id":"0","method":"get_version"}'
const NAME =
  '{"jsonrpc":"2.0","id":"0","method":"validate_address","params":{"address":"a.test","allow_openalias":true}}'

const requestOf = (path: string, body: string, ...headers: readonly string[]): Uint8Array =>
  text(`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Length: ${body.length}`, ...headers, '', body)

const PIECES: readonly Uint8Array[] = [
  ...['/json_rpc', '/node/json_rpc', '/node/get_info', '/get_info'].map((path) => requestOf(path, CALL)),
  requestOf('/json_rpc', NAME),
  requestOf('/json_rpc', CALL, 'Expect: 100-continue'),
  requestOf('/json_rpc', CALL, 'Upgrade: websocket', 'Connection: Upgrade'),
  requestOf(
    '/json_rpc',
    CALL,
    'Authorization: Digest username="a", nonce="b", uri="/", response="c", qop=auth, nc=00000001',
  ),
  requestOf('/json_rpc', CALL, 'Origin: http://evil.example'),
  text('GET / HTTP/1.1', 'Host: localhost', '', ''),
  text('GET /assets/%ff HTTP/1.1', 'Host: localhost', '', ''),
  text('HEAD /index.html HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''),
  text('OPTIONS * HTTP/1.1', 'Host: localhost', '', ''),
  text('CONNECT localhost:80 HTTP/1.1', 'Host: localhost', '', ''),
  text('GET http://evil.example/ HTTP/1.1', 'Host: [::', '', ''),
  text('POST /json_rpc HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked', '', 'a', CALL.slice(0, 10), ''),
  text(
    'POST /json_rpc HTTP/1.1',
    'Host: localhost',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    '',
    '0',
    '',
    '',
  ),
  text('POST /json_rpc HTTP/1.1', 'Host: localhost', 'Content-Length: 100000000', '', ''),
  text('GET / HTTP/0.9', '', ''),
  text('PRI * HTTP/2.0', '', 'SM', '', ''),
  Uint8Array.of(22, 3, 1, 0, 5, 1, 0, 0, 1, 0),
]

type Service = { readonly running: Running; readonly url: string }

/** Sends all of a dialogue in a connection, and ends it as it says; resolves when it is closed. */
const send = async ({ answers, ending }: Dialogue, open: () => Socket): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = open()
  socket.on('error', () => undefined)
  socket.on('close', () => resolve())
  socket.resume()
  const sent = Buffer.concat(answers.flat())
  socket.write(ending === 'half' ? sent.subarray(0, sent.length >> 1) : sent)
  if (ending === 'end') socket.end()
  const leave = (): void => {
    // A connection of TLS has no reset of its own.
    if (ending === 'reset' && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
    else socket.destroy()
  }
  const timer = setTimeout(leave, ending === 'reset' ? 0 : PATIENCE_MS)
  await promise.finally(() => clearTimeout(timer))
}

const attack = async (
  { running, url }: Service,
  open: () => Socket,
  isAnswering: () => Promise<boolean>,
): Promise<void> => {
  const answers = dialoguesOf(HTTP_PIECES)
  await fc.assert(
    fc.asyncProperty(dialoguesOf(PIECES), answers, async (dialogue, answer) => {
      upstream.say(answer)
      await send(dialogue, open)
    }),
    { numRuns: CONNECTIONS, endOnFailure: true },
  )
  expect(await isAnswering(), url).toBe(true)
  expect(running.child.exitCode).toBeNull()
  expect(running.output()).not.toMatch(/internal error|Uncaught|unhandled|node:internal/i)
}

const openTo = (url: string) => (): Socket => connect(Number(new URL(url).port), '127.0.0.1')

it('faba rpc goes on answering, also while its node and its resolver send anything', TEST, async () => {
  const host = `http://127.0.0.1:${upstream.port}`
  const running = await commands.rpc(
    host,
    '--disable-rpc-login',
    '--wallet-dir',
    'w',
    '--openalias-resolver',
    `${host}/q`,
  )
  await running.call('create_wallet', { filename: 'w', password: '', language: 'English' })
  await attack({ running, url: running.url }, openTo(running.url), async () => {
    const { result } = await running.call('get_address')
    return typeof result?.['address'] === 'string'
  })
})

it('faba rpc goes on answering over TLS', TEST, async () => {
  const tls = ['--rpc-ssl-private-key', 'key.pem', '--rpc-ssl-certificate', 'cert.pem', '--rpc-login', 'ann:secret']
  const running = commands.run(
    ...['rpc', '--regtest', '--offline', '--rpc-bind-port', '0', '--wallet-dir', 'w2', '--non-interactive', ...tls],
  )
  const [, url = ''] = await untilOutput(running, /(https:\/\/[\d.:]+)\/json_rpc.*login: /s)
  const port = Number(new URL(url).port)
  const openTls = (): Socket => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
  let turn = 0
  const openAny = (): Socket => (turn++ % 2 === 0 ? connect(port, '127.0.0.1') : openTls())
  await attack({ running, url }, openAny, async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = openTls()
    socket.on('error', (error) => resolve(error.message))
    socket.on('data', (data) => resolve(data.toString()))
    socket.write(requestOf('/json_rpc', CALL))
    const answer = await promise
    socket.destroy()
    return answer.startsWith('HTTP/1.1 401')
  })
})

it('faba node goes on answering', TEST, async () => {
  const running = commands.run('node', '--port', '0')
  const [url = ''] = await untilOutput(running, /http:\/\/[\d.:]+/)
  await attack({ running, url }, openTo(url), async () => (await fetch(`${url}/get_height`)).ok)
})

it('faba serve goes on answering, also while its node sends anything', TEST, async () => {
  const running = commands.run('serve', '--port', '0', '--node', `http://127.0.0.1:${upstream.port}`)
  const [, url = ''] = await untilOutput(running, /Faba: (\S+)\n.*node at/s)
  await attack({ running, url }, openTo(url), async () => (await fetch(url)).ok)
})

// `faba rpc` under hostile clients: slow, incomplete and endless bodies, broken connections, malformed and oversized requests. Other calls
// continue to work, and the wallet is unchanged.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vector } from '../../support/data/vectors.ts'

const COMMAND = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))
const { keys } = vector('oxen/chain-small/wallets.json').wallets.A
const MIB = 1024 * 1024

type Answer = {
  readonly id: unknown
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

const folder = mkdtempSync(join(tmpdir(), 'faba-hostile-'))
let child: ChildProcess
let output = ''
let port = 0

const start = async (): Promise<void> => {
  output = ''
  child = spawn(
    process.execPath,
    [
      ...[
        COMMAND,
        'rpc',
        '--regtest',
        '--rpc-bind-port',
        '0',
        '--daemon-address',
        '127.0.0.1:1',
        '--disable-rpc-login',
      ],
      ...['--wallet-dir', folder, '--non-interactive', '--log-level', '0'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder },
  )
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => {
      output += data.toString()
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/json_rpc/.exec(output)
      port = Number(found?.[1] ?? port)
      if (output.includes('login: none')) ready.resolve()
    })
  child.on('exit', (code) => ready.reject(new Error(`it ended with ${code}:\n${output}`)))
  await ready.promise
}

const stop = async (): Promise<number | null> => {
  const ended = Promise.withResolvers<number | null>()
  child.on('exit', (code) => ended.resolve(code))
  child.kill('SIGTERM')
  return await ended.promise
}

const post = async (body: BodyInit): Promise<Response> =>
  await fetch(`http://127.0.0.1:${port}/json_rpc`, {
    method: 'POST',
    body,
    // Streams are sent in chunks.
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })

const call = async (method: string, params: object = {}): Promise<Answer> =>
  // Answers of JSON-RPC have this shape.
  (await (await post(JSON.stringify({ jsonrpc: '2.0', id: 'h', method, params }))).json()) as Answer

/** Returns the responses of the wallet's query methods. */
const queryWallet = async (): Promise<unknown[]> => {
  const responses: unknown[] = []
  for (const [method, params] of [
    ['get_address', {}],
    ['get_accounts', {}],
    ['get_balance', { all_accounts: true }],
    ['get_address_book', {}],
    ['get_account_tags', {}],
    ['get_tx_notes', { txids: ['ab'.repeat(32)] }],
    ['get_attribute', { key: 'kept' }],
    ['get_transfers', {}],
  ] as const)
    responses.push(await call(method, params))
  return responses
}

let before: unknown[]

beforeAll(async () => {
  await start()
  await call('restore_deterministic_wallet', { filename: 'w', seed: keys.mnemonic, password: 'p' })
  await call('create_account', { label: 'ä second one' })
  await call('label_address', { index: { major: 0, minor: 0 }, label: 'first' })
  await call('tag_accounts', { tag: 't', accounts: [1] })
  await call('add_address_book', { address: keys.address, description: 'self' })
  await call('set_tx_notes', { txids: ['ab'.repeat(32)], notes: ['a note'] })
  await call('set_attribute', { key: 'kept', value: 'so' })
  before = await queryWallet()
}, 60_000)

afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

const connected = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  // The tests break connections on purpose.
  socket.on('error', () => undefined)
  const opened = Promise.withResolvers<void>()
  socket.on('connect', () => opened.resolve())
  await opened.promise
  return socket
}

/** Reads until the server closes the connection. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (data) => {
    text += data.toString()
  })
  const closed = Promise.withResolvers<void>()
  socket.on('close', () => closed.resolve())
  await closed.promise
  return text
}

const head = (length: number | 'chunked'): string =>
  `POST /json_rpc HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`

const resident = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

describe('faba rpc under hostile clients', () => {
  it('responds while other bodies arrive byte by byte, or never', async () => {
    const body = '{"id":1,"method":"get_version"}'
    const silent = await Promise.all(Array.from({ length: 50 }, connected))
    for (const socket of silent) socket.write(head(1000) + body)
    const slow = await connected()
    slow.write(head(body.length))
    const answer = readAll(slow)
    for (const byte of body) {
      slow.write(byte)
      expect((await call('get_version')).result).toEqual({ version: 65553 })
    }
    expect(await answer).toContain('"result":{"version":65553}')
    for (const socket of silent) socket.destroy()
  })

  it('survives connections that break before and after the request is complete', async () => {
    const body = '{"id":1,"method":"get_transfers_csv"}'
    for (const length of [0, 10, body.length])
      for (const socket of await Promise.all(Array.from({ length: 20 }, connected))) {
        socket.write(head(body.length) + body.slice(0, length))
        if (length % 2 === 0) socket.destroy()
        else socket.resetAndDestroy()
      }
    expect((await call('get_version')).result).toEqual({ version: 65553 })
  })

  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['NULs', '\0\0\0\0\r\n\r\n'],
    ['two lengths', 'POST /json_rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    [
      'a length and chunks',
      'POST /json_rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'POST /json_rpc HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nhello'],
    ['a bad chunk', `${head('chunked')}zz\r\nhello\r\n0\r\n\r\n`],
    ['a header without end', `POST /json_rpc HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['a bad path', 'POST /%ff%fe HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'],
    ['a bad host', 'POST /json_rpc HTTP/1.1\r\nHost: [[\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'],
    ['a whole URL', 'POST ftp://[::1/json_rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'],
  ])('rejects %s', async (_, text) => {
    const socket = await connected()
    socket.write(text)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  it('accepts ten megabytes, also in chunks, and rejects bodies over the limit', async () => {
    const large = `{"id":1,"method":"parse_uri","params":{"uri":"${'a'.repeat(10 * MIB)}"}}`
    const chunks = (text: string): ReadableStream<Uint8Array> => {
      const bytes = new TextEncoder().encode(text)
      let at = 0
      return new ReadableStream({
        pull: (controller) => {
          if (at >= bytes.length) controller.close()
          else controller.enqueue(bytes.slice(at, at + 65_536))
          at += 65_536
        },
      })
    }
    for (const body of [large, chunks(large)]) {
      const response = await post(body)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ error: { code: -11 } })
    }
    const endless = await connected()
    endless.write(head('chunked'))
    const answer = readAll(endless)
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`
    let sent = 0
    while (!endless.closed && sent < 64 * MIB) {
      sent += chunk.length
      if (!endless.write(chunk)) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 413 |^$/)
    const declared = await connected()
    declared.write(head(1e12))
    expect(await readAll(declared)).toMatch(/^HTTP\/1\.1 413 /)
    expect((await call('get_version')).result).toEqual({ version: 65553 })
  }, 60_000)

  it('keeps its memory below a limit', async () => {
    const large = `{"id":1,"method":"set_tx_notes","params":{"txids":[${'"ab",'.repeat(2_000_000)}"x"],"notes":[]}}`
    for (let i = 0; i < 20; i++) expect((await post(large)).status).toBe(200)
    for (let i = 0; i < 20; i++)
      expect(await (await post('['.repeat(10 * MIB))).json()).toMatchObject({ error: { code: -32700 } })
    expect(resident()).toBeLessThan(1500)
  }, 120_000)

  it('rejects invalid wallet names', async () => {
    for (const filename of ['../w', 'a/b', 'a\\b', 'a\0b', 'x'.repeat(100_000), '\ud800/', 'C:\\w'])
      for (const method of ['create_wallet', 'open_wallet'])
        expect([method, filename, (await call(method, { filename, language: 'English' })).error?.code]).toEqual([
          method,
          filename,
          expect.any(Number),
        ])
    expect(await call('open_wallet', { filename: 'w', password: 'p' })).toMatchObject({ result: {} })
  })

  it('leaves the wallet unchanged, also across a restart', async () => {
    expect(await queryWallet()).toEqual(before)
    expect(await stop()).toBe(0)
    expect(output).not.toMatch(/unhandled|TypeError|Internal/i)
    await start()
    expect(await call('open_wallet', { filename: 'w', password: 'p' })).toMatchObject({ result: {} })
    expect(await queryWallet()).toEqual(before)
  }, 60_000)
})

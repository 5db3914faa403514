// A host that answers each connection with drawn bytes and ends it in a drawn way, and a record of the errors that reach the process.

import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import fc from 'fast-check'

/** How a connection ends after its bytes; `half`: in the middle of the last ones; `hang`: not at all. */
export type Ending = 'end' | 'reset' | 'half' | 'hang'

/** What a host sends after each message of the other side, and how the connection ends after the last of them. */
export type Dialogue = { readonly answers: readonly (readonly Uint8Array[])[]; readonly ending: Ending }

const endConnection = (socket: Socket, ending: Ending): void => {
  if (ending === 'hang') return
  if (ending !== 'reset') socket.end()
  // A connection of TLS has no reset of its own.
  else if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

const converse = (socket: Socket, { answers, ending }: Dialogue): void => {
  let turn = 0
  socket.on('error', () => undefined)
  socket.on('data', () => {
    const answer = answers[turn++] ?? []
    const isLast = turn >= answers.length
    for (const [i, bytes] of answer.entries()) {
      const isCut = isLast && ending === 'half' && i === answer.length - 1
      socket.write(isCut ? bytes.subarray(0, bytes.length >> 1) : bytes)
    }
    if (isLast) endConnection(socket, ending)
  })
}

export type HostileHost = {
  readonly port: number
  /** for the connections from now on */
  say(dialogue: Dialogue): void
  close(): Promise<void>
}

/** Starts a hostile host on this machine, over TLS with a key and a certificate. */
export const startHostileHost = async (tls?: { readonly key: string; readonly cert: string }): Promise<HostileHost> => {
  let dialogue: Dialogue = { answers: [], ending: 'end' }
  const open = new Set<Socket>()
  const track = (socket: Socket): void => {
    socket.on('error', () => undefined)
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  }
  const server: Server =
    tls === undefined
      ? createServer((socket) => converse(socket, dialogue))
      : createTlsServer({ key: readFileSync(tls.key), cert: readFileSync(tls.cert) }, (socket) =>
          converse(socket, dialogue),
        )
  server.on('connection', track)
  server.on('tlsClientError', () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return {
    port: (server.address() as AddressInfo).port, // of a TCP server
    say: (next) => {
      dialogue = next
    },
    close: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      for (const socket of open) socket.destroy()
      await closed.promise
    },
  }
}

/** Records errors that reach the process, until `stop`. */
export const recordFaults = () => {
  const faults: string[] = []
  const record = (error: unknown): void => {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  process.on('uncaughtException', record)
  process.on('unhandledRejection', record)
  return {
    faults,
    stop: () => {
      process.off('uncaughtException', record)
      process.off('unhandledRejection', record)
    },
  }
}

const text = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\r\n'))

/** Random bytes, or pieces of a protocol. */
const piecesOf = (known: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...known), fc.nat(), fc.nat(255))
        .map(([piece, at, value]) => piece.with(at % Math.max(1, piece.length), value)),
    },
  )

/** Dialogues of up to three turns over pieces of a protocol. */
export const dialoguesOf = (known: readonly Uint8Array[]): fc.Arbitrary<Dialogue> =>
  fc.record({
    answers: fc.array(fc.array(piecesOf(known), { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
    ending: fc.constantFrom<Ending>('end', 'reset', 'half', 'hang'),
  })

const JSON_BODY = '{"jsonrpc":"2.0","id":"0","result":{"height":7,"status":"OK"}}'

export const HTTP_PIECES: readonly Uint8Array[] = [
  text('HTTP/1.1 200 OK', `Content-Length: ${JSON_BODY.length}`, '', JSON_BODY),
  text('HTTP/1.1 200 OK', 'Content-Length: 1000', '', JSON_BODY),
  text('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', ''),
  text('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Content-Length: 3', '', ''),
  text('HTTP/1.1 200 OK', 'Content-Encoding: gzip', 'Content-Length: 9', '', 'not gzip!'),
  text('HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket', '', ''),
  text('HTTP/1.1 100 Continue', '', ''),
  text('HTTP/1.1 103 Early Hints', 'Link: </a>; rel=preload', '', ''),
  text('HTTP/1.1 204 No Content', '', ''),
  text('HTTP/1.1 302 Found', 'Location: http://127.0.0.1:1/', '', ''),
  text(
    'HTTP/1.1 401 Unauthorized',
    'WWW-Authenticate: Digest realm="a", nonce="b", qop="auth"',
    'Content-Length: 0',
    '',
    '',
  ),
  text('HTTP/1.1 407 Proxy Authentication Required', 'Content-Length: 0', '', ''),
  text('HTTP/1.1 999 No', 'Content-Length: 0', '', ''),
  text('HTTP/2 200', '', ''),
  text('3', 'abc', '', ''),
  text('0', 'Trailer: x', '', ''),
  text('ffffffffffffffff', ''),
  text(`X: ${'a'.repeat(70_000)}`, '', ''),
]

/** Of a SOCKS 5 proxy (RFC 1928). */
export const SOCKS_PIECES: readonly Uint8Array[] = [
  Uint8Array.of(5, 0),
  Uint8Array.of(5, 255),
  Uint8Array.of(4, 0),
  Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 80),
  Uint8Array.of(5, 1, 0, 1, 0, 0, 0, 0, 0, 0),
  Uint8Array.of(5, 0, 0, 3, 255, 97),
  Uint8Array.of(5, 0, 0, 9),
  ...HTTP_PIECES.slice(0, 3),
]

const message = (kind: string, ...body: readonly number[]): Uint8Array =>
  Uint8Array.of(kind.charCodeAt(0), 0, 0, 0, body.length + 4, ...body)

const letters = (value: string): number[] => [...value].map((letter) => letter.charCodeAt(0))

const LOGGED_IN = Uint8Array.of(
  ...message('R', 0, 0, 0, 0),
  ...message('K', 0, 0, 0, 1, 0, 0, 0, 2),
  ...message('Z', 73),
)

/** Of a server of PostgreSQL (55.7). */
export const POSTGRES_PIECES: readonly Uint8Array[] = [
  ...[LOGGED_IN, LOGGED_IN, LOGGED_IN, Uint8Array.of(83), Uint8Array.of(78)],
  ...[3, 5, 10, 12].map((code) => message('R', 0, 0, 0, code)),
  message('R', 0, 0, 0, 11, ...letters('r=a,s=YQ==,i=2000000000')),
  message('R', 0, 0, 0, 11, ...letters('r=a,s=YQ==,i=1')),
  message('R', 1),
  ...['1', '2', '3', 'n', 's', 'I', 'G', 'H', 'W', 'c', 'd', 'V', 'v', 'x'].map((kind) => message(kind)),
  message('Z', 73),
  message('C', ...letters('SET\0')),
  message('T', 0, 1, 97, 0, ...Array<number>(18).fill(0)),
  message('T', 255, 255, 97),
  message('t', 0, 1, 0, 0, 0, 25),
  message('D', 0, 1, 0, 0, 0, 1, 97),
  message('D', 0, 9, 127, 255, 255, 255),
  message('E', ...letters('SFATAL\0C57P01\0Mterminating\0\0')),
  message('E', ...letters('SERROR\0C42601\0Msyntax\0\0')),
  message('N', ...letters('SNOTICE\0\0')),
  message('A', 0, 0, 0, 1, ...letters('a\0b\0')),
  message('S', ...letters('client_encoding\0UTF8\0')),
  Uint8Array.of(68, 255, 255, 255, 255),
  Uint8Array.of(68, 0, 0, 0, 0),
]

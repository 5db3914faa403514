// What the nodes of benches do with their answers.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { toHex } from '../../../src/bytes/hex.ts'
import { freePort } from '../../support/peers/monero.ts'
import type { FetchHandler } from './listen.ts'

type Answer = { readonly status: number; readonly type: string; readonly body: Uint8Array }

/** CORS headers for a page of another origin. */
const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-max-age': '7200',
}

/** Returns the answer to a request; builds it once. */
export type Remembered = (path: string, body: Uint8Array) => Promise<Answer>

export const remembering = (handler: FetchHandler): Remembered => {
  const answers = new Map<string, Answer>()
  return async (path, body) => {
    const key = `${path} ${toHex(body)}`
    const known = answers.get(key)
    if (known !== undefined) return known
    const made = await handler(new Request(`http://node${path}`, { method: 'POST', body: body.slice() }))
    const answer = {
      status: made.status,
      type: made.headers.get('content-type') ?? 'application/octet-stream',
      body: new Uint8Array(await made.arrayBuffer()),
    }
    answers.set(key, answer)
    return answer
  }
}

/**
 * Serves remembered answers over HTTP on this machine, also to pages of other origins. The server does little else than send: it shares the
 * processor with what is measured.
 * @param headers of each answer
 */
export const listenRemembering = async (
  remembered: Remembered,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; close(): void }> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = new Uint8Array(await buffer(request))
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CROSS_ORIGIN).end()
      return
    }
    const answer = await remembered(request.url ?? '/', body)
    const length = String(answer.body.length)
    response
      .writeHead(answer.status, { ...CROSS_ORIGIN, ...headers, 'content-type': answer.type, 'content-length': length })
      .end(answer.body)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  // monero-ts reports a node as unreachable if its connection was closed while it worked.
  server.keepAliveTimeout = 600_000
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** The headers by which a server ends each connection after its answer; see `closing`. */
export const CLOSING = { connection: 'close' }

/**
 * Ends the connection after each answer. monero-wallet-rpc sends head and body of a request on their own, and the system holds the body
 * back until the head is acknowledged, which takes 40 ms on a connection that has been used before and no time on a new one.
 */
export const closing =
  (handler: FetchHandler): FetchHandler =>
  async (request) => {
    const response = await handler(request)
    response.headers.set('connection', CLOSING.connection)
    return response
  }

// Nodes made of recorded or invented answers, for clients to talk to.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromHex } from '../../src/bytes/hex.ts'
import type { Fetch } from '../../src/jsonrpc/client.ts'

const captures = join(import.meta.dirname, '../../../shared/vectors/oxen/chain-small/captures')

type Recorded = {
  readonly no: number
  readonly path: string
  readonly request_hex?: string
  readonly request_file?: string
  readonly response_hex?: string
  readonly response_file?: string
}

export type RecordedExchange = {
  readonly no: number
  readonly path: string
  readonly request: Uint8Array
  readonly response: Uint8Array
}

const bytesOf = (hex: string | undefined, file: string | undefined): Uint8Array =>
  hex !== undefined ? fromHex(hex) : new Uint8Array(readFileSync(join(captures, file ?? '')))

/** Everything a v8.1 wallet and its node said to each other. */
export const recordedExchanges = (): RecordedExchange[] => {
  // The recording's own shape.
  const { exchanges } = JSON.parse(readFileSync(join(captures, 'index.json'), 'utf8')) as { exchanges: Recorded[] }
  return exchanges.map(({ no, path, request_hex, request_file, response_hex, response_file }) => ({
    no,
    path,
    request: bytesOf(request_hex, request_file),
    response: bytesOf(response_hex, response_file),
  }))
}

export type Asked = { readonly path: string; readonly body: Uint8Array; readonly request: Request }

/** A fetch that gives one answer to everything, and remembers what it was asked. */
export const answering = (answer: (asked: Asked) => Response | Promise<Response>): { fetch: Fetch; asked: Asked[] } => {
  const asked: Asked[] = []
  const fetch: Fetch = async (request) => {
    const call = {
      path: new URL(request.url).pathname,
      body: new Uint8Array(await request.clone().arrayBuffer()),
      request,
    }
    asked.push(call)
    return await answer(call)
  }
  return { fetch, asked }
}

/** A response of bytes or text. */
export const reply = (body: Uint8Array | string, status = 200): Response =>
  // The DOM's types want to be sure that the memory is not shared.
  new Response(body as Uint8Array<ArrayBuffer> | string, { status })

/** The result of a JSON-RPC call. */
export const result = (value: unknown): Response => reply(JSON.stringify({ jsonrpc: '2.0', id: '0', result: value }))

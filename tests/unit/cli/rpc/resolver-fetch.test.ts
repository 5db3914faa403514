// What a resolver may send over HTTP/2: every request settles, and no error is left without a listener, which would end the process.

import { createServer, type Http2Server } from 'node:http2'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { concat, u32Bytes } from '../../../../src/bytes/bytes.ts'
import { createResolverFetch } from '../../../../src/cli/rpc/connections/resolverFetch.ts'
import { runs } from '../../../support/runs.ts'

const TIMEOUT_MS = 60_000

const servers: (Http2Server | Server)[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listening = async (server: Http2Server | Server): Promise<string> => {
  servers.push(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  // A server that listens on TCP has this form of address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`
}

/** Requests once; returns the status, or the name of the error. */
const outcomeOf = async (url: string): Promise<number | string> => {
  try {
    const response = await createResolverFetch(undefined)(new Request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }))
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}

it('offers no pushes, and reads the response of a resolver that would push', async () => {
  const refused: unknown[] = []
  const server = createServer()
  server.on('stream', (stream) => {
    try {
      stream.pushStream({ ':path': '/pushed' }, () => undefined)
    } catch (error) {
      refused.push(error)
    }
    stream.respond({ ':status': 404 })
    stream.end()
  })
  expect(await outcomeOf(await listening(server))).toBe(404)
  expect(refused).toMatchObject([{ code: 'ERR_HTTP2_PUSH_DISABLED' }])
})

/** Types of frames: DATA to CONTINUATION, and one that does not exist (RFC 9113, section 6). */
const FRAME_TYPES = 11
const [RST_STREAM, SETTINGS, PUSH_PROMISE] = [3, 4, 5] as const

type Frame = { readonly type: number; readonly flags: number; readonly stream: number; readonly payload: Uint8Array }

const bytesOf = ({ type, flags, stream, payload }: Frame): Uint8Array =>
  concat(
    Uint8Array.of(payload.length >> 16, payload.length >> 8, payload.length, type, flags),
    u32Bytes(stream).toReversed(),
    payload,
  )

/** Returns the address of a server that sends frames, and ends or cuts the connection then. */
const serverOf = (frames: readonly Uint8Array[], ending: 'end' | 'destroy' | 'half'): Promise<string> =>
  listening(
    createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        for (const frame of frames) socket.write(frame)
        const last = frames.at(-1)
        if (ending === 'half' && last !== undefined) socket.write(last.subarray(0, last.length >> 1))
        if (ending === 'destroy') socket.destroySoon()
        else socket.end()
      })
    }),
  )

const settings = bytesOf({ type: SETTINGS, flags: 0, stream: 0, payload: new Uint8Array() })
const acknowledgement = bytesOf({ type: SETTINGS, flags: 1, stream: 0, payload: new Uint8Array() })
/** `:method: GET`, `:scheme: http`, `:path: /`, `:authority: a` (HPACK). */
const HEADERS = Uint8Array.of(0x82, 0x86, 0x84, 0x41, 1, 0x61)

it.each([
  ['before it knows the settings', [settings]],
  ['although they are refused', [settings, acknowledgement]],
])('survives a push that is reset, %s', async (_, first) => {
  const push = { type: PUSH_PROMISE, flags: 4, stream: 1, payload: concat(u32Bytes(2).toReversed(), HEADERS) }
  const reset = { type: RST_STREAM, flags: 0, stream: 2, payload: u32Bytes(2).toReversed() }
  const url = await serverOf([...first, bytesOf(push), bytesOf(reset)], 'end')
  expect(await outcomeOf(url)).toMatch(/Error$/)
})

it('settles every request, whatever frames a resolver sends', { timeout: 240_000 }, async () => {
  const frame: fc.Arbitrary<Frame> = fc.record({
    type: fc.nat(FRAME_TYPES),
    flags: fc.nat(255),
    stream: fc.constantFrom(0, 1, 1, 2, 3),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(HEADERS, Uint8Array.of(0x88), concat(u32Bytes(2).toReversed(), HEADERS), u32Bytes(8)),
    ),
  })
  const frames = fc.array(fc.oneof(frame.map(bytesOf), fc.uint8Array({ maxLength: 60 })), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      frames,
      fc.constantFrom('end', 'destroy', 'half'),
      fc.boolean(),
      async (sent, ending, isPolite) => {
        const url = await serverOf(isPolite ? [settings, acknowledgement, ...sent] : sent, ending)
        const outcome = await outcomeOf(url)
        expect(outcome).not.toBe('TimeoutError')
      },
    ),
    { numRuns: runs(300) },
  )
})

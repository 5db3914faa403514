// Responses that the proxy to a real node passes on: while they arrive, as fast as clients read, within bounds of memory and number.

import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { listen } from '../../../../src/cli/http/httpServer.ts'
import { createNodeProxy, type NodeProxyOptions } from '../../../../src/cli/http/nodeProxy.ts'

const KIB = 1024
const MIB = 1024 * KIB
const CHUNK = 64 * KIB

type Proxy = ReturnType<typeof createNodeProxy>

const requestTo = (proxy: Proxy, init: RequestInit = {}) =>
  proxy(new Request('http://here/get_info', { method: 'POST', body: '{}', ...init }))

/** A node whose responses consist of chunks, and the number of chunks that were read of all responses. */
const chunkedNode = (chunks: number, options: NodeProxyOptions = {}) => {
  let read = 0
  const fetch = async (): Promise<Response> => {
    let left = chunks
    return new Response(
      new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          pull: (controller) => {
            if (left-- === 0) return controller.close()
            read++
            controller.enqueue(new Uint8Array(CHUNK))
          },
        },
        { highWaterMark: 0 },
      ),
    )
  }
  return { proxy: createNodeProxy('http://node.example', { fetch, ...options }), chunksRead: () => read }
}

/** Waits until a number has not changed for some time, and returns it. */
const settled = async (value: () => number): Promise<number> => {
  for (let last = -1; ; ) {
    if (value() === last) return last
    last = value()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('a response of the node', () => {
  it('is passed on before it is complete', async () => {
    const { writable, readable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
    const proxy = createNodeProxy('http://node.example', { fetch: async () => new Response(readable) })
    const writer = writable.getWriter()
    void writer.write(Uint8Array.of(1))
    const response = await requestTo(proxy)
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value).toEqual(Uint8Array.of(1))
    void writer.write(Uint8Array.of(2))
    expect((await reader?.read())?.value).toEqual(Uint8Array.of(2))
    void writer.close()
    expect((await reader?.read())?.done).toBe(true)
  })

  it('is whole when the client is slower than the node', async () => {
    const { proxy } = chunkedNode(40, { maxUnreadBytes: CHUNK })
    expect((await (await requestTo(proxy)).arrayBuffer()).byteLength).toBe(40 * CHUNK)
  })

  it('may be empty', async () => {
    const response = await requestTo(chunkedNode(0).proxy)
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('is read within the memory for all clients together while they do not read', async () => {
    const { proxy, chunksRead } = chunkedNode(2400, { maxUnreadBytes: 4 * MIB })
    const responses = await Promise.all(Array.from({ length: 12 }, () => requestTo(proxy)))
    expect((await settled(chunksRead)) * CHUNK).toBeLessThanOrEqual(4 * MIB + 12 * CHUNK)
    // A client that reads gets its response although the others fill the memory, and makes room when it leaves.
    expect((await responses[0]?.arrayBuffer())?.byteLength).toBe(2400 * CHUNK)
    const before = chunksRead()
    for (const response of responses.slice(1, 6)) void response.body?.cancel()
    expect(await settled(chunksRead)).toBeGreaterThan(before)
  })

  it('is read at the speed of the node while there is memory', async () => {
    const { proxy, chunksRead } = chunkedNode(20)
    await requestTo(proxy)
    await vi.waitFor(() => expect(chunksRead()).toBe(20))
  })

  it('fails for a client that does not read, which frees its memory', async () => {
    const { proxy } = chunkedNode(100, { maxUnreadBytes: MIB, timeoutMs: 1000, maxRequests: 1 })
    const ignored = await requestTo(proxy)
    await expect(ignored.body?.getReader().closed).rejects.toThrow('does not read')
    expect((await (await requestTo(proxy)).arrayBuffer()).byteLength).toBe(100 * CHUNK)
  })

  it('fails when the node cuts it', async () => {
    const body = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => controller.enqueue(new Uint8Array(CHUNK)),
        pull: (controller) => controller.error(new TypeError('terminated')),
      })
    const proxy = createNodeProxy('http://node.example', { fetch: async () => new Response(body()) })
    const response = await requestTo(proxy)
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow('cannot be reached')
  })

  it('fails when it becomes longer than any response of a node', async () => {
    const { proxy } = chunkedNode((161 * MIB) / CHUNK)
    const response = await requestTo(proxy)
    await expect(response.arrayBuffer()).rejects.toThrow('is longer than')
  })
})

describe('requests to the node', () => {
  it('are bounded in number until their responses are read', async () => {
    const { proxy } = chunkedNode(4, { maxRequests: 3 })
    const responses = await Promise.all(Array.from({ length: 4 }, () => requestTo(proxy)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 503])
    expect(await responses[3]?.text()).toMatch(/too many requests/)
    await responses[0]?.arrayBuffer()
    await responses[1]?.body?.cancel()
    expect((await requestTo(proxy)).status).toBe(200)
    expect((await requestTo(proxy)).status).toBe(200)
    expect((await requestTo(proxy)).status).toBe(503)
  })

  it('are bounded again after failures of the node and of requests', async () => {
    const fetch = () => Promise.reject(new TypeError('refused'))
    const proxy = createNodeProxy('http://node.example', { fetch, maxRequests: 1 })
    for (let i = 0; i < 3; i++) expect((await requestTo(proxy)).status).toBe(502)
    const unreadable = { body: new Uint8Array(5 * MIB) }
    for (let i = 0; i < 3; i++) expect((await requestTo(proxy, unreadable)).status).toBe(413)
  })
})

it('ends the connection of a client instead of a cut response, so that it cannot pass for a whole one', async () => {
  const node = createServer((request, response) => {
    request.resume()
    response.write('a'.repeat(3 * CHUNK))
    setTimeout(() => response.destroy(), 50)
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo // of a TCP server
  const forward = createNodeProxy(`http://127.0.0.1:${port}`)
  const listening = Promise.withResolvers<string>()
  const stopping = new AbortController()
  const options = { signal: stopping.signal, gracePeriodMs: 0 }
  const service = listen(forward, { host: '127.0.0.1', port: 0 }, listening.resolve, options)
  const url = await listening.promise
  const output = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const text = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write('GET /get_info HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    )
    socket.on('data', (data) => chunks.push(data))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
  expect(output).not.toHaveBeenCalled()
  output.mockRestore()
  expect(text).toContain('aaa')
  expect(text.endsWith('0\r\n\r\n')).toBe(false)
  stopping.abort()
  await service
  node.close()
})

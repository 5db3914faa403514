// A service and its client: paths, restrictions, limits, origins.
import { describe, expect, it } from 'vitest'
import { createJsonRpcClient, JsonRpcTransportError } from '../../../src/jsonrpc/client.ts'
import { DuplicateMethodError } from '../../../src/jsonrpc/dispatch.ts'
import { JsonRpcError, UnavailableError } from '../../../src/jsonrpc/errors.ts'
import { methodsOf } from '../../../src/jsonrpc/method.ts'
import { createService, type ServiceOptions } from '../../../src/jsonrpc/service.ts'
import { close, deposit, key, setUp } from '../../support/jsonrpc/till-service.ts'

describe('a plain or binary path', () => {
  it('takes the parameters as body and returns the bare result', async () => {
    const { post } = setUp()
    const answer = await post('/deposit', '{"amount":3}')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ total: 3, notes: [], x: 3 })
  })

  it('accepts GET without a body', async () => {
    const { service } = setUp()
    expect(await (await service(new Request('http://till/close'))).json()).toEqual({ closed: true })
  })

  it('transfers bytes', async () => {
    const { post } = setUp()
    const answer = await post('/reverse.bin', Uint8Array.of(1, 2, 3))
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([3, 2, 1])
  })

  it('returns errors as text', async () => {
    const { post } = setUp()
    const statusAndText = async (path: string, body?: string) => {
      const answer = await post(path, body)
      return [answer.status, await answer.text()]
    }
    expect(await statusAndText('/nothing')).toEqual([404, 'Not Found\n'])
    expect(await statusAndText('/flat')).toEqual([404, 'Not Found\n'])
    expect(await statusAndText('/deep/path')).toEqual([404, 'Not Found\n'])
    expect(await statusAndText('/deposit', '{')).toEqual([
      500,
      'Unable to parse request: Failed to parse JSON parameters',
    ])
    expect(await statusAndText('/deposit', '{}')).toEqual([
      500,
      expect.stringMatching(/^Unable to parse request: amount: /),
    ])
    expect(await statusAndText('/fail', '{"how":"rpc"}')).toEqual([500, 'Not enough money'])
    expect(await statusAndText('/fail', '{"how":"busy"}')).toEqual([503, 'Server busy, try again later'])
    expect(await statusAndText('/fail', '{"how":"other"}')).toEqual([500, 'Internal Server Error\n'])
  })
})

describe('a service', () => {
  it('hides admin methods when restricted', async () => {
    const { rpc, post } = setUp({ restricted: true })
    expect(await rpc('{"id":1,"method":"close"}')).toMatchObject({
      id: 1,
      error: { code: 403, message: 'Forbidden; this command is not available over public RPC' },
    })
    const answer = await post('/close')
    expect([answer.status, await answer.text()]).toEqual([403, 'Forbidden\n'])
    expect(await rpc('{"id":1,"method":"deposit","params":{"amount":1}}')).toMatchObject({ result: { total: 1 } })
  })

  it('rejects long requests, with or without a content length', async () => {
    const { service, post } = setUp({ maxRequestBytes: 100 })
    const long = 'x'.repeat(101)
    expect((await post('/json_rpc', long)).status).toBe(413)
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(long))
        controller.close()
      },
    })
    const streamed = new Request('http://till/json_rpc', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect((await service(streamed)).status).toBe(413)
  })

  it('refuses bodies that do not fit beside those in memory, and takes them once there is room', async () => {
    const { service } = setUp({ maxBytesInFlight: 300_000 })
    const text = `{"id":1,"method":"close"}${' '.repeat(200_000)}`
    const finish = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const held = new ReadableStream({
      start: async (controller) => {
        controller.enqueue(new TextEncoder().encode(text))
        begun.resolve()
        await finish.promise
        controller.close()
      },
    })
    const post = (body: BodyInit, headers: Record<string, string> = {}) =>
      service(new Request('http://till/json_rpc', { method: 'POST', body, headers, duplex: 'half' } as RequestInit))
    const first = post(held)
    await begun.promise
    // The first chunk is read in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect((await post(text, { 'content-length': String(text.length) })).status).toBe(503)
    expect((await post(text)).status).toBe(503)
    expect((await post('{"id":1,"method":"close"}')).status).toBe(200)
    finish.resolve()
    expect((await first).status).toBe(200)
    expect((await post(text, { 'content-length': String(text.length) })).status).toBe(200)
    expect((await post(text)).status).toBe(200)
  })

  it('gives back the room of bodies that are refused or end early', async () => {
    const { service } = setUp({ maxBytesInFlight: 300_000, maxRequestBytes: 250_000 })
    const broken = (): Request => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new Uint8Array(200_000))
          controller.error(new Error('the client left'))
        },
      })
      return new Request('http://till/json_rpc', { method: 'POST', body, duplex: 'half' } as RequestInit)
    }
    for (let i = 0; i < 5; i++) expect((await service(broken())).status).toBe(400)
    const long = (): Request => new Request('http://till/json_rpc', { method: 'POST', body: 'x'.repeat(260_000) })
    for (let i = 0; i < 5; i++) expect((await service(long())).status).toBe(413)
    const body = `{"id":1,"method":"close"}${' '.repeat(200_000)}`
    expect((await service(new Request('http://till/json_rpc', { method: 'POST', body }))).status).toBe(200)
  })

  it('refuses requests of more values than it accepts, before any is parsed', async () => {
    const { post } = setUp({ maxRequestValues: 20 })
    const many = JSON.stringify({ id: 1, method: 'close', params: { list: Array(30).fill(0) } })
    expect(await (await post('/json_rpc', many)).json()).toMatchObject({ error: { code: -32700 } })
    expect((await post('/close', JSON.stringify({ list: Array(30).fill(0) }))).status).toBe(500)
    expect((await post('/json_rpc', '{"id":1,"method":"close"}')).status).toBe(200)
  })

  it('reads chunked bodies without a content length', async () => {
    const { service } = setUp({ maxRequestBytes: 100 })
    const pieces = ['{"id":1,"method":', '"close"', '}'].map((piece) => new TextEncoder().encode(piece))
    const body = new ReadableStream({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    const streamed = new Request('http://till/json_rpc', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(await (await service(streamed)).json()).toMatchObject({ id: 1, result: { closed: true } })
  })

  it('varies responses by origin for caches', async () => {
    const varies = async (origins: '*' | readonly string[] | undefined) => {
      const { post } = setUp(origins === undefined ? {} : { origins })
      return (await post('/nothing', '{}', { origin: 'http://page' })).headers.get('vary')
    }
    expect(await varies(['http://page'])).toBe('origin')
    expect(await varies(['http://other'])).toBe('origin')
    expect(await varies('*')).toBeNull()
    expect(await varies(undefined)).toBeNull()
  })

  it('allows pages of the configured origins', async () => {
    const preflight = async (options: ServiceOptions) =>
      await setUp(options).service(
        new Request('http://till/json_rpc', {
          method: 'OPTIONS',
          headers: {
            origin: 'http://page',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        }),
      )
    const open = await preflight({ origins: '*' })
    expect(open.status).toBe(204)
    expect(open.headers.get('access-control-allow-origin')).toBe('*')
    expect(open.headers.get('access-control-allow-headers')).toBe('content-type')
    expect((await preflight({ origins: ['http://page'] })).headers.get('access-control-allow-origin')).toBe(
      'http://page',
    )
    expect((await preflight({ origins: ['http://other'] })).headers.get('access-control-allow-origin')).toBeNull()
    expect((await preflight({})).headers.get('access-control-allow-origin')).toBeNull()
    const { post } = setUp({ origins: '*' })
    for (const path of ['/json_rpc', '/nothing', '/fail'])
      expect((await post(path, '{', { origin: 'http://page' })).headers.get('access-control-allow-origin')).toBe('*')
  })

  it('refuses a call that another service may serve with status 503, which a client reads', async () => {
    const refused = methodsOf<undefined>()({
      names: ['refused'],
      access: 'public',
      params: {},
      handler: () => {
        throw new UnavailableError(-1, 'call the other one')
      },
    })
    const service = createService([refused], undefined)
    const post = (body: string) => service(new Request('http://service/json_rpc', { method: 'POST', body }))
    const single = await post('{"jsonrpc":"2.0","id":1,"method":"refused"}')
    expect([single.status, await single.json()]).toEqual([
      503,
      { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'call the other one' } },
    ])
    // A part of a batch may have been done.
    expect((await post('[{"jsonrpc":"2.0","id":1,"method":"refused"}]')).status).toBe(200)
    const client = createJsonRpcClient(service, 'http://service/json_rpc')
    await expect(client.call('refused')).rejects.toThrow('call the other one')
  })

  it('rejects two methods with one name', () => {
    expect(() => createService([close, close], { total: 0n, failures: [] })).toThrow(DuplicateMethodError)
  })
})

describe('a client', () => {
  const url = 'http://till/json_rpc'

  it('calls by name and by declaration', async () => {
    const { service } = setUp()
    const client = createJsonRpcClient(service, url)
    expect(await client.call('deposit', { amount: 2n ** 63n })).toEqual({ total: 2n ** 63n, notes: [], x: 3 })
    const { total } = await client.callMethod(deposit, { amount: 1 })
    expect(total).toBe(2n ** 63n + 1n)
    expect(await client.callMethod(key, { key: '00'.repeat(32) })).toEqual(new Uint8Array(32).fill(255))
  })

  it("throws the service's errors unchanged", async () => {
    const client = createJsonRpcClient(setUp().service, url)
    const error = await client.call('fail', { how: 'rpc' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(JsonRpcError)
    expect(error).toMatchObject({ code: -17, message: 'Not enough money', data: { missing: 5 } })
  })

  it.each([
    ['no connection', () => Promise.reject(new TypeError('refused'))],
    ['a page', () => Promise.resolve(new Response('<html>'))],
    ['a status', () => Promise.resolve(new Response('{}', { status: 502 }))],
    ['a busy proxy', () => Promise.resolve(new Response('<html>', { status: 503 }))],
    ['a list', () => Promise.resolve(new Response('[]'))],
    ['neither result nor error', () => Promise.resolve(new Response('{"id":1}'))],
  ])('names it when there is %s instead of an answer', async (_what, fetch) => {
    await expect(createJsonRpcClient(fetch, url).call('close')).rejects.toThrow(JsonRpcTransportError)
  })
})

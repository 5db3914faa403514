// A method table as a service and its client: calls, errors, transports, limits.
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createJsonRpcClient, JsonRpcTransportError } from '../../../src/jsonrpc/client.ts'
import { DuplicateMethodError } from '../../../src/jsonrpc/dispatch.ts'
import { JsonRpcError } from '../../../src/jsonrpc/errors.ts'
import { parseJson } from '../../../src/jsonrpc/json.ts'
import { binaryMethod, methodsOf } from '../../../src/jsonrpc/method.ts'
import { hex32, index, list, u8, u64 } from '../../../src/jsonrpc/schemas.ts'
import { createService, type ServiceOptions } from '../../../src/jsonrpc/service.ts'

type Till = { total: bigint; readonly failures: unknown[] }

const method = methodsOf<Till>()

const deposit = method({
  names: ['deposit', 'pay_in'],
  access: 'public',
  transports: ['json-rpc', 'path'],
  params: {
    amount: u64,
    times: v.optional(index, 1),
    notes: list(v.string()),
    options: v.optional(v.object({ x: v.optional(u8, 3) }), {}),
  },
  result: v.object({ total: u64, notes: v.array(v.string()), x: u8 }),
  handler: (till, { amount, times, notes, options }) => {
    till.total += amount * BigInt(times)
    return { total: till.total, notes, x: options.x }
  },
})

const close = method({
  names: ['close'],
  access: 'admin',
  transports: ['json-rpc', 'path'],
  params: {},
  handler: () => ({ closed: true }),
})

const count = method({
  names: ['count'],
  access: 'public',
  params: { coins: v.optional(u8, 0) },
  unknownParams: 'rejected',
  handler: (_till, { coins }) => ({ coins }),
})

const flat = method({
  names: ['flat'],
  access: 'public',
  params: {},
  flat: true,
  handler: () => ({ height: 2n ** 60n, id: 'own' }),
})

const key = method({
  names: ['key'],
  access: 'public',
  params: { key: hex32 },
  result: hex32,
  handler: (_till, params) => [...params.key].map((byte) => (255 - byte).toString(16).padStart(2, '0')).join(''),
})

class TillStuckError extends Error {}

const fail = method({
  names: ['fail'],
  access: 'public',
  transports: ['json-rpc', 'path'],
  params: { how: v.string() },
  handler: (_till, { how }) => {
    if (how === 'rpc') throw new JsonRpcError(-17, 'Not enough money', { missing: 5n })
    if (how === 'busy') throw new JsonRpcError(-32003, 'Server busy, try again later')
    if (how === 'known') throw new TillStuckError('stuck')
    throw new Error('a secret detail')
  },
})

const reversed = binaryMethod<Till>({
  names: ['reverse.bin'],
  access: 'public',
  handler: (_till, body) => body.toReversed(),
})

const methods = [deposit, close, count, flat, key, fail, reversed]

const setUp = (options: ServiceOptions = {}) => {
  const till: Till = { total: 0n, failures: [] }
  const service = createService(methods, till, {
    toRpcError: (error) => (error instanceof TillStuckError ? new JsonRpcError(-99, 'till stuck') : undefined),
    report: (error) => till.failures.push(error),
    ...options,
  })
  const post = async (path: string, body?: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    await service(
      new Request(`http://till${path}`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) }),
    )
  const rpc = async (body: string) => parseJson(await (await post('/json_rpc', body)).text())
  return { till, service, post, rpc }
}

describe('JSON-RPC', () => {
  it('answers a call with named parameters, defaults and exact integers', async () => {
    const { rpc } = setUp()
    expect(
      await rpc('{"jsonrpc":"2.0","id":7,"method":"deposit","params":{"amount":18446744073709551615,"times":2}}'),
    ).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { total: 36893488147419103230n, notes: [], x: 3 },
    })
  })

  it('accepts amounts as decimal text, aliases, null for omitted parameters, and unknown members', async () => {
    const { rpc } = setUp()
    const call = '{"id":"a","method":"pay_in","params":{"amount":"5","times":null,"options":{"x":null},"more":1}}'
    expect(await rpc(call)).toEqual({ jsonrpc: '2.0', id: 'a', result: { total: 5, notes: [], x: 3 } })
  })

  it('maps positional parameters in declared order', async () => {
    const { rpc } = setUp()
    expect(await rpc('{"id":1,"method":"deposit","params":[4,2,["n"]]}')).toMatchObject({
      result: { total: 8, notes: ['n'] },
    })
    expect(await rpc('{"id":1,"method":"deposit","params":[1,2,[],{},5]}')).toMatchObject({ error: { code: -32602 } })
    expect(await rpc('{"id":1,"method":"close","params":[]}')).toMatchObject({ result: { closed: true } })
  })

  it.each(['/json_rpc', '/deposit'])(
    'does not report a client of %s that disconnects during a request',
    async (path) => {
      const { service, till } = setUp()
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.error(new Error('aborted')),
      })
      const request = new Request(`http://till${path}`, { method: 'POST', body, duplex: 'half' } as RequestInit)
      expect((await service(request)).status).toBe(400)
      expect(till.failures).toEqual([])
    },
  )

  it('rejects unknown parameters if the method is declared so', async () => {
    const { rpc } = setUp()
    const call = async (params: string) => await rpc(`{"id":1,"method":"count","params":${params}}`)
    expect(await call('{"coins":3}')).toMatchObject({ result: { coins: 3 } })
    expect(await call('[4]')).toMatchObject({ result: { coins: 4 } })
    expect(await call('{"coin":3}')).toMatchObject({
      error: { code: -32602, data: 'there is no parameter "coin": it takes coins' },
    })
  })

  it('names the invalid parameter', async () => {
    const { rpc } = setUp()
    const bad = [
      '-1',
      '1.5',
      '18446744073709551616',
      '9007199254740992.5',
      '"x"',
      '"-1"',
      'true',
      '[1]',
      '{}',
      '"999999999999999999999"',
    ]
    for (const amount of bad) {
      const answer = await rpc(`{"id":1,"method":"deposit","params":{"amount":${amount}}}`)
      expect(answer, amount).toMatchObject({ id: 1, error: { code: -32602, message: 'Invalid params' } })
      expect((answer as { error: { data: string } }).error.data).toContain('amount')
    }
    expect(await rpc('{"id":1,"method":"deposit","params":3}')).toMatchObject({ error: { code: -32602 } })
  })

  it.each([
    { params: {}, data: 'amount: it is missing' },
    { params: { amount: -1 }, data: 'amount: it is at least 0, not -1' },
    {
      params: { amount: '18446744073709551616' },
      data: 'amount: it is at most 18446744073709551615, not 18446744073709551616',
    },
    { params: { amount: 1, options: { x: 256 } }, data: 'options.x: it is at most 255, not 256' },
  ])('says what is wrong with $params', async ({ params, data }) => {
    const answer = await setUp().rpc(JSON.stringify({ id: 1, method: 'deposit', params }))
    expect(answer).toMatchObject({ error: { code: -32602, data } })
  })

  it('echoes the id, and answers a call without an id', async () => {
    const { rpc } = setUp()
    expect(await rpc('{"method":"close"}')).toMatchObject({ id: '', result: {} })
    expect(await rpc('{"id":18446744073709551615,"method":"close"}')).toMatchObject({ id: 18446744073709551615n })
    for (const id of ['null', '1e30', '1e999', '[1]', '{"a":1}', 'true'])
      expect(await rpc(`{"id":${id},"method":"close"}`), id).toMatchObject({ id: '', result: {} })
    expect(await rpc('{"id":3,"method":"nothing"}')).toEqual({
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32601, message: 'Method not found' },
    })
    expect(await rpc('{"id":3,"method":"reverse.bin"}')).toMatchObject({ id: 3, error: { code: -32601 } })
    expect(await rpc('{"id":3}')).toMatchObject({ id: 3, error: { code: -32600 } })
    expect(await rpc('')).toMatchObject({ error: { code: -32600 } })
    expect(await rpc('5')).toMatchObject({ error: { code: -32600 } })
    expect(await rpc('{')).toMatchObject({ id: 0, error: { code: -32700, message: 'Parse error' } })
  })

  it('answers batches in order', async () => {
    const { rpc } = setUp({ maxBatch: 4 })
    const call = (id: number, amount: string) => `{"id":${id},"method":"deposit","params":{"amount":${amount}}}`
    expect(await rpc(`[${call(1, '1')},${call(2, 'true')},7,${call(3, '2')}]`)).toMatchObject([
      { id: 1, result: { total: 1 } },
      { id: 2, error: { code: -32602 } },
      { error: { code: -32600 } },
      { id: 3, result: { total: 3 } },
    ])
    expect(await rpc('[]')).toMatchObject({ error: { code: -32600 } })
    expect(await rpc('[1,2,3,4,5]')).toMatchObject({ error: { code: -32600 } })
  })

  it('returns errors of methods, and hides unexpected ones', async () => {
    const { rpc, till } = setUp()
    expect(await rpc('{"id":1,"method":"fail","params":{"how":"rpc"}}')).toMatchObject({
      id: 1,
      error: { code: -17, message: 'Not enough money', data: { missing: 5 } },
    })
    expect(await rpc('{"id":1,"method":"fail","params":{"how":"known"}}')).toMatchObject({ error: { code: -99 } })
    expect(till.failures).toEqual([])
    expect(await rpc('{"id":1,"method":"fail","params":{"how":"other"}}')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'Internal error' },
    })
    expect(till.failures).toHaveLength(1)
  })

  it('writes fields of a flat result beside the envelope without overwriting it', async () => {
    const { rpc } = setUp()
    const height = 2n ** 60n
    expect(await rpc('{"id":1,"method":"flat"}')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      height,
      result: { height, id: 'own' },
    })
  })

  it('is served only at POST /json_rpc', async () => {
    const { service } = setUp()
    expect((await service(new Request('http://till/json_rpc'))).status).toBe(404)
  })
})

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
    const told = async (path: string, body?: string) => {
      const answer = await post(path, body)
      return [answer.status, await answer.text()]
    }
    expect(await told('/nothing')).toEqual([404, 'Not Found\n'])
    expect(await told('/flat')).toEqual([404, 'Not Found\n'])
    expect(await told('/deep/path')).toEqual([404, 'Not Found\n'])
    expect(await told('/deposit', '{')).toEqual([500, 'Unable to parse request: Failed to parse JSON parameters'])
    expect(await told('/deposit', '{}')).toEqual([500, expect.stringMatching(/^Unable to parse request: amount: /)])
    expect(await told('/fail', '{"how":"rpc"}')).toEqual([500, 'Not enough money'])
    expect(await told('/fail', '{"how":"busy"}')).toEqual([503, 'Server busy, try again later'])
    expect(await told('/fail', '{"how":"other"}')).toEqual([500, 'Internal Server Error\n'])
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
    ['a list', () => Promise.resolve(new Response('[]'))],
    ['neither result nor error', () => Promise.resolve(new Response('{"id":1}'))],
  ])('names it when there is %s instead of an answer', async (_what, fetch) => {
    await expect(createJsonRpcClient(fetch, url).call('close')).rejects.toThrow(JsonRpcTransportError)
  })
})

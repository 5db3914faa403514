// Errors without a mapping are internal: reported in full, and not shown in the response.
import { describe, expect, it } from 'vitest'
import { JsonRpcError } from '../../../src/jsonrpc/errors.ts'
import { JsonError, JsonSequence, parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { methodsOf } from '../../../src/jsonrpc/method.ts'
import { createService, type ServiceOptions } from '../../../src/jsonrpc/service.ts'

const method = methodsOf<unknown>()

const foreign: readonly (readonly [string, unknown])[] = [
  ['a plain Error', new Error('secret detail')],
  ['a TypeError', new TypeError('secret detail')],
  ['a string', 'secret detail'],
  ['undefined', undefined],
]

const setUp = (thrown: unknown, more: Pick<ServiceOptions, 'internalErrorCode'> = {}) => {
  const reports: (readonly [error: unknown, method: string])[] = []
  const fail = method({
    names: ['fail'],
    access: 'public',
    transports: ['json-rpc', 'path'],
    params: {},
    handler: () => {
      throw thrown
    },
  })
  const service = createService([fail], undefined, {
    ...more,
    toRpcError: (error) => (error instanceof RangeError ? new JsonRpcError(-7, 'out of range') : undefined),
    report: (error, name) => reports.push([error, name]),
  })
  const post = async (path: string): Promise<Response> =>
    await service(new Request(`http://service${path}`, { method: 'POST', body: '{"id":1,"method":"fail"}' }))
  return { reports, post }
}

/** A service whose method waits until the caller disconnects, and throws the reason. */
const setUpAborting = (caller: AbortController, reason: Error) => {
  const reports: unknown[] = []
  const wait = method({
    names: ['wait'],
    access: 'public',
    params: {},
    handler: (_context, _params, { signal }) => {
      caller.abort(reason)
      signal.throwIfAborted()
      return {}
    },
  })
  const service = createService([wait], undefined, { report: (error) => reports.push(error) })
  const body = '{"id":1,"method":"wait"}'
  const post = (): Promise<Response> =>
    service(new Request('http://service/json_rpc', { method: 'POST', body, signal: caller.signal }))
  return { reports, post }
}

describe('a service whose method throws a foreign error', () => {
  it.each(foreign)('reports %s and answers an internal error without its message', async (_, thrown) => {
    const { reports, post } = setUp(thrown)
    expect(parseJson(await (await post('/json_rpc')).text())).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'Internal error' },
    })
    expect(reports).toEqual([[thrown, 'fail']])
    expect(reports[0]?.[0]).toBe(thrown)
  })

  it.each(foreign)('answers %s at a path with status 500 and no message', async (_, thrown) => {
    const { reports, post } = setUp(thrown)
    const response = await post('/fail')
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n'])
    expect(reports).toEqual([[thrown, 'fail']])
  })

  it('answers with the internal error code of its options', async () => {
    const { post } = setUp(new Error('secret detail'), { internalErrorCode: -1 })
    expect(parseJson(await (await post('/json_rpc')).text())).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -1, message: 'Internal error' },
    })
    const response = await post('/fail')
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n'])
  })

  it('does not report that the caller disconnected', async () => {
    const caller = new AbortController()
    const left = new DOMException('the caller disconnected', 'AbortError')
    const service = setUpAborting(caller, left)
    expect(parseJson(await (await service.post()).text())).toMatchObject({
      error: { code: -32603, message: 'Internal error' },
    })
    expect(service.reports).toEqual([])
  })

  it('does not report an error that toRpcError maps', async () => {
    const { reports, post } = setUp(new RangeError('secret detail'))
    expect(parseJson(await (await post('/json_rpc')).text())).toMatchObject({
      error: { code: -7, message: 'out of range' },
    })
    expect(reports).toEqual([])
  })
})

describe('an answer that JSON cannot hold', () => {
  const inexact = method({ names: ['inexact'], access: 'public', params: {}, handler: () => ({ time: 2 ** 60 }) })
  const listed = method({
    names: ['listed'],
    access: 'public',
    params: {},
    handler: () => ({ times: new JsonSequence(() => [1, 2 ** 60]) }),
  })
  const exact = method({ names: ['exact'], access: 'public', params: {}, handler: () => ({ time: 2n ** 60n }) })

  const setUpAnswers = () => {
    const reports: string[] = []
    const service = createService([inexact, listed, exact], undefined, {
      report: (error, name) => reports.push(`${name}: ${error instanceof JsonError}`),
    })
    const post = async (body: string) => {
      const response = await service(new Request('http://service/json_rpc', { method: 'POST', body }))
      return { status: response.status, answer: parseJson(await response.text()) }
    }
    return { reports, post }
  }

  const failed = (id: number) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } })

  it.each(['inexact', 'listed'])('is an internal error of the call: %s', async (name) => {
    const { reports, post } = setUpAnswers()
    expect(await post(`{"id":7,"method":"${name}"}`)).toEqual({ status: 200, answer: failed(7) })
    expect(reports).toEqual([`${name}: true`])
  })

  it('leaves the other answers of a batch as they are', async () => {
    const { reports, post } = setUpAnswers()
    const names = ['exact', 'inexact', 'listed', 'exact']
    const { status, answer } = await post(stringifyJson(names.map((method, id) => ({ id, method }))))
    const given = (id: number) => ({ jsonrpc: '2.0', id, result: { time: 2n ** 60n } })
    expect([status, answer]).toEqual([200, [given(0), failed(1), failed(2), given(3)]])
    expect(reports).toEqual(['inexact: true', 'listed: true'])
  })
})

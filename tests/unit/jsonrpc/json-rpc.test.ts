// JSON-RPC calls of a service: parameters, ids, batches, errors.
import { describe, expect, it } from 'vitest'
import { setUp } from '../../support/jsonrpc/till-service.ts'

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
      '1.0',
      '1e0',
      '10E-1',
      '18446744073709551615.0',
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
  ])('describes what is wrong with $params', async ({ params, data }) => {
    const answer = await setUp().rpc(JSON.stringify({ id: 1, method: 'deposit', params }))
    expect(answer).toMatchObject({ error: { code: -32602, data } })
  })

  it('explains that an integer has neither fraction nor exponent', async () => {
    const { rpc, till } = setUp()
    const answer = await rpc('{"id":1,"method":"deposit","params":{"amount":2.0}}')
    const data = 'amount: an integer is written without fraction and exponent'
    expect(answer).toMatchObject({ error: { code: -32602, data } })
    expect(till.total).toBe(0n)
    expect(await rpc('{"id":1.5,"method":"deposit","params":{"amount":2,"unknown":1.0}}')).toMatchObject({ id: 1.5 })
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

  it.each(['/json_rpc', '/deposit'])('refuses a body of %s that is no UTF-8', async (path) => {
    const { post, till } = setUp()
    const body = (...note: readonly number[]) =>
      Uint8Array.of(...Buffer.from('{"method":"deposit","amount":1,"notes":["'), ...note, ...Buffer.from('"]}'))
    for (const note of [
      [0xef, 0xe0],
      [0xf1, 0xe5],
      [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
    ]) {
      const answer = await (await post(path, body(...note))).text()
      expect(answer).toMatch(/-32700|Failed to parse JSON/)
    }
    expect(till.total).toBe(0n)
  })

  it('refuses half of a surrogate pair, also in a name', async () => {
    const { rpc } = setUp()
    const call = (text: string) =>
      rpc(`{"id":1,"method":"deposit","params":{"amount":1,"notes":["${text}"],"${text}":0}}`)
    for (const half of ['\\ud83d', '\\uDE00x', '\\ude00\\ud83d'])
      expect(await call(half)).toMatchObject({ error: { code: -32700 } })
    expect(await call('\\ud83d\\ude00')).toMatchObject({ result: { notes: ['😀'] } })
    expect(await call('\\\\ud83d')).toMatchObject({ result: { notes: ['\\ud83d'] } })
  })

  it('lets the event loop turn between the calls of a batch', async () => {
    const { rpc } = setUp()
    const calls = Array.from({ length: 100 }, (_, id) => ({ id, method: 'close' }))
    let turns = 0
    let isDone = false
    const count = (): void => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    expect(await rpc(JSON.stringify(calls))).toHaveLength(100)
    isDone = true
    expect(turns).toBeGreaterThan(50)
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

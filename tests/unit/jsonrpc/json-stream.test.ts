// Streamed JSON: the same text as at once, made while it is read, and ended by the error of an item.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTurn } from '../../../src/async/nextTurn.ts'
import { JsonSequence, type JsonWritable, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { hasSequence, streamJson } from '../../../src/jsonrpc/jsonStream.ts'
import { methodsOf } from '../../../src/jsonrpc/method.ts'
import { createService } from '../../../src/jsonrpc/service.ts'

const unreported = (error: unknown): void => {
  throw error
}

/** A list of that many items, each of 1000 characters in JSON, with the number of items that were made. */
const counted = (count: number, failing = Number.POSITIVE_INFINITY) => {
  const made = { items: 0, ended: false }
  const list = new JsonSequence<string>(function* () {
    try {
      for (let i = 0; i < count; i++) {
        if (i === failing) throw new Error('this item cannot be made')
        made.items++
        yield String(i).padStart(998, '.')
      }
    } finally {
      made.ended = true
    }
  })
  return { list, made }
}

const textOf = async (body: string | ReadableStream<Uint8Array>): Promise<string> =>
  typeof body === 'string' ? body : await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text() // no shared memory

const json: fc.Arbitrary<JsonWritable> = fc.letrec<{ value: JsonWritable }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.bigInt(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new JsonSequence(() => items)),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value

describe('streamJson', () => {
  it('writes what stringifyJson writes', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 0, max: 200 }), async (value, count) => {
        const whole = { value, long: counted(count).list, after: { value } }
        const body = streamJson(whole, unreported)
        expect(typeof body === 'string').toBe(stringifyJson(whole).length < 65_536)
        expect(await textOf(body)).toBe(stringifyJson(whole))
      }),
      { numRuns: 200 },
    )
  })

  it('writes a sequence as a list, each time that it is written', () => {
    const { list } = counted(3)
    expect(JSON.parse(stringifyJson([list, { list }]))).toEqual([[...list], { list: [...list] }])
    expect(stringifyJson(new JsonSequence(() => []))).toBe('[]')
  })

  it('recognizes sequences in objects only', () => {
    const list = new JsonSequence(() => [1])
    expect([list, { list }, { result: { in: list } }].map(hasSequence)).toEqual([true, true, true])
    expect([null, 5n, 'a', [], {}, { result: { in: [1] } }].some(hasSequence)).toBe(false)
  })

  it('makes items while the text is read, in chunks of 64 KiB', async () => {
    const { list, made } = counted(10_000)
    const body = streamJson({ list }, unreported)
    if (typeof body === 'string') throw new Error('it is not streamed')
    const reader = body.getReader()
    const first = await reader.read()
    expect(first.value?.length).toBeGreaterThanOrEqual(65_536)
    expect(first.value?.length).toBeLessThan(70_000)
    expect(made.items).toBeLessThan(300)
    await reader.cancel()
    expect(made.ended).toBe(true)
    expect(made.items).toBeLessThan(300)
  })

  it('leaves other work its turn between two chunks', async () => {
    const body = streamJson({ list: counted(1000).list }, unreported)
    let isRead = false
    const reading = textOf(body).then((text) => {
      isRead = true
      return text
    })
    let turns = 0
    for (; !isRead; turns++) await nextTurn()
    expect(turns).toBeGreaterThanOrEqual(Math.floor((await reading).length / 65_536))
  })

  it('ends quietly when its reader cancels it between two chunks', async () => {
    const { list, made } = counted(1000)
    const body = streamJson({ list }, unreported)
    if (typeof body === 'string') throw new Error('the text is not streamed')
    const reader = body.getReader()
    const reading = reader.read()
    await reader.cancel()
    await reading
    await nextTurn()
    expect(made).toEqual({ items: 66, ended: true })
  })

  it('throws the error of one of the first items', () => {
    expect(() => streamJson({ list: counted(10_000, 5).list }, unreported)).toThrow('this item cannot be made')
  })

  it('ends the text with the error of a later item, and reports it', async () => {
    const errors: unknown[] = []
    const body = streamJson({ list: counted(10_000, 5000).list }, (error) => errors.push(error))
    await expect(textOf(body)).rejects.toThrow('this item cannot be made')
    expect(errors).toEqual([new Error('this item cannot be made')])
  })
})

describe('a service', () => {
  const setUp = (failing?: number) => {
    const reports: string[] = []
    const method = methodsOf<undefined>()({
      names: ['get_lines'],
      access: 'public',
      transports: ['json-rpc', 'path'],
      params: {},
      handler: () => ({ lines: counted(1000, failing).list, count: 1000 }),
    })
    const service = createService([method], undefined, { report: (_, name) => reports.push(name) })
    const post = (path: string, body: string) => service(new Request(`http://a/${path}`, { method: 'POST', body }))
    return { post, reports }
  }
  const call = { jsonrpc: '2.0', id: 7, method: 'get_lines' }
  const lines = [...counted(1000).list]

  it('streams a long result at /json_rpc and at its path, and writes it in a batch', async () => {
    const { post } = setUp()
    const answer = await post('json_rpc', JSON.stringify(call))
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 7, result: { lines, count: 1000 } })
    expect(await (await post('get_lines', '')).json()).toEqual({ lines, count: 1000 })
    const batch = await (await post('json_rpc', JSON.stringify([call, call]))).json()
    expect(batch).toEqual([1, 2].map(() => ({ jsonrpc: '2.0', id: 7, result: { lines, count: 1000 } })))
  })

  it('reports the error that ends a stream with the name of the method', async () => {
    const { post, reports } = setUp(900)
    for (const [path, body] of [
      ['json_rpc', JSON.stringify(call)],
      ['get_lines', ''],
    ] as const)
      await expect((await post(path, body)).text()).rejects.toThrow('this item cannot be made')
    expect(reports).toEqual(['get_lines', 'get_lines'])
  })
})

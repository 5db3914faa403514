// Requests that nobody should send to the wallet RPC: each is answered by an error or a result, the service goes on, and where the
// answer is an error the wallet is what it was before.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { parseJson } from '../../../src/jsonrpc/json.ts'
import { engineWalletHost } from '../../../src/rpc/hosts/engineWalletHost.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { Engine } from '../../../src/wallet/engine/engine.ts'
import { vector } from '../../support/data/vectors.ts'
import { ChainNode, smallChain } from '../../support/wallet/chain-node.ts'
import { newWallet, openedIn, PASSWORD, testHost } from '../../support/wallet/engine-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not understood
type Json = { readonly [name: string]: any }

const { A } = vector('oxen/chain-small/wallets.json').wallets
const recorded = vector('oxen/rpc-shapes.json').wallet_methods

/** Enough blocks to own something, few enough to be scanned again and again. */
const HEIGHT = 40

const store: Store = openMemoryStore()
const node = new ChainNode(oxenRegtest, smallChain().slice(0, HEIGHT))
let engine: Engine
let rpc: (request: Request) => Promise<Response>
const reports: unknown[] = []
const unhandled: unknown[] = []
const onUnhandled = (reason: unknown): void => {
  unhandled.push(reason)
}

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled)
  engine = new Engine(testHost(node, store))
  await engine.restoreFromWords(
    newWallet('oxen-regtest'),
    { words: A.keys.mnemonic, offset: '' },
    { from: 'beginning' },
  )
  await engine.refresh()
  const host = { ...engineWalletHost(engine), revealsKeys: true, trustsNode: true, stop: () => undefined }
  const source = {
    get wallet() {
      return engine.wallet
    },
    rpcEnabled: true,
    host,
  }
  rpc = createWalletRpc(source, {
    report: (error, method) => reports.push([method, error instanceof Error ? error.stack : error]),
  })
})

afterEach(() => {
  expect(reports.splice(0)).toEqual([])
  expect(unhandled.splice(0)).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Json)['polluted']).toBeUndefined()
})

afterAll(async () => {
  await engine.closeWallet()
  process.off('unhandledRejection', onUnhandled)
})

/** All that calls could change. What a change touches is replaced, so that the same is the same. */
const stateOf = (): unknown[] => {
  const { labels, notes, attributes, addressBook, tags, ledger } = openedIn(engine).state
  const coins = [...ledger.outputs.values()].map(({ spent, frozen }) => `${spent !== undefined} ${frozen}`)
  return [labels, addressBook, tags, notes.size, attributes.size, ledger.payments.size, coins.join()]
}

const isSame = (before: readonly unknown[]): boolean => stateOf().every((part, i) => part === before[i])

type Body = string | Uint8Array<ArrayBuffer>

const post = async (body: Body): Promise<{ readonly status: number; readonly answer: Json }> => {
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return { status: response.status, answer: parseJson(await response.text()) as Json }
}

/** The wallet that all of this is about, open again where a call closed it. */
const reopened = async (): Promise<void> => {
  if (engine.wallet?.addressText({ major: 0, minor: 0 }) === A.keys.address) return
  const own = engine.wallets.find(({ name }) => name === newWallet('').name)
  await engine.openWallet(own?.id ?? '', PASSWORD)
}

const checkAnswer = (answer: Json, what: string): void => {
  expect(answer['jsonrpc'], what).toBe('2.0')
  const { error } = answer
  if (error === undefined) {
    expect(answer['result'], what).toBeDefined()
    return
  }
  expect(Number.isInteger(error.code), what).toBe(true)
  expect(error.code, `${what}: ${error.message}`).not.toBe(-32603)
  expect(error.message, what).not.toBe('Internal error')
  expect(typeof error.message, what).toBe('string')
}

/** What a parameter is not: as JSON, since much of it is nothing that a program would write. */
const HOSTILE: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '0.5', '1e3', '1e400', '-1e400', '1e-400', '1E+2'],
  ...['255', '256', '65536', '4294967295', '4294967296', '9007199254740991', '9007199254740992', '9007199254740993'],
  ...['18446744073709551615', '18446744073709551616', '-9223372036854775808', '-9223372036854775809'],
  ...[`1${'0'.repeat(98)}`, '"18446744073709551615"', '"18446744073709551616"', '"-1"', '"1e3"', '" 1"', '"0x10"'],
  ...[
    '""',
    '" "',
    '"x"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\u202e"',
    '"../../x"',
    '"/etc/passwd"',
  ],
  ...['"__proto__"', '"constructor"', '"toString"', '"%00%ff%"', '"%"', '"oxen:%"', '"\\uffff"', '"e\\u0301"'],
  ...['[]', '[[]]', '[null]', '[1,"x",{}]', '[-1]', '[1e400]', '{}', '{"":1}', '[{"":{}}]'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '[{"__proto__":{"polluted":1}}]'],
  ...['{"toString":1,"valueOf":2,"then":3}', '{"length":1e9}', '[{"amount":1,"amount":2}]'],
  `"${'0'.repeat(64)}"`,
  `"${'f'.repeat(64)}"`,
  `"${'ab'.repeat(32)}"`,
  `["${'ff'.repeat(32)}"]`,
  `"${'\\u00e9'.repeat(3000)}"`,
  `[${'0,'.repeat(3000)}0]`,
  `${'['.repeat(90)}${']'.repeat(90)}`,
]

/** A text that stands for what is put in its place. */
const HERE = '@here@'

/** The same with `HERE` at every place in turn: of each value, and of each parameter that was left out. */
const placesIn = (value: unknown): unknown[] => {
  if (Array.isArray(value))
    return [HERE, ...value.slice(0, 2).flatMap((item, i) => placesIn(item).map((other) => value.with(i, other)))]
  if (typeof value !== 'object' || value === null) return [HERE]
  return [
    HERE,
    ...Object.entries(value).flatMap(([name, member]) =>
      placesIn(member).map((other) => ({ ...value, [name]: other })),
    ),
  ]
}

const methods = walletMethods.map(({ names: [name], params }) => ({ name, names: Object.keys(params) }))

/** Parameters that were right for the recorded wallet; payments stay here. */
const usualParams = (name: string): Json => ({
  ...recorded[name]?.examples?.[0]?.request.params,
  ...(/^(transfer|sweep)/.test(name) ? { do_not_relay: true } : {}),
})

describe('parameters of every wrong kind', () => {
  it.each(methods)('$name', { timeout: 120_000 }, async ({ name, names }) => {
    const usual = usualParams(name)
    const given = [...placesIn(usual), ...names.map((param) => ({ ...usual, [param]: HERE }))]
    const seen = new Set<string>()
    for (const params of given)
      for (const value of HOSTILE) {
        const text = JSON.stringify(params).replace(`"${HERE}"`, () => value)
        if (seen.has(text)) continue
        seen.add(text)
        await reopened()
        const before = stateOf()
        const what = text.slice(0, 300)
        const { status, answer } = await post(`{"jsonrpc":"2.0","id":"h","method":"${name}","params":${text}}`)
        expect(status, what).toBe(200)
        checkAnswer(answer, what)
        if (answer['error'] !== undefined && engine.wallet !== undefined) expect(isSame(before), what).toBe(true)
      }
    await reopened()
  })
})

/** A call that is right, at random. */
const rightCalls = methods.map(({ name }) => ({ jsonrpc: '2.0', id: 1, method: name, params: usualParams(name) }))

const answered = async (body: Body): Promise<void> => {
  await reopened()
  const before = stateOf()
  const { status, answer } = await post(body)
  expect(status).toBe(200)
  if (answer['error'] !== undefined && engine.wallet !== undefined) expect(isSame(before)).toBe(true)
  for (const one of Array.isArray(answer) ? answer : [answer]) checkAnswer(one, String(body).slice(0, 300))
}

describe('bodies', () => {
  it('with damaged bytes are answered', { timeout: 120_000 }, async () => {
    const damage = fc.record({
      call: fc.constantFrom(...rightCalls),
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      kind: fc.constantFrom('put', 'insert', 'cut', 'end', 'twice'),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ call, at, kind, bytes }) => {
        const whole = new TextEncoder().encode(JSON.stringify(call))
        const place = Math.floor(at * whole.length)
        const [head, tail] = [whole.subarray(0, place), whole.subarray(place)]
        const parts = {
          put: [head, bytes, tail.subarray(bytes.length)],
          insert: [head, bytes, tail],
          cut: [head, tail.subarray(bytes.length)],
          end: [head],
          twice: [head, tail, tail],
        }
        await answered(new Uint8Array(Buffer.concat(parts[kind as keyof typeof parts])))
      }),
      { numRuns: 1500, seed: 7 },
    )
  })

  it('of any JSON are answered, and so are any parameters of any method', { timeout: 120_000 }, async () => {
    const names = fc.constantFrom(...methods.map(({ name }) => name), '__proto__', 'constructor', 'toString', '', '\0')
    const call = fc.record(
      { jsonrpc: fc.jsonValue(), id: fc.jsonValue(), method: fc.oneof(names, fc.jsonValue()), params: fc.jsonValue() },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), call, fc.array(call, { minLength: 1, maxLength: 5 })), async (body) => {
        await answered(JSON.stringify(body))
      }),
      { numRuns: 1500, seed: 8 },
    )
  })

  const PARSE = { code: -32700, message: 'Parse error' }
  const INVALID = { code: -32600, message: 'Invalid Request' }
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const call = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"get_height","params":${params}}`

  it.each([
    ['100,000 brackets', '['.repeat(100_000), PARSE],
    ['100,000 brackets that are closed', nested(100_000), PARSE],
    ['100,000 braces', '{"a":'.repeat(100_000), PARSE],
    ['brackets in parameters', call(nested(100_000)), PARSE],
    ['a million digits', call(`{"x":${'9'.repeat(1_000_000)}}`), PARSE],
    ['a number that never ends', call(`{"x":1e${'9'.repeat(100_000)}`), PARSE],
    ['an empty batch', '[]', INVALID],
    ['a batch of 100,000 calls', `[${Array(100_000).fill('{"id":1,"method":"get_height"}').join()}]`, INVALID],
    ['a batch of 100,000 zeros', `[${'0,'.repeat(99_999)}0]`, INVALID],
    ['NULs', '\0\0\0\0', PARSE],
    ['bytes that are no UTF-8', new Uint8Array([0xff, 0xfe, 0xfd, 0x80]), PARSE],
    ['UTF-16', new Uint8Array(Buffer.from(call('{}'), 'utf16le')), PARSE],
  ])('%s', async (_, body, error) => {
    expect((await post(body)).answer['error']).toMatchObject(error)
  })

  it('of which batches nest are answered call by call', async () => {
    const { answer } = await post(`[[${call('{}')}],${call('{}')},1,"x",null]`)
    const answers = answer as unknown as Json[] // a batch is answered by a list
    expect(answers.map(({ error, result }) => error?.code ?? result.height)).toEqual([
      -32600,
      HEIGHT,
      -32600,
      -32600,
      -32600,
    ])
  })

  it('with the same name twice have what comes last', async () => {
    const { answer } = await post('{"id":1,"id":2,"method":"transfer","method":"get_height","params":{},"params":{}}')
    expect(answer).toMatchObject({ id: 2, result: { height: HEIGHT } })
  })

  it('of ten megabytes are answered, those beyond the limit by their status', async () => {
    const text = 'a'.repeat(10_000_000)
    const list = `[${'"ab",'.repeat(2_000_000)}"ab"]`
    for (const [method, params] of [
      ['parse_uri', `{"uri":"${text}"}`],
      ['get_tx_notes', `{"txids":${list}}`],
      ['get_bulk_payments', `{"payment_ids":${list}}`],
      ['transfer', `{"destinations":[${'{"amount":1,"address":"x"},'.repeat(300_000)}{}]}`],
      ['verify', `{"data":"${text}","address":"x","signature":"${text.slice(0, 1000)}"}`],
      ['no_such_method', `{"x":"${text}"}`],
      ['get_bulk_payments', `{"payment_ids":[${'0,'.repeat(5_000_000)}0]}`],
      ['get_address', `{"account_index":"${text}"}`],
      ['label_account', `{"label":"${text}"}`],
      ['set_attribute', `{"key":"k","value":"${text}"}`],
      ['set_tx_notes', `{"txids":["${'ab'.repeat(32)}"],"notes":["${text}"]}`],
    ])
      await answered(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`)
    const beyond = new Request('http://wallet/json_rpc', { method: 'POST', body: 'x'.repeat(17 * 1024 * 1024) })
    expect((await rpc(beyond)).status).toBe(413)
  }, 120_000)
})

it('what is kept has its longest length, and is told so', async () => {
  const call = async (method: string, params: object) => (await post(JSON.stringify({ id: 1, method, params }))).answer
  expect(await call('label_account', { label: 'ä'.repeat(10_000) })).toMatchObject({ result: {} })
  expect((await call('label_account', { label: 'x'.repeat(10_001) }))['error']).toEqual({
    code: -32602,
    message: 'Invalid params',
    data: 'label: a stored text has at most 10000 characters, not 10001',
  })
  const wrong = (await call('get_balance', { address_indices: 'x'.repeat(1_000_000) }))['error']
  expect(wrong.data.length).toBeLessThan(600)
})

it('a mistake of ours is an internal error that is reported, and tells the caller nothing', async () => {
  const told: unknown[] = []
  const source = {
    get wallet(): never {
      throw new TypeError('inner matters')
    },
    rpcEnabled: true,
  }
  const service = createWalletRpc(source, { report: (error, method) => told.push([String(error), method]) })
  const body = '{"id":1,"method":"get_height"}'
  const response = await service(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'Internal error' } })
  expect(told).toEqual([['TypeError: inner matters', 'get_height']])
})

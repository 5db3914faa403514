// Hostile requests to the wallet RPC: each returns an error or a result, the service continues, and an error leaves the wallet
// unchanged.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { type JsonObject, parseJson } from '../../../../src/jsonrpc/json.ts'
import { engineWalletHost } from '../../../../src/rpc/hosts/engineWalletHost.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import { vector } from '../../../support/data/vectors.ts'
import { numberIn, type RpcResponse, rpcResponseOf } from '../../../support/rpc/response.ts'
import { newWallet, openedIn, PASSWORD, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { A } = vector('oxen/chain-small/wallets.json').wallets
const recorded = vector('oxen/rpc-shapes.json').wallet_methods

/** The wallet has a balance, and scanning is fast. */
const HEIGHT = 40

const store: Store = openMemoryStore()
const node = new FakeNode(oxenRegtest, smallChain().slice(0, HEIGHT))
let engine: Engine
let rpc: (request: Request) => Promise<Response>
const reports: unknown[] = []
const unhandled: unknown[] = []
const onUnhandled = (reason: unknown): void => {
  unhandled.push(reason)
}

const restore = async (): Promise<void> => {
  const seed = { words: A.keys.mnemonic, offset: '' }
  await engine.restoreFromWords(newWallet('oxen-regtest'), seed, { from: 'beginning' })
  await engine.refresh()
}

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled)
  engine = createEngine(testHost(node, store))
  await restore()
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
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

afterAll(async () => {
  await engine.closeWallet()
  process.off('unhandledRejection', onUnhandled)
})

/** Returns all state that calls can change. A change replaces the object, so that identical objects are unchanged. */
const stateOf = (): unknown[] => {
  const { labels, notes, attributes, addressBook, tags, ledger } = openedIn(engine).state
  const coins = [...ledger.outputs.values()].map(({ spent, frozen }) => `${spent !== undefined} ${frozen}`)
  return [labels, addressBook, tags, notes.size, attributes.size, ledger.payments.size, coins.join()]
}

const isSame = (before: readonly unknown[]): boolean => stateOf().every((part, i) => part === before[i])

type Body = string | Uint8Array<ArrayBuffer>

type Posted = {
  readonly status: number
  /** one response, or those of a batch */
  readonly responses: readonly RpcResponse[]
  readonly isBatch: boolean
}

const post = async (body: Body): Promise<Posted> => {
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  const parsed = parseJson(await response.text())
  const isBatch = Array.isArray(parsed)
  return { status: response.status, responses: isBatch ? parsed.map(rpcResponseOf) : [rpcResponseOf(parsed)], isBatch }
}

/** Returns whether a single call failed: its error leaves the wallet unchanged. */
const isError = ({ responses: [response], isBatch }: Omit<Posted, 'status'>): boolean =>
  !isBatch && response?.error !== undefined

/** Returns the response to a single call. */
const postCall = async (body: Body): Promise<RpcResponse> => {
  const { responses, isBatch } = await post(body)
  const [response] = responses
  if (isBatch || response === undefined) throw new Error('the response is a batch')
  return response
}

const isOpen = (): boolean => engine.wallet?.addressText({ major: 0, minor: 0 }) === A.keys.address

/** Opens the wallet again if a call closed it, and restores it if a call made it a multisig wallet. */
const reopened = async (): Promise<void> => {
  if (isOpen()) return
  const own = engine.wallets.find(({ name }) => name === newWallet('').name)?.id ?? ''
  await engine.openWallet(own, PASSWORD)
  if (isOpen()) return
  await engine.removeWallet(own, PASSWORD)
  await restore()
}

const checkResponse = ({ jsonrpc, error, result }: RpcResponse, what: string): void => {
  expect(jsonrpc, what).toBe('2.0')
  if (error === undefined) {
    expect(result, what).toBeDefined()
    return
  }
  expect(Number.isInteger(error.code), what).toBe(true)
  expect(error.code, `${what}: ${error.message}`).not.toBe(-32603)
  expect(error.message, what).not.toBe('Internal error')
  expect(typeof error.message, what).toBe('string')
}

/** Invalid or unusual parameters, as JSON text: JSON.stringify would not produce many of them. */
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

/** A placeholder for a hostile value. */
const PLACEHOLDER = '@here@'

/** Returns copies of a value with `PLACEHOLDER` in place of each of its parts in turn. */
const placesIn = (value: unknown): unknown[] => {
  if (Array.isArray(value))
    return [PLACEHOLDER, ...value.slice(0, 2).flatMap((item, i) => placesIn(item).map((other) => value.with(i, other)))]
  if (typeof value !== 'object' || value === null) return [PLACEHOLDER]
  return [
    PLACEHOLDER,
    ...Object.entries(value).flatMap(([name, member]) =>
      placesIn(member).map((other) => ({ ...value, [name]: other })),
    ),
  ]
}

const methods = walletMethods.map(({ names: [name], params }) => ({ name, names: Object.keys(params) }))

/** Returns recorded parameters of a method; payments are not relayed. */
const usualParams = (name: string): JsonObject => ({
  ...recorded[name]?.examples?.[0]?.request.params,
  ...(/^(transfer|sweep)/.test(name) ? { do_not_relay: true } : {}),
})

describe('hostile parameters', () => {
  it.each(methods)('$name', { timeout: 120_000 }, async ({ name, names }) => {
    const usual = usualParams(name)
    const given = [...placesIn(usual), ...names.map((param) => ({ ...usual, [param]: PLACEHOLDER }))]
    const seen = new Set<string>()
    for (const params of given)
      for (const value of HOSTILE) {
        const text = JSON.stringify(params).replace(`"${PLACEHOLDER}"`, () => value)
        if (seen.has(text)) continue
        seen.add(text)
        await reopened()
        const before = stateOf()
        const what = text.slice(0, 300)
        const { status, responses, isBatch } = await post(
          `{"jsonrpc":"2.0","id":"h","method":"${name}","params":${text}}`,
        )
        expect(status, what).toBe(200)
        expect(isBatch, what).toBe(false)
        for (const response of responses) checkResponse(response, what)
        if (isError({ responses, isBatch }) && engine.wallet !== undefined) expect(isSame(before), what).toBe(true)
      }
    await reopened()
  })
})

/** A valid call of each method. */
const validCalls = methods.map(({ name }) => ({ jsonrpc: '2.0', id: 1, method: name, params: usualParams(name) }))

const expectResponse = async (body: Body): Promise<void> => {
  await reopened()
  const before = stateOf()
  const { status, responses, isBatch } = await post(body)
  expect(status).toBe(200)
  if (isError({ responses, isBatch }) && engine.wallet !== undefined) expect(isSame(before)).toBe(true)
  for (const response of responses) checkResponse(response, String(body).slice(0, 300))
}

describe('bodies', () => {
  it('return responses for damaged bytes', { timeout: 120_000 }, async () => {
    const damage = fc.record({
      call: fc.constantFrom(...validCalls),
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
        await expectResponse(new Uint8Array(Buffer.concat(parts[kind as keyof typeof parts])))
      }),
      { numRuns: 1500, seed: 7 },
    )
  })

  it('return responses for any JSON, and for any parameters of any method', { timeout: 120_000 }, async () => {
    const names = fc.constantFrom(...methods.map(({ name }) => name), '__proto__', 'constructor', 'toString', '', '\0')
    const call = fc.record(
      { jsonrpc: fc.jsonValue(), id: fc.jsonValue(), method: fc.oneof(names, fc.jsonValue()), params: fc.jsonValue() },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), call, fc.array(call, { minLength: 1, maxLength: 5 })), async (body) => {
        await expectResponse(JSON.stringify(body))
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
    ['100,000 closed brackets', nested(100_000), PARSE],
    ['100,000 braces', '{"a":'.repeat(100_000), PARSE],
    ['brackets in parameters', call(nested(100_000)), PARSE],
    ['a million digits', call(`{"x":${'9'.repeat(1_000_000)}}`), PARSE],
    ['an exponent of 100,000 digits', call(`{"x":1e${'9'.repeat(100_000)}`), PARSE],
    ['an empty batch', '[]', PARSE],
    ['a batch of 100,000 calls', `[${Array(100_000).fill('{"id":1,"method":"get_height"}').join()}]`, INVALID],
    ['a batch of 100,000 zeros', `[${'0,'.repeat(99_999)}0]`, INVALID],
    ['NULs', '\0\0\0\0', PARSE],
    ['invalid UTF-8', new Uint8Array([0xff, 0xfe, 0xfd, 0x80]), PARSE],
    ['UTF-16', new Uint8Array(Buffer.from(call('{}'), 'utf16le')), PARSE],
  ])('%s', async (_, body, error) => {
    expect((await postCall(body)).error).toMatchObject(error)
  })

  it('return a response per call for nested batches', async () => {
    const { responses, isBatch } = await post(`[[${call('{}')}],${call('{}')},1,"x",null]`)
    expect(isBatch).toBe(true)
    expect(responses.map(({ error, result }) => error?.code ?? numberIn(result, 'height'))).toEqual([
      -32600,
      HEIGHT,
      -32600,
      -32600,
      -32600,
    ])
  })

  it('use the last of members with the same name', async () => {
    const answer = await postCall('{"id":1,"id":2,"method":"transfer","method":"get_height","params":{},"params":{}}')
    expect(answer).toMatchObject({ id: 2, result: { height: HEIGHT } })
  })

  it('return responses for ten megabytes, and status 413 beyond the limit', async () => {
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
      await expectResponse(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`)
    const beyond = new Request('http://wallet/json_rpc', { method: 'POST', body: 'x'.repeat(17 * 1024 * 1024) })
    expect((await rpc(beyond)).status).toBe(413)
  }, 120_000)
})

it('limits the length of stored texts, and states the limit', async () => {
  const call = async (method: string, params: object) => await postCall(JSON.stringify({ id: 1, method, params }))
  expect(await call('label_account', { label: 'ä'.repeat(10_000) })).toMatchObject({ result: {} })
  expect((await call('label_account', { label: 'x'.repeat(10_001) }))['error']).toEqual({
    code: -32602,
    message: 'Invalid params',
    data: 'label: a stored text has at most 10000 characters, not 10001',
  })
  const { error } = await call('get_balance', { address_indices: ['x'.repeat(1_000_000)] })
  expect(error?.data?.length).toBeLessThan(600)
})

it('reports a defect as an internal error without details for the caller', async () => {
  const defects: unknown[] = []
  const source = {
    wallet: openedIn(engine),
    get rpcEnabled(): never {
      throw new TypeError('internal details')
    },
  }
  const service = createWalletRpc(source, { report: (error, method) => defects.push([String(error), method]) })
  const body = '{"id":1,"method":"get_height"}'
  const response = await service(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'Internal error' } })
  expect(defects).toEqual([['TypeError: internal details', 'get_height']])
})

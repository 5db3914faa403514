// The typed client of the wallet RPC, over the service in the same process and over HTTP.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { requireLogin } from '../../../../src/cli/http/httpLogin.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { JsonRpcTransportError } from '../../../../src/jsonrpc/client.ts'
import { describeMethod, type FieldDescription } from '../../../../src/jsonrpc/describe.ts'
import { JsonRpcError } from '../../../../src/jsonrpc/errors.ts'
import type { Service } from '../../../../src/jsonrpc/service.ts'
import { createWalletClient, type WalletClient, WIDE_FIELDS } from '../../../../src/rpc/client.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { checkDeclaredFields } from '../../../support/rpc/declared-results.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')

let engine: Engine
let rpc: Service
let server: Server
let url: string

beforeAll(async () => {
  engine = await restored(testHost(new FakeNode(oxenRegtest, smallChain())), 'oxen-regtest', wallets.B.keys.mnemonic)
  rpc = checkDeclaredFields(createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true }))
  server = createServer(getRequestListener(rpc)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // It listens on a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/json_rpc`
})
afterAll(async () => {
  server.close()
  await engine.closeWallet()
})

/** Returns the error of a call. */
const errorOf = async (call: Promise<unknown>): Promise<unknown> =>
  await call.then(
    () => undefined,
    (error) => error,
  )

describe.each([
  ['in the same process', () => createWalletClient(rpc, 'http://wallet/json_rpc')],
  ['over HTTP', () => createWalletClient((request) => fetch(request), url)],
])('a client %s', (_, create) => {
  let client: WalletClient
  beforeAll(() => {
    client = create()
  })

  it('returns the types of the declarations', async () => {
    const balance = await client.get_balance({ account_index: 0 })
    expectTypeOf(balance.balance).toEqualTypeOf<bigint>()
    expectTypeOf(balance.blocks_to_unlock).toEqualTypeOf<number>()
    expect(balance.balance).toBe(
      openedIn(engine)
        .addressBalances('lenient')
        .filter(({ major }) => major === 0)
        .reduce((sum, { total }) => sum + total, 0n),
    )
    expect(typeof balance.blocks_to_unlock).toBe('number')
    expect(balance.per_subaddress?.map(({ unlocked_balance }) => typeof unlocked_balance)).toContain('bigint')
    const { version } = await client.get_version()
    expectTypeOf(version).toEqualTypeOf<number>()
    expect(version).toBe(0x10011)
  })

  it('returns all amounts as bigints, also small ones and zero, and no other numbers', async () => {
    const { uri } = await client.make_uri({ address: wallets.B.keys.address, amount: 1n })
    const parsed = await client.parse_uri({ uri })
    expectTypeOf(parsed.uri.amount).toEqualTypeOf<bigint>()
    expect(parsed.uri.amount).toBe(1n)
    const plain = await client.make_uri({ address: wallets.B.keys.address })
    expect((await client.parse_uri(plain)).uri.amount).toBe(0n)
    const { transfers } = await client.incoming_transfers({ transfer_type: 'all' })
    expect(transfers?.length).toBeGreaterThan(0)
    for (const { amount, spent, global_index } of transfers ?? [])
      expect([typeof amount, typeof spent, typeof global_index]).toEqual(['bigint', 'boolean', 'number'])
  })

  it('transmits amounts up to 2^64 - 1 exactly', async () => {
    const amount = 2n ** 64n - 1n
    const { uri } = await client.make_uri({ address: wallets.B.keys.address, amount })
    expect((await client.parse_uri({ uri })).uri.amount).toBe(amount)
  })

  it('has a function for each alias', async () => {
    expect(await client.getheight()).toEqual(await client.get_height())
  })

  it('throws the error of the response, with its code', async () => {
    const error = await errorOf(client.get_address_index({ address: 'nobody' }))
    expect(error).toBeInstanceOf(JsonRpcError)
    expect(error).toMatchObject({ code: -2, message: 'Invalid address' })
    const unfit = await errorOf(client.get_balance({ account_index: -1 }))
    expect(unfit).toMatchObject({ code: -32602, data: expect.stringContaining('account_index') })
  })

  it('can be aborted', async () => {
    const error = await errorOf(client.get_height({}, AbortSignal.abort()))
    expect(error).toMatchObject({ name: 'AbortError' })
  })

  it('can be awaited itself without a call', async () => {
    expect(await Promise.resolve(client)).toBe(client)
  })
})

it('logs in with the given fetch', async () => {
  const guarded = requireLogin(
    rpc,
    { user: 'me', password: 'secret' },
    { clock: () => Date.now(), random: (length) => crypto.getRandomValues(new Uint8Array(length)) },
  )
  const withLogin = async (request: Request): Promise<Response> => {
    request.headers.set('authorization', `Basic ${btoa('me:secret')}`)
    return await guarded(request)
  }
  const client = createWalletClient(withLogin, 'http://wallet/json_rpc')
  expect((await client.get_version()).version).toBe(0x10011)
  const stranger = createWalletClient(async (request) => await guarded(request), 'http://wallet/json_rpc')
  expect(await errorOf(stranger.get_version())).toBeInstanceOf(JsonRpcTransportError)
})

it('throws an error without a server', async () => {
  const client = createWalletClient(async () => new Response('no', { status: 502 }), 'http://wallet/json_rpc')
  expect(await errorOf(client.get_height())).toBeInstanceOf(JsonRpcTransportError)
})

it('has the types of methods, parameters and results', () => {
  // Never called: only its types are looked at.
  const misuse = (client: WalletClient): unknown[] => [
    // @ts-expect-error there is no such method
    client.get_money(),
    // @ts-expect-error an account is a number
    client.get_balance({ account_index: 'first' }),
    // @ts-expect-error an address is a text
    client.validate_address({ address: 5 }),
    // @ts-expect-error no such parameter
    client.get_balance({ acount_index: 0 }),
    // @ts-expect-error no such field
    client.get_version().then(({ version, age }) => [version, age]),
    client.transfer({ destinations: [{ address: '', amount: 5n }], priority: 1, get_tx_key: true }),
    client.transfer({ destinations: [{ address: '', amount: '18446744073709551615' }] }),
  ]
  expect(misuse).toBeTypeOf('function')
  expectTypeOf<Awaited<ReturnType<WalletClient['transfer_split']>>['amount_list']>().toEqualTypeOf<
    bigint[] | undefined
  >()
  expectTypeOf<WalletClient['getbalance']>().toEqualTypeOf<WalletClient['get_balance']>()
})

const fieldsIn = (fields: readonly FieldDescription[]): FieldDescription[] =>
  fields.flatMap((field) => [field, ...fieldsIn(field.fields)])

const results = walletMethods.flatMap((method) =>
  fieldsIn(describeMethod(method).result).map((field) => ({ method, field })),
)

it('lists exactly the fields that are declared as u64', () => {
  const integers = results.filter(({ field }) => /^[ui]\d/.test(field.type))
  const wrong = integers.filter(({ method: { names }, field: { name, type } }) => {
    const isListed = [name, ...names.map((method) => `${method}.${name}`)].some((wide) => WIDE_FIELDS.includes(wide))
    return isListed !== /^[ui]64/.test(type)
  })
  expect(wrong.map(({ method, field }) => `${method.names[0]} ${field.name}`)).toEqual([])
})

it('detects results that differ from their declaration', async () => {
  const answering = (result: object) =>
    checkDeclaredFields(async () => new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result })))
  const versionOf = (result: object) => createWalletClient(answering(result), 'http://wallet/json_rpc').get_version()
  expect(await versionOf({ version: 5 })).toEqual({ version: 5 })
  for (const result of [{}, { version: '5' }, { version: 5, more: 1 }])
    expect(await errorOf(versionOf(result))).toBeInstanceOf(JsonRpcTransportError)
})

it('declares results without transformations', () => {
  const plain = /^(?:str|bool|u64|u53|u32|u16|u8|i8|object|'.*')(?:\[\])*$/
  expect(results.filter(({ field }) => !plain.test(field.type))).toEqual([])
  expect(results.filter(({ field }) => field.default !== undefined)).toEqual([])
})

/** The files that a module loads when it runs: what is imported for its types is gone by then. */
const loadedBy = (file: URL): string[] => {
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^']*'(\.[^']*)'/gm)
  return [file.pathname, ...[...imports].flatMap(([, path = '']) => loadedBy(new URL(path, file)))]
}

it('imports no part of the engine', () => {
  const loaded = loadedBy(new URL('../../../../src/rpc/client.ts', import.meta.url))
  const names = new Set(loaded.map((path) => path.split('/src/')[1]))
  expect([...names].sort()).toEqual([
    'errors/fabaError.ts',
    'jsonrpc/client.ts',
    'jsonrpc/errors.ts',
    'jsonrpc/json.ts',
    'jsonrpc/jsonBytes.ts',
    'jsonrpc/typedClient.ts',
    'rpc/client.ts',
  ])
})

// Accounts, addresses, books, notes and URIs over the wallet RPC: what the reference was seen to answer, errors included.
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { parseJson } from '../../../src/jsonrpc/json.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import type { Engine } from '../../../src/wallet/engine/engine.ts'
import { entryOf, vector, vectorText } from '../../support/data/vectors.ts'
import { heldToDeclarations } from '../../support/rpc/declared.ts'
import { OUT_OF_SCOPE } from '../../support/rpc/differences.ts'
import { ChainNode, smallChain } from '../../support/wallet/chain-node.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: recordings are compared, not understood
type Json = { readonly [name: string]: any }

const { wallets } = vector('oxen/chain-small/wallets.json')
const node = new ChainNode(oxenRegtest, smallChain())

/** Asks the wallet RPC of an engine, whose settings it overrides. `params` is JSON text, where amounts exceed 2^53. */
const askText = async (engine: Engine | undefined, method: string, params: string): Promise<Json> => {
  const wallet = engine === undefined ? undefined : openedIn(engine)
  const body = `{"jsonrpc":"2.0","id":"0","method":"${method}","params":${params}}`
  const rpc = heldToDeclarations(createWalletRpc({ wallet, rpcEnabled: true }))
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseJson(await response.text()) as Json // answers are objects
}
const ask = (engine: Engine | undefined, method: string, params: unknown = {}) =>
  askText(engine, method, JSON.stringify(params))

let engine: Engine
/** the wallet that the errors were recorded with */
let erring: Engine

beforeAll(async () => {
  engine = await restored(testHost(node), 'oxen-regtest', wallets.B.keys.mnemonic)
  erring = await restored(testHost(node), 'oxen-regtest', wallets.A.keys.mnemonic)
})
afterAll(async () => {
  await engine.closeWallet()
  await erring.closeWallet()
})

const call = async (method: string, params: unknown = {}): Promise<Json> => {
  const { result, error } = await ask(engine, method, params)
  expect(error).toBeUndefined()
  return result
}
const failure = async (method: string, params: unknown = {}) => {
  const { error } = await ask(engine, method, params)
  return error === undefined ? undefined : { code: error.code, message: error.message }
}

/** Recorded answers of each method, as JSON reads them where amounts exceed 2^53. */
const shapes = (parseJson(vectorText('oxen/rpc-shapes.json')) as Json)['wallet_methods'] // the file is an object

/** Fields of a value that a schema does not declare, or declares as something else. */
// biome-ignore lint/suspicious/noExplicitAny: schemas of any kind are walked
const undeclared = (schema: any, value: unknown, path: string): string[] => {
  if (schema.type === 'optional') return undeclared(schema.wrapped, value, path)
  if (Array.isArray(value))
    return schema.type === 'array' ? value.flatMap((item) => undeclared(schema.item, item, `${path}[]`)) : [path]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => {
      const field = schema.entries?.[name]
      return field === undefined ? [`${path}.${name}`] : undeclared(field, member, `${path}.${name}`)
    })
  return v.is(schema, value) ? [] : [path]
}

describe('what is declared', () => {
  const served = Object.keys(shapes).filter((name) => !OUT_OF_SCOPE.has(name))

  it.each(served)('of %s has all that was recorded', (name) => {
    const declared = walletMethods.find(({ names }) => names.includes(name))
    expect(shapes[name].examples.length).toBeGreaterThan(0)
    for (const { request, result } of shapes[name].examples) {
      expect(undeclared(declared?.result, result, name)).toEqual([])
      expect(() => declared?.parse(request.params)).not.toThrow()
    }
  })

  it('is what was recorded, or out of scope', () => {
    expect(served.length + OUT_OF_SCOPE.size).toBe(Object.keys(shapes).length)
  })
})

/** What is answered while no wallet is open. */
const WITHOUT_WALLET = new Set(
  `auto_refresh get_languages create_wallet open_wallet generate_from_keys restore_deterministic_wallet stop_wallet
  set_log_level set_log_categories get_version`.split(/\s+/),
)

it.each(walletMethods.map(({ names }) => names[0]))('%s says when no wallet is open', async (name) => {
  const { error } = await ask(undefined, name)
  const told = { code: error?.code, message: error?.message }
  if (WITHOUT_WALLET.has(name)) expect(told.code).not.toBe(-13)
  else expect(told).toEqual({ code: -13, message: 'No wallet file' })
})

describe('accounts', () => {
  it('are created, named, tagged and listed', async () => {
    const { account_index } = await call('create_account', { label: 'fourth' })
    expect(account_index).toBe(3)
    await call('label_account', { account_index: 3, label: 'fourth!' })
    await call('tag_accounts', { tag: 'work', accounts: [1, 3] })
    await call('set_account_tag_description', { tag: 'work', description: 'working accounts' })
    expect(await call('get_account_tags')).toEqual({
      account_tags: [{ tag: 'work', label: 'working accounts', accounts: [1, 3] }],
    })
    const { subaddress_accounts, total_balance } = await call('get_accounts', { tag: 'work', strict_balances: true })
    expect(subaddress_accounts).toMatchObject([
      { account_index: 1, tag: 'work' },
      { account_index: 3, tag: 'work', label: 'fourth!', balance: 0, unlocked_balance: 0 },
    ])
    expect(subaddress_accounts[0].balance).toBe(total_balance)
    await call('untag_accounts', { accounts: [0, 1, 3] })
    expect(await call('get_account_tags')).toEqual({})
    expect(await failure('get_accounts', { tag: 'work' })).toEqual({ code: -1, message: 'Tag work is unregistered.' })
    expect((await call('get_accounts'))['subaddress_accounts'].length).toBe(4)
  })

  it('a tag given to no account is none', async () => {
    expect(await call('tag_accounts', { tag: 't', accounts: [] })).toEqual({})
    expect(await call('get_account_tags')).toEqual({})
  })
})

describe('addresses', () => {
  it('are issued by the dozen, under one label', async () => {
    const before = (await call('get_address', { account_index: 1 }))['addresses'].length
    const { address, address_index, addresses, address_indices } = await call('create_address', {
      account_index: 1,
      count: 64,
      label: 'many',
    })
    expect(address_indices).toEqual(Array.from({ length: 64 }, (_, i) => before + i))
    expect([addresses[0], address_indices[0]]).toEqual([address, address_index])
    const issued = (await call('get_address', { account_index: 1 }))['addresses'].slice(before)
    expect(issued.map((item: Json) => item['address'])).toEqual(addresses)
    expect(new Set(issued.map((item: Json) => item['label']))).toEqual(new Set(['many']))
    expect(await call('create_address', { account_index: 1 })).toMatchObject({ address_indices: [before + 64] })
  })

  it('created at once have indices of their own', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => call('create_address', { account_index: 2, count: 5 })))
    const indices = answers.flatMap(({ address_indices }) => address_indices)
    expect(new Set(indices).size).toBe(15)
  })

  it('are found by their text, also before they are issued', async () => {
    const ours = openedIn(engine)
    for (const index of [
      { major: 0, minor: 0 },
      { major: 0, minor: 150 },
      { major: 40, minor: 7 },
    ])
      expect(await call('get_address_index', { address: ours.addressText(index) })).toEqual({ index })
  })

  it('are named one by one', async () => {
    await call('label_address', { index: { major: 0, minor: 1 }, label: 'renamed ü' })
    const { addresses } = await call('get_address', { account_index: 0, address_index: [1, 0, 1] })
    expect(addresses.map(({ address_index, label }: Json) => [address_index, label])).toEqual([
      [1, 'renamed ü'],
      [0, 'Primary account'],
      [1, 'renamed ü'],
    ])
  })
})

describe('integrated addresses', () => {
  const { integrated, payment_ids } = vector('oxen/chain-small/actions.json')

  it.each(['A', 'B', 'C'] as const)('of wallet %s are those that were recorded', async (name) => {
    const standard_address: string = wallets[name].keys.address
    for (const payment_id of [payment_ids.short1, payment_ids.short2]) {
      const integrated_address = integrated[name + payment_id]
      expect(await call('make_integrated_address', { standard_address, payment_id })).toEqual({
        integrated_address,
        payment_id,
      })
      expect(await call('split_integrated_address', { integrated_address })).toEqual({
        standard_address,
        payment_id,
        is_subaddress: false,
      })
    }
  })

  it('are of the primary address, with a random id, when nothing is said', async () => {
    const [first, second] = [await call('make_integrated_address'), await call('make_integrated_address')]
    expect(first['payment_id']).toMatch(/^[0-9a-f]{16}$/)
    expect(first['payment_id']).not.toBe(second['payment_id'])
    const { standard_address, payment_id } = await call('split_integrated_address', {
      integrated_address: first['integrated_address'],
    })
    expect([standard_address, payment_id]).toEqual([wallets.B.keys.address, first['payment_id']])
  })

  it('are made of standard addresses only', async () => {
    const subaddress = openedIn(engine).addressText({ major: 0, minor: 1 })
    const wrong = [
      [subaddress, "Subaddress shouldn't be used"],
      [integrated[`A${payment_ids.short1}`], 'Already integrated address'],
    ]
    for (const [standard_address, message] of wrong)
      expect(await failure('make_integrated_address', { standard_address })).toEqual({ code: -2, message })
  })
})

describe('validate_address', () => {
  const cases: readonly Json[] = vector('oxen/keys.json').validate_address

  it('with any net needs no wallet', async () => {
    const anywhere = cases.filter(({ request }) => request.any_net_type === true)
    expect(anywhere.length).toBeGreaterThan(5)
    for (const { request, answer } of anywhere) {
      expect(await ask(engine, 'validate_address', request)).toEqual(answer)
      // While nothing says which coin is meant, all are.
      if (answer.result.valid) expect(await ask(undefined, 'validate_address', request)).toEqual(answer)
    }
    expect((await ask(undefined, 'validate_address', {}))['error'].code).toBe(-13)
  })

  it.each(['mainnet', 'testnet', 'devnet'])('in a wallet of %s', async (net) => {
    const own = cases.filter(({ wallet_net }) => wallet_net === net)
    expect(own.length).toBeGreaterThan(0)
    const offline = new ChainNode(oxenRegtest, smallChain())
    offline.failure = new Error('offline')
    const other = await restored(testHost(offline), `oxen-${net}`, wallets.A.keys.mnemonic)
    for (const { request, answer } of own) expect(await ask(other, 'validate_address', request)).toEqual(answer)
    await other.closeWallet()
  })

  it('in a wallet of the monero family', async () => {
    const offline = new ChainNode(oxenRegtest, smallChain())
    offline.failure = new Error('offline')
    const other = await restored(testHost(offline), 'monero-mainnet', wallets.A.keys.mnemonic)
    for (const { params, result } of vector('monero/validate_address.json').cases)
      if (params.allow_openalias !== true)
        expect([params, (await ask(other, 'validate_address', params))['result']]).toEqual([params, result])
    await other.closeWallet()
  })

  it('returns an error for names without a resolver', async () => {
    const params = { address: 'donate.example.org', allow_openalias: true }
    expect(await failure('validate_address', params)).toEqual({
      code: -1,
      message: 'OpenAlias names are not resolved',
    })
    expect((await call('validate_address', { ...params, allow_openalias: false }))['valid']).toBe(false)
  })
})

describe('the address book', () => {
  const A: string = wallets.A.keys.address
  const C: string = wallets.C.keys.address
  const ZEROS = '0'.repeat(64)

  it('keeps addresses with descriptions, by position', async () => {
    const { integrated, payment_ids } = vector('oxen/chain-small/actions.json')
    const withId = integrated[`C${payment_ids.short1}`]
    expect(await call('get_address_book')).toEqual({})
    expect(await call('add_address_book', { address: A, description: 'a' })).toEqual({ index: 0 })
    expect(await call('add_address_book', { address: C })).toEqual({ index: 1 })
    expect(await call('add_address_book', { address: withId, description: 'integrated' })).toEqual({ index: 2 })
    const kept = { index: 2, address: withId, description: 'integrated' }
    expect((await call('get_address_book', { entries: [2, 0] }))['entries']).toEqual([
      { ...kept, payment_id: payment_ids.short1.padEnd(64, '0') },
      { index: 0, address: A, description: 'a', payment_id: ZEROS },
    ])
    await call('edit_address_book', { index: 0, set_address: true, address: C, description: 'not set' })
    await call('edit_address_book', { index: 1, set_description: true, description: 'changed', address: A })
    await call('delete_address_book', { index: 0 })
    expect((await call('get_address_book'))['entries']).toMatchObject([
      { index: 0, address: C, description: 'changed' },
      { ...kept, index: 1 },
    ])
    await call('delete_address_book', { index: 1 })
    await call('delete_address_book', { index: 0 })
  })

  it('takes payment ids in the older form', async () => {
    const { integrated, payment_ids } = vector('oxen/chain-small/actions.json')
    const short = payment_ids.short2
    const forms = [short, short.padEnd(64, '0'), payment_ids.long, ZEROS, '']
    for (const payment_id of forms) await call('add_address_book', { address: A, payment_id })
    const { entries } = await call('get_address_book')
    expect(entries.map(({ address, payment_id }: Json) => [address, payment_id])).toEqual([
      [integrated[`A${short}`], short.padEnd(64, '0')],
      [integrated[`A${short}`], short.padEnd(64, '0')],
      [A, payment_ids.long],
      [A, ZEROS],
      [A, ZEROS],
    ])
    expect((await failure('add_address_book', { address: A, payment_id: 'abc' }))?.code).toBe(-5)
    const subaddress = openedIn(engine).addressText({ major: 0, minor: 1 })
    expect((await failure('add_address_book', { address: subaddress, payment_id: short }))?.code).toBe(-5)
    for (const _ of forms) await call('delete_address_book', { index: 0 })
    expect(await call('get_address_book')).toEqual({})
  })

  it('loses nothing to those who write at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call('add_address_book', { address: A, description: `${i}` })),
    )
    expect(new Set(answers.map(({ index }) => index)).size).toBe(20)
    await Promise.all(answers.map(() => call('delete_address_book', { index: 0 })))
    expect(await call('get_address_book')).toEqual({})
  })
})

describe('notes and attributes', () => {
  it('notes are on any transaction, several at once', async () => {
    const txids = ['ab'.repeat(32), 'CD'.repeat(32), '00'.repeat(32)]
    await call('set_tx_notes', { txids: txids.slice(0, 2), notes: ['one', 'zwei ü'] })
    expect(await call('get_tx_notes', { txids })).toEqual({ notes: ['one', 'zwei ü', ''] })
    await call('set_tx_notes', { txids: txids.slice(0, 1), notes: [''] })
    expect(await call('get_tx_notes', { txids })).toEqual({ notes: ['', 'zwei ü', ''] })
  })

  it('a list with one wrong id writes nothing', async () => {
    const params = { txids: ['ef'.repeat(32), 'zz'], notes: ['x', 'y'] }
    expect(await failure('set_tx_notes', params)).toEqual({ code: -8, message: 'TX ID has invalid format' })
    expect(await call('get_tx_notes', { txids: ['ef'.repeat(32)] })).toEqual({ notes: [''] })
  })

  it('attributes have any key', async () => {
    for (const key of ['k', '', 'ключ', '__proto__', 'x'.repeat(5000)]) {
      await call('set_attribute', { key, value: `v € ${key.length}` })
      expect(await call('get_attribute', { key })).toEqual({ value: `v € ${key.length}` })
    }
    expect(await failure('get_attribute', { key: 'constructor' })).toEqual({
      code: -45,
      message: 'Attribute not found.',
    })
  })
})

it('who looks at the wallet is told of each change, and needs no news of the node', async () => {
  const host = testHost(node)
  const watched = await restored(host, 'oxen-regtest', wallets.B.keys.mnemonic)
  let seen = 0
  await watched.subscribe(({ wallet }) => {
    seen = wallet?.revision ?? 0
  })
  const address = openedIn(watched).addressText({ major: 0, minor: 0 })
  const changes: [method: string, params: object][] = [
    ['add_address_book', { address, description: 'Ann' }],
    ['edit_address_book', { index: 0, set_description: true, description: 'Anne' }],
    ['delete_address_book', { index: 0 }],
    ['label_address', { index: { major: 0, minor: 1 }, label: 'till' }],
    ['label_account', { account_index: 0, label: 'shop' }],
    ['create_address', { account_index: 0 }],
    ['create_account', {}],
    ['set_tx_notes', { txids: ['ab'.repeat(32)], notes: ['note'] }],
  ]
  for (const [method, params] of changes) {
    const before = seen
    expect(await ask(watched, method, params)).not.toHaveProperty('error')
    // All in all less time passes than between two looks at the node.
    host.time.advance(250)
    expect(seen, method).toBeGreaterThan(before)
  }
  await watched.closeWallet()
})

describe('payment URIs', () => {
  /** Requests and answers as text: amounts go up to 2^64-1. */
  const recorded = (parseJson(vectorText('oxen/rpc-shapes.json')) as { readonly uri: readonly Json[] }).uri

  it.each(recorded.map(({ request, answer }) => ({ ...request, answer }) as Json))('$method $params', async (item) => {
    const { method, params, answer } = item
    const text = JSON.stringify(params, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    const { result, error } = await askText(engine, method, text)
    // The reference takes a description after a name for the same parameter twice.
    if (answer.error?.message.endsWith('more than one instance of tx_description'))
      expect(error?.message.replace('recipient_name', 'tx_description')).toBe(
        isReadable(params.uri) ? undefined : answer.error.message,
      )
    else if (answer.error === undefined) expect(result).toEqual(answer.result)
    else expect(error).toMatchObject(answer.error)
  })

  const isReadable = (uri: string): boolean => {
    const names = (uri.split('?')[1] ?? '').split('&').map((parameter) => parameter.split('=')[0])
    return new Set(names).size === names.length
  }
})

it('the languages of seed words are told without a wallet', async () => {
  const [example] = entryOf(vector('oxen/rpc-shapes.json').wallet_methods, 'get_languages').examples
  expect((await ask(undefined, 'get_languages'))['result']).toEqual(example?.result)
})

describe('payments that wait', () => {
  it.each([
    ['oxen-regtest', true],
    ['another network', false],
  ])('are listed of their own, and among those that went out on %s', async (_, hasUnminedInOut) => {
    const own = await restored(
      testHost(new ChainNode(oxenRegtest, smallChain())),
      'oxen-regtest',
      wallets.B.keys.mnemonic,
    )
    const wallet = openedIn(own)
    const destinations = [{ address: wallets.C.keys.address, amount: 123_456_789n }]
    const prepared = await own.prepareTransfer({ account: 0, destinations, priority: 1 })
    await own.confirmTransfer(prepared.id)
    const txid = prepared.transactions[0]?.txid
    // Networks differ in this alone here.
    const network = { ...wallet.network, hasUnminedInOut }
    const seen = new Proxy(wallet, {
      get: (target, name) => {
        const value: unknown = name === 'network' ? network : Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const list = async (method: string, params: Json): Promise<Json> => {
      const rpc = createWalletRpc({ wallet: seen, rpcEnabled: true })
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
      return (await response.json()).result
    }
    const none = { in: false, out: false, stake: false, pending: false, failed: false, pool: false }
    const { pending, out } = await list('get_transfers', { ...none, pending: true, coinbase: false })
    expect(pending).toMatchObject([
      { txid, type: 'pending', amount: 123_456_789, height: 0, locked: true, destinations: [{ amount: 123_456_789 }] },
    ])
    expect(out).toEqual(hasUnminedInOut ? pending : undefined)
    expect(await list('get_transfers', { ...none, failed: true })).toEqual({})
    const byTxid = await list('get_transfer_by_txid', { txid })
    expect(byTxid['transfer']).toEqual(pending[0])
    await wallet.setNotes([{ txid: txid ?? '', text: 'a, "b"\nc' }])
    const { csv } = await list('get_transfers_csv', {})
    expect(csv.split('\r\n').slice(-2)[0]).toMatch(
      new RegExp(`^pending,out,,no,.*,0\\.123456789,.*,${txid},.*,0\\.123456789,'0',"a, ""b""\nc"$`),
    )
    await own.closeWallet()
  })
})

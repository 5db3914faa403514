// Accounts and addresses over the wallet RPC, with the recorded responses of oxen-wallet-rpc.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { JsonWritable } from '../../../src/jsonrpc/json.ts'
import { vector } from '../../support/data/vectors.ts'
import { numbersIn, objectsIn, stringsIn } from '../../support/rpc/response.ts'
import { call as callEngine, failure as failureOfEngine, postCall } from '../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')

let engine: Engine

beforeAll(async () => {
  engine = await restored(testHost(new FakeNode(oxenRegtest, smallChain())), 'oxen-regtest', wallets.B.keys.mnemonic)
})
afterAll(() => engine.closeWallet())

const call = (method: string, params: JsonWritable = {}) => callEngine(engine, method, params)
const failure = (method: string, params: JsonWritable = {}) => failureOfEngine(engine, method, params)

describe('accounts', () => {
  it('are created, labelled, tagged and listed', async () => {
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
    expect(subaddress_accounts).toMatchObject([{ balance: total_balance }, {}])
    await call('untag_accounts', { accounts: [0, 1, 3] })
    expect(await call('get_account_tags')).toEqual({})
    expect(await failure('get_accounts', { tag: 'work' })).toEqual({ code: -1, message: 'Tag work is unregistered.' })
    expect((await call('get_accounts'))['subaddress_accounts']).toHaveLength(4)
  })

  it('have no tag that is given to no account', async () => {
    expect(await call('tag_accounts', { tag: 't', accounts: [] })).toEqual({})
    expect(await call('get_account_tags')).toEqual({})
  })
})

describe('addresses of the monero family', () => {
  it('are created up to 65536 at once, with a label that is not too long for so many', {
    timeout: 120_000,
  }, async () => {
    const engine = await restored(
      testHost(new FakeNode(moneroRegtest, [])),
      'monero-regtest',
      vector('monero/newest-offline.json').seed,
    )
    const many = (count: number, label: string) => ({ account_index: 0, count, label })
    const error = { code: -1, message: 'Count must be between 1 and 65536.' }
    for (const count of [0, 65_537])
      expect(await failureOfEngine(engine, 'create_address', many(count, ''))).toEqual(error)
    expect(await failureOfEngine(engine, 'create_address', many(65_536, 'x'.repeat(100)))).toEqual({
      code: -1,
      message: expect.stringContaining('have 6553600 characters together, at most 4000000'),
    })
    const created = await callEngine(engine, 'create_address', many(1_000, 'shop'))
    const addresses = stringsIn(created, 'addresses')
    expect(numbersIn(created, 'address_indices')).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
    for (const minor of [1, 64, 65, 1_000])
      expect(addresses[minor - 1]).toBe(openedIn(engine).addressText({ major: 0, minor }))
    await engine.closeWallet()
  })
})

describe('addresses', () => {
  it('are created 64 at once, with one label', async () => {
    const before = objectsIn(await call('get_address', { account_index: 1 }), 'addresses').length
    const created = await call('create_address', { account_index: 1, count: 64, label: 'many' })
    const { address, address_index } = created
    const addresses = stringsIn(created, 'addresses')
    const address_indices = numbersIn(created, 'address_indices')
    expect(address_indices).toEqual(Array.from({ length: 64 }, (_, i) => before + i))
    expect([addresses[0], address_indices[0]]).toEqual([address, address_index])
    const issued = objectsIn(await call('get_address', { account_index: 1 }), 'addresses').slice(before)
    expect(issued.map((item) => item['address'])).toEqual(addresses)
    expect(new Set(issued.map((item) => item['label']))).toEqual(new Set(['many']))
    expect(await call('create_address', { account_index: 1 })).toMatchObject({ address_indices: [before + 64] })
  })

  it('have different indices if created concurrently', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => call('create_address', { account_index: 2, count: 5 })))
    const indices = answers.flatMap(({ address_indices }) => address_indices)
    expect(new Set(indices).size).toBe(15)
  })

  it('are found by their text, also before they are created', async () => {
    const ours = openedIn(engine)
    for (const index of [
      { major: 0, minor: 0 },
      { major: 0, minor: 150 },
      { major: 40, minor: 7 },
    ])
      expect(await call('get_address_index', { address: ours.addressText(index) })).toEqual({ index })
  })

  it('are labelled one by one', async () => {
    await call('label_address', { index: { major: 0, minor: 1 }, label: 'renamed ü' })
    const addresses = objectsIn(await call('get_address', { account_index: 0, address_index: [1, 0, 1] }), 'addresses')
    expect(addresses.map(({ address_index, label }) => [address_index, label])).toEqual([
      [1, 'renamed ü'],
      [0, 'Primary account'],
      [1, 'renamed ü'],
    ])
  })
})

it('derives no other addresses than the requested ones', async () => {
  const derive = vi.spyOn(openedIn(engine), 'addressText')
  try {
    await call('get_address', { account_index: 1, address_index: [3, 5] })
    expect(new Set(derive.mock.calls.map(([{ major, minor }]) => `${major}/${minor}`))).toEqual(
      new Set(['1/0', '1/3', '1/5']),
    )
  } finally {
    derive.mockRestore()
  }
})

describe('integrated addresses', () => {
  const { integrated, payment_ids } = vector('oxen/chain-small/actions.json')

  it.each(['A', 'B', 'C'] as const)('of wallet %s are as recorded', async (name) => {
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

  it('have the primary address and a random payment id by default', async () => {
    const [first, second] = [await call('make_integrated_address'), await call('make_integrated_address')]
    expect(first['payment_id']).toMatch(/^[0-9a-f]{16}$/)
    expect(first['payment_id']).not.toBe(second['payment_id'])
    const { standard_address, payment_id } = await call('split_integrated_address', {
      integrated_address: first['integrated_address'],
    })
    expect([standard_address, payment_id]).toEqual([wallets.B.keys.address, first['payment_id']])
  })

  it('are made from standard addresses only', async () => {
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
  const cases = vector('oxen/keys.json').validate_address

  it('needs no wallet with any_net_type', async () => {
    const anywhere = cases.filter(({ request }) => request.any_net_type === true)
    expect(anywhere.length).toBeGreaterThan(5)
    for (const { request, answer } of anywhere) {
      expect(await postCall(engine, 'validate_address', request)).toEqual(answer)
      // Without a wallet, addresses of all coins are valid.
      if (answer.result.valid) expect(await postCall(undefined, 'validate_address', request)).toEqual(answer)
    }
    expect((await postCall(undefined, 'validate_address', {})).error?.code).toBe(-13)
  })

  it.each(['mainnet', 'testnet', 'devnet', 'regtest'])(
    'returns the recorded responses in a wallet of %s',
    async (net) => {
      const own = cases.filter(({ wallet_net }) => wallet_net === net)
      expect(own.length).toBeGreaterThan(0)
      const offline = new FakeNode(oxenRegtest, smallChain())
      offline.failure = new Error('offline')
      const other = await restored(testHost(offline), `oxen-${net}`, wallets.A.keys.mnemonic)
      for (const { request, answer } of own) expect(await postCall(other, 'validate_address', request)).toEqual(answer)
      await other.closeWallet()
    },
  )

  it('returns the recorded responses in a wallet of the monero family', async () => {
    const offline = new FakeNode(oxenRegtest, smallChain())
    offline.failure = new Error('offline')
    const other = await restored(testHost(offline), 'monero-mainnet', wallets.A.keys.mnemonic)
    for (const { params, result } of vector('monero/validate_address.json').cases)
      if (params.allow_openalias !== true)
        expect([params, (await postCall(other, 'validate_address', params))['result']]).toEqual([params, result])
    await other.closeWallet()
  })

  it('returns an error for names without a resolver', async () => {
    const params = { address: 'donate.example.org', allow_openalias: true, any_net_type: true }
    expect(await failure('validate_address', params)).toEqual({
      code: -1,
      message: 'OpenAlias names are not resolved',
    })
    expect((await call('validate_address', { ...params, allow_openalias: false }))['valid']).toBe(false)
  })
})

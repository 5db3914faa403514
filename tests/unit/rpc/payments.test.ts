// Payments over the wallet RPC: the fields and types that were recorded, transactions kept until they are relayed, coins
// put aside, and what comes of payments that meet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { oxenRegtest, oxenTestnet } from '../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../src/coin/transactions/weight.ts'
import { type JsonObject, type JsonWritable, parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import type { Engine } from '../../../src/wallet/engine/engine.ts'
import { transferIntent } from '../../../src/wallet/spend/intent.ts'
import { openPayment, sealPayment } from '../../../src/wallet/spend/txMetadata.ts'
import type { WalletName } from '../../support/data/schemas.ts'
import { entryOf, textOf, vector } from '../../support/data/vectors.ts'
import { seededRandom } from '../../support/random.ts'
import { heldToDeclarations } from '../../support/rpc/declared.ts'
import { ADDED_FIELDS } from '../../support/rpc/differences.ts'
import { ChainNode, mineOn, smallChain } from '../../support/wallet/chain-node.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not understood
type Json = { readonly [name: string]: any }

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const THEIRS: string = wallets.C.keys.address

const openEngine = async (node: ChainNode, name: WalletName = 'B', seed = 1): Promise<Engine> =>
  restored(testHost(node, undefined, seed), 'oxen-regtest', wallets[name].keys.mnemonic)

/** Sends a body as it is. */
const post = async (engine: Engine | undefined, body: string, restricted = false): Promise<Json> => {
  const wallet = engine === undefined ? undefined : openedIn(engine)
  const rpc = heldToDeclarations(createWalletRpc({ wallet, rpcEnabled: true }, { restricted }))
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseJson(await response.text()) as Json // answers are objects
}

const ask = (engine: Engine | undefined, method: string, params: JsonWritable = {}): Promise<Json> =>
  post(engine, stringifyJson({ jsonrpc: '2.0', id: '0', method, params }))

const call = async (engine: Engine, method: string, params: JsonWritable = {}): Promise<Json> => {
  const { result, error } = await ask(engine, method, params)
  expect(error).toBeUndefined()
  return result
}

const failure = async (engine: Engine, method: string, params: JsonWritable = {}) => {
  const { error } = await ask(engine, method, params)
  return error === undefined ? undefined : { code: error.code, message: error.message }
}

/** A stage of its own for tests that pay. */
const stage = async () => {
  const node = new ChainNode(oxenRegtest, chain)
  const engine = await openEngine(node)
  return { node, engine, total: openedIn(engine).balance().total }
}

const mine = async (node: ChainNode, engine: Engine): Promise<void> => {
  const blobs = [...node.pool.values()].map(({ blob }) => blob)
  node.setChain(mineOn(oxenRegtest, node.chain, blobs))
  node.pool.clear()
  await engine.refresh()
}

const destinations = (...amounts: bigint[]) => amounts.map((amount) => ({ amount, address: THEIRS }))

const METHODS = [
  'transfer',
  'transfer_split',
  'sweep_all',
  'sweep_dust',
  'sweep_unmixable',
  'sweep_single',
  'relay_tx',
] as const

describe('answers have the recorded fields and types', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine(new ChainNode(oxenRegtest, chain))
  })
  afterAll(() => engine.closeWallet())

  /** Names and types; of texts whether they are empty, of lists what their items are. */
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1).map(shape)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, member]) => [name, shape(member)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    if (typeof value === 'string') return value === '' ? 'empty' : /^[0-9a-f]+$/.test(value) ? 'hex' : 'text'
    return typeof value === 'bigint' ? 'number' : typeof value
  }

  const shapes = vector('oxen/rpc-shapes.json').wallet_methods
  const examples = METHODS.flatMap((name): [string, Json][] =>
    (shapes[name]?.examples ?? []).map((example: Json) => [name, example]),
  ).filter(([name, { result }]) => name !== 'relay_tx' && result.unsigned_txset === '')

  it('some of every method were recorded', () => {
    expect(examples.length).toBeGreaterThan(8)
  })

  it.each(examples)('%s', async (method, { request, result }) => {
    const [coin] = openedIn(engine)
      .state.ledger.outputs.values()
      .filter(({ spent, amount }) => spent === undefined && amount > 2_000_000_000n)
    const own = method === 'sweep_single' ? { key_image: toHex(coin?.keyImage ?? new Uint8Array()) } : {}
    const given = { ...request.params, ...own, do_not_relay: true }
    const answer = await call(engine, method, given)
    const added = ADDED_FIELDS[method] ?? []
    const common = Object.fromEntries(Object.entries(answer).filter(([field]) => !added.includes(field)))
    expect(shape(common)).toEqual(shape(result))
    const hashes: string[] = answer['tx_hash_list'] ?? [answer['tx_hash'] ?? []].flat()
    const blobs: string[] = answer['tx_blob_list'] ?? [answer['tx_blob'] || []].flat()
    for (const [i, blob] of blobs.entries())
      expect(toHex(transactionId(parseTransaction(oxenRegtest, fromHex(blob))))).toBe(hashes[i])
  })
})

it('what is locked is told apart from what is missing', async () => {
  const engine = await openEngine(new ChainNode(oxenRegtest, chain), 'A')
  const { total, unlocked } = openedIn(engine).balance(0)
  expect(total).toBeGreaterThan(unlocked)
  expect(await failure(engine, 'transfer', { destinations: destinations(unlocked), priority: 1 })).toEqual({
    code: -37,
    message: 'Not enough unlocked money',
  })
  expect(openedIn(engine).state.ledger.pending.size).toBe(0)
  await engine.closeWallet()
})

describe('a transfer', () => {
  it('is made of all that was asked for, and told of with all that was asked for', async () => {
    const { node, engine, total } = await stage()
    const paid = await call(engine, 'transfer', {
      destinations: destinations(1n, 2_000_000_001n),
      priority: 1,
      get_tx_key: true,
      get_tx_hex: true,
      get_tx_metadata: true,
    })
    expect(paid).toMatchObject({ amount: 2_000_000_002 })
    expect(paid['tx_key']).toMatch(/^[0-9a-f]{64}$/)
    expect(node.submitted.map(toHex)).toEqual([paid['tx_blob']])
    expect(openedIn(engine).balance().total).toBe(total - 2_000_000_002n - BigInt(paid['fee']))
    const [entry] = openedIn(engine).transfers({ limit: 1 })
    expect(entry).toMatchObject({ txid: paid['tx_hash'], state: 'pending', txKey: paid['tx_key'] })
    await engine.closeWallet()
  })

  it('takes positional parameters, and amounts as text', async () => {
    const { engine, node } = await stage()
    const params = [[{ amount: '77', address: THEIRS }], 1, [], 1]
    expect(await call(engine, 'transfer', params)).toMatchObject({ amount: 77 })
    expect(node.submitted).toHaveLength(1)
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({ account: 1, amount: 77n })
    await engine.closeWallet()
  })

  it('leaves no trace when it is not to be relayed', async () => {
    const { node, engine, total } = await stage()
    const request = { destinations: destinations(5n), priority: 1, do_not_relay: true, get_tx_metadata: true }
    const revision = openedIn(engine).state.revision
    await call(engine, 'transfer', request)
    await call(engine, 'transfer_split', request)
    await call(engine, 'sweep_all', { ...request, address: THEIRS })
    expect(node.submitted).toEqual([])
    expect(openedIn(engine).state.revision).toBe(revision)
    expect(openedIn(engine).balance().total).toBe(total)
    await engine.closeWallet()
  })

  it('pays integrated addresses, one at a time', async () => {
    const { engine } = await stage()
    const made = entryOf(vector('oxen/rpc-shapes.json').wallet_methods, 'make_integrated_address').examples
    // make_integrated_address returns an object.
    const address = made.map(({ result }) => textOf(result as JsonObject, 'integrated_address')).find((text) => text)
    const own = { amount: 5, address }
    expect(await call(engine, 'transfer', { destinations: [own], priority: 1 })).toMatchObject({ amount: 5 })
    expect(await failure(engine, 'transfer', { destinations: [own, own], priority: 1 })).toEqual({
      code: -5,
      message: 'A single payment id is allowed per transaction',
    })
    const both = { destinations: [own], payment_id: '0123456789abcdef', priority: 1 }
    expect(await failure(engine, 'transfer', both)).toEqual({
      code: -5,
      message: 'A single payment id is allowed per transaction',
    })
    await engine.closeWallet()
  })

  it.each(['transfer', 'transfer_split'])('takes the fee out of what is paid, by %s', async (method) => {
    const { node, engine, total } = await stage()
    const request = {
      destinations: destinations(10n ** 9n, 5n, 2n * 10n ** 9n),
      subtract_fee_from_outputs: [2, 0, 2],
      priority: 1,
    }
    const paid = await call(engine, method, request)
    const fee: number = paid['fee'] ?? paid['fee_list'][0]
    const { amounts } = paid['amounts_by_dest'] ?? paid['amounts_by_dest_list'][0]
    const half = Math.floor(fee / 2)
    // What does not divide is the first one's.
    expect(amounts).toEqual([10 ** 9 - half - (fee % 2), 5, 2 * 10 ** 9 - half])
    expect(paid['amount'] ?? paid['amount_list'][0]).toBe(3 * 10 ** 9 + 5 - fee)
    expect(openedIn(engine).balance().total).toBe(total - 3n * 10n ** 9n - 5n)
    await mine(node, engine)
    const receiver = await openEngine(node, 'C')
    const txid = paid['tx_hash'] ?? paid['tx_hash_list'][0]
    const received = openedIn(receiver)
      .transfers({})
      .filter((entry) => entry.txid === txid)
    expect(received.reduce((sum, { amount }) => sum + amount, 0n)).toBe(3n * 10n ** 9n + 5n - BigInt(fee))
    await receiver.closeWallet()
    await engine.closeWallet()
  })

  it.each(['transfer', 'transfer_split'])('takes no fee where it cannot be taken, by %s', async (method) => {
    const { node, engine } = await stage()
    const refusals: [readonly bigint[], readonly number[], number, string][] = [
      [[10n ** 9n], [1], -4, 'subtractfeefrom: bad index: 1 (indexes are 0-based)'],
      [[10n ** 9n, 1n], [0, 1], -20, 'Destination amount is zero'],
      [
        Array.from({ length: 16 }, () => 10n ** 9n),
        [0],
        -4,
        'subtractfeefrom transfers cannot be split over multiple transactions yet',
      ],
    ]
    for (const [amounts, subtract_fee_from_outputs, code, message] of refusals)
      expect(
        await failure(engine, method, { destinations: destinations(...amounts), subtract_fee_from_outputs }),
      ).toEqual({ code, message })
    const few = { destinations: destinations(5n), subtract_fee_from_outputs: [0] }
    const { code, message } = (await failure(engine, method, few)) ?? {}
    expect(code).toBe(-16)
    expect(message).toMatch(/^Transaction not possible. Available only 0.000000005, transaction amount /)
    expect(node.submitted).toEqual([])
    await engine.closeWallet()
  })

  it('to more destinations than fit is split, and pays every one of them', async () => {
    const { node, engine, total } = await stage()
    const amounts = Array.from({ length: 20 }, (_, i) => BigInt(i + 1))
    const request = { destinations: destinations(...amounts), priority: 1 }
    expect(await failure(engine, 'transfer', request)).toEqual({
      code: -18,
      message: 'Transaction would be too large.  try /transfer_split.',
    })
    expect(node.submitted).toEqual([])
    const paid = await call(engine, 'transfer_split', { ...request, get_tx_keys: true, get_tx_hex: true })
    expect(paid['tx_hash_list']).toHaveLength(2)
    expect(paid['tx_key_list']).toHaveLength(2)
    expect(node.submitted.map(toHex)).toEqual(paid['tx_blob_list'])
    const sum = (numbers: number[]) => numbers.reduce((whole, part) => whole + part, 0)
    expect(sum(paid['amount_list'])).toBe(210)
    expect(openedIn(engine).balance().total).toBe(total - 210n - BigInt(sum(paid['fee_list'])))
    await mine(node, engine)
    const receiver = await openEngine(node, 'C')
    const received = openedIn(receiver)
      .transfers({})
      .filter(({ txid }) => paid['tx_hash_list'].includes(txid))
    expect(received.reduce((whole, { amount }) => whole + amount, 0n)).toBe(210n)
    await receiver.closeWallet()
    await engine.closeWallet()
  })

  it('of which a node refuses a part says what was sent', async () => {
    const { node, engine } = await stage()
    node.judge = () =>
      node.submitted.length === 1 ? undefined : { accepted: false, reason: 'too heavy', doubleSpend: false }
    const amounts = Array.from({ length: 20 }, () => 1n)
    const { error } = await ask(engine, 'transfer_split', { destinations: destinations(...amounts), priority: 1 })
    expect(error).toMatchObject({ code: -1, message: 'Transaction was rejected by daemon: too heavy' })
    expect(error.data).toContain([...node.pool.keys()].join())
    const states = [...openedIn(engine).state.ledger.payments.values()].slice(-2).map(({ state }) => state)
    expect(states.sort()).toEqual(['failed', 'pending'])
    await engine.closeWallet()
  })

  it('and others at the same time never spend the same coin', async () => {
    const { node, engine, total } = await stage()
    const wallet = openedIn(engine)
    const request = {
      account: 0,
      subaddresses: [],
      destinations: destinations(1_000_000n),
      priority: 1,
      unlockTime: 0n,
    }
    const paid = await Promise.all(
      Array.from({ length: 5 }, () =>
        wallet.payments.exclusively(async ({ prepare, commit }) => {
          const prepared = await prepare(transferIntent(wallet.network, request))
          return { prepared, results: await commit(prepared) }
        }),
      ),
    )
    expect(paid.flatMap(({ results }) => results.map(({ state }) => state))).toEqual(Array(5).fill('relayed'))
    const spent = node.submitted.flatMap((blob) =>
      parseTransaction(oxenRegtest, blob).inputs.map((input) => (input.kind === 'key' ? toHex(input.keyImage) : '')),
    )
    expect(new Set(spent).size).toBe(spent.length)
    const fees = paid.flatMap(({ prepared }) => prepared).reduce((sum, { fee }) => sum + fee, 0n)
    expect(wallet.balance().total).toBe(total - 5_000_000n - fees)
    await engine.closeWallet()
  })

  it('that one of several cannot make does not hold up the others', async () => {
    const { engine } = await stage()
    const answers = await Promise.all([
      ask(engine, 'transfer', { destinations: destinations(2n ** 63n), priority: 1 }),
      ask(engine, 'transfer', { destinations: destinations(7n), priority: 1 }),
    ])
    expect(answers.map(({ error, result }) => error?.code ?? result.amount)).toEqual([-17, 7])
    await engine.closeWallet()
  })
})

describe('a sweep', () => {
  /** Which minor addresses of an account a transaction spends from. */
  const spentFrom = (engine: Engine, txid: string): readonly number[] =>
    openedIn(engine).state.ledger.payments.get(txid)?.subaddresses ?? []

  it('without addresses empties one of them, with all of them each', async () => {
    const { engine } = await stage()
    const request = { address: THEIRS, account_index: 1, priority: 1 }
    const one = await call(engine, 'sweep_all', request)
    const [first] = one['tx_hash_list']
    expect(spentFrom(engine, first)).toHaveLength(1)
    expect(spentFrom(engine, first)).not.toContain(0)
    const all = await call(engine, 'sweep_all', { ...request, subaddr_indices_all: true })
    const sum = (numbers: number[]) => numbers.reduce((whole, part) => whole + part, 0)
    const sent = [one, all].map(({ amount_list, fee_list }) => sum(amount_list) + sum(fee_list))
    const left = openedIn(engine).balance(1).total
    expect(BigInt(sum(sent)) + left).toBe(32_810_106_893n)
    await engine.closeWallet()
  })

  it('takes outputs below an amount only, from the addresses given, in equal parts', async () => {
    const { engine } = await stage()
    const below = 1_000_000_000n
    const request = { address: THEIRS, account_index: 0, subaddr_indices: [0, 1], below_amount: below, outputs: 3 }
    const swept = await call(engine, 'sweep_all', { ...request, priority: 1, get_tx_keys: true })
    for (const txid of swept['tx_hash_list']) {
      const payment = openedIn(engine).state.ledger.payments.get(txid)
      const images = new Set(payment?.keyImages.map(toHex))
      const spent = [...openedIn(engine).state.ledger.outputs.values()].filter(
        ({ keyImage }) => keyImage !== undefined && images.has(toHex(keyImage)),
      )
      expect(spent.every(({ amount, subaddress }) => amount < below && subaddress.minor < 2)).toBe(true)
      const parts = payment?.destinations.map(({ amount }) => amount) ?? []
      expect(parts).toHaveLength(3)
      expect(Math.max(...parts.map(Number)) - Math.min(...parts.map(Number))).toBeLessThan(3)
    }
    await engine.closeWallet()
  })

  it('of one output sends just that one', async () => {
    const { node, engine } = await stage()
    const coin = [...openedIn(engine).state.ledger.countedOutputs()].find(
      ({ spent, subaddress, amount }) => spent === undefined && subaddress.major === 1 && amount > 1_000_000_000n,
    )
    const request = { address: THEIRS, key_image: toHex(coin?.keyImage ?? new Uint8Array()), priority: 1 }
    const swept = await call(engine, 'sweep_single', { ...request, outputs: 2, get_tx_key: true })
    expect(BigInt(swept['amount'] + swept['fee'])).toBe(coin?.amount)
    expect(node.submitted).toHaveLength(1)
    expect(await failure(engine, 'sweep_single', request)).toEqual({ code: -1, message: 'No outputs found' })
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })
})

describe('a transaction that was kept', () => {
  const keptBy = async (engine: Engine) => {
    const flags = { do_not_relay: true, get_tx_metadata: true, get_tx_key: true }
    const told = await call(engine, 'transfer', { destinations: destinations(77n), priority: 1, ...flags })
    const { tx_hash, tx_metadata, tx_key, fee } = told
    return { tx_hash, tx_metadata, tx_key, fee }
  }
  const BAD = { code: -27, message: 'Failed to parse tx metadata.' }

  it('is recorded and relayed when asked, and arrives', async () => {
    const { node, engine, total } = await stage()
    const { tx_hash, tx_metadata, tx_key, fee } = await keptBy(engine)
    const answer = await ask(engine, 'relay_tx', { hex: tx_metadata })
    expect(answer).toMatchObject({ tx_hash, result: { tx_hash } })
    expect([...node.pool.keys()]).toEqual([tx_hash])
    expect(openedIn(engine).balance().total).toBe(total - 77n - BigInt(fee))
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({
      txid: tx_hash,
      destinations: destinations(77n),
      state: 'pending',
    })
    // Again: while it waits, and once it is mined. The node has it, and nothing is paid twice.
    expect(await call(engine, 'relay_tx', { hex: tx_metadata })).toEqual({ tx_hash })
    await mine(node, engine)
    expect(await call(engine, 'relay_tx', { hex: tx_metadata.toUpperCase() })).toEqual({ tx_hash })
    expect(new Set(node.submitted.map(toHex)).size).toBe(1)
    expect(openedIn(engine).balance().total).toBe(total - 77n - BigInt(fee))
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({
      txid: tx_hash,
      state: 'confirmed',
      txKey: tx_key,
    })
    await engine.closeWallet()
  })

  it('tells nobody what it is', async () => {
    const { engine } = await stage()
    const request = { destinations: destinations(77n), priority: 1, do_not_relay: true }
    const told = await call(engine, 'transfer', {
      ...request,
      get_tx_key: true,
      get_tx_hex: true,
      get_tx_metadata: true,
    })
    for (const secret of [
      told['tx_key'],
      told['tx_hash'],
      told['tx_blob'].slice(0, 64),
      toHex(new TextEncoder().encode(THEIRS)),
    ])
      expect(told['tx_metadata']).not.toContain(secret)
    await engine.closeWallet()
  })

  it('is opened by its wallet only, and only as it was', async () => {
    const { node, engine } = await stage()
    const { tx_metadata } = await keptBy(engine)
    const bytes = fromHex(tx_metadata)
    const steps = Array.from({ length: 64 }, (_, i) => Math.floor((i * (bytes.length - 1)) / 63))
    for (const place of steps) {
      const flipped = bytes.with(place, (bytes[place] ?? 0) ^ (1 << (place % 8)))
      expect(await failure(engine, 'relay_tx', { hex: toHex(flipped) })).toEqual(BAD)
    }
    for (const other of [bytes.subarray(1), bytes.subarray(0, -1), Uint8Array.of(...bytes, 0), bytes.subarray(0, 39)])
      expect(await failure(engine, 'relay_tx', { hex: toHex(other) })).toEqual(BAD)
    expect(await failure(engine, 'relay_tx', { hex: '00ff' })).toEqual(BAD)
    const stranger = await openEngine(node, 'A', 2)
    expect(await failure(stranger, 'relay_tx', { hex: tx_metadata })).toEqual(BAD)
    await stranger.closeWallet()
    expect(node.submitted).toEqual([])
    await engine.closeWallet()
  })

  it('is of one network', async () => {
    const { engine } = await stage()
    const { keys, state } = openedIn(engine)
    const [payment] = state.ledger.payments.values()
    if (payment === undefined) throw new Error('the wallet has paid before')
    const sealed = sealPayment(oxenRegtest, keys, payment, seededRandom(5))
    expect(openPayment(oxenRegtest, keys, sealed)).toEqual(payment)
    expect(() => openPayment(oxenTestnet, keys, sealed)).toThrow('was not made by this wallet')
    await engine.closeWallet()
  })

  it('whose coins went meanwhile, or were frozen, is not sent', async () => {
    const { node, engine } = await stage()
    const { tx_metadata } = await keptBy(engine)
    const [image] = openPayment(oxenRegtest, openedIn(engine).keys, fromHex(tx_metadata)).keyImages
    const key_image = toHex(image ?? new Uint8Array())
    await call(engine, 'freeze', { key_image })
    const FAILED = { code: -4, message: 'Failed to commit tx.' }
    expect(await failure(engine, 'relay_tx', { hex: tx_metadata })).toEqual(FAILED)
    await call(engine, 'thaw', { key_image })
    await call(engine, 'sweep_single', { address: THEIRS, key_image, priority: 1 })
    expect(await failure(engine, 'relay_tx', { hex: tx_metadata })).toEqual(FAILED)
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })

  it('that the node refuses fails with its reason, frees its coins, and may be tried again', async () => {
    const { node, engine, total } = await stage()
    const { tx_hash, tx_metadata } = await keptBy(engine)
    node.judge = () => ({ accepted: false, reason: 'fee too low', doubleSpend: false })
    const { error } = await ask(engine, 'relay_tx', { hex: tx_metadata })
    expect(error).toMatchObject({ code: -4, message: 'Failed to commit tx.', data: 'fee too low' })
    expect(openedIn(engine).balance().total).toBe(total)
    node.judge = () => undefined
    expect(await call(engine, 'relay_tx', { hex: tx_metadata })).toEqual({ tx_hash })
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({ txid: tx_hash, state: 'pending' })
    await engine.closeWallet()
  })
})

describe('coin control', () => {
  it('takes a coin out of balances and payments, and back', async () => {
    const { engine, total } = await stage()
    const wallet = openedIn(engine)
    const coins = [...wallet.state.ledger.countedOutputs()].filter(
      ({ spent, subaddress }) => spent === undefined && subaddress.major === 2,
    )
    expect(coins).toHaveLength(2)
    const images = coins.map(({ keyImage }) => toHex(keyImage ?? new Uint8Array()))
    const [first = '', second = ''] = images
    expect(await call(engine, 'frozen', { key_image: first })).toEqual({ frozen: false })
    expect(await call(engine, 'freeze', { key_image: first })).toEqual({})
    expect(await call(engine, 'frozen', { key_image: first.toUpperCase() })).toEqual({ frozen: true })
    expect(await call(engine, 'frozen', { key_image: second })).toEqual({ frozen: false })
    expect(wallet.balance().total).toBe(total - (coins[0]?.amount ?? 0n))
    const balance = await call(engine, 'get_balance', { account_index: 2 })
    expect(balance['per_subaddress'][0]).toMatchObject({ num_unspent_outputs: 2, balance: Number(coins[1]?.amount) })
    expect(await failure(engine, 'sweep_single', { address: THEIRS, key_image: first, priority: 1 })).toEqual({
      code: -1,
      message: 'No outputs found',
    })
    await call(engine, 'freeze', { key_image: second })
    const sweep = { address: THEIRS, account_index: 2, priority: 1 }
    expect(await failure(engine, 'sweep_all', sweep)).toEqual({
      code: -1,
      message: 'No unlocked balance in the entire wallet',
    })
    const pay = { destinations: destinations(1n), account_index: 2, priority: 1 }
    expect((await failure(engine, 'transfer', pay))?.code).toBe(-17)
    for (const key_image of images) await call(engine, 'thaw', { key_image })
    expect(wallet.balance().total).toBe(total)
    expect(await call(engine, 'transfer', pay)).toMatchObject({ amount: 1 })
    await engine.closeWallet()
  })

  it('refuses what is no key image of ours', async () => {
    const { engine } = await stage()
    for (const [method, purpose] of [
      ['freeze', 'freeze'],
      ['thaw', 'thaw'],
      ['frozen', 'check if frozen'],
    ] as const) {
      expect(await failure(engine, method)).toEqual({ code: -1, message: `Must specify key image to ${purpose}` })
      expect(await failure(engine, method, { key_image: 'zz' })).toEqual({
        code: -10,
        message: 'failed to parse key image',
      })
      expect(await failure(engine, method, { key_image: 'ab'.repeat(32) })).toEqual({
        code: -1,
        message: 'Key image not found',
      })
    }
    await engine.closeWallet()
  })
})

describe('estimates', () => {
  it('of a fee are a little more than the fee, and ask the node for nothing but fees', async () => {
    const { node, engine } = await stage()
    const request = { destinations: destinations(10_000_000_000n, 5n), priority: 1 }
    node.calls.length = 0
    const told = await call(engine, 'estimate_fee', request)
    expect(node.calls).toEqual([])
    const { fee, tx_blob } = await call(engine, 'transfer', { ...request, do_not_relay: true, get_tx_hex: true })
    expect(told['tx_count']).toBe(1)
    expect(told['fee']).toBeGreaterThanOrEqual(fee)
    expect(told['fee']).toBeLessThan(fee * 1.02)
    expect(told['weight']).toBeGreaterThanOrEqual(transactionWeight(parseTransaction(oxenRegtest, fromHex(tx_blob))))
    const many = { ...request, destinations: destinations(...Array.from({ length: 20 }, () => 1n)) }
    expect(await call(engine, 'estimate_fee', many)).toMatchObject({ tx_count: 2 })
    expect((await failure(engine, 'estimate_fee', { destinations: destinations(2n ** 64n - 1n) }))?.code).toBe(-17)
    await engine.closeWallet()
  })

  it('of size and weight are those of a transaction to come', async () => {
    const { engine } = await stage()
    const { size, weight } = await call(engine, 'estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 2 })
    const { tx_blob } = await call(engine, 'sweep_single', {
      address: THEIRS,
      key_image: toHex(
        [...openedIn(engine).state.ledger.countedOutputs()].find(
          ({ spent, amount }) => spent === undefined && amount > 2_000_000_000n,
        )?.keyImage ?? new Uint8Array(),
      ),
      priority: 1,
      do_not_relay: true,
      get_tx_hex: true,
    })
    const real = fromHex(tx_blob).length
    expect(size).toBeGreaterThanOrEqual(real)
    expect(size).toBeLessThan(real * 1.1)
    expect(weight).toBe(size)
    expect((await failure(engine, 'estimate_tx_size_and_weight', { n_inputs: 0, n_outputs: 2 }))?.code).toBe(-1)
    expect((await failure(engine, 'estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 17 }))?.code).toBe(-1)
    expect(await call(engine, 'get_default_fee_priority')).toEqual({ priority: 5 })
    await engine.closeWallet()
  })
})

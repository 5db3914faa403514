// Results of payment methods have the recorded fields and types; estimates match real transactions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { isJsonObject, type JsonObject } from '../../../../src/jsonrpc/json.ts'
import { vector } from '../../../support/data/vectors.ts'
import { ADDED_FIELDS } from '../../../support/rpc/differences.ts'
import { chain, destinations, openEngine, openOnNewNode, THEIRS } from '../../../support/rpc/payment-calls.ts'
import { numberIn, stringIn } from '../../../support/rpc/response.ts'
import { call, failure } from '../../../support/rpc/wallet-calls.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'

const METHODS = [
  'transfer',
  'transfer_split',
  'sweep_all',
  'sweep_dust',
  'sweep_unmixable',
  'sweep_single',
  'relay_tx',
] as const

describe('the result of a payment method', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine(new FakeNode(oxenRegtest, chain))
  })
  afterAll(() => engine.closeWallet())

  /** Returns the names and types of fields; for strings, whether they are empty or hexadecimal; for arrays, the type of the first item. */
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
  const examples = METHODS.filter((name) => name !== 'relay_tx').flatMap((name) =>
    (shapes[name]?.examples ?? []).flatMap(({ request, result }): [string, JsonObject, JsonObject][] =>
      isJsonObject(result) && result['unsigned_txset'] === '' ? [[name, request.params, result]] : [],
    ),
  )

  it('is recorded in enough examples', () => {
    expect(examples.length).toBeGreaterThan(8)
  })

  it.each(examples)('of %s has the recorded fields and types', async (method, params, result) => {
    const [coin] = openedIn(engine)
      .state.ledger.outputs.values()
      .filter(({ spent, amount }) => spent === undefined && amount > 2_000_000_000n)
    const own = method === 'sweep_single' ? { key_image: toHex(coin?.keyImage ?? new Uint8Array()) } : {}
    const given = { ...params, ...own, do_not_relay: true }
    const answer = await call(engine, method, given)
    const added = ADDED_FIELDS[method] ?? []
    const common = Object.fromEntries(Object.entries(answer).filter(([field]) => !added.includes(field)))
    expect(shape(common)).toEqual(shape(result))
    const hashes = [answer['tx_hash_list'] ?? answer['tx_hash'] ?? []].flat()
    const blobs = [answer['tx_blob_list'] ?? (answer['tx_blob'] || [])].flat()
    for (const [i, blob] of blobs.entries())
      expect(toHex(transactionId(parseTransaction(oxenRegtest, fromHex(String(blob)))))).toBe(hashes[i])
  })
})

describe('estimates', () => {
  it('of a fee slightly exceed the fee, without requests to the node', async () => {
    const { node, engine } = await openOnNewNode()
    const request = { destinations: destinations(10_000_000_000n, 5n), priority: 1 }
    node.calls.length = 0
    const estimate = await call(engine, 'estimate_fee', request)
    expect(node.calls).toEqual([])
    const made = await call(engine, 'transfer', { ...request, do_not_relay: true, get_tx_hex: true })
    const fee = numberIn(made, 'fee')
    const transaction = parseTransaction(oxenRegtest, fromHex(stringIn(made, 'tx_blob')))
    expect(estimate['tx_count']).toBe(1)
    expect(estimate['fee']).toBeGreaterThanOrEqual(fee)
    expect(estimate['fee']).toBeLessThan(fee * 1.02)
    expect(estimate['weight']).toBeGreaterThanOrEqual(transactionWeight(transaction))
    const many = { ...request, destinations: destinations(...Array.from({ length: 20 }, () => 1n)) }
    expect(await call(engine, 'estimate_fee', many)).toMatchObject({ tx_count: 2 })
    expect((await failure(engine, 'estimate_fee', { destinations: destinations(2n ** 64n - 1n) }))?.code).toBe(-17)
    await engine.closeWallet()
  })

  it('of size and weight match a real transaction', async () => {
    const { engine } = await openOnNewNode()
    const { size, weight } = await call(engine, 'estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 2 })
    const swept = await call(engine, 'sweep_single', {
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
    const real = fromHex(stringIn(swept, 'tx_blob')).length
    expect(size).toBeGreaterThanOrEqual(real)
    expect(size).toBeLessThan(real * 1.1)
    expect(weight).toBe(size)
    expect((await failure(engine, 'estimate_tx_size_and_weight', { n_inputs: 0, n_outputs: 2 }))?.code).toBe(-1)
    expect((await failure(engine, 'estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 17 }))?.code).toBe(-1)
    expect(await call(engine, 'get_default_fee_priority')).toEqual({ priority: 5 })
    await engine.closeWallet()
  })
})

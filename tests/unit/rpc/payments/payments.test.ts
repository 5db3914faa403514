// Transfers over the wallet RPC.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import type { JsonObject } from '../../../../src/jsonrpc/json.ts'
import { transferIntent } from '../../../../src/wallet/spend/intent.ts'
import { entryOf, textOf, vector } from '../../../support/data/vectors.ts'
import { chain, destinations, mine, openEngine, openOnNewNode, THEIRS } from '../../../support/rpc/payment-calls.ts'
import { numberIn, numbersIn, objectIn, objectsIn, stringsIn } from '../../../support/rpc/response.ts'
import { call, failure, postCall } from '../../../support/rpc/wallet-calls.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'

it('distinguishes locked from missing money', async () => {
  const engine = await openEngine(new FakeNode(oxenRegtest, chain), 'A')
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
  it('pays all destinations, and returns the requested key, blob and metadata', async () => {
    const { node, engine, total } = await openOnNewNode()
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
    expect(openedIn(engine).balance().total).toBe(total - 2_000_000_002n - BigInt(numberIn(paid, 'fee')))
    const [entry] = openedIn(engine).transfers({ limit: 1 })
    expect(entry).toMatchObject({ txid: paid['tx_hash'], state: 'pending', txKey: paid['tx_key'] })
    await engine.closeWallet()
  })

  it('accepts positional parameters, and amounts as strings', async () => {
    const { engine, node } = await openOnNewNode()
    const params = [[{ amount: '77', address: THEIRS }], 1, [], 1]
    expect(await call(engine, 'transfer', params)).toMatchObject({ amount: 77 })
    expect(node.submitted).toHaveLength(1)
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({ account: 1, amount: 77n })
    await engine.closeWallet()
  })

  it('changes nothing with do_not_relay', async () => {
    const { node, engine, total } = await openOnNewNode()
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

  it('pays one integrated address at a time', async () => {
    const { engine } = await openOnNewNode()
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

  it.each(['transfer', 'transfer_split'])('subtracts the fee from the amounts, by %s', async (method) => {
    const { node, engine, total } = await openOnNewNode()
    const request = {
      destinations: destinations(10n ** 9n, 5n, 2n * 10n ** 9n),
      subtract_fee_from_outputs: [2, 0, 2],
      priority: 1,
    }
    const paid = await call(engine, method, request)
    const isList = method === 'transfer_split'
    const [fee = 0] = isList ? numbersIn(paid, 'fee_list') : [numberIn(paid, 'fee')]
    const [byDestination] = isList ? objectsIn(paid, 'amounts_by_dest_list') : [objectIn(paid, 'amounts_by_dest')]
    const half = Math.floor(fee / 2)
    // The first destination pays the remainder.
    expect(byDestination?.['amounts']).toEqual([10 ** 9 - half - (fee % 2), 5, 2 * 10 ** 9 - half])
    expect(isList ? numbersIn(paid, 'amount_list')[0] : paid['amount']).toBe(3 * 10 ** 9 + 5 - fee)
    expect(openedIn(engine).balance().total).toBe(total - 3n * 10n ** 9n - 5n)
    await mine(node, engine)
    const receiver = await openEngine(node, 'C')
    const txid = isList ? stringsIn(paid, 'tx_hash_list')[0] : paid['tx_hash']
    const received = openedIn(receiver)
      .transfers({})
      .filter((entry) => entry.txid === txid)
    expect(received.reduce((sum, { amount }) => sum + amount, 0n)).toBe(3n * 10n ** 9n + 5n - BigInt(fee))
    await receiver.closeWallet()
    await engine.closeWallet()
  })

  it.each(['transfer', 'transfer_split'])('rejects a fee that cannot be subtracted, by %s', async (method) => {
    const { node, engine } = await openOnNewNode()
    const failures: [readonly bigint[], readonly number[], number, string][] = [
      [[10n ** 9n], [1], -4, 'subtractfeefrom: bad index: 1 (indexes are 0-based)'],
      [[10n ** 9n, 1n], [0, 1], -20, 'Destination amount is zero'],
      [
        Array.from({ length: 16 }, () => 10n ** 9n),
        [0],
        -4,
        'subtractfeefrom transfers cannot be split over multiple transactions yet',
      ],
    ]
    for (const [amounts, subtract_fee_from_outputs, code, message] of failures)
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

  it('is split for many destinations, and pays all of them', async () => {
    const { node, engine, total } = await openOnNewNode()
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
    expect(sum(numbersIn(paid, 'amount_list'))).toBe(210)
    expect(openedIn(engine).balance().total).toBe(total - 210n - BigInt(sum(numbersIn(paid, 'fee_list'))))
    await mine(node, engine)
    const receiver = await openEngine(node, 'C')
    const received = openedIn(receiver)
      .transfers({})
      .filter(({ txid }) => stringsIn(paid, 'tx_hash_list').includes(txid))
    expect(received.reduce((whole, { amount }) => whole + amount, 0n)).toBe(210n)
    await receiver.closeWallet()
    await engine.closeWallet()
  })

  it('reports the sent transactions if the node rejects a part', async () => {
    const { node, engine } = await openOnNewNode()
    node.respondToSubmission = () =>
      node.submitted.length === 1 ? undefined : { accepted: false, reason: 'too heavy', doubleSpend: false }
    const amounts = Array.from({ length: 20 }, () => 1n)
    const { error } = await postCall(engine, 'transfer_split', { destinations: destinations(...amounts), priority: 1 })
    expect(error).toMatchObject({ code: -1, message: 'Transaction was rejected by daemon: too heavy' })
    expect(error?.data).toContain([...node.pool.keys()].join())
    const unmined = [...openedIn(engine).state.ledger.payments.values()].filter(({ height }) => height === undefined)
    expect(unmined.map(({ txid, state }) => [toHex(txid), state])).toEqual([[[...node.pool.keys()].join(), 'pending']])
    await engine.closeWallet()
  })

  it('never spends the same output as a concurrent one', async () => {
    const { node, engine, total } = await openOnNewNode()
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

  it('does not delay concurrent ones if it fails', async () => {
    const { engine } = await openOnNewNode()
    const answers = await Promise.all([
      postCall(engine, 'transfer', { destinations: destinations(2n ** 63n), priority: 1 }),
      postCall(engine, 'transfer', { destinations: destinations(7n), priority: 1 }),
    ])
    expect(answers.map(({ error, result }) => error?.code ?? numberIn(result, 'amount'))).toEqual([-17, 7])
    await engine.closeWallet()
  })
})

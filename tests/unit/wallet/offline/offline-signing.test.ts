// Offline signing of an oxen and a monero wallet, compared with the recorded sets and answers of oxen-wallet-rpc and monero-wallet-rpc; and
// whole rounds on the recorded chain: a watch-only wallet builds, its copy signs, the watch-only wallet submits, the node verifies.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { formatTransferSet, parseTransferSet } from '../../../../src/coin/sealed-exports/transferSetFile.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { answerOf, textOf, vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { objectsIn } from '../../../support/rpc/response.ts'
import { callWallet, type RpcAnswer, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'
import { proofNode } from '../../../support/wallet/proof-chain.ts'

type Call = {
  readonly label: string
  readonly wallet: string
  readonly request: { readonly method: string; readonly params: RpcParams }
  readonly answer: RpcAnswer
}

const recording = vector('oxen/cold-signing.json')
const calls: readonly Call[] = recording.calls.map((call) => ({ ...call, answer: answerOf(call.answer) }))
const { A, B, C } = recording.keys
const monero = vector('monero/cold_signing.json').cases
const ownerV = vector('monero/scan_chain.json').wallet

const engines: Engine[] = []
afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
})

type Keys = { readonly address: string; readonly view_key: string; readonly spend_key: string }

const copyOf = async (
  host: ReturnType<typeof testHost>,
  network: string,
  keys: Keys,
  spendSecret: string,
): Promise<Engine> => {
  const engine = createEngine(host)
  engines.push(engine)
  const { address, view_key: viewSecret } = keys
  await engine.restoreFromKeys(newWallet(network), { address, viewSecret, spendSecret }, BEGINNING)
  await engine.refresh()
  return engine
}

const nowhere = () =>
  testHost(
    createNodeClient({ url: 'http://node', fetch: () => Promise.reject(new TypeError('there is no network here')) }),
  )

const { fetch: ask, node } = proofNode(342)
const watching = (): Promise<Engine> =>
  copyOf(testHost(createNodeClient({ url: 'http://node', fetch: ask })), 'oxen-regtest', B, '')
const offline = (keys = B): Promise<Engine> => copyOf(nowhere(), 'oxen-regtest', keys, keys.spend_key)

const resultsOf = (
  method: string,
): readonly { readonly label: string; readonly params: RpcParams; readonly result: RpcParams }[] =>
  calls.flatMap(({ label, request, answer }) =>
    request.method === method && 'result' in answer ? [{ label, params: request.params, result: answer.result }] : [],
  )

type Description = { readonly recipients: readonly { readonly address: string }[] }

/** Returns descriptions with their recipients in the order of addresses; wallet2's order is that of a hash table. */
const ordered = (desc: unknown): unknown =>
  (desc as Description[]).map((one) => ({
    ...one,
    recipients: [...one.recipients].sort((a, b) => (a.address < b.address ? -1 : 1)),
  }))

describe('the wallet with the spend key', () => {
  let cold: Engine
  beforeAll(async () => {
    cold = await offline()
    await resultOf(cold, 'import_outputs', resultsOf('import_outputs').at(-1)?.params)
  })

  it.each(resultsOf('describe_transfer'))('describes recorded sets: $label', async ({ params, result }) => {
    const { desc } = await resultOf(cold, 'describe_transfer', params)
    expect(ordered(desc)).toEqual(ordered(result['desc']))
  })

  it.each(resultsOf('sign_transfer'))('signs recorded sets: $label', async ({ params, result }) => {
    const ours = await resultOf(cold, 'sign_transfer', params)
    const [hash, raw, key] = ['tx_hash_list', 'tx_raw_list', 'tx_key_list'].map((name) => (ours[name] as string[])[0])
    const transaction = parseTransaction(oxenRegtest, fromHex(raw ?? ''))
    expect(toHex(transactionId(transaction))).toBe(hash)
    expect(hash).not.toBe((result['tx_hash_list'] as string[])[0])
    expect(key).toHaveLength(((result['tx_key_list'] as string[])[0] ?? '').length)
    expect(await resultOf(cold, 'get_tx_key', { txid: hash })).toEqual({ tx_key: key })
    const [theirs] = result['tx_raw_list'] as string[]
    const recorded = parseTransaction(oxenRegtest, fromHex(theirs ?? ''))
    expect(transaction.inputs).toEqual(recorded.inputs)
    expect(transaction.rct?.fee).toBe(recorded.rct?.fee)
    expect(transaction.outputs).toHaveLength(recorded.outputs.length)
    const { keys } = openedIn(cold)
    const read = async (answer: RpcParams) =>
      await parseTransferSet(
        oxenRegtest,
        oxenRegtest.transferSets.signed,
        keys,
        fromHex(textOf(answer as never, 'signed_txset')),
      )
    const [mine, recordedSet] = [await read(ours), await read(result)]
    expect(mine.keyImages.slice(0, 144)).toEqual(recordedSet.keyImages.slice(0, 144))
    // oxen-core omits outputs that pay a subaddress of the wallet by an additional key.
    expect(mine.newKeyImages.length).toBeGreaterThanOrEqual(recordedSet.newKeyImages.length)
    const essentials = ({ transactions: [pending] }: typeof mine) => ({
      fee: pending?.fee,
      change: pending?.change,
      selectedTransfers: pending?.selectedTransfers,
      keyImages: pending?.keyImages,
      txKey: pending?.txKey,
      destinations: pending?.destinations,
    })
    expect(essentials(mine)).toEqual(essentials(recordedSet))
  })

  it('answers as recorded for sets that it cannot read', async () => {
    const garbage = [
      ['describe_transfer', {}, -1, 'no txset provided'],
      [
        'describe_transfer',
        { unsigned_txset: 'zz' },
        -39,
        'failed to parse unsigned transfers: Wallet rpc error: Failed to parse hex. (-26)',
      ],
      [
        'describe_transfer',
        { unsigned_txset: 'abcd' },
        -39,
        'failed to parse unsigned transfers: Wallet rpc error: cannot load unsigned_txset (-39)',
      ],
      [
        'describe_transfer',
        { multisig_txset: 'abcd' },
        -34,
        'failed to parse multisig transfers: Wallet rpc error: cannot load multisig_txset (-34)',
      ],
      ['sign_transfer', { unsigned_txset: 'zz' }, -26, 'Failed to parse hex.'],
      ['sign_transfer', { unsigned_txset: 'abcd' }, -39, 'cannot load unsigned_txset'],
      ['sign_transfer', {}, -39, 'cannot load unsigned_txset'],
      ['submit_transfer', { tx_data_hex: 'zz' }, -26, 'Failed to parse hex.'],
      ['submit_transfer', { tx_data_hex: 'abcd' }, -40, 'Failed to parse signed tx data.'],
    ] as const
    for (const [method, params, code, message] of garbage)
      expect(await callWallet(cold, method, params)).toEqual({ error: { code, message } })
    const stranger = await offline(C)
    for (const { request, answer } of calls.filter(({ wallet }) => wallet === 'strange'))
      if (request.method === 'sign_transfer')
        expect(await callWallet(stranger, 'sign_transfer', request.params)).toEqual(answer)
  })

  it('describes a recorded set of monero 0.18.5.3 with the spent outputs', async () => {
    const { seed, unsigned_txset, describe_transfer: recorded } = vector('monero/newest-offline.json')
    const engine = createEngine(nowhere())
    engines.push(engine)
    await engine.restoreFromWords(newWallet('monero-regtest'), { words: seed, offset: '' }, BEGINNING)
    expect(await resultOf(engine, 'describe_transfer', { unsigned_txset })).toEqual(recorded.result)
  })

  it('signs a recorded set of monero', async () => {
    const full = await copyOf(
      nowhere(),
      'monero-regtest',
      { ...ownerV, address: monero.generate_from_keys.address },
      ownerV.spend_key,
    )
    const { unsigned_txset } = monero.unsigned
    const described = await resultOf(full, 'describe_transfer', { unsigned_txset })
    // The recorded version, 0.18.0, does not list sources.
    const desc = objectsIn(described, 'desc').map(({ sources: _, ...rest }) => rest)
    expect(ordered(desc)).toEqual(ordered(monero.describe_transfer_full.desc))
    expect(ordered([described['summary']])).toEqual(ordered([monero.describe_transfer_full.summary]))
    const signed = await resultOf(full, 'sign_transfer', { unsigned_txset, export_raw: true, get_tx_keys: true })
    expect(Object.keys(signed).sort()).toEqual(['signed_txset', 'tx_hash_list', 'tx_key_list', 'tx_raw_list'])
    const { transferSets } = moneroRegtest
    const { keys } = openedIn(full)
    const set = await parseTransferSet(moneroRegtest, transferSets.unsigned, keys, fromHex(unsigned_txset))
    // The form of monero after 0.18.0, with the number of all outputs.
    expect(set.outputs.total).toBeUndefined()
    const counted = { ...set, outputs: { ...set.outputs, total: set.outputs.offset + set.outputs.outputs.length } }
    const later = await formatTransferSet(transferSets.unsigned, keys, counted, seededRandom(3))
    expect(await parseTransferSet(moneroRegtest, transferSets.unsigned, keys, later)).toEqual(counted)
    const same = { unsigned_txset: toHex(later) }
    expect(await resultOf(full, 'describe_transfer', same)).toEqual(described)
    // It names the outputs that it omits, and this copy does not know them.
    const refused = { error: { code: -42, message: expect.stringContaining('omit more outputs that we know of') } }
    expect(await callWallet(full, 'sign_transfer', same)).toEqual(refused)
    await resultOf(full, 'import_outputs', monero.view_only_export_outputs)
    expect(Object.keys(await resultOf(full, 'sign_transfer', same))).toEqual(['signed_txset', 'tx_hash_list'])
    const errors = [
      ['describe_transfer', { unsigned_txset: 'zz' }, -26, 'Failed to parse hex.'],
      ['describe_transfer', {}, -1, 'no txset provided'],
      ['sign_transfer', { unsigned_txset: '00ff' }, -39, 'cannot load unsigned_txset'],
    ] as const
    for (const [method, params, code, message] of errors)
      expect(await callWallet(full, method, params)).toEqual({ error: { code, message } })
  })
})

describe('a watch-only wallet', () => {
  let hot: Engine
  let cold: Engine
  beforeAll(async () => {
    hot = await watching()
    cold = await offline()
    const [, all] = resultsOf('import_key_images')
    await resultOf(hot, 'import_key_images', all?.params)
  })

  it('neither describes nor signs', async () => {
    for (const method of ['describe_transfer', 'sign_transfer'])
      expect(await callWallet(hot, method, { unsigned_txset: 'ab' })).toEqual({
        error: { code: -29, message: 'command not supported by watch-only wallet' },
      })
  })

  it('submits the first recorded signed set, also again', async () => {
    const [first] = resultsOf('submit_transfer')
    const garbage = calls.find(({ label }) => label === 'one destination: submit garbage')
    expect(await callWallet(hot, 'submit_transfer', garbage?.request.params)).toEqual(garbage?.answer)
    expect(await resultOf(hot, 'submit_transfer', first?.params)).toEqual(first?.result)
    expect(await resultOf(hot, 'submit_transfer', first?.params)).toEqual(first?.result)
    const [txid = ''] = (first?.result['tx_hash_list'] ?? []) as string[]
    expect(node.pool.byId.has(txid)).toBe(true)
    const { transfer } = await resultOf(hot, 'get_transfer_by_txid', { txid })
    expect(transfer).toMatchObject({ type: 'pending', amount: 1_234_567_890, fee: 40_228_270 })
    // The key that wallet2 has in this place.
    expect(await resultOf(hot, 'get_tx_key', { txid })).toEqual({ tx_key: `01${'00'.repeat(31)}` })
    expect(await callWallet(hot, 'get_tx_key', { txid: '00'.repeat(32) })).toMatchObject({ error: { code: -24 } })
  })

  it('builds, signs and submits sets as bytes for the page', async () => {
    const request = { account: 0, destinations: [{ address: C.address, amount: 9n }], priority: 1 }
    const unsigned = await hot.prepareUnsignedTransfer(request)
    expect(unsigned).toMatchObject({ transactions: 1, amount: 9n, destinations: request.destinations })
    expect(await cold.describeUnsignedSet(unsigned.bytes)).toMatchObject([
      { fee: unsigned.fee, recipients: request.destinations },
    ])
    await expect(hot.signUnsignedSet(unsigned.bytes)).rejects.toThrow('watch-only')
    const { bytes, txids } = await cold.signUnsignedSet(unsigned.bytes)
    expect(await hot.describeSignedSet(bytes)).toEqual({
      ...{ transactions: 1, amount: 9n, fee: unsigned.fee, destinations: request.destinations },
      unlockTimes: [],
    })
    const submitted = await hot.submitSignedSet(bytes)
    expect(submitted.map(({ txid, state }) => ({ txid, state }))).toEqual(
      txids.map((txid) => ({ txid, state: 'pending' })),
    )
    const everything = await hot.prepareUnsignedSweep({ account: 1, address: C.address, priority: 1 })
    expect(everything.amount).toBeGreaterThan(0n)
  })

  it('exchanges outputs and key images as bytes for the page', async () => {
    const empty = await offline()
    const count = await empty.importOutputs(await hot.exportOutputs())
    expect(count).toBeGreaterThan(0)
    const images = await empty.exportKeyImages()
    expect((await hot.importKeyImages(images)).owned).toBeGreaterThan(0n)
    await expect(hot.exportKeyImages()).rejects.toThrow('watch-only')
    await expect(hot.importKeyImages(await hot.exportOutputs())).rejects.toThrow('magic')
  })

  const requests = [
    ['transfer', { destinations: [{ address: C.address, amount: 77 }], priority: 1 }],
    [
      'transfer',
      {
        destinations: [
          { address: A.address, amount: 5 },
          { address: C.address, amount: 6 },
        ],
        priority: 1,
        account_index: 1,
      },
    ],
    ['transfer_split', { destinations: [{ address: A.address, amount: 1_000_000 }], priority: 1, unlock_time: 445 }],
    ['sweep_all', { address: C.address, account_index: 2, priority: 1 }],
  ] as const

  it.each(requests)('builds a set that its copy signs, and submits it: %s', async (method, params) => {
    const made = await resultOf(hot, method, params)
    const unsigned_txset = String(made['unsigned_txset'])
    const { desc, summary } = await resultOf(cold, 'describe_transfer', { unsigned_txset })
    const fees = [made['fee_list'] ?? made['fee']].flat() as number[]
    expect(summary).toMatchObject({ fee: fees.reduce((sum, fee) => sum + fee, 0) })
    expect(desc).toHaveLength(fees.length)
    const { signed_txset, tx_hash_list } = await resultOf(cold, 'sign_transfer', { unsigned_txset })
    const before = await resultOf(hot, 'get_balance', { all_accounts: true })
    expect(await resultOf(hot, 'submit_transfer', { tx_data_hex: signed_txset })).toEqual({ tx_hash_list })
    for (const txid of tx_hash_list as string[]) expect(node.pool.byId.has(txid)).toBe(true)
    const after = await resultOf(hot, 'get_balance', { all_accounts: true })
    expect(Number(after['balance'])).toBeLessThan(Number(before['balance']))
  })
})

// Wallets restored from their seed words and synced with the recorded chains have the outputs and responses of the recorded wallets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { createNodeClient, type NodeClientOptions } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { moneroPagesNode, oxenPagesNode } from '../../../support/wallet/pages-node.ts'

type Recorded = {
  readonly request: { readonly method: string; readonly params: JsonObject }
  readonly answer: { readonly result: JsonObject }
}

const objectOf = (value: JsonValue | undefined): JsonObject => {
  if (!isJsonObject(value)) throw new TypeError('the response has no object here')
  return value
}

/** The objects of a list; none if it is absent. */
const entriesOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.map(objectOf) : []

/** When the chains were recorded, milliseconds: locks by time were not over. */
const RECORDED_AT = 1_795_241_400_000

const hostOf = (fetch: NodeClientOptions['fetch']) => {
  // The recorded pages contain pruned transactions without proofs.
  const host = testHost(createNodeClient({ url: 'http://node', fetch, trusted: true }))
  host.time.now = RECORDED_AT
  return host
}

/** Calls the wallet RPC of an engine, whatever its settings. */
const callWallet = async (engine: Engine, method: string, params: unknown): Promise<JsonObject> => {
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return objectOf((await response.json()) as JsonValue) // JSON
}

/** Calls the wallet RPC; returns the result. */
const resultOf = async (engine: Engine, method: string, params: unknown): Promise<JsonObject> =>
  objectOf((await callWallet(engine, method, params))['result'])

/** Orders entries of one transaction, which wallet2 returns in no order. */
const byIdentity = (a: JsonObject, b: JsonObject): number => (identity(a) < identity(b) ? -1 : 1)
const identity = ({ txid, type, amount, subaddr_index }: JsonObject): string =>
  JSON.stringify([txid, type, amount, subaddr_index])

/** Without `locked`: wallet2 does not return it. */
const withoutLock = ({ locked, ...transfer }: JsonObject): JsonObject => transfer

const sortBuckets = (result: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      Array.isArray(value) ? entriesOf(value).map(withoutLock).sort(byIdentity) : value,
    ]),
  )

const order = (result: JsonObject): unknown =>
  Object.values(result).map((bucket) =>
    entriesOf(bucket).map(({ height, timestamp, txid }) => [height, timestamp, txid]),
  )

const small = replayNode()
const recordings = vector('oxen/chain-small/wallets.json')

describe.each(['A', 'B', 'C'] as const)('wallet %s of the small chain', (name) => {
  const { keys, restored: answers } = recordings.wallets[name]
  const of = (method: string): Recorded[] => answers.filter(({ request }) => request.method === method)
  let engine: Engine

  beforeAll(async () => {
    engine = await restored(hostOf(small.fetch), 'oxen-regtest', keys.mnemonic)
  })
  afterAll(() => engine.closeWallet())

  it.each(['get_height', 'get_balance', 'get_address'])('returns the recorded response: %s', async (method) => {
    for (const { request, answer } of of(method))
      expect(await callWallet(engine, method, request.params)).toEqual(answer)
  })

  it('returns the recorded transfers (get_transfers)', async () => {
    for (const { request, answer } of of('get_transfers')) {
      const result = await resultOf(engine, 'get_transfers', request.params)
      expect(order(result)).toEqual(order(answer.result))
      expect(sortBuckets(result)).toEqual(sortBuckets(answer.result))
    }
  })

  it('reports transfers as locked like their outputs', async () => {
    const listed = await resultOf(engine, 'get_transfers', { all_accounts: true })
    const payments = await resultOf(engine, 'get_bulk_payments', {})
    const locks = (entries: JsonValue | undefined, id: string) =>
      entriesOf(entries)
        .map((entry) => [entry[id], entry['amount'], entry['locked']].join(' '))
        .sort()
    expect(locks(listed['in'], 'txid')).toEqual(locks(payments['payments'], 'tx_hash'))
  })

  it('returns the recorded accounts (get_accounts)', async () => {
    for (const { request, answer } of of('get_accounts'))
      expect(await callWallet(engine, 'get_accounts', request.params)).toEqual(answer)
  })

  it('returns the recorded outputs (incoming_transfers)', async () => {
    for (const { request, answer } of of('incoming_transfers')) {
      const { result: member, ...rest } = await callWallet(engine, 'incoming_transfers', request.params)
      const result = objectOf(member)
      // oxen-core does not return the one-time keys.
      const transfers = entriesOf(result['transfers']).map(({ pubkey, ...transfer }) => transfer)
      expect({ ...rest, result: { ...result, ...('transfers' in result && { transfers }) } }).toEqual(answer)
    }
  })

  it.each(['get_payments', 'get_bulk_payments'])('returns the recorded payments: %s', async (method) => {
    for (const { request, answer } of of(method)) {
      const { result: member, payments } = await callWallet(engine, method, request.params)
      const result = objectOf(member)
      // wallet2 returns them in no order.
      expect(sortPayments(result)).toEqual(sortPayments(answer.result))
      expect(payments).toEqual(result['payments'])
    }
  })

  it('returns the recorded table (get_transfers_csv)', async () => {
    for (const { request, answer } of of('get_transfers_csv')) {
      const rows = csvRows((await resultOf(engine, 'get_transfers_csv', request.params))['csv'])
      const recorded = csvRows(answer.result['csv'])
      expect(rows.length).toBe(recorded.length)
      expect(rows.map(withoutBalance).sort()).toEqual(recorded.map(withoutBalance).sort())
      // The order of blocks and of the transactions in them is wallet2's.
      expect(rows.map(([block, , , , , , , hash]) => [block, hash])).toEqual(
        recorded.map(([block, , , , , , , hash]) => [block, hash]),
      )
      // The outputs of one transaction are in no order, so sums are compared where a transaction ends.
      expect(closingBalances(rows)).toEqual(closingBalances(recorded))
    }
  })

  it('returns the transfers of a transaction (get_transfer_by_txid)', async () => {
    const [all] = of('get_transfers').filter(({ request }) => request.params['all_accounts'] === true)
    const transfers = [...entriesOf(all?.answer.result['in']), ...entriesOf(all?.answer.result['out'])]
    const accountOf = ({ subaddr_index }: JsonObject): JsonValue | undefined => objectOf(subaddr_index)['major']
    for (const transfer of transfers.slice(-40)) {
      const { txid } = transfer
      const account_index = accountOf(transfer)
      const result = await resultOf(engine, 'get_transfer_by_txid', { txid, account_index })
      const own = transfers.filter((other) => other['txid'] === txid && accountOf(other) === account_index)
      const found = entriesOf(result['transfers'])
      expect(found.map(withoutLock).sort(byIdentity)).toEqual(own.toSorted(byIdentity))
      expect(result['transfer']).toEqual(found[0])
    }
  })
})

const sortPayments = ({ payments }: JsonObject): unknown[] =>
  entriesOf(payments).toSorted((a, b) => (paymentIdentity(a) < paymentIdentity(b) ? -1 : 1))
const paymentIdentity = ({ tx_hash, amount, subaddr_index }: JsonObject): string =>
  JSON.stringify([tx_hash, amount, subaddr_index])

const csvRows = (csv: JsonValue | undefined): string[][] => {
  if (typeof csv !== 'string') throw new TypeError('the table is not a text')
  expect(csv.endsWith('\r\n')).toBe(true)
  return csv
    .split('\r\n')
    .slice(0, -1)
    .map((row) => row.split(','))
}
const withoutBalance = (row: readonly string[]): string => row.with(6, '').join(',')
const closingBalances = (rows: readonly string[][]): Record<string, string | undefined> =>
  Object.fromEntries(rows.map((row) => [row[7] ?? '', row[6]]))

describe('the state after a reorganisation', () => {
  it.each(['A', 'B', 'C'] as const)('has the recorded balances of wallet %s at height 323', async (name) => {
    const node = replayNode({ height: 323 })
    const engine = await restored(hostOf(node.fetch), 'oxen-regtest', recordings.wallets[name].keys.mnemonic)
    const after = recordings.snapshots.reorg.after[name]
    expect(await callWallet(engine, 'get_height', {})).toEqual(after.get_height)
    const balance = await resultOf(engine, 'get_balance', { account_index: 0, all_accounts: true })
    expect(balance['balance']).toBe(after.get_balance.result.balance)
    expect(balance['unlocked_balance']).toBe(after.get_balance.result.unlocked_balance)
    await engine.closeWallet()
  })
})

describe('the long chain of the oxen family', () => {
  const recording = vector('oxen/bench-chain/owner.json')
  const long = oxenPagesNode()

  it('finds every output of its owner', async () => {
    const engine = await restored(hostOf(long.fetch), 'oxen-regtest', recording.owner.mnemonic)
    const rows = [...openedIn(engine).state.ledger.outputs.values()].map((output) => ({
      tx_hash: toHex(output.txid),
      index_in_tx: output.indexInTx,
      global_index: output.globalIndex,
      amount: Number(output.amount),
      ...output.subaddress,
      key_image: toHex(output.keyImage ?? new Uint8Array()),
      spent: output.spent !== undefined,
      block_height: output.height,
    }))
    expect(rows).toEqual(recording.expected_outputs)
    expect(await callWallet(engine, 'get_balance', { all_accounts: true })).toEqual(recording.state.get_balance)
    expect(await callWallet(engine, 'get_height', {})).toEqual(recording.state.get_height)
    const result = await resultOf(engine, 'get_transfers', { all_accounts: true })
    expect(sortBuckets(result)).toEqual(sortBuckets(recording.state.get_transfers.result))
    await engine.closeWallet()
  })

  it('finds nothing for another wallet', async () => {
    const engine = await restored(hostOf(long.fetch), 'oxen-regtest', recording.stranger.mnemonic)
    expect(openedIn(engine).state.height).toBe(1090)
    expect(await resultOf(engine, 'get_balance', { all_accounts: true })).toEqual(recording.stranger_balance)
    expect(openedIn(engine).state.ledger.outputs.size).toBe(0)
    await engine.closeWallet()
  })
})

describe('the chain of the monero family', () => {
  const recording = vector('monero/bench-chain/wallets.json')
  const long = moneroPagesNode()

  it.each(['A', 'B', 'C'] as const)('finds every output of wallet %s', async (name) => {
    const { mnemonic, address, accounts, outputs, height } = recording.wallets[name]
    const engine = await restored(hostOf(long.fetch), 'monero-regtest', mnemonic)
    const wallet = openedIn(engine)
    expect(wallet.addressText({ major: 0, minor: 0 })).toBe(address)
    expect(wallet.state.height).toBe(height)
    const rows = [...wallet.state.ledger.countedOutputs()].map((output) => [
      toHex(output.txid),
      output.globalIndex,
      Number(output.amount),
      output.subaddress.major,
      output.subaddress.minor,
      toHex(output.keyImage ?? new Uint8Array()),
      output.height,
      output.spent !== undefined,
    ])
    expect(rows.map(String).sort()).toEqual(outputs.rows.map(String).sort())
    for (const { account_index, balance, unlocked_balance } of accounts) {
      const own = wallet.balance(account_index)
      expect([own.total, own.unlocked]).toEqual([BigInt(balance), BigInt(unlocked_balance)])
    }
    await engine.closeWallet()
  })
})

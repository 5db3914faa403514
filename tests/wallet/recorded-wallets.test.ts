// Wallets restored from their words and synced with the recorded chains hold exactly what real wallets found there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { oxenRegtest } from '../../src/coin/oxen.ts'
import { createNodeClient, type NodeClientOptions } from '../../src/daemon/client.ts'
import { createWalletRpc } from '../../src/rpc/service.ts'
import { isUnlocked } from '../../src/wallet/balance.ts'
import type { Engine } from '../../src/wallet/engine.ts'
import { openedIn, restored, testHost } from '../support/engine-host.ts'
import { moneroPagesNode, oxenPagesNode } from '../support/pages-node.ts'
import { replayNode } from '../support/replay-node.ts'
import { vector } from '../support/vectors.ts'

// biome-ignore lint/suspicious/noExplicitAny: recordings are compared, not understood
type Json = { readonly [name: string]: any }
type Recorded = {
  readonly request: { readonly method: string; readonly params: Json }
  readonly answer: { readonly result: Json }
}

/** When the chains were recorded, milliseconds: locks by time were not over. */
const RECORDED_AT = 1_795_241_400_000

const hostOf = (fetch: NodeClientOptions['fetch']) => {
  const host = testHost(createNodeClient({ url: 'http://node', fetch }))
  host.time.now = RECORDED_AT
  return host
}

/** Asks the wallet RPC of an engine, whose settings it overrides. */
const ask = async (engine: Engine, method: string, params: unknown) => {
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return await response.json()
}

/** Of entries that the reference gives in no order: those of one transaction. */
const byIdentity = (a: Json, b: Json): number => (identity(a) < identity(b) ? -1 : 1)
const identity = ({ txid, type, amount, subaddr_index }: Json): string =>
  JSON.stringify([txid, type, amount, subaddr_index])

const sortBuckets = (result: Json): Json =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted(byIdentity) : value]),
  )

const order = (result: Json): unknown =>
  Object.values(result).map((bucket) =>
    (bucket as Json[]).map(({ height, timestamp, txid }) => [height, timestamp, txid]),
  )

const small = replayNode()
const recordings = vector('oxen/chain-small/wallets.json')

describe.each(['A', 'B', 'C'])('wallet %s of the small chain', (name) => {
  const { keys, restored: answers } = recordings.wallets[name]
  const of = (method: string): Recorded[] => answers.filter(({ request }: Recorded) => request.method === method)
  let engine: Engine

  beforeAll(async () => {
    engine = await restored(hostOf(small.fetch), 'oxen-regtest', keys.mnemonic)
  })
  afterAll(() => engine.closeWallet())

  test.each(['get_height', 'get_balance', 'get_address'])('%s', async (method) => {
    for (const { request, answer } of of(method)) expect(await ask(engine, method, request.params)).toEqual(answer)
  })

  test('get_transfers', async () => {
    for (const { request, answer } of of('get_transfers')) {
      const { result } = await ask(engine, 'get_transfers', request.params)
      expect(order(result)).toEqual(order(answer.result))
      expect(sortBuckets(result)).toEqual(sortBuckets(answer.result))
    }
  })

  test('accounts', async () => {
    const wallet = openedIn(engine)
    const accounts = wallet.accounts().map(({ index, label, address, balance }) => ({
      account_index: index,
      balance: Number(balance.total),
      base_address: address,
      label,
      tag: '',
      unlocked_balance: Number(balance.unlocked),
    }))
    for (const { answer } of of('get_accounts')) expect(accounts).toEqual(answer.result['subaddress_accounts'])
  })

  test('outputs', () => {
    const wallet = openedIn(engine)
    const outputs = [...wallet.book.ledger.countedOutputs()].map((output) => ({
      amount: Number(output.amount),
      block_height: output.height,
      frozen: output.frozen,
      global_index: output.globalIndex,
      key_image: toHex(output.keyImage ?? new Uint8Array()),
      spent: output.spent !== undefined,
      subaddr_index: output.subaddress,
      tx_hash: toHex(output.txid),
      unlocked: isUnlocked(oxenRegtest, output, wallet.moment),
    }))
    for (const { request, answer } of of('incoming_transfers')) {
      const { transfer_type, account_index } = request.params
      const wanted = outputs.filter(
        ({ spent, subaddr_index }) =>
          subaddr_index.major === account_index &&
          (transfer_type === 'all' || spent === (transfer_type === 'unavailable')),
      )
      expect(wanted).toEqual(answer.result['transfers'])
    }
  })

  test('payments by payment id', () => {
    const { ledger } = openedIn(engine).book
    const received = [...ledger.countedOutputs()].filter(({ change }) => !change)
    for (const { request, answer } of of('get_payments')) {
      const id: string = request.params['payment_id']
      const asked = /^0*$/.test(id) ? '' : id.slice(0, 16)
      if (id.length === 64 && !id.endsWith('0'.repeat(48))) continue
      const found = received
        .filter(({ paymentId }) => toHex(paymentId) === asked)
        .map(({ txid, amount }) => [toHex(txid), Number(amount)])
      const payments = (answer.result['payments'] ?? []) as Json[]
      expect(found.sort()).toEqual(payments.map(({ tx_hash, amount }) => [tx_hash, amount]).sort())
    }
  })
})

describe('the state after a reorganisation', () => {
  test.each(['A', 'B', 'C'])('wallet %s at height 323', async (name) => {
    const node = replayNode({ height: 323 })
    const engine = await restored(hostOf(node.fetch), 'oxen-regtest', recordings.wallets[name].keys.mnemonic)
    const after = recordings.snapshots.reorg.after[name]
    expect(await ask(engine, 'get_height', {})).toEqual(after.get_height)
    const balance = await ask(engine, 'get_balance', { account_index: 0, all_accounts: true })
    expect(balance.result.balance).toBe(after.get_balance.result.balance)
    expect(balance.result.unlocked_balance).toBe(after.get_balance.result.unlocked_balance)
    await engine.closeWallet()
  })
})

describe('the long chain of the oxen family', () => {
  const recording = vector('oxen/bench-chain/owner.json')
  const long = oxenPagesNode()

  test('its owner finds every output', async () => {
    const engine = await restored(hostOf(long.fetch), 'oxen-regtest', recording.owner.mnemonic)
    const rows = [...openedIn(engine).book.ledger.outputs.values()].map((output) => ({
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
    expect(await ask(engine, 'get_balance', { all_accounts: true })).toEqual(recording.state.get_balance)
    expect(await ask(engine, 'get_height', {})).toEqual(recording.state.get_height)
    const { result } = await ask(engine, 'get_transfers', { all_accounts: true })
    expect(sortBuckets(result)).toEqual(sortBuckets(recording.state.get_transfers.result))
    await engine.closeWallet()
  })

  test('a stranger finds nothing', async () => {
    const engine = await restored(hostOf(long.fetch), 'oxen-regtest', recording.stranger.mnemonic)
    expect(openedIn(engine).book.height).toBe(1090)
    expect((await ask(engine, 'get_balance', { all_accounts: true })).result).toEqual(recording.stranger_balance)
    expect(openedIn(engine).book.ledger.outputs.size).toBe(0)
    await engine.closeWallet()
  })
})

describe('the chain of the monero family', () => {
  const recording = vector('monero/bench-chain/wallets.json')
  const long = moneroPagesNode()

  test.each(['A', 'B', 'C'])('wallet %s finds every output', async (name) => {
    const { mnemonic, address, accounts, outputs, height } = recording.wallets[name]
    const engine = await restored(hostOf(long.fetch), 'monero-regtest', mnemonic)
    const wallet = openedIn(engine)
    expect(wallet.addressText({ major: 0, minor: 0 })).toBe(address)
    expect(wallet.book.height).toBe(height)
    const rows = [...wallet.book.ledger.countedOutputs()].map((output) => [
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
      expect([Number(own.total), Number(own.unlocked)]).toEqual([balance, unlocked_balance])
    }
    await engine.closeWallet()
  })
})

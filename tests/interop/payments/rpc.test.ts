// Payments over Faba's wallet RPC with a real monerod: amounts that a real wallet receives, repeated relays, and the responses of
// monero-wallet-rpc to the same calls.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { type JsonObject, type JsonWritable, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import {
  numberIn,
  objectsIn,
  parseRpcResponse,
  type RpcResponse,
  resultIn,
  stringIn,
  stringsIn,
} from '../../support/rpc/response.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../support/wallet/engine-host.ts'

const COIN = 1_000_000_000_000

let daemon: Peer
let theirs: Peer
let engine: Engine
let address: string
let subaddress: string
let words: string

const postCall = async (method: string, params: JsonWritable = {}): Promise<RpcResponse> => {
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseRpcResponse(await response.text())
}

const call = async (method: string, params: JsonWritable = {}): Promise<JsonObject> => {
  const response = await postCall(method, params)
  expect(response.error).toBeUndefined()
  return resultIn(response)
}

const mine = async (blocks: number): Promise<void> => {
  const wallet_address = openedIn(engine).addressText({ major: 0, minor: 0 })
  await daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address })
  await engine.refresh()
}

/** Returns the amounts that the real wallet received in transactions, mined or in the pool. */
const received = async (txids: readonly string[]): Promise<string[]> => {
  await theirs.call('refresh')
  const all: string[] = []
  for (const txid of txids) {
    const { transfers = [] } = await theirs.call<{ transfers?: { amount: number; address: string }[] }>(
      'get_transfer_by_txid',
      { txid },
    )
    for (const { amount, address: to } of transfers) all.push(`${to === address ? 'primary' : 'second'} ${amount}`)
  }
  return all.sort()
}

/** Returns the paths of all fields of a response. */
const fieldsOf = (value: unknown, path = ''): Set<string> => {
  if (typeof value !== 'object' || value === null) return new Set()
  const isList = Array.isArray(value)
  const fields = Object.entries(value).flatMap(([name, member]) => {
    const at = isList ? `${path}[]` : `${path}.${name}`
    return [at, ...fieldsOf(member, at)]
  })
  return new Set(fields)
}

describe('the wallet RPC with a real monerod', () => {
  beforeAll(async () => {
    daemon = await startMonerod()
    theirs = await startMoneroWallet(daemon)
    await theirs.call('create_wallet', { filename: 'receiver', language: 'English' })
    address = (await theirs.call<{ address: string }>('get_address', { account_index: 0 })).address
    subaddress = (await theirs.call<{ address: string }>('create_address', { account_index: 0 })).address
    const host = testHost(createNodeClient({ url: daemon.url, fetch: (request) => fetch(request) }))
    host.time.now = Date.now()
    engine = createEngine(host)
    words = (await engine.draftSeed('English')).join(' ')
    await engine.restoreFromWords(newWallet('monero-regtest'), { words, offset: '' }, BEGINNING)
    await mine(110)
  })

  afterAll(async () => {
    await engine?.closeWallet()
    await theirs?.stop()
    await daemon?.stop()
  })

  it('pays two addresses with transfer', async () => {
    const destinations = [
      { address, amount: 3 * COIN },
      { address: subaddress, amount: 1 },
    ]
    const paid = await call('transfer', { destinations, priority: 2 })
    expect(paid['amount']).toBe(3 * COIN + 1)
    await mine(12)
    expect(await received([stringIn(paid, 'tx_hash')])).toEqual([`primary ${3 * COIN}`, 'second 1'])
  })

  it('subtracts the fee from the amounts with subtract_fee_from_outputs', async () => {
    const destinations = [
      { address, amount: 2 * COIN + 1 },
      { address: subaddress, amount: COIN },
    ]
    const before = openedIn(engine).balance(0).total
    const request = { destinations, subtract_fee_from_outputs: [0, 1], do_not_relay: true, get_tx_metadata: true }
    const prepared = await call('transfer', request)
    const fee = numberIn(prepared, 'fee')
    const half = Math.floor(fee / 2)
    await call('relay_tx', { hex: stringIn(prepared, 'tx_metadata') })
    expect(before - openedIn(engine).balance(0).total).toBe(BigInt(3 * COIN + 1))
    await mine(12)
    expect(await received([stringIn(prepared, 'tx_hash')])).toEqual([
      `primary ${2 * COIN + 1 - half - (fee % 2)}`,
      `second ${COIN - half}`,
    ])
  })

  it('lists pool transactions in get_transfers at once, as monero-wallet-rpc does', async () => {
    const pooled = async (postCall: (method: string, params: { pool: boolean }) => Promise<JsonObject>) => {
      const transfers = await postCall('get_transfers', { pool: true })
      const pool = transfers['pool'] === undefined ? [] : objectsIn(transfers, 'pool')
      return pool.map(({ txid, amount, type, height }) => ({ txid, amount, type, height }))
    }
    const theirCall = (method: string, params: { pool: boolean }): Promise<JsonObject> =>
      theirs.call<JsonObject>(method, params)
    expect([await pooled(call), await pooled(theirCall)]).toEqual([[], []])
    const ours = openedIn(engine).addressText({ major: 0, minor: 0 })
    const incoming = await theirs.call<JsonObject>('transfer', { destinations: [{ address: ours, amount: 5 }] })
    expect(await pooled(call)).toEqual([{ txid: incoming['tx_hash'], amount: 5, type: 'pool', height: 0 }])
    const outgoing = await call('transfer', { destinations: [{ address, amount: 6 }] })
    expect(await pooled(theirCall)).toEqual([{ txid: outgoing['tx_hash'], amount: 6, type: 'pool', height: 0 }])
    const { transfer } = await call('get_transfer_by_txid', { txid: incoming['tx_hash'] })
    expect(transfer).toMatchObject({ type: 'pool', amount: 5 })
    await mine(12)
    await theirs.call('refresh')
    expect([await pooled(call), await pooled(theirCall)]).toEqual([[], []])
  })

  it('splits a payment to many addresses with transfer_split', async () => {
    const destinations = Array.from({ length: 20 }, (_, i) => ({ address, amount: i + 1 }))
    const txids = stringsIn(await call('transfer_split', { destinations }), 'tx_hash_list')
    expect(txids).toHaveLength(2)
    await mine(12)
    const total = (await received(txids)).reduce((sum, entry) => sum + Number(entry.split(' ')[1]), 0)
    expect(total).toBe(210)
  })

  it('sends nothing before relay_tx, and changes nothing when it is repeated', async () => {
    const request = { destinations: [{ address, amount: 77 }], do_not_relay: true, get_tx_metadata: true }
    const prepared = await call('transfer', request)
    const [tx_hash, tx_metadata] = [stringIn(prepared, 'tx_hash'), stringIn(prepared, 'tx_metadata')]
    await expect(received([tx_hash])).rejects.toThrow()
    expect(await call('relay_tx', { hex: tx_metadata })).toEqual({ tx_hash })
    expect(await call('relay_tx', { hex: tx_metadata })).toEqual({ tx_hash })
    await mine(12)
    expect(await received([tx_hash])).toEqual(['primary 77'])
    const balance = openedIn(engine).balance(0).total
    expect(await call('relay_tx', { hex: tx_metadata })).toEqual({ tx_hash })
    expect(openedIn(engine).balance(0).total).toBe(balance)
  })

  it('sweeps one output to two with sweep_single', async () => {
    const coin = [...openedIn(engine).state.ledger.countedOutputs()].find(
      ({ spent, height }) => spent === undefined && height < 40,
    )
    const key_image = toHex(coin?.keyImage ?? new Uint8Array())
    const swept = await call('sweep_single', { address: subaddress, key_image, outputs: 2 })
    const amount = numberIn(swept, 'amount')
    expect(BigInt(amount) + BigInt(numberIn(swept, 'fee'))).toBe(coin?.amount)
    await mine(12)
    const parts = await received([stringIn(swept, 'tx_hash')])
    expect(parts.reduce((sum, entry) => sum + BigInt(entry.split(' ')[1] ?? 0), 0n)).toBe(BigInt(amount))
  })

  it('estimates transaction sizes as monero-wallet-rpc does', async () => {
    const calls: [string, JsonWritable][] = [
      ['estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 2, ring_size: 16, rct: true }],
      ['estimate_tx_size_and_weight', { n_inputs: 3, n_outputs: 7, ring_size: 16, rct: true }],
      ['estimate_tx_size_and_weight', { n_inputs: 2, n_outputs: 1, ring_size: 0, rct: true }],
    ]
    for (const [method, params] of calls)
      expect(await call(method, params)).toEqual(await theirs.call(method, params as Record<string, unknown>)) // objects
  })

  it('distinguishes locked from missing money, as monero-wallet-rpc does', async () => {
    const accounts = [await call('create_account'), await theirs.call<JsonObject>('create_account', {})]
    const destinations = accounts.map((account) => ({ address: stringIn(account, 'address'), amount: COIN }))
    await call('transfer', { destinations })
    await mine(12)
    await theirs.call('refresh')
    const [own = 0, known = 0] = accounts.map((account) => numberIn(account, 'account_index'))
    const codes = async (amount: number): Promise<readonly (number | undefined)[]> => {
      const payment = { destinations: [{ address, amount }] }
      const { error } = await postCall('transfer', { ...payment, account_index: own })
      const message = await theirs.call('transfer', { ...payment, account_index: known }).then(() => '', String)
      const [code] = /-\d+/.exec(message) ?? []
      return [error?.code, code === undefined ? undefined : Number(code)]
    }
    expect(await codes(COIN / 2)).toEqual([undefined, undefined])
    expect(await codes(COIN / 4)).toEqual([-37, -37])
    expect(await codes(COIN)).toEqual([-17, -17])
  })

  it('returns every field that monero-wallet-rpc returns', async () => {
    await theirs.call('refresh')
    const destinations = [{ address: openedIn(engine).addressText({ major: 0, minor: 0 }), amount: 1 }]
    const kept = { do_not_relay: true, get_tx_hex: true, get_tx_metadata: true }
    await theirs.call('transfer', { destinations })
    await mine(12)
    await theirs.call('refresh')
    const calls: [string, Record<string, JsonWritable>][] = [
      ['get_transfers', { in: true, out: true }],
      ['incoming_transfers', { transfer_type: 'all' }],
      ['get_bulk_payments', { payment_ids: [] }],
      ['transfer', { destinations, ...kept, get_tx_key: true }],
      ['transfer_split', { destinations, ...kept, get_tx_keys: true }],
      ['sweep_all', { address: subaddress, ...kept, get_tx_keys: true }],
    ]
    for (const [method, params] of calls) {
      const own = fieldsOf(await call(method, params))
      const known = fieldsOf(await theirs.call(method, params))
      expect(known.size).toBeGreaterThan(5)
      expect({ method, missing: [...known].filter((field) => !own.has(field)) }).toEqual({ method, missing: [] })
    }
  })

  describe('with monero-wallet-rpc on the same seed', () => {
    const KEPT = { do_not_relay: true, get_tx_metadata: true }
    let integrated: string
    beforeAll(async () => {
      const made = await theirs.call<JsonObject>('make_integrated_address', { payment_id: 'c2b9546e0f0220f3' })
      integrated = stringIn(made, 'integrated_address')
      await mine(12)
      await theirs.call('restore_deterministic_wallet', { filename: 'twin', seed: words, password: '' })
      await theirs.call('refresh')
    }, 120_000)

    /** Returns the outgoing transfers of a transaction, as both wallets list them. */
    const listed = async (txid: string): Promise<readonly JsonObject[]> => {
      const views = [
        await call('get_transfer_by_txid', { txid }),
        await theirs.call<JsonObject>('get_transfer_by_txid', { txid }),
      ]
      return views.map((view) => {
        const {
          type,
          amount,
          fee,
          payment_id,
          destinations = [],
          subaddr_indices,
        } = objectsIn(view, 'transfers')[0] ?? {}
        const shown = (Array.isArray(destinations) ? destinations : []).map((one) => stringifyJson(one)).sort()
        return { type, amount, fee, payment_id, destinations: shown, subaddr_indices } as JsonObject // of JSON values
      })
    }

    /** Returns both balances as numbers, which round these above 2^53. */
    const balances = async (): Promise<readonly number[]> => {
      const { balance } = await call('get_balance', { account_index: 0 })
      const { balance: known } = await theirs.call<JsonObject>('get_balance', { account_index: 0 })
      return [Number(balance), Number(known)]
    }

    const PAYMENTS = (): readonly (readonly [string, { readonly [name: string]: JsonWritable }])[] => [
      [
        'transfer',
        {
          destinations: [
            { address, amount: 1001 },
            { address: subaddress, amount: 1002 },
          ],
          ...KEPT,
        },
      ],
      ['transfer', { destinations: [{ address: integrated, amount: 1003 }], ...KEPT }],
      [
        'transfer_split',
        { destinations: Array.from({ length: 17 }, (_, i) => ({ address, amount: 2000 + i })), ...KEPT },
      ],
    ]

    it('relays what it prepared, and has the same history and keys', async () => {
      for (const [method, params] of PAYMENTS()) {
        const made = await theirs.call<JsonObject>(method, { ...params, get_tx_key: true, get_tx_keys: true })
        const many = method === 'transfer_split'
        const list = (name: string): string[] => (many ? stringsIn(made, `${name}_list`) : [stringIn(made, name)])
        for (const [i, metadata] of list('tx_metadata').entries()) {
          const txid = list('tx_hash')[i] ?? ''
          const { pending } = moneroRegtest.transferSets
          expect(toHex(pending.encode(pending.decode(moneroRegtest, fromHex(metadata))))).toBe(metadata)
          expect(await call('relay_tx', { hex: metadata })).toEqual({ tx_hash: txid })
          expect(await call('get_tx_key', { txid })).toEqual({ tx_key: list('tx_key')[i] })
          expect(await theirs.call('relay_tx', { hex: metadata })).toEqual({ tx_hash: txid })
          const [ours, known] = await listed(txid)
          expect(ours).toEqual(known)
          expect(ours?.['type']).toBe('pending')
        }
        await mine(12)
        await theirs.call('refresh')
        const [ours, known] = await balances()
        expect(ours).toBe(known)
      }
    })

    it('relays what Faba prepared, and has the same history and keys', async () => {
      const [coin] = [...openedIn(engine).state.ledger.countedOutputs()].filter(({ spent }) => spent === undefined)
      const key_image = toHex(coin?.keyImage ?? new Uint8Array())
      for (const [method, params] of [['sweep_single', { address, key_image, ...KEPT }] as const, ...PAYMENTS()]) {
        const made = await call(method, {
          ...params,
          [method === 'transfer_split' ? 'get_tx_keys' : 'get_tx_key']: true,
        })
        const many = method === 'transfer_split'
        const list = (name: string): string[] => (many ? stringsIn(made, `${name}_list`) : [stringIn(made, name)])
        for (const [i, metadata] of list('tx_metadata').entries()) {
          const txid = list('tx_hash')[i] ?? ''
          expect(await theirs.call('relay_tx', { hex: metadata })).toEqual({ tx_hash: txid })
          expect(await theirs.call('get_tx_key', { txid })).toEqual({ tx_key: list('tx_key')[i] })
          // This wallet has found the payment without its keys.
          await engine.refresh()
          expect(await call('relay_tx', { hex: metadata })).toEqual({ tx_hash: txid })
          expect(await call('get_tx_key', { txid })).toEqual({ tx_key: list('tx_key')[i] })
          const [ours, known] = await listed(txid)
          expect(ours).toEqual(known)
          expect(ours?.['type']).toBe('pending')
          const [own, shown] = await balances()
          expect(own).toBe(shown)
        }
        await mine(12)
        await theirs.call('refresh')
        const [own, shown] = await balances()
        expect(own).toBe(shown)
      }
    })
  })
})

// The same payments by Faba and by monero-wallet-rpc, from one seed on one chain of a real monerod, not relayed: an observer cannot tell
// the transactions apart by their form, their extra, their weight and fee, or the choice of their inputs.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { varintBytes } from '../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { type Address, formatAddress, subaddressAt, toIntegratedAddress } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { EXTRA_TAGS } from '../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { absoluteOffsets, type Transaction } from '../../../src/coin/transactions/transaction.ts'
import { parseTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionWeight } from '../../../src/coin/transactions/weight.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { type RpcParams, resultOf } from '../../support/rpc/wallet-calls.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../support/wallet/engine-host.ts'

const COIN = 1_000_000_000_000
const NONE = new Uint8Array()
const PAYMENT_ID = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)

let daemon: Peer
let theirs: Peer
let engine: Engine
/** fees per byte of the node, by priority */
let levels: readonly bigint[]
/** addresses of a third wallet */
let addresses: { readonly primary: string; readonly one: string; readonly two: string; readonly integrated: string }
let own: string

/** Returns the transactions of a call that is not relayed. */
const transactionsOf = (result: RpcParams): Transaction[] => {
  const blobs = Array.isArray(result['tx_blob_list']) ? result['tx_blob_list'] : [result['tx_blob']]
  return blobs.map((blob) => parseTransaction(moneroRegtest, fromHex(String(blob))))
}

const PRIVATE = { do_not_relay: true, get_tx_hex: true }

/** Makes a payment by both wallets. */
const payByBoth = async (method: string, params: RpcParams) => {
  const request = { ...params, ...PRIVATE }
  return {
    real: transactionsOf(await theirs.call(method, request)),
    ours: transactionsOf(await resultOf(engine, method, request)),
  }
}

/** Bytes of the ring members' offsets, which are random. */
const offsetBytes = ({ inputs }: Transaction): number =>
  inputs.reduce(
    (sum, input) =>
      input.kind === 'key' ? sum + input.keyOffsets.reduce((bytes, each) => bytes + varintBytes(each).length, 0) : sum,
    0,
  )

const spentBy = ({ inputs }: Transaction): readonly string[] => inputs.map(imageOf).sort()

const feeOf = ({ rct }: Transaction): bigint => rct?.fee ?? 0n

/** Returns everything that does not depend on random numbers. */
const formOf = (transaction: Transaction) => {
  const { version, unlockTime, inputs, outputs, extra, rct, prunable } = transaction
  const fields = parseExtra(moneroRegtest, extra)
  return {
    version,
    unlockTime,
    rings: inputs.map((input) => (input.kind === 'key' ? input.keyOffsets.length : 0)),
    outputs: outputs.map(({ amount, viewTag }) => [amount, viewTag !== undefined]),
    extra: fields.map(({ field }) => [field, EXTRA_TAGS[field]]),
    extraSize: extra.length,
    type: rct?.type,
    proofs: prunable?.bulletproofsPlus.map(({ L, R }) => [L.length, R.length]),
    weight: transactionWeight(transaction) - offsetBytes(transaction) - varintBytes(feeOf(transaction)).length,
    descending: inputs.every(
      (input, i) => i === 0 || (input.kind === 'key' && toHex(input.keyImage) < imageOf(inputs[i - 1])),
    ),
  }
}

const imageOf = (input: Transaction['inputs'][number] | undefined): string =>
  input?.kind === 'key' ? toHex(input.keyImage) : ''

/** Returns the decoys of the outputs from a block on, ascending, as global indices. Rings of earlier ones are kept from earlier payments. */
const decoysOf = (transactions: readonly Transaction[], height: number): readonly number[] => {
  const { outputs } = openedIn(engine).state.ledger
  const owned = new Map([...outputs.values()].map((output) => [toHex(output.keyImage ?? NONE), output]))
  const decoys = transactions.flatMap(({ inputs }) =>
    inputs.flatMap((input) => {
      const members = input.kind === 'key' ? (absoluteOffsets(input.keyOffsets) ?? []) : []
      const spent = owned.get(imageOf(input))
      expect(members).toContain(spent?.globalIndex)
      return (spent?.height ?? 0) < height ? [] : members.filter((member) => member !== spent?.globalIndex)
    }),
  )
  return decoys.sort((a, b) => a - b)
}

/** Returns the largest difference of the shares of two ascending samples that are below a value (Kolmogorov and Smirnov). */
const distanceOf = (one: readonly number[], other: readonly number[]): number => {
  const shareBelow = (sample: readonly number[], value: number) =>
    sample.filter((each) => each <= value).length / sample.length
  return Math.max(
    ...[...new Set([...one, ...other])].map((value) => Math.abs(shareBelow(one, value) - shareBelow(other, value))),
  )
}

const roundUp = (fee: bigint): bigint => ((fee + 9_999n) / 10_000n) * 10_000n

/** Returns by how many bytes a fee exceeds that of the weight. */
const excess = (transaction: Transaction, priority: number): number => {
  const perByte = levels[priority - 1] ?? 0n
  return Number(feeOf(transaction) - roundUp(BigInt(transactionWeight(transaction)) * perByte)) / Number(perByte)
}

const mine = async (blocks: number, wallet_address: string): Promise<void> => {
  await daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address })
}

describe('payments of Faba and of monero-wallet-rpc from one seed', () => {
  beforeAll(async () => {
    daemon = await startMonerod()
    theirs = await startMoneroWallet(daemon)
    await theirs.call('create_wallet', { filename: 'same', language: 'English' })
    const { key: words } = await theirs.call<{ key: string }>('query_key', { key_type: 'mnemonic' })
    engine = createEngine(testHost(createNodeClient({ url: daemon.url, fetch: (request) => fetch(request) })))
    await engine.restoreFromWords(newWallet('monero-regtest'), { words, offset: '' }, BEGINNING)
    const receiver = generateKeys(new Uint8Array(32).fill(7))
    const at = (major: number, minor: number) => subaddressAt(receiver, major, minor)
    const text = (address: Address): string => formatAddress(moneroRegtest, address)
    addresses = {
      primary: text(at(0, 0)),
      one: text(at(0, 1)),
      two: text(at(2, 5)),
      integrated: text(toIntegratedAddress(at(0, 0), PAYMENT_ID)),
    }
    own = openedIn(engine).addressText({ major: 0, minor: 0 })
    // Outputs 10 blocks apart are unrelated to wallet2.
    await mine(30, own)
    await mine(62, addresses.primary)
    await theirs.call('refresh')
    await engine.refresh()
    const { fees } = await daemon.call<{ fees: number[] }>('get_fee_estimate', { grace_blocks: 10 })
    levels = fees.map(BigInt)
  }, 120_000)

  afterAll(async () => {
    await engine?.closeWallet()
    await theirs?.stop()
    await daemon?.stop()
  })

  it.each([
    ['a standard address', () => [{ address: addresses.primary, amount: COIN }]],
    ['a subaddress', () => [{ address: addresses.one, amount: COIN }]],
    ['an integrated address', () => [{ address: addresses.integrated, amount: COIN }]],
    ['two subaddresses', () => [addresses.one, addresses.two].map((address) => ({ address, amount: COIN }))],
    ['one address twice', () => [1, 2].map((amount) => ({ address: addresses.primary, amount }))],
    ['the wallet itself', () => [{ address: own, amount: COIN }]],
    ['the wallet itself and a subaddress', () => [own, addresses.one].map((address) => ({ address, amount: COIN }))],
    ['more than one output holds', () => [{ address: addresses.primary, amount: 50 * COIN }]],
    ['three destinations', () => [1, 2, 3].map((amount) => ({ address: addresses.primary, amount }))],
    [
      'fifteen destinations',
      () =>
        Array.from({ length: 15 }, (_, i) => ({
          address: i % 2 === 0 ? addresses.primary : addresses.one,
          amount: i + 1,
        })),
    ],
  ] as const)('to %s are alike and spend the same outputs', async (_, destinations) => {
    for (const priority of [1, 2, 3, 4]) {
      const { real, ours } = await payByBoth('transfer', { destinations: destinations(), priority })
      expect(ours.map(formOf)).toEqual(real.map(formOf))
      // No random number decides here: the oldest output that suffices, or pair of outputs, and the smallest unrelated one.
      expect(ours.map(spentBy)).toEqual(real.map(spentBy))
      for (const transaction of [...real, ...ours]) expect(excess(transaction, priority)).toBe(0)
    }
  })

  it('of a payment link are alike', async () => {
    const link = { address: addresses.integrated, amount: COIN, recipient_name: 'A shop', tx_description: 'a donation' }
    const { uri } = await theirs.call<{ uri: string }>('make_uri', link)
    const parsed = await theirs.call<{ uri: { address: string; amount: number } }>('parse_uri', { uri })
    expect(await resultOf(engine, 'parse_uri', { uri })).toEqual(parsed)
    const { address, amount } = parsed.uri
    const { real, ours } = await payByBoth('transfer', { destinations: [{ address, amount }], priority: 2 })
    expect(ours.map(formOf)).toEqual(real.map(formOf))
    for (const transaction of [...real, ...ours]) expect(excess(transaction, 2)).toBe(0)
  })

  it('whose destinations pay the fee are alike', async () => {
    const destinations = [addresses.primary, addresses.one].map((address) => ({ address, amount: 3 * COIN }))
    for (const subtract_fee_from_outputs of [[0], [0, 1]]) {
      const params = { destinations, subtract_fee_from_outputs, priority: 1 }
      const { real, ours } = await payByBoth('transfer', params)
      expect(ours.map(formOf)).toEqual(real.map(formOf))
      expect(ours.map(spentBy)).toEqual(real.map(spentBy))
      for (const transaction of [...real, ...ours]) expect(excess(transaction, 1)).toBe(0)
    }
  })

  it('are divided alike into transactions with fifteen destinations at most', async () => {
    const destinations = Array.from({ length: 20 }, (_, i) => ({ address: addresses.primary, amount: COIN + i }))
    const { real, ours } = await payByBoth('transfer_split', { destinations, priority: 1 })
    expect(ours.map(formOf)).toEqual(real.map(formOf))
    expect(ours.map(({ inputs, outputs }) => [inputs.length, outputs.length])).toEqual([
      [1, 16],
      [2, 6],
    ])
    for (const transaction of [...real, ...ours]) expect(excess(transaction, 1)).toBe(0)
  })

  it('of more than two outputs hold are alike', async () => {
    const destinations = [{ address: addresses.primary, amount: 200 * COIN }]
    const { real, ours } = await payByBoth('transfer_split', { destinations, priority: 1 })
    expect(ours.map(formOf)).toEqual(real.map(formOf))
    for (const transaction of [...real, ...ours]) expect(excess(transaction, 1)).toBe(0)
  })

  it('of everything below an amount, and of one output, are alike', async () => {
    const amounts = [...openedIn(engine).state.ledger.outputs.values()]
      .sort((a, b) => Number(a.amount - b.amount))
      .slice(0, 6)
    const [limit] = amounts.slice(-1)
    const [smallest] = amounts
    if (limit?.keyImage === undefined || smallest?.keyImage === undefined) throw new Error('the wallet has outputs')
    const all = { address: addresses.one, below_amount: Number(limit.amount) }
    for (const outputs of [1, 2, 3]) {
      const one = { address: addresses.primary, key_image: toHex(smallest.keyImage), outputs }
      for (const [method, params] of [['sweep_all', { ...all, outputs }] as const, ['sweep_single', one] as const]) {
        const { real, ours } = await payByBoth(method, { ...params, priority: 1 })
        expect(ours.map(formOf)).toEqual(real.map(formOf))
        expect(ours.map(spentBy)).toEqual(real.map(spentBy))
        for (const transaction of [...real, ...ours]) expect(excess(transaction, 1)).toBe(0)
      }
    }
  })

  it('from subaddresses are alike', async () => {
    const own = (major: number, minor: number) => openedIn(engine).addressText({ major, minor })
    await theirs.call('create_account')
    await theirs.call('create_address', { account_index: 1, count: 2 })
    const destinations = [own(1, 0), own(1, 1), own(1, 2)].map((address) => ({ address, amount: 2 * COIN }))
    await theirs.call('transfer', { destinations })
    await mine(11, addresses.primary)
    await theirs.call('refresh')
    await engine.refresh()
    const to = (amount: number) => ({
      destinations: [{ address: addresses.one, amount }],
      account_index: 1,
      priority: 1,
    })
    for (const [method, params, inputs] of [
      ['transfer', to(COIN), 1],
      ['transfer', { ...to(COIN), subaddr_indices: [1] }, 1],
      ['transfer', { ...to(3 * COIN), subaddr_indices: [0, 2] }, 2],
      ['transfer_split', to(5 * COIN), 3],
      ['sweep_all', { address: addresses.two, account_index: 1, subaddr_indices: [0, 1, 2], priority: 1 }, 3],
    ] as const) {
      const { real, ours } = await payByBoth(method, params)
      expect(ours.map(formOf)).toEqual(real.map(formOf))
      expect(ours.map((transaction) => spentBy(transaction).length)).toEqual([inputs])
      for (const transaction of [...real, ...ours]) expect(excess(transaction, 1)).toBe(0)
    }
  })

  it('of more outputs than fit into one transaction are divided alike by weight', async () => {
    const { height } = openedIn(engine).state
    await mine(170, own)
    await mine(62, addresses.primary)
    await theirs.call('refresh')
    await engine.refresh()
    const { unlocked_balance: unlocked } = await theirs.call<{ unlocked_balance: number }>('get_balance', {})
    const destinations = [{ address: addresses.primary, amount: Math.floor(unlocked / COIN - 150) * COIN }]
    let sweeps: readonly [theirs: readonly number[], ours: readonly number[]] = [[], []]
    for (const [method, params] of [
      ['transfer_split', { destinations }],
      ['sweep_all', { address: addresses.one }],
    ] as const) {
      const { real, ours } = await payByBoth(method, { ...params, priority: 1 })
      expect(ours.map(({ inputs }) => inputs.length)).toEqual(real.map(({ inputs }) => inputs.length))
      expect(ours.length).toBeGreaterThan(1)
      expect(ours.map(formOf)).toEqual(real.map(formOf))
      for (const transaction of [...real, ...ours]) expect(excess(transaction, 1)).toBe(0)
      if (method === 'sweep_all') sweeps = [decoysOf(real, height), decoysOf(ours, height)]
    }
    // The ages of decoys are drawn alike: two samples of one distribution differ more once in a million times.
    const [theirDecoys, ourDecoys] = sweeps
    expect(theirDecoys.length).toBe(ourDecoys.length)
    expect(theirDecoys.length).toBeGreaterThan(2000)
    expect(distanceOf(theirDecoys, ourDecoys)).toBeLessThan(2.7 * Math.sqrt(2 / ourDecoys.length))
  })
})

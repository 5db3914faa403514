// Faba's payments on a private chain of a real monerod, and the amounts that a real wallet receives.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../src/crypto/random/random.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import { createRingMemory } from '../../../src/wallet/rings/ringMemory.ts'
import type { SpendContext } from '../../../src/wallet/spend/paymentContext.ts'
import type { PreparedTransaction } from '../../../src/wallet/spend/prepare.ts'
import { NO_STAKE_LOCKS } from '../../../src/wallet/state/stakeLocks.ts'
import { PageReader } from '../../../src/wallet/sync/pageReader.ts'
import { verifyTransactions } from '../../../src/wallet/sync/verifyTransactions.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { type ChainBlock, chainBlock } from '../../support/wallet/recorded-chains.ts'
import { prepareSweep, prepareTransfer } from '../../support/wallet/spend/spend.ts'
import { ownedOutputs, spendChain } from '../../support/wallet/spend/spend-chain.ts'

const random: Random = (length) => crypto.getRandomValues(new Uint8Array(length))

/** Faba's wallet, created for this run. */
const keys = generateKeys(random(32))
const home = formatAddress(moneroRegtest, subaddressAt(keys, 0, 0))
const COIN = 10n ** 12n
const SOURCE = { account: 0, subaddresses: [], priority: 0, unlockTime: 0n }

let daemon: Peer
let node: NodeClient
let wallet: Peer
let theirs: { primary: string; subaddresses: string[]; integrated: string }

/** Calls a plain path of the daemon's RPC. */
const post = async <T>(path: string, body: Record<string, unknown>): Promise<T> => {
  const response = await fetch(`${daemon.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as T // the shape is the daemon's; the caller names the fields it reads
}

const mine = async (blocks: number): Promise<void> => {
  await daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address: home })
}

const chain: ChainBlock[] = []

/** Reads the new blocks of the daemon's chain. */
const readChain = async (): Promise<void> => {
  for (;;) {
    const { startHeight, chainHeight, blocks } = await node.blocksFrom(Math.max(0, chain.length - 1))
    chain.splice(startHeight)
    chain.push(...blocks.map((block) => chainBlock(moneroRegtest, block)))
    if (chain.length >= chainHeight) return
  }
}

const present = async (): Promise<SpendContext> => {
  await readChain()
  const { fees } = moneroRegtest
  const outputs = ownedOutputs(moneroRegtest, spendChain(moneroRegtest, chain, fees.ordinary), keys, 2, 2)
  return {
    network: moneroRegtest,
    keys,
    outputs,
    height: chain.length,
    now: Math.floor(Date.now() / 1000),
    node,
    random,
    rings: createRingMemory(),
    stakeLocks: NO_STAKE_LOCKS,
  }
}

/** Mines until a transaction is confirmed: the daemon may omit it from the next block. */
const mineUntilConfirmed = async (txid: Uint8Array): Promise<void> => {
  let inPool = true
  for (let blocks = 0; inPool && blocks < 5; blocks++) {
    await mine(1)
    const [found] = await node.transactions([txid])
    inPool = found?.inPool ?? true
  }
  expect(inPool).toBe(false)
}

/** Submits a transaction to the daemon with its sanity checks, and mines it. */
const submit = async ({ blob, txid, weight, fee }: PreparedTransaction): Promise<void> => {
  expect(await node.submit(blob)).toEqual({ accepted: true })
  const { transactions } = await post<{ transactions: { id_hash: string; weight: number; fee: number }[] }>(
    '/get_transaction_pool',
    {},
  )
  const reported = transactions.find(({ id_hash }) => id_hash === toHex(txid))
  expect(reported).toMatchObject({ weight, fee: Number(fee) })
  await mineUntilConfirmed(txid)
}

/** Returns what the real wallet received in a transaction, by address. */
const receivedThere = async ({ txid }: PreparedTransaction): Promise<[string, bigint, string][]> => {
  await wallet.call('refresh')
  const reported = await wallet.call<{
    transfers?: { address: string; amount: number; payment_id: string }[]
  }>('get_transfer_by_txid', { txid: toHex(txid) })
  return (reported.transfers ?? []).map(({ address, amount, payment_id }) => [address, BigInt(amount), payment_id])
}

describe('a payment on a chain of a real monerod', () => {
  beforeAll(async () => {
    daemon = await startMonerod()
    node = createNodeClient({ url: daemon.url, fetch: (request) => fetch(request) })
    wallet = await startMoneroWallet(daemon)
    await wallet.call('create_wallet', { filename: 'receiver', language: 'English' })
    const { address: primary } = await wallet.call<{ address: string }>('get_address', { account_index: 0 })
    const subaddresses: string[] = []
    for (let i = 0; i < 3; i++) {
      const { address } = await wallet.call<{ address: string }>('create_address', { account_index: 0 })
      subaddresses.push(address)
    }
    const { integrated_address } = await wallet.call<{ integrated_address: string }>('make_integrated_address', {
      payment_id: '420fa29b2d9a49f5',
    })
    theirs = { primary, subaddresses, integrated: integrated_address }
    await mine(110)
  })

  afterAll(async () => {
    await wallet?.stop()
    await daemon?.stop()
  })

  it('spends a coinbase output to a standard address', async () => {
    const context = await present()
    const [prepared] = await prepareTransfer(context, {
      ...SOURCE,
      destinations: [{ address: theirs.primary, amount: 3n * COIN }],
    })
    if (prepared === undefined) throw new Error('nothing was prepared')
    await submit(prepared)
    expect(await receivedThere(prepared)).toEqual([[theirs.primary, 3n * COIN, '0000000000000000']])
    await mine(10)
  })

  it('spends the change to a subaddress, and to an integrated address', async () => {
    const context = await present()
    const change = context.outputs.filter(({ coinbase, spent }) => !coinbase && spent === undefined)
    expect(change).toHaveLength(1)
    const [subaddress = ''] = theirs.subaddresses
    const [first] = await prepareTransfer(
      { ...context, outputs: change },
      { ...SOURCE, destinations: [{ address: subaddress, amount: 7n }] },
    )
    if (first === undefined) throw new Error('nothing was prepared')
    expect(first.inputs).toHaveLength(1)
    await submit(first)
    expect(await receivedThere(first)).toEqual([[subaddress, 7n, '0000000000000000']])

    const [second] = await prepareTransfer(await present(), {
      ...SOURCE,
      priority: 3,
      destinations: [{ address: theirs.integrated, amount: COIN / 9n }],
    })
    if (second === undefined) throw new Error('nothing was prepared')
    await submit(second)
    expect(await receivedThere(second)).toEqual([[theirs.primary, COIN / 9n, '420fa29b2d9a49f5']])
    await mine(10)
  })

  it('spends several outputs to standard addresses and subaddresses together', async () => {
    const [one = '', two = ''] = theirs.subaddresses
    const destinations = [
      { address: theirs.primary, amount: 140n * COIN },
      { address: one, amount: 61n * COIN },
      { address: two, amount: 2n },
      { address: formatAddress(moneroRegtest, subaddressAt(keys, 1, 1)), amount: 5n * COIN },
    ]
    const [prepared, ...more] = await prepareTransfer(await present(), { ...SOURCE, destinations })
    if (prepared === undefined) throw new Error('nothing was prepared')
    expect(more).toEqual([])
    expect(prepared.inputs.length).toBeGreaterThan(2)
    await submit(prepared)
    const there = await receivedThere(prepared)
    expect(there.map(([, amount]) => amount).sort()).toEqual([140n * COIN, 61n * COIN, 2n].sort())
    const { outputs } = await present()
    const returned = outputs.filter(({ txid }) => toHex(txid) === toHex(prepared.txid))
    expect(returned.map(({ subaddress, amount }) => [subaddress.major, subaddress.minor, amount]).sort()).toEqual([
      [0, 0, prepared.change],
      [1, 1, 5n * COIN],
    ])
    await mine(10)
  })

  it('pays fifteen destinations', async () => {
    const addresses = [theirs.primary, ...theirs.subaddresses]
    const destinations = Array.from({ length: 15 }, (_, i) => ({
      address: addresses[i % addresses.length] ?? '',
      amount: BigInt(i + 1),
    }))
    const [prepared] = await prepareTransfer(await present(), { ...SOURCE, priority: 2, destinations })
    if (prepared === undefined) throw new Error('nothing was prepared')
    await submit(prepared)
    const there = await receivedThere(prepared)
    expect(there.reduce((total, [, amount]) => total + amount, 0n)).toBe(120n)
  })

  it('sweeps a subaddress account, and many outputs of the primary one', async () => {
    const context = await present()
    const request = { ...SOURCE, address: theirs.subaddresses[2] ?? '', outputs: 1, belowAmount: undefined }
    const [small] = await prepareSweep(context, { ...request, account: 1 })
    if (small === undefined) throw new Error('nothing was prepared')
    await submit(small)
    expect(await receivedThere(small)).toEqual([[request.address, 5n * COIN - small.fee, '0000000000000000']])

    const primary = context.outputs.filter(({ subaddress, spent }) => subaddress.major === 0 && spent === undefined)
    const [large] = await prepareSweep({ ...context, outputs: primary.slice(0, 12) }, { ...request, outputs: 2 })
    if (large === undefined) throw new Error('nothing was prepared')
    expect(large.inputs).toHaveLength(12)
    await submit(large)
    const there = await receivedThere(large)
    const total = large.inputs.reduce((held, { amount }) => held + amount, 0n)
    expect(there.reduce((sum, [, amount]) => sum + amount, large.fee)).toBe(total)
  })

  it('is proven by the hashes of pruned parts that the daemon reports', async () => {
    const reader = new PageReader(moneroRegtest, await node.blocksFrom(1))
    const { transactionBatch } = reader.read(Number.POSITIVE_INFINITY, 0)
    const paid = transactionBatch.sources.flatMap(({ coinbase }, i) =>
      coinbase ? [] : [transactionBatch.transaction(i)],
    )
    expect(paid.length).toBeGreaterThan(4)
    const more = () => Promise.reject(new Error('more was requested'))
    const { signal } = new AbortController()
    const context = { network: moneroRegtest, signal, node: { ...node, transactions: more, wholeTransactions: more } }
    await verifyTransactions(context, paid)
    const altered = paid.map((transaction, i) => ({
      ...transaction,
      bytes: paid[i === 0 ? 1 : i]?.bytes ?? transaction.bytes,
    }))
    await expect(verifyTransactions(context, altered)).rejects.toThrow('more was requested')
  })
})

// Payments of two sizes, from the request to signed bytes, decoys fetched from a node on this machine: Faba in Chromium beside the
// native monero-wallet-rpc. Both spend on one private chain of a real monerod. Faba's oxen family spends on the development node, which no
// native wallet can use, so it is compared with the same figures.

import { fromHex } from '../../src/bytes/hex.ts'
import { moneroRegtest } from '../../src/coin/networks/monero.ts'
import type { Network } from '../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { encodeSeed } from '../../src/coin/seeds/seed.ts'
import type { Transaction } from '../../src/coin/transactions/transaction.ts'
import { parsePrunedTransaction, parseTransaction } from '../../src/coin/transactions/transactionBytes.ts'
import { generateKeys } from '../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../src/daemon/calls/httpNodeClient.ts'
import { startDevelopmentNode } from '../../src/devnet/startNode.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../support/peers/monero.ts'
import type { PaymentMade, PaymentRequest } from './pages/payment.ts'
import { closing } from './support/answers.ts'
import { type BenchPage, openBenchPage } from './support/browser.ts'
import { type FetchHandler, listen } from './support/listen.ts'
import { type Figure, median } from './support/measure.ts'
import { quietMoment } from './support/quiet.ts'

const ROUNDS = 11
/** The first one funds the others. */
const ACCOUNTS = 3

type Shape = { readonly inputs: number; readonly outputs: number; readonly ringSize: number }

/** The amounts paid, in tenths of a coin. Each size has its own account, which holds only the outputs to be spent. */
export const PAYMENT_SIZES = [
  { key: '1in2out', inputs: 1, outputs: 2, account: 1, holds: [40], pays: [10] },
  { key: '2in16out', inputs: 2, outputs: 16, account: 2, holds: [50, 50], pays: Array.from({ length: 15 }, () => 5) },
] as const

export type PaymentSize = (typeof PAYMENT_SIZES)[number]

const atomic = (network: Network, tenths: number): bigint => BigInt(tenths) * 10n ** BigInt(network.decimals - 1)

const shapeOf = ({ inputs, outputs }: Transaction): Shape => {
  const [first] = inputs
  return {
    inputs: inputs.length,
    outputs: outputs.length,
    ringSize: first?.kind === 'key' ? first.keyOffsets.length : 0,
  }
}

const checkShape = (who: string, size: PaymentSize, network: Network, shape: Shape): void => {
  const { inputs, outputs, ringSize } = shape
  if (inputs !== size.inputs || outputs !== size.outputs || ringSize !== network.ringSize)
    throw new Error(`${who} made ${inputs} inputs of ${ringSize} ring members and ${outputs} outputs for ${size.key}`)
}

/** A paying wallet: returns the milliseconds of a payment of a size, and the shape of one that is sent at the end. */
type Payer = {
  readonly key: string
  readonly network: Network
  readonly make: (size: PaymentSize) => Promise<number>
  readonly send: (size: PaymentSize) => Promise<Shape>
}

const inPage = (page: BenchPage, key: string, network: Network, nodeUrl: string, payee: string): Payer => {
  const node = createNodeClient({ url: nodeUrl, fetch })
  const request = (size: PaymentSize): PaymentRequest => ({
    account: size.account,
    destinations: size.pays.map((tenths) => ({ address: payee, amount: atomic(network, tenths).toString() })),
  })
  return {
    key,
    network,
    make: async (size) => (await page.call<PaymentMade>('make', request(size))).took,
    send: async (size) => {
      const { txid } = await page.call<PaymentMade>('send', request(size))
      const [sent] = await node.transactions([fromHex(txid)])
      if (sent === undefined) throw new Error(`the node does not know the ${size.key} payment that it took`)
      return shapeOf((sent.pruned ? parsePrunedTransaction : parseTransaction)(network, sent.blob))
    },
  }
}

const byWalletRpc = (rpc: Peer, payee: string): Payer => {
  const transfer = (size: PaymentSize, options: Record<string, unknown>) =>
    rpc.call<{ tx_blob: string }>('transfer', {
      account_index: size.account,
      destinations: size.pays.map((tenths) => ({ address: payee, amount: Number(atomic(moneroRegtest, tenths)) })),
      ...options,
    })
  return {
    key: 'monero_wallet_rpc',
    network: moneroRegtest,
    make: async (size) => {
      const before = performance.now()
      await transfer(size, { do_not_relay: true })
      return performance.now() - before
    },
    send: async (size) => {
      const { tx_blob: blob } = await transfer(size, { get_tx_hex: true })
      return shapeOf(parseTransaction(moneroRegtest, fromHex(blob)))
    },
  }
}

const newWords = (): Promise<string> =>
  encodeSeed(generateKeys(crypto.getRandomValues(new Uint8Array(32))).spendSecret, 'English')

/** Runs all payers in turns. Returns milliseconds by payer and size. */
const race = async (payers: readonly Payer[]): Promise<ReadonlyMap<string, readonly number[]>> => {
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const size of PAYMENT_SIZES)
      for (const payer of payers) {
        const key = `${payer.key}_${size.key}`
        const taken = times.get(key) ?? []
        await quietMoment()
        taken.push(await payer.make(size))
        times.set(key, taken)
      }
  for (const size of PAYMENT_SIZES)
    for (const payer of payers) checkShape(payer.key, size, payer.network, await payer.send(size))
  return times
}

/** Returns the native wallet's addresses, one for each account. */
const openWalletRpc = async (rpc: Peer): Promise<readonly string[]> => {
  await rpc.call('create_wallet', { filename: 'bench', password: '', language: 'English' })
  const { address } = await rpc.call<{ address: string }>('get_address', { account_index: 0 })
  const addresses = [address]
  while (addresses.length < ACCOUNTS) {
    const { address } = await rpc.call<{ address: string }>('create_account')
    addresses.push(address)
  }
  return addresses
}

/** Prepares Faba and the native wallet with the same outputs on one chain of monerod. */
const moneroPayers = async (page: BenchPage, monerod: Peer, rpc: Peer): Promise<readonly [Payer, Payer]> => {
  const theirs = await openWalletRpc(rpc)
  const [payee = ''] = theirs
  const mine = (blocks: number) => monerod.call('generateblocks', { amount_of_blocks: blocks, wallet_address: payee })
  await mine(120)
  const wallet = { url: monerod.url, networkId: moneroRegtest.id, words: await newWords() }
  const ours = await page.call<readonly string[]>('open', wallet, ACCOUNTS)
  await rpc.call('refresh')
  const destinations = PAYMENT_SIZES.flatMap(({ account, holds }) =>
    [theirs, ours].flatMap((addresses) =>
      holds.map((tenths) => ({ address: addresses[account], amount: Number(atomic(moneroRegtest, tenths)) })),
    ),
  )
  await rpc.call('transfer', { destinations })
  await mine(20)
  await rpc.call('refresh')
  await page.call('refresh')
  return [inPage(page, 'chromium_monero', moneroRegtest, monerod.url, payee), byWalletRpc(rpc, payee)]
}

const figuresOf = (times: ReadonlyMap<string, readonly number[]>): readonly Figure[] => {
  const of = (key: string): number => median(times.get(key) ?? [])
  const words = (key: string): string => key.replaceAll('_', ' ')
  const milliseconds = [...times.keys()].flatMap((key): Figure[] => [
    { name: words(key), value: of(key), unit: 'ms', key: `${key}_ms` },
    {
      name: `${words(key)}, the first one`,
      value: times.get(key)?.[0] ?? Number.NaN,
      unit: 'ms',
      key: `${key}_first_ms`,
    },
  ])
  const ratios = ['chromium_monero', 'chromium_oxen'].flatMap((payer) =>
    PAYMENT_SIZES.map(({ key: size }): Figure => {
      const key = `${payer}_${size}_vs_monero_wallet_rpc`
      return { name: words(key), value: of(`monero_wallet_rpc_${size}`) / of(`${payer}_${size}`), unit: '×', key }
    }),
  )
  return [...milliseconds, ...ratios]
}

/** The native wallet's proxy to its node: without it each request would wait, see nodes.ts. */
const forwardTo =
  (target: string): FetchHandler =>
  async (request) => {
    const { method, headers } = request
    const url = `${target}${new URL(request.url).pathname}`
    const answer = await fetch(url, {
      method,
      headers: { 'content-type': headers.get('content-type') ?? '' },
      ...(method === 'GET' ? {} : { body: await request.arrayBuffer() }),
    })
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    })
  }

/** Starts a development node on its own port. */
export const startDevelopment = async () => {
  const { faucet, fetch, close } = startDevelopmentNode({
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: (milliseconds, callback) => {
      const timer = setInterval(callback, milliseconds)
      return () => clearInterval(timer)
    },
    mining: { kind: 'manual' },
  })
  const server = await listen(fetch)
  return {
    faucet,
    url: server.url,
    stop: () => {
      server.close()
      close()
    },
  }
}

/** Prepares Faba on the development node. */
export const oxenPayer = async (
  page: BenchPage,
  { url, faucet }: Awaited<ReturnType<typeof startDevelopment>>,
): Promise<Payer> => {
  const addresses = await page.call<readonly string[]>(
    'open',
    { url, networkId: oxenRegtest.id, words: await newWords() },
    ACCOUNTS,
  )
  for (const { account, holds } of PAYMENT_SIZES)
    for (const tenths of holds) await faucet.pay(addresses[account] ?? '', atomic(oxenRegtest, tenths))
  await page.call('refresh')
  return inPage(page, 'chromium_oxen', oxenRegtest, url, addresses[0] ?? '')
}

/** Measures payments in milliseconds, and the ratio of the peer's time to Faba's. */
export const paymentBench = async (): Promise<readonly Figure[]> => {
  const development = await startDevelopment()
  const moneroPage = await openBenchPage('payment')
  const oxenPage = await openBenchPage('payment')
  const monerod = await startMonerod({ origins: moneroPage.url })
  const way = await listen(closing(forwardTo(monerod.url)))
  const rpc = await startMoneroWallet(way)
  try {
    for (const page of [moneroPage, oxenPage]) await page.call('start')
    const [ours, native] = await moneroPayers(moneroPage, monerod, rpc)
    return figuresOf(await race([ours, native, await oxenPayer(oxenPage, development)]))
  } finally {
    for (const page of [moneroPage, oxenPage]) await page.close()
    await rpc.stop()
    way.close()
    await monerod.stop()
    development.stop()
  }
}

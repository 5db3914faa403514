// The payment pipeline as a whole, with fixed randomness and time: for every recorded request, and one of each kind beyond those,
// which calls the node receives, which bytes are submitted and which response is returned. Any change of behaviour changes a hash of the
// recorded traces; `vitest -u` records them anew after an intended one.

import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../../src/bytes/bytes.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { sumAmounts } from '../../../../src/coin/amount.ts'
import type { FeeEstimate } from '../../../../src/coin/networks/fees.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector, vectorText } from '../../../support/data/vectors.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { type ChainBlock, moneroBenchChain, smallChain } from '../../../support/wallet/recorded-chains.ts'
import { spendChain } from '../../../support/wallet/spend/spend-chain.ts'

const PAYING = /^(transfer|transfer_split|sweep_all|sweep_single|sweep_dust|sweep_unmixable|relay_tx)$/

type Request = { readonly name: string; readonly body: string }

const shortHash = (text: string | Uint8Array): string =>
  toHex(sha256(typeof text === 'string' ? utf8(text) : text)).slice(0, 16)

/** A node that logs its calls with a hash of their arguments. */
const loggingNode = (network: Network, chain: readonly ChainBlock[]) => {
  const log: string[] = []
  const node = new FakeNode(network, chain)
  const inMemory = new Proxy(node, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]) => {
        const plain = args.filter((argument) => !(argument instanceof AbortSignal))
        const text = JSON.stringify(plain, (_, value: unknown) => {
          if (value instanceof Uint8Array) return toHex(value)
          return typeof value === 'bigint' ? String(value) : value
        })
        log.push(`${String(key)} ${shortHash(text)}`)
        return Reflect.apply(member, target, args)
      }
    },
    set: (target, key, value: unknown) => Reflect.set(target, key, value),
  })
  return { node: inMemory, log }
}

const MONERO_FEES: FeeEstimate = {
  perByte: 1_200_000n,
  perOutput: 0n,
  perByteLevels: [1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n],
  quantizationMask: 10_000n,
}

const openStage = async (network: Network, chain: readonly ChainBlock[], words: string) => {
  const { node, log } = loggingNode(network, chain)
  // The recorded chain of monero has pruned transactions without proofs.
  node.trusted = network === moneroRegtest
  // Version 1 outputs, which the monero chain begins with, are counted apart.
  if (network === moneroRegtest) {
    const { info: _, ...outputs } = spendChain(network, chain, MONERO_FEES).node
    Object.assign(node, outputs)
  }
  const engine = await restored(testHost(node, undefined, 7), network.id, words)
  log.length = 0
  return { node, log, engine }
}

const post = async (engine: Engine, body: string): Promise<string> => {
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return `${response.status} ${await response.text()}`
}

const requestOf = (name: string, method: string, params: unknown): Request => ({
  name,
  body: stringifyJson({ jsonrpc: '2.0', id: '0', method, params: params as never }),
})

/** Traces of requests made one after the other, on the state that the ones before left. */
const traces = async (
  stage: Awaited<ReturnType<typeof openStage>>,
  requests: readonly (Request | ((previous: string) => Request))[],
): Promise<string[]> => {
  const { engine, log, node } = stage
  const lines: string[] = []
  let previous = ''
  for (const one of requests) {
    const request = typeof one === 'function' ? one(previous) : one
    const before = node.submitted.length
    previous = await post(engine, request.body)
    const error = /"code":\s*(-\d+)/.exec(previous)?.[1] ?? 'ok'
    // The detail in an error's `data` is ours to word.
    const response = previous.replace(/"data":\s*"(?:[^"\\]|\\.)*"/, '')
    const sent = node.submitted.slice(before).map((blob) => `  sent ${blob.length} bytes ${shortHash(blob)}`)
    lines.push(`${request.name}: ${error} ${shortHash(response)}`, ...log.splice(0).map((call) => `  ${call}`), ...sent)
  }
  lines.push(`balance ${openedIn(engine).balance().total} ${openedIn(engine).balance().unlocked}`)
  const payments = [...openedIn(engine).state.ledger.payments.values()]
  lines.push(...payments.slice(-40).map((payment) => `payment ${payment.state} ${toHex(payment.txid).slice(0, 16)}`))
  return lines
}

type Recorded = { readonly method?: unknown; readonly params?: unknown }

const oxenRecorded = (): Request[] => {
  const shapes: Record<string, { examples?: readonly { request: Recorded }[] }> =
    vector('oxen/rpc-shapes.json').wallet_methods
  const examples = Object.entries(shapes).flatMap(([method, { examples = [] }]) =>
    PAYING.test(method)
      ? examples.map(({ request }, i) => requestOf(`${method} example ${i + 1}`, method, request.params ?? request))
      : [],
  )
  type Case = { server: string; no: number; section: string; label: string; http_request: { body: string } }
  const cases: readonly Case[] = vector('oxen/rpc-errors.json').cases
  const errors = cases
    .filter(({ server, http_request: { body } }) => {
      const method = /"method": "([a-z_]+)"/.exec(body)?.[1] ?? ''
      return server === 'wallet' && PAYING.test(method)
    })
    .map(({ no, section, label, http_request: { body } }) => ({ name: `${no} ${section}: ${label}`, body }))
  return [...examples, ...errors]
}

const moneroRecorded = (): Request[] => {
  type Case = { label: string; request?: { method?: string; params?: unknown } }
  // Amounts beyond 2^53 are among them.
  const { cases } = parseJson(vectorText('monero/rpc_errors.json')) as { cases: readonly Case[] }
  return cases
    .filter(({ request }) => PAYING.test(request?.method ?? ''))
    .map(({ label, request }) => requestOf(label, request?.method ?? '', request?.params ?? {}))
}

/** One request of each kind of payment, to an address of the same network. */
const ofEachKind = (address: string, integrated: string, account: number, keyImage: string, coin: bigint) => {
  const to = (...amounts: bigint[]) => amounts.map((amount) => ({ amount, address }))
  const origin = { account_index: account }
  const all = { get_tx_hex: true, get_tx_metadata: true }
  return [
    ...[0, 1, 2, 3, 4, 5, 9].map((priority) =>
      requestOf(`priority ${priority}`, 'transfer', { ...origin, destinations: to(coin / 50n), priority, ...all }),
    ),
    requestOf('keys', 'transfer', {
      ...origin,
      destinations: to(coin / 60n, 1n),
      priority: 1,
      get_tx_key: true,
      ...all,
    }),
    requestOf('unlock time', 'transfer', { ...origin, destinations: to(coin / 70n), priority: 1, unlock_time: 900 }),
    requestOf('integrated', 'transfer', {
      ...origin,
      destinations: [{ amount: 5n, address: integrated }],
      priority: 1,
    }),
    requestOf('fee from', 'transfer', {
      ...origin,
      destinations: to(coin / 20n, coin / 20n),
      subtract_fee_from_outputs: [0, 1],
      priority: 1,
    }),
    requestOf('kept', 'transfer', {
      ...origin,
      destinations: to(coin / 80n),
      priority: 1,
      do_not_relay: true,
      get_tx_metadata: true,
    }),
    (previous: string) =>
      requestOf('relayed', 'relay_tx', { hex: /"tx_metadata":\s*"([0-9a-f]+)"/.exec(previous)?.[1] ?? '' }),
    requestOf('split', 'transfer_split', {
      ...origin,
      destinations: to(...Array.from({ length: 20 }, (_, i) => BigInt(i + 1))),
      priority: 1,
      get_tx_keys: true,
      ...all,
    }),
    requestOf('sweep single', 'sweep_single', {
      address,
      key_image: keyImage,
      outputs: 2,
      priority: 1,
      get_tx_key: true,
    }),
    requestOf('sweep below', 'sweep_all', { ...origin, address, priority: 1, below_amount: coin / 4n }),
    requestOf('sweep dust', 'sweep_dust', {}),
    requestOf('sweep one', 'sweep_all', { ...origin, address, priority: 1, do_not_relay: true, get_tx_hex: true }),
    requestOf('sweep all', 'sweep_all', { ...origin, address, priority: 1, subaddr_indices_all: true, outputs: 3 }),
    requestOf('nothing left', 'transfer', { ...origin, destinations: to(1n), priority: 1 }),
  ]
}

const largestCoin = (engine: Engine, account: number) => {
  const [coin] = [...openedIn(engine).state.ledger.countedOutputs()]
    .filter(
      ({ spent, subaddress, confidential }) => spent === undefined && subaddress.major === account && confidential,
    )
    .sort((a, b) => (a.amount < b.amount ? 1 : -1))
  if (coin?.keyImage === undefined) throw new Error(`account ${account} owns nothing`)
  return { keyImage: toHex(coin.keyImage), amount: coin.amount }
}

const integratedOf = (engine: Engine): Promise<string> =>
  post(
    engine,
    stringifyJson({
      jsonrpc: '2.0',
      id: '0',
      method: 'make_integrated_address',
      params: { payment_id: '0123456789abcdef' },
    }),
  ).then((text) => /"integrated_address":\s*"(\w+)"/.exec(text)?.[1] ?? '')

/** What the page does: prepare, confirm, discard. */
const pageTraces = async (
  { engine, log, node }: Awaited<ReturnType<typeof openStage>>,
  address: string,
  amount: bigint,
): Promise<string[]> => {
  const lines: string[] = []
  const note = (name: string, value: unknown): void => {
    lines.push(`${name}: ${shortHash(stringifyJson(value as never))}`, ...log.splice(0).map((call) => `  ${call}`))
    lines.push(...node.submitted.splice(0).map((blob) => `  sent ${blob.length} bytes ${shortHash(blob)}`))
  }
  const transfer = { account: 0, destinations: [{ address, amount }], priority: 1 }
  const discarded = await engine.prepareTransfer(transfer)
  note('prepared', discarded)
  await engine.discardTransfer(discarded.id)
  const prepared = await engine.prepareTransfer(transfer)
  note('prepared again', prepared)
  note('confirmed', await engine.confirmTransfer(prepared.id))
  const sweep = await engine.prepareSweep({ account: 0, address, priority: 0 })
  note('sweep prepared', sweep)
  note('sweep confirmed', await engine.confirmTransfer(sweep.id))
  return lines
}

const OXEN = () => {
  const { wallets } = vector('oxen/chain-small/wallets.json')
  const words: string = wallets.B.keys.mnemonic
  const address: string = wallets.C.keys.address
  return { words, address }
}

const MONERO = () => {
  const { wallets } = vector('monero/bench-chain/wallets.json')
  const words: string = wallets.A.mnemonic
  const address: string = wallets.B.address
  return { words, address }
}

// Signing some thirty payments of a large wallet takes a while on a loaded machine.
describe('payment pipeline', { timeout: 600_000 }, () => {
  it('treats every recorded oxen request as recorded', async () => {
    const stage = await openStage(oxenRegtest, smallChain(), OXEN().words)
    const lines = await traces(stage, oxenRecorded())
    await stage.engine.closeWallet()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./payment-pipeline/oxen-recorded.txt')
  })

  it.each([0, 1])('treats each kind of oxen payment as recorded, account %i', async (account) => {
    const { words, address } = OXEN()
    const stage = await openStage(oxenRegtest, smallChain(), words)
    const { keyImage, amount } = largestCoin(stage.engine, account)
    const requests = ofEachKind(address, await integratedOf(stage.engine), account, keyImage, amount)
    const lines = await traces(stage, requests)
    await stage.engine.closeWallet()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./payment-pipeline/oxen-kinds-${account}.txt`)
  })

  it('treats recorded monero requests and each kind of monero payment as recorded', async () => {
    const { words, address } = MONERO()
    const stage = await openStage(moneroRegtest, moneroBenchChain(), words)
    const { keyImage, amount } = largestCoin(stage.engine, 0)
    const integrated = await integratedOf(stage.engine)
    const lines = await traces(stage, [...moneroRecorded(), ...ofEachKind(address, integrated, 0, keyImage, amount)])
    await stage.engine.closeWallet()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./payment-pipeline/monero.txt')
  })

  it('shows what a payment of the page spends and creates, and its bytes', async () => {
    const oxen = OXEN()
    const { engine, node } = await openStage(oxenRegtest, smallChain(), oxen.words)
    const amount = largestCoin(engine, 0).amount / 3n
    const { id, fee, coins } = await engine.prepareTransfer({
      ...{ account: 0, priority: 1 },
      destinations: [{ address: oxen.address, amount }],
    })
    const [shown, ...others] = await engine.preparedTransactions(id)
    if (shown === undefined) throw new Error('it has no transaction')
    expect(others).toEqual([])
    expect(sumAmounts(shown.inputs)).toBe(coins.amount)
    expect(coins.amount).toBe(amount + shown.change + fee)
    expect(shown).toMatchObject({ fee, ringSize: 10, destinations: [{ address: oxen.address, amount }] })
    expect(shown.txid).toBe(toHex(transactionId(parseTransaction(oxenRegtest, shown.bytes))))
    expect(node.submitted).toEqual([])
    await engine.confirmTransfer(id)
    expect(node.submitted.map(toHex)).toEqual([toHex(shown.bytes)])
    await expect(engine.preparedTransactions(id)).rejects.toMatchObject({ code: 'unknown-prepared-transfer' })
    await engine.closeWallet()
  })

  it('treats payments of the page as recorded', async () => {
    const oxen = OXEN()
    const stage = await openStage(oxenRegtest, smallChain(), oxen.words)
    const lines = await pageTraces(stage, oxen.address, largestCoin(stage.engine, 0).amount / 3n)
    await stage.engine.closeWallet()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./payment-pipeline/page.txt')
  })
})

// Drafts against recorded transactions of wallet2: with the recorded secret keys, order and rings the drafted prefix, the weight and the
// fee are equal.

import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { parseAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import type { FeeEstimate } from '../../../../src/coin/networks/fees.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { hardForkAt, type Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { txPublicKeys } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializePrefix } from '../../../../src/coin/transactions/transactionBytes.ts'
import { estimateTransactionWeight, transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { deriveOutputKey, keyDerivation } from '../../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../../src/crypto/random/random.ts'
import type { RandomSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { draftTransaction, draftWeight } from '../../../../src/wallet/spend/draft.ts'
import type { Payee } from '../../../../src/wallet/spend/payee.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'
import { recordedInputs } from '../../../support/wallet/spend/recorded-inputs.ts'
import { keysOf } from '../../../support/wallet/spend/spend-chain.ts'
import { wallet2Estimate } from '../../../support/wallet/spend/wallet2-estimate.ts'

type Keys = ReturnType<typeof keysOf>

type Recorded = {
  readonly name: string
  readonly network: Network
  readonly transaction: Transaction
  readonly weight: number
  readonly keys: Keys
  readonly account: number
  readonly secrets: readonly Uint8Array[]
  readonly destinations: readonly string[]
  /** the last output goes to a random address */
  readonly dummy: boolean
  readonly sweep: boolean
  readonly unlockTime: bigint
  readonly priority: number
  readonly height: number
  readonly estimate: FeeEstimate
}

/** Secrets in the order in which a draft draws random scalars. */
const replay = (secrets: readonly Uint8Array[]): Random => {
  const rest = [...secrets]
  return () => concat(rest.shift() ?? new Uint8Array(32).fill(1), new Uint8Array(32))
}

/** A sampler that shuffles `count` items into the given order. */
const orderly = (order: readonly number[]): RandomSampler => {
  const rest = order.map((_, i) => i)
  const places = order.map((expected) => {
    const place = rest.indexOf(expected)
    rest[place] = rest[rest.length - 1] ?? 0
    rest.pop()
    return place
  })
  return { unit: () => 0.5, below: () => places.shift() ?? 0 }
}

/** Returns the target of each output of the recorded transaction. Two targets with the same address may be in either order. */
const recordedOrder = (recorded: Recorded, targets: readonly Payee[], change: Payee): number[] => {
  const { transaction, secrets, keys, network } = recorded
  const [main = new Uint8Array(), ...additional] = secrets
  const [published = new Uint8Array()] = txPublicKeys(parseExtra(network, transaction.extra))
  const byMain = targets.map((payee) =>
    payee === change ? keyDerivation(published, keys.viewSecret) : keyDerivation(payee.viewKey, main),
  )
  const free = new Set(targets.keys())
  const order = transaction.outputs.map(({ key }, i) => {
    const own = additional[i]
    for (const target of free) {
      const payee = targets[target] ?? change
      const special = own !== undefined && payee !== change && payee.kind === 'subaddress'
      const derivation = special ? keyDerivation(payee.viewKey, own) : (byMain[target] ?? new Uint8Array())
      if (toHex(deriveOutputKey(derivation, i, payee.spendKey)) !== toHex(key)) continue
      free.delete(target)
      return target
    }
    return -1
  })
  // An output that no known key explains goes to the random address.
  return order.map((target) => (target === -1 ? ([...free][0] ?? -1) : target))
}

const drafted = (recorded: Recorded) => {
  const { network, keys, account, transaction, dummy } = recorded
  const destinations = recorded.destinations.map((text) => parseAddress(network, text))
  const change = subaddressAt(keys, account, 0)
  const withChange = transaction.outputs.length > destinations.length
  const order = recordedOrder(recorded, withChange ? [...destinations, change] : destinations, change)
  const request = {
    form: network,
    inputs: recordedInputs(recorded.transaction).reverse(),
    destinations,
    change: withChange ? change : undefined,
    paymentId: destinations.find(({ paymentId }) => paymentId !== undefined)?.paymentId ?? new Uint8Array(),
    burns: false,
    unlockTime: recorded.unlockTime,
    viewSecret: keys.viewSecret,
  }
  const draft = draftTransaction(request, replay(recorded.secrets), orderly(order))
  if (!dummy) return { draft, skeleton: draft.skeleton }
  const outputs = draft.skeleton.outputs.map((output, i) =>
    draft.outputs[i]?.destination === undefined ? (transaction.outputs[i] ?? output) : output,
  )
  return { draft, skeleton: { ...draft.skeleton, outputs } }
}

/**
 * Returns the number of bytes by which the recorded fee exceeds that of the weight; of a transfer, that of the weight which wallet2
 * estimates, if it is higher.
 */
const checkRecorded = (recorded: Recorded): number => {
  const { network, transaction, weight, estimate, priority, height, name, sweep } = recorded
  const { draft, skeleton } = drafted(recorded)
  expect(toHex(serializePrefix(skeleton)), name).toBe(toHex(serializePrefix(transaction)))
  const fee = transaction.rct?.fee ?? 0n
  expect(draftWeight(draft, fee), name).toBe(weight)
  const outputs = transaction.outputs.length
  const hasPaymentId = recorded.destinations.some((text) => parseAddress(network, text).paymentId !== undefined)
  const extra = hasPaymentId ? 11 : 0
  const estimated = wallet2Estimate(network, transaction.inputs.length, outputs, extra)
  expect(estimateTransactionWeight({ ...network, inputs: transaction.inputs.length, outputs, extra })).toBe(estimated)
  const reckoned = network.fees.fee(estimate, {
    weight: sweep ? weight : Math.max(weight, estimated),
    outputs,
    priority,
    kind: 'standard',
    hardFork: hardForkAt(network, height),
    fixedBurn: 0n,
  })
  return Number(fee - reckoned.total) / Number(estimate.perByte)
}

const splitKeys = (text: string): Uint8Array[] => {
  const keys: Uint8Array[] = []
  for (let i = 0; i < text.length; i += 64) keys.push(fromHex(text.slice(i, i + 64), 32))
  return keys
}

/** The forks of the recorded oxen chain. */
const oxenNetwork: Network = {
  ...oxenRegtest,
  hardForks: [
    { version: 7, height: 1 },
    { version: 15, height: 6 },
    { version: 16, height: 200 },
    { version: 17, height: 300 },
  ],
}

const oxenRecorded = (): Recorded[] => {
  const { wallets } = vector('oxen/chain-small/wallets.json')
  const recorded: Recorded[] = []
  for (const { no, label, wallet, node_height: height, request, answer } of vector('oxen/chain-small/actions.json')
    .actions) {
    const { params } = request
    const result = answer.result
    const { view_key, spend_key } = wallets[wallet].keys
    const add = (blob: string, secrets: string, destinations: string[], dummy: boolean, sweep: boolean) => {
      const bytes = fromHex(blob)
      const transaction = parseTransaction(oxenNetwork, bytes)
      recorded.push({
        name: `${no} ${label}`,
        network: oxenNetwork,
        transaction,
        weight: transactionWeight(transaction, bytes.length),
        keys: keysOf(fromHex(spend_key, 32), fromHex(view_key, 32)),
        account: params.account_index ?? 0,
        secrets: splitKeys(secrets),
        destinations,
        dummy,
        sweep,
        unlockTime: BigInt(params.unlock_time ?? 0),
        priority: params.priority ?? 0,
        height,
        estimate: {
          perByte: height < 300 ? 166n : 122n,
          perOutput: 20_000_000n,
          perByteLevels: [],
          quantizationMask: 10n,
        },
      })
    }
    if (request.method === 'transfer' && result?.tx_blob)
      add(
        result.tx_blob,
        result.tx_key ?? '',
        (params.destinations ?? []).map(({ address }) => address),
        false,
        false,
      )
    if (
      (request.method === 'sweep_all' && result?.tx_blob_list) ||
      (request.method === 'sweep_single' && result?.tx_blob)
    ) {
      const count = params.outputs ?? 1
      const destinations = Array.from({ length: count }, () => params.address ?? '')
      const blobs = result.tx_blob_list ?? [result.tx_blob ?? '']
      const secrets = result.tx_key_list ?? [result.tx_key ?? '']
      for (const [i, blob] of blobs.entries()) add(blob, secrets[i] ?? '', destinations, count === 1, true)
    }
  }
  return recorded
}

const moneroRecorded = (): Recorded[] => {
  const { wallet, sent, blocks } = vector('monero/scan_chain.json')
  const keys = keysOf(fromHex(wallet.spend_key, 32), fromHex(wallet.view_key, 32))
  const blobs = new Map(
    blocks.flatMap(({ height, txs }) => txs.map(({ hash, hex }) => [hash, { hex, height }] as const)),
  )
  // Another wallet, whose keys were not recorded, made the first ones.
  const own = [
    'spend_1',
    'spend_to_subaddr_and_other',
    'spend_to_integrated',
    'spend_to_self_subaddr',
    'sweep_account1',
  ]
  return own.map((name) => {
    const { hash, tx_key, dests = [], params } = entryOf(sent, name)
    const { hex, height } = blobs.get(hash) ?? { hex: '', height: 0 }
    const bytes = fromHex(hex)
    const transaction = parseTransaction(moneroRegtest, bytes)
    const dummy = name === 'sweep_account1'
    return {
      name,
      network: moneroRegtest,
      transaction,
      weight: transactionWeight(transaction, bytes.length),
      keys,
      account: dummy ? 1 : 0,
      secrets: splitKeys(tx_key),
      destinations: dummy ? [entryOf(wallet.addresses, '0,0')] : dests.map(({ address }) => address),
      dummy,
      sweep: dummy,
      unlockTime: BigInt(params?.unlock_time ?? 0),
      priority: 1,
      height,
      estimate: {
        perByte: 1_200_000n,
        perOutput: 0n,
        perByteLevels: [1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n],
        quantizationMask: 10_000n,
      },
    }
  })
}

describe('a draft with recorded keys, order and rings', () => {
  it('equals the transaction of oxen-wallet-rpc, with its weight and fee', () => {
    const recorded = oxenRecorded()
    expect(recorded.length).toBe(57)
    for (const one of recorded) expect(checkRecorded(one), one.name).toBe(0)
  })

  it('equals the transaction of monero-wallet-rpc, with its weight and fee', () => {
    for (const one of moneroRecorded()) expect(checkRecorded(one)).toBe(0)
  })
})

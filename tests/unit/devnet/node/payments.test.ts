// Payments of this project's wallet code to the development node, through the node client that wallets use.

import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt, toIntegratedAddress } from '../../../../src/coin/addresses/address.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { NodeClient } from '../../../../src/daemon/nodeClient.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { createRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import type { SpendContext } from '../../../../src/wallet/spend/paymentContext.ts'
import type { PreparedTransaction } from '../../../../src/wallet/spend/prepare.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import { seededRandom } from '../../../support/random.ts'
import { type ChainBlock, chainBlock } from '../../../support/wallet/recorded-chains.ts'
import { prepareSweep, prepareTransfer } from '../../../support/wallet/spend/spend.ts'
import { ownedOutputs, spendChain } from '../../../support/wallet/spend/spend-chain.ts'

const NOW = 1_800_000_000
const COIN = 10n ** 9n
const SOURCE = { account: 0, subaddresses: [], priority: 1, unlockTime: 0n }
const { network } = developmentRules

const random = seededRandom(1)
const keys = generateKeys(random(32))
const theirs = generateKeys(random(32))
const home = formatAddress(network, subaddressAt(keys, 0, 0))
const there = (major: number, minor: number): string => formatAddress(network, subaddressAt(theirs, major, minor))

let node: NodeClient

const chain: ChainBlock[] = []
const owned = async (whose: typeof keys): Promise<OwnedOutput[]> => {
  for (;;) {
    const { startHeight, chainHeight, blocks } = await node.blocksFrom(Math.max(0, chain.length - 1))
    chain.splice(startHeight)
    chain.push(...blocks.map((block) => chainBlock(network, block)))
    if (chain.length >= chainHeight) break
  }
  return ownedOutputs(network, spendChain(network, chain, network.fees.ordinary), whose, 2, 4)
}

const present = async (): Promise<SpendContext> => {
  const outputs = await owned(keys)
  return {
    network,
    keys,
    outputs,
    height: chain.length,
    now: NOW,
    node,
    random,
    rings: createRingMemory(),
    stakeLocks: NO_STAKE_LOCKS,
  }
}

const submit = async (prepared: readonly PreparedTransaction[]): Promise<void> => {
  for (const { blob, txid } of prepared) {
    expect(await node.submit(blob)).toEqual({ accepted: true })
    const [reported] = await node.transactions([txid])
    expect(toHex(reported?.id ?? new Uint8Array())).toBe(toHex(txid))
    expect(reported?.inPool).toBe(false)
  }
}

/** Returns what the other wallet received in a transaction. */
const receivedThere = async ({ txid }: PreparedTransaction) => {
  const outputs = await owned(theirs)
  return outputs
    .filter((output) => toHex(output.txid) === toHex(txid))
    .map(({ subaddress, amount }) => `${subaddress.major}/${subaddress.minor} ${amount}`)
    .sort()
}

describe('payments to the development node', () => {
  beforeAll(async () => {
    const running = startDevelopmentNode({ clock: () => NOW, random, ticker: () => () => undefined })
    node = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
    await node.mine(40, home)
  })

  it('spend coinbase outputs and change, to every kind of address', async () => {
    const pay = async (address: string, amount: bigint): Promise<PreparedTransaction> => {
      const prepared = await prepareTransfer(await present(), { ...SOURCE, destinations: [{ address, amount }] })
      await submit(prepared)
      await node.mine(10, home)
      const [first] = prepared
      if (first === undefined) throw new Error('no transaction was prepared')
      return first
    }
    expect(await receivedThere(await pay(there(0, 0), 3n * COIN))).toEqual([`0/0 ${3n * COIN}`])
    expect(await receivedThere(await pay(there(1, 2), 1n))).toEqual(['1/2 1'])
    const integrated = formatAddress(
      network,
      toIntegratedAddress(subaddressAt(theirs, 0, 0), new Uint8Array(8).fill(7)),
    )
    expect(await receivedThere(await pay(integrated, COIN))).toEqual([`0/0 ${COIN}`])
  })

  it('pay fifteen destinations in one transaction', async () => {
    const destinations = Array.from({ length: 15 }, (_, i) => ({ address: there(i % 2, i % 3), amount: BigInt(i + 1) }))
    const prepared = await prepareTransfer(await present(), { ...SOURCE, destinations })
    expect(prepared).toHaveLength(1)
    await submit(prepared)
    const [first] = prepared
    if (first === undefined) throw new Error('no transaction was prepared')
    expect(await receivedThere(first)).toHaveLength(15)
  })

  it('are rejected as a double spend when the same outputs are spent again', async () => {
    const context = await present()
    const destinations = [{ address: there(0, 0), amount: COIN }]
    const [first] = await prepareTransfer(context, { ...SOURCE, destinations })
    if (first === undefined) throw new Error('no transaction was prepared')
    const again = await prepareTransfer({ ...context, outputs: first.inputs }, { ...SOURCE, destinations })
    await submit([first])
    for (const { blob } of again) expect(await node.submit(blob)).toMatchObject({ accepted: false, doubleSpend: true })
  })

  it('sweep all outputs', async () => {
    const context = await present()
    const few = context.outputs.filter(({ spent }) => spent === undefined).slice(0, 5)
    const request = { ...SOURCE, address: there(0, 1), outputs: 1, belowAmount: undefined }
    const prepared = await prepareSweep({ ...context, outputs: few }, request)
    await submit(prepared)
    const [first] = prepared
    if (first === undefined) throw new Error('no transaction was prepared')
    const total = few.reduce((total, { amount }) => total + amount, 0n)
    expect(await receivedThere(first)).toEqual([`0/1 ${total - first.fee}`])
  })
})

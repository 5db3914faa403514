// Orders of names that a watch-only wallet makes and its copy with the spend key signs offline, on a development node with service nodes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatTransferSet, parseTransferSet } from '../../../../src/coin/sealed-exports/transferSetFile.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { buildExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { describeUnsignedSet } from '../../../../src/wallet/offline/describeSet.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import { failure, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'

const { keys } = vector('oxen/chain-small/wallets.json').wallets.A
const COIN = 1_000_000_000n
const VALUE = `05${'ab'.repeat(32)}`

let running: RunningNode
let watching: Engine
let offline: Engine
const engines: Engine[] = []

const copyOf = async (host: ReturnType<typeof testHost>, spendSecret: string): Promise<Engine> => {
  const engine = createEngine(host)
  engines.push(engine)
  const { network } = running.node.rules
  const { address, view_key: viewSecret } = keys
  await engine.restoreFromKeys(newWallet(network.id), { address, viewSecret, spendSecret }, BEGINNING)
  return engine
}

beforeAll(async () => {
  running = await startWithServiceNodes(
    {
      clock: () => 1_800_000_000,
      random: seededRandom(78),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    },
    12,
  )
  const fetch = (request: Request) => running.fetch(request)
  watching = await copyOf(testHost(createNodeClient({ url: 'http://devnet.test', fetch })), '')
  const nowhere = () => Promise.reject(new TypeError('there is no network here'))
  offline = await copyOf(testHost(createNodeClient({ url: 'http://node', fetch: nowhere })), keys.spend_key)
  for (let i = 0; i < 16; i++) {
    await callNode(running, 'dev_faucet', { address: keys.address, amount: Number(100n * COIN) })
    running.miner.mine(1)
  }
  running.miner.mine(12)
  await watching.refresh()
}, 240_000)

afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
  running.close()
})

const order = (method: string, params: RpcParams): Promise<RpcParams> =>
  resultOf(watching, method, { name: 'offline', type: 'session', priority: 1, ...params })

/** Signs a set offline, submits it and mines it. */
const complete = async ({ unsigned_txset }: RpcParams): Promise<RpcParams> => {
  const { signed_txset } = await resultOf(offline, 'sign_transfer', { unsigned_txset })
  const submitted = await resultOf(watching, 'submit_transfer', { tx_data_hex: signed_txset })
  running.miner.mine(1)
  await watching.refresh()
  return submitted
}

describe('an order of a name in an unsigned set', () => {
  it('is described, signed and submitted: a purchase, and the renewal of another name', {
    timeout: 240_000,
  }, async () => {
    const bought = await order('lns_buy_mapping', { value: VALUE })
    expect(bought['unsigned_txset']).toMatch(/^[0-9a-f]+$/)
    const { desc } = await resultOf(offline, 'describe_transfer', { unsigned_txset: bought['unsigned_txset'] })
    expect(desc).toMatchObject([{ recipients: [], fee: bought['fee'] }])
    const [described] = await describeUnsignedSet(openedIn(offline), fromHex(String(bought['unsigned_txset'])))
    const { name: hash } = await resultOf(watching, 'lns_hash_name', { name: 'offline', type: 'session' })
    expect(described?.order).toEqual({
      ...{ operation: 'buy', type: 'session', name: hash, price: 15n * COIN, blocks: undefined, value: undefined },
      ...{ owner: keys.address, backupOwner: undefined },
    })
    expect((await complete(bought))['tx_hash_list']).toHaveLength(1)
    await complete(
      await order('lns_buy_mapping', {
        name: 'faba.loki',
        type: 'lokinet',
        value: `${'a'.repeat(51)}y.loki`,
      }),
    )
    await complete(await order('lns_renew_mapping', { name: 'faba.loki', type: 'lokinet_2y' }))
    const { known_names } = await resultOf(watching, 'lns_known_names', { decrypt: true })
    expect(known_names).toHaveLength(2)
    expect(known_names).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'offline', value: VALUE }),
        expect.objectContaining({ name: 'faba.loki' }),
      ]),
    )
  })

  it('is refused if it burns another amount than the price', { timeout: 240_000 }, async () => {
    const { network, keys: watchKeys } = openedIn(watching)
    const { unsigned_txset } = await order('lns_buy_mapping', { name: 'burn', value: VALUE })
    const codec = network.transferSets.unsigned
    const set = await parseTransferSet(network, codec, watchKeys, fromHex(String(unsigned_txset)))
    const transactions = set.transactions.map((data) => {
      const [output] = data.outputs
      const lost = (output?.amount ?? 0n) / 2n
      const fields = parseExtra(network, data.extra).map((field) =>
        field.field === 'burn' ? { ...field, amount: field.amount + lost } : field,
      )
      const less = <T extends { readonly amount: bigint }>(one: T): T => ({ ...one, amount: one.amount - lost })
      return { ...data, extra: buildExtra(fields), outputs: data.outputs.map(less), change: less(data.change) }
    })
    const burning = await formatTransferSet(codec, watchKeys, { ...set, transactions }, seededRandom(3))
    expect(await failure(offline, 'sign_transfer', { unsigned_txset: toHex(burning) })).toMatchObject({
      message: expect.stringMatching(/its order of a name burns \d+ atomic units, and the price is 15000000000$/),
    })
  })
})

// Names over their whole life on a development node with twelve service nodes: bought, changed by owners and by signatures, renewed, expired and bought again.
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { nameUpdateHash, parseNameOwner } from '../../../../src/coin/names/nameOwner.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import { callWallet, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { contentOf } from '../../../support/wallet/small-chain.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const COIN = 1_000_000_000
const session = (byte: string): string => `05${byte.repeat(32)}`
const lokinet = (letter: string): string => `${letter.repeat(51)}y.loki`

let running: RunningNode
let network: string
const engines = new Map<'A' | 'B', Engine>()

const client = () => createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })

const engineOf = (name: 'A' | 'B'): Engine => {
  const engine = engines.get(name)
  if (engine === undefined) throw new Error(`wallet ${name} is not open`)
  return engine
}

const addressOf = (name: 'A' | 'B', minor = 0): string => openedIn(engineOf(name)).addressText({ major: 0, minor })

/** Mines blocks, and compares each wallet with one that is restored from its words then. */
const mine = async (blocks = 1): Promise<void> => {
  running.miner.mine(blocks)
  for (const [name, engine] of engines) {
    await engine.refresh()
    const fresh = await restored(testHost(client(), undefined, 9), network, wallets[name].keys.mnemonic)
    const [live, found] = [contentOf(openedIn(engine)), contentOf(openedIn(fresh))]
    const { balances, height, outputs } = live
    expect({ balances, height, outputs: outputs.length }).toEqual({
      balances: found.balances,
      height: found.height,
      outputs: found.outputs.length,
    })
    const txids = ({ payments }: typeof live) => payments.map(([id, { state, fee }]) => [id, state, fee])
    expect(txids(live)).toEqual(txids(found))
    await fresh.closeWallet()
  }
}

const order = (name: 'A' | 'B', method: string, params: RpcParams): Promise<RpcParams> =>
  resultOf(engineOf(name), method, { priority: 1, ...params })

const known = async (name: 'A' | 'B', params: RpcParams = { decrypt: true }): Promise<readonly RpcParams[]> => {
  const { known_names: names = [] } = await resultOf(engineOf(name), 'lns_known_names', params)
  return names as readonly RpcParams[] // records
}

const recordOf = async (name: 'A' | 'B', wanted: string): Promise<RpcParams | undefined> =>
  (await known(name)).find((record) => record['name'] === wanted)

beforeAll(async () => {
  running = await startWithServiceNodes(
    {
      clock: () => 1_800_000_000,
      random: seededRandom(77),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    },
    12,
  )
  network = running.node.rules.network.id
  for (const name of ['A', 'B'] as const)
    engines.set(
      name,
      await restored(testHost(client(), undefined, name === 'A' ? 1 : 2), network, wallets[name].keys.mnemonic),
    )
  for (const name of ['A', 'B'] as const)
    for (let i = 0; i < 16; i++) {
      await callNode(running, 'dev_faucet', { address: addressOf(name), amount: 100 * COIN })
      running.miner.mine(1)
    }
  running.miner.mine(12)
  await mine()
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.closeWallet()
})

const FAILED = 'Verification failed, connection should be dropped'
const KIND = 'TX Version: 4_tx_types, Type: oxen_name_system'

/** Returns why the node rejected an order, with placeholders for hashes. */
const rejection = async (name: 'A' | 'B', method: string, params: RpcParams): Promise<string> => {
  const answer = await callWallet(engineOf(name), method, params)
  if (!('error' in answer)) throw new Error('the order was accepted')
  const { code, message } = answer.error
  expect(code).toBe(-1)
  return message.replace(/^Transaction was rejected by daemon: /, '').replaceAll(/<[0-9a-f]{64}>/g, '<HASH>')
}

it('buys a session name, and shows what it stands for', async () => {
  const before = openedIn(engineOf('A')).balance()
  const { amount, fee } = await order('A', 'lns_buy_mapping', { type: 'session', name: 'First', value: session('11') })
  expect(amount).toBe(0)
  // As recorded ("buy: same name while in the pool").
  const same = { type: 'session', name: 'first', value: session('12'), priority: 1 }
  expect(await rejection('A', 'lns_buy_mapping', same)).toBe(`${FAILED}, Double spend TX, ${KIND}`)
  await mine()
  expect(before.total - openedIn(engineOf('A')).balance().total).toBe(BigInt(Number(fee)))
  expect(Number(fee)).toBeGreaterThan(15 * COIN)
  expect(await known('A')).toMatchObject([
    { type: 'session', name: 'first', owner: addressOf('A'), value: session('11') },
  ])
  expect(await known('B')).toEqual([])
  await order('B', 'lns_add_known_names', { names: [{ type: 'session', name: 'first' }] })
  expect(await recordOf('B', 'first')).toMatchObject({ owner: addressOf('A'), value: session('11') })
  const again = { type: 'session', name: 'first', value: session('12'), priority: 1 }
  // The recorded text of oxen-wallet-rpc (names.json, "buy: already registered").
  const type = 'type=session'
  const tx = 'tx={version=4_tx_types, type=oxen_name_system, hash=<HASH>}'
  const field = `LNS Extra={owner=${addressOf('B')}, backup_owner=(none), ${type}, name_hash=<HASH>}`
  const name = 'name_hash=b+KuIZt0CMW0+Hl4qLEQZe1/VpvkhBpkyIjmPsfx9HM='
  expect(await rejection('B', 'lns_buy_mapping', again)).toBe(
    `Cannot buy an LNS name that is already registered: ${name}, ${type}; TX: ${tx}; ${field}\n${FAILED}, Invalid inputs, ${KIND}`,
  )
})

it('changes value and owner as the owner, and nobody else does', async () => {
  const change = { type: 'session', name: 'first', value: session('22') }
  expect(await callWallet(engineOf('B'), 'lns_update_mapping', { ...change, priority: 1 })).toEqual({
    error: {
      code: -16,
      message: `Failed to create LNS update transaction: Signature requested when preparing LNS TX, but this wallet is not the owner of the record owner=${addressOf('A')}`,
    },
  })
  await order('A', 'lns_update_mapping', change)
  await mine()
  expect(await recordOf('A', 'first')).toMatchObject({ value: session('22') })
  await order('A', 'lns_update_mapping', { ...change, value: '', owner: addressOf('B'), backup_owner: addressOf('A') })
  await mine()
  expect(await recordOf('A', 'first')).toMatchObject({ owner: addressOf('B'), backup_owner: addressOf('A') })
  // The backup owner has the same rights.
  await order('A', 'lns_update_mapping', { ...change, value: session('33') })
  await mine()
  expect(await recordOf('B', 'first')).toMatchObject({ value: session('33') })
})

it('is changed with the signature of an owner who pays nothing', async () => {
  const { encrypted_value: encrypted } = await resultOf(engineOf('B'), 'lns_encrypt_value', {
    ...{ type: 'session', name: 'first', value: session('44') },
  })
  const change = { type: 'session', name: 'first', owner: addressOf('A') }
  const { signature } = await resultOf(engineOf('B'), 'lns_make_update_mapping_signature', {
    ...{ ...change, encrypted_value: encrypted },
  })
  const altered = await callWallet(engineOf('A'), 'lns_update_mapping', {
    ...{ type: 'session', name: 'first', value: encrypted, signature, priority: 1 },
  })
  expect(JSON.stringify(altered)).toContain('failed to verify signature for LNS update')
  await order('A', 'lns_update_mapping', { ...change, value: encrypted, signature })
  await mine()
  expect(await recordOf('A', 'first')).toMatchObject({ owner: addressOf('A'), value: session('44') })
})

it('is owned by an Ed25519 key, whose signature changes it', async () => {
  const secret = seededRandom(5)(32)
  const key = toHex(ed25519.getPublicKey(secret))
  await order('A', 'lns_buy_mapping', { type: 'session', name: 'keyed', value: session('55'), owner: key })
  await mine()
  const record = await recordOf('A', 'keyed')
  expect(record).toMatchObject({ owner: key })
  const update = {
    ...{ encryptedValue: undefined, backupOwner: undefined },
    owner: parseNameOwner(running.node.rules.network, addressOf('B')),
    previousId: fromHex(String(record?.['txid'])),
  }
  const signature = toHex(ed25519.sign(nameUpdateHash(update), secret))
  await order('A', 'lns_update_mapping', { type: 'session', name: 'keyed', owner: addressOf('B'), signature })
  await mine()
  expect(await recordOf('A', 'keyed')).toMatchObject({ owner: addressOf('B'), value: session('55') })
})

it('expires, is renewed by anyone before, and is bought again after', async () => {
  await order('A', 'lns_buy_mapping', { type: 'lokinet_2y', name: 'road.loki', value: lokinet('b') })
  await mine()
  const first = await recordOf('A', 'road.loki')
  const { height } = running.node.chain
  expect(first).toMatchObject({ type: 'lokinet', value: lokinet('b'), expiration_height: height - 1 + 4 })
  await order('B', 'lns_renew_mapping', { type: 'xnet', name: 'road.loki' })
  await mine()
  expect(await recordOf('B', 'road.loki')).toMatchObject({ owner: addressOf('A'), expiration_height: height - 1 + 6 })
  await mine(5)
  expect(await recordOf('A', 'road.loki')).toBeUndefined()
  expect(await known('A', { include_expired: true })).toContainEqual(
    expect.objectContaining({ name: 'road.loki', expired: true }),
  )
  expect(await callWallet(engineOf('B'), 'lns_renew_mapping', { type: 'lokinet', name: 'road.loki' })).toEqual({
    error: {
      code: -16,
      message:
        'Failed to create LNS renewal transaction: Renewal requested but record to renew does not exist or has expired',
    },
  })
  await order('B', 'lns_buy_mapping', { type: 'lokinet', name: 'road.loki', value: lokinet('n') })
  await mine()
  expect(await recordOf('A', 'road.loki')).toMatchObject({ owner: addressOf('B'), value: lokinet('n') })
})

it('is found in the node by its owner', async () => {
  const names = await client().namesOfOwners([addressOf('B')])
  // As in oxen-core, one session name is that of an earlier owner, with its record of then.
  expect(names.map(({ type }) => type).sort()).toEqual([0, 0, 2])
})

it('is not ordered by metadata that was not shown, and by metadata once', async () => {
  const { tx_metadata: hex, tx_hash } = await order('B', 'lns_buy_mapping', {
    ...{ type: 'session', name: 'later', value: session('66'), do_not_relay: true, get_tx_metadata: true },
  })
  expect(await recordOf('B', 'later')).toBeUndefined()
  expect(await resultOf(engineOf('B'), 'relay_tx', { hex })).toEqual({ tx_hash })
  await mine()
  expect(await recordOf('B', 'later')).toMatchObject({ value: session('66'), txid: tx_hash })
})

it('is ordered, listed and warned of by the page', async () => {
  const engine = engineOf('B')
  const request = {
    ...({ operation: 'buy', type: 'lokinet_5y', name: 'Page.loki', account: 0, priority: 1 } as const),
    ...{ value: lokinet('r'), owner: undefined, backupOwner: addressOf('A') },
  }
  const { transfer, order: ordered } = await engine.prepareName(request)
  expect(ordered).toMatchObject({
    ...{ operation: 'buy', type: 'lokinet', name: 'page.loki', price: 60n * BigInt(COIN), blocks: 10 },
    ...{ owner: addressOf('B'), backupOwner: addressOf('A') },
  })
  expect(transfer).toMatchObject({ amount: 0n })
  await engine.confirmTransfer(transfer.id)
  await mine()
  const listed = (await engine.names()).find(({ name }) => name === 'page.loki')
  expect(listed).toMatchObject({
    value: lokinet('r'),
    expired: false,
    blocksLeft: 9,
    secondsLeft: 9 * 120,
    isOwn: true,
  })
  const stranger = { type: 'session', name: 'third' }
  expect(await engine.lookUpName(stranger)).toBeUndefined()
  expect(await engineOf('A').lookUpName({ type: 'lokinet', name: 'PAGE.loki' })).toMatchObject({
    ...{ name: 'page.loki', owner: addressOf('B'), isOwn: true },
  })
  expect((await engineOf('A').names()).map(({ name }) => name)).not.toContain('page.loki')
  await engine.addName({ type: 'session', name: 'first' })
  expect((await engine.names()).map(({ name }) => name)).toContain('first')
})

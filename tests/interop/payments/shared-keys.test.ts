// The burning bug against a real monero-wallet-rpc: several coinbase outputs to one one-time key. Ours lists what the real wallet lists.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { parseBlock, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { deriveOutputKey, generateKeys, keyDerivation, publicKeyOf, viewTag } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { JsonObject, JsonWritable } from '../../../src/jsonrpc/json.ts'
import { vector } from '../../support/data/vectors.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { call } from '../../support/rpc/wallet-calls.ts'
import { restored, testHost } from '../../support/wallet/engine-host.ts'

const COIN = 1_000_000_000_000n
/** Any scalar below 2^252. */
const TX_SECRET = fromHex(`${'17'.repeat(31)}01`)
const FOREIGN = vector('monero/bench-chain/wallets.json').wallets.A.address

let daemon: Peer
let theirs: Peer
let engine: Engine

type WalletKeyPair = ReturnType<typeof generateKeys>

/** Mines a block whose coinbase pays an amount to the one-time key of `TX_SECRET`, and the rest of the reward to nobody. */
const pay = async ({ viewSecret, spendPublic }: WalletKeyPair, amount: bigint): Promise<void> => {
  const { blocktemplate_blob, expected_reward } = await daemon.call<{
    blocktemplate_blob: string
    expected_reward: number
  }>('get_block_template', { wallet_address: FOREIGN, reserve_size: 0 })
  const block = parseBlock(moneroRegtest, fromHex(blocktemplate_blob))
  const txPublicKey = publicKeyOf(TX_SECRET)
  const derivation = keyDerivation(txPublicKey, viewSecret)
  const outputs = [
    { amount, key: deriveOutputKey(derivation, 0, spendPublic), viewTag: viewTag(derivation, 0) },
    { amount: BigInt(expected_reward) - amount, key: spendPublic, viewTag: 0 },
  ]
  const extra = concat(Uint8Array.of(1), txPublicKey)
  const blob = serializeBlock({ ...block, minerTransaction: { ...block.minerTransaction, outputs, extra } })
  const response = await fetch(`${daemon.url}/json_rpc`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'submit_block', params: [toHex(blob)] }),
  })
  expect(await response.json()).toMatchObject({ result: { status: 'OK' } })
}

const mine = (blocks: number): Promise<unknown> =>
  daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address: FOREIGN })

/** Fields that only the server's own wallet knows, or that only ours returns. */
const APART = new Set([
  'note',
  'locked',
  'blink_mempool',
  'checkpointed',
  'was_blink',
  'label',
  'destinations',
  'suggested_confirmations_threshold',
])

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !APART.has(name))
      .map(([name, member]) => [name, plain(member)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const QUESTIONS: readonly (readonly [method: string, params: Record<string, JsonWritable>])[] = [
  ['get_transfers', { in: true, out: true, pending: true, failed: true }],
  ['get_bulk_payments', { min_block_height: 0 }],
  ['get_payments', { payment_id: '0'.repeat(16) }],
  ['incoming_transfers', { transfer_type: 'all', account_index: 0 }],
  ['get_balance', { account_index: 0 }],
]

const compare = async (): Promise<void> => {
  await theirs.call('refresh')
  await engine.refresh()
  for (const [method, params] of QUESTIONS) {
    const recorded: JsonObject = await theirs.call(method, params)
    const ours = await call(engine, method, params)
    expect([method, plain(JSON.parse(JSON.stringify(ours)))]).toEqual([method, plain(recorded)])
  }
}

describe('outputs to one one-time key', () => {
  let mnemonic = ''
  let keys: WalletKeyPair

  beforeAll(async () => {
    daemon = await startMonerod()
    theirs = await startMoneroWallet(daemon)
    await theirs.call('create_wallet', { filename: 'owner', language: 'English' })
    mnemonic = (await theirs.call<{ key: string }>('query_key', { key_type: 'mnemonic' })).key
    const { key } = await theirs.call<{ key: string }>('query_key', { key_type: 'spend_key' })
    keys = generateKeys(fromHex(key))
    await mine(40)
    const host = testHost(createNodeClient({ url: daemon.url, fetch: (request) => fetch(request) }))
    host.time.now = Date.now()
    engine = await restored(host, 'monero-regtest', mnemonic)
  }, 60_000)

  afterAll(async () => {
    await engine?.closeWallet()
    await theirs?.stop()
    await daemon?.stop()
  })

  it('are listed as monero-wallet-rpc lists them, unspent, spent and restored', async () => {
    for (const amount of [COIN, COIN + 1n, COIN + 1n, COIN + 2n]) await pay(keys, amount)
    await compare()
    await mine(70)
    await compare()
    await theirs.call('sweep_all', { address: FOREIGN, account_index: 0 })
    await mine(1)
    await pay(keys, COIN + 5n)
    await mine(1)
    await compare()
    await theirs.call('restore_deterministic_wallet', { filename: 'again', seed: mnemonic, restore_height: 0 })
    await compare()
  }, 120_000)
})

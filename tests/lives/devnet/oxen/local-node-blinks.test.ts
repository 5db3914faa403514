// Blinks approved by local service nodes, and a wallet in front of service nodes: its payments, and its own stake.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { encodeSeed } from '../../../../src/coin/seeds/seed.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { DevelopmentOptions } from '../../../../src/devnet/family/developmentOptions.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { type RunningNode, startDevelopmentNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { vector } from '../../../support/data/vectors.ts'
import { answerOf } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import { type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const { id: NETWORK } = developmentRules.network

const options: DevelopmentOptions = {
  clock: () => 1_800_000_000,
  random: seededRandom(31),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
}

/** Sends a transaction as wallets do. */
const send = async ({ fetch }: RunningNode, blob: string, blink: boolean, more = {}): Promise<RpcParams> => {
  const body = JSON.stringify({ tx_as_hex: blob, blink, ...more })
  const request = new Request('http://devnet.test/send_raw_transaction', { method: 'POST', body })
  return await (await fetch(request)).json()
}

describe('a wallet that owns the stakes of service nodes', () => {
  let running: RunningNode
  let owner: Engine
  let key: string
  let image: string

  beforeAll(async () => {
    running = await startWithServiceNodes({ ...options, random: seededRandom(32) }, 13)
    running.miner.mine(10)
    const { chain, rules } = running.node
    const first = parseExtra(rules.network, chain.blockAt(1)?.block.minerTransaction.extra ?? new Uint8Array())
    // The faucet's own wallet; the chain contains its seed.
    const { spendSecret } = generateKeys(findField(first, 'nonce')?.nonce ?? new Uint8Array(32))
    const client = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
    // The wallet does not learn of its stakes, and the node rejects the payments.
    const silent = { ...client, lockedStakes: () => Promise.resolve([]) }
    owner = await restored(testHost(silent, undefined, 2), NETWORK, await encodeSeed(spendSecret, 'English'))
    const [node] = running.localServiceNodes?.registered ?? []
    key = toHex(node?.key ?? new Uint8Array())
    image = toHex(node?.contributors[0]?.locked[0]?.keyImage ?? new Uint8Array())
  })
  afterAll(() => owner.closeWallet())

  /** Tries to spend the stake, which the wallet itself may reject. */
  const spend = async (change = (blob: string) => blob): Promise<RpcParams> => {
    const address = openedIn(owner).addressText({ major: 0, minor: 0 })
    const { tx_blob: blob } = await resultOf(owner, 'sweep_single', {
      ...{ address, key_image: image, do_not_relay: true, get_tx_hex: true, priority: 1 },
    })
    return await send(running, change(String(blob)), false)
  }

  /** Returns the transaction with another unlock time than the signed one. */
  const unsigned = (blob: string): string => {
    const { network } = running.node.rules
    const transaction = parseTransaction(network, fromHex(blob))
    return toHex(serializeTransaction({ ...transaction, unlockTime: 1n }))
  }

  it('can spend a stake only after it is neither active nor blacklisted', async () => {
    expect(await spend()).toMatchObject({ status: 'Failed', tvc: { m_key_image_locked_by_snode: true } })
    // It is checked before the signature.
    expect(await spend(unsigned)).toMatchObject({ tvc: { m_key_image_locked_by_snode: true, m_invalid_input: true } })
    expect(await answerOf(running, 'dev_verdict', { service_node_pubkey: key, verdict: 'deregister' })).toMatchObject({
      status: 'OK',
    })
    expect(await spend()).toMatchObject({ status: 'Failed', tvc: { m_key_image_blacklisted: true } })
    expect(await spend(unsigned)).toMatchObject({ tvc: { m_key_image_blacklisted: true, m_invalid_input: true } })
    running.miner.mine(30)
    await owner.refresh()
    expect(await spend(unsigned)).toMatchObject({ tvc: { m_key_image_blacklisted: false, m_invalid_input: true } })
    expect(await spend()).toMatchObject({ status: 'OK' })
  })
})

describe('a payment before local service nodes', () => {
  let running: RunningNode
  let payer: Engine

  beforeAll(async () => {
    running = await startWithServiceNodes(options, 12)
    const client = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
    payer = await restored(testHost(client, undefined, 1), NETWORK, wallets.A.keys.mnemonic)
    await running.faucet.pay(openedIn(payer).addressText({ major: 0, minor: 0 }))
    await payer.refresh()
  })
  afterAll(() => payer.closeWallet())

  const prepare = async (priority: number): Promise<RpcParams> => {
    const destinations = [{ amount: 5_000_000_000, address: openedIn(payer).addressText({ major: 0, minor: 0 }) }]
    return await resultOf(payer, 'transfer', { destinations, priority, do_not_relay: true, get_tx_hex: true })
  }

  it('has no blink quorum until one was drawn long enough ago', async () => {
    const { tx_blob: blob } = await prepare(5)
    expect(await send(running, String(blob), true)).toMatchObject({
      status: 'Failed',
      blink_status: 1,
      reason: 'Transaction failed: not enough blink nodes to form a quorum',
    })
    const young = startDevelopmentNode({ ...options, dump: { blocks: [], pool: [] } })
    young.node.popBlocks(80)
    expect(await send(young, String(blob), true)).toMatchObject({
      reason: 'Transaction failed: too early in blockchain to create a quorum',
    })
    // A transaction that cannot be parsed is not sent to a quorum.
    expect(await send(young, 'abcd', true)).toMatchObject({ reason: 'Sanity check failed', sanity_check_failed: true })
  })

  it('is approved as a blink if it burns enough, and replaces conflicting transactions', async () => {
    const { node, miner } = running
    miner.mine(45)
    await payer.refresh()
    const [plain, blink] = [await prepare(1), await prepare(5)]
    expect(await send(running, String(plain['tx_blob']), true)).toMatchObject({
      blink_status: 1,
      reason: 'Transaction rejected by quorum',
      tvc: { m_fee_too_low: true },
    })
    expect(node.pool.size).toBe(0)
    expect(await send(running, String(plain['tx_blob']), false)).toMatchObject({ status: 'OK', blink_status: 0 })
    expect(await send(running, String(blink['tx_blob']), true)).toMatchObject({ status: 'OK', blink_status: 2 })
    const waiting = node.pool.entries.map(({ parsed }) => toHex(parsed.id))
    expect(waiting).toEqual([blink['tx_hash']])
    expect(node.pool.isApproved(fromHex(String(blink['tx_hash'])))).toBe(true)
    expect(await send(running, String(plain['tx_blob']), false)).toMatchObject({
      status: 'Failed',
      tvc: { m_double_spend: true },
    })
    expect(await send(running, String(blink['tx_blob']), true)).toMatchObject({
      blink_status: 1,
      reason: 'Transaction was already submitted',
    })
    const other = await prepare(5)
    expect(await send(running, String(other['tx_blob']), true)).toMatchObject({
      blink_status: 1,
      reason: 'Transaction rejected by quorum',
      tvc: { m_double_spend: true },
    })
    expect(node.pool.entries.map(({ parsed }) => toHex(parsed.id))).toEqual(waiting)
    const insane = { reason: 'Sanity check failed', sanity_check_failed: true, blink_status: 0 }
    expect(await send(running, 'abcd', true)).toMatchObject(insane)
    expect(await send(running, 'abcd', true, { do_sanity_checks: false })).toMatchObject({
      reason: 'Could not parse transaction data',
      blink_status: 1,
      sanity_check_failed: false,
    })
  })

  it('is found by the wallet in a pulse block', async () => {
    running.miner.mine(11)
    await payer.refresh()
    expect(openedIn(payer).balance().unlocked).toBe(openedIn(payer).balance().total)
  })

  it('times out if the node does not hold the keys of the quorum', async () => {
    const other = startDevelopmentNode({ ...options, dump: running.node.state.dump() })
    const { keys } = other.localServiceNodes ?? {}
    Object.defineProperty(other.localServiceNodes ?? {}, 'keys', {
      value: { countOf: () => 6, find: () => keys?.at(0).service },
    })
    const { tx_blob: blob } = await prepare(5)
    expect(await send(other, String(blob), true)).toMatchObject({
      status: 'Failed',
      blink_status: 3,
      reason: 'Blink quorum timeout',
    })
  })

  it('lists the stake of a deregistered service node among the blacklisted key images', async () => {
    const [key] = running.localServiceNodes?.registered ?? []
    const params = { service_node_pubkey: toHex(key?.key ?? new Uint8Array()), verdict: 'deregister' }
    expect(await answerOf(running, 'dev_verdict', params)).toMatchObject({ status: 'OK' })
    const { blacklist } = await answerOf(running, 'get_service_node_blacklisted_key_images')
    expect(blacklist).toHaveLength(1)
  })
})

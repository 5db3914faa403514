// RPC responses of a development node with local service nodes while they make blocks and vote on each other.

import { beforeAll, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { blockId } from '../../../../src/coin/blocks/block.ts'
import { verifyHash } from '../../../../src/crypto/signatures/signature.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { registrationParams, sendRegistration } from '../../../support/devnet/self-registration.ts'
import { seededRandom } from '../../../support/random.ts'
import { checkDeclaredFields } from '../../../support/rpc/declared-results.ts'
import type { RpcParams } from '../../../support/rpc/wallet-calls.ts'

const NOW = 1_800_000_000
/** atomic units; staking requirement of fork 17 */
const STAKE = 100_000_000_000
const declared = nodeMethods.flatMap((method) => (method.kind === 'json' ? [method] : []))

let running: RunningNode

/** Returns the result of a call, or the part of it at a path. */
const callNode = async (
  method: string,
  params: RpcParams = {},
  ...path: readonly (string | number)[]
): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const request = new Request('http://devnet.test/json_rpc', { method: 'POST', body })
  const answer = await (await checkDeclaredFields(running.fetch, declared)(request)).json()
  if (answer.result === undefined) throw new Error(`${method}: ${answer.error.message}`)
  // Results are objects and lists.
  return path.reduce((value, name) => value?.[name], answer.result)
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

beforeAll(async () => {
  running = await startWithServiceNodes(
    { clock: () => NOW, random: seededRandom(5), ticker: () => () => undefined, mining: { kind: 'manual' } },
    12,
  )
})

it('reports the producer of the next block and of the last one', async () => {
  running.miner.mine(2)
  const next = await callNode('get_quorum_state', { quorum_type: 3 }, 'quorums')
  expect(next).toMatchObject([{ height: running.node.chain.height, quorum_type: 3 }])
  running.miner.mine(1)
  const { block, height } = running.node.chain.tip
  const pulseQuorum = { start_height: height, quorum_type: 3 }
  expect(await callNode('get_quorum_state', pulseQuorum, 'quorums')).toEqual(next)
  const validators = texts(await callNode('get_quorum_state', pulseQuorum, 'quorums', 0, 'quorum', 'validators'))
  expect(validators).toHaveLength(11)
  expect(block.quorumSignatures).toHaveLength(7)
  for (const { voterIndex, signature } of block.quorumSignatures)
    expect(verifyHash(blockId(block), fromHex(validators[voterIndex] ?? ''), signature)).toBe(true)
  const winner = await callNode('get_last_block_header', {}, 'block_header', 'service_node_winner')
  expect(await callNode('get_quorum_state', pulseQuorum, 'quorums', 0, 'quorum', 'workers')).toEqual([winner])
})

it('lists the obligations and blink quorums', async () => {
  running.miner.mine(5)
  const kinds = [0, 1, 2, 3].map((quorum_type) => expect.objectContaining({ quorum_type }))
  const quorums = await callNode('get_quorum_state', {}, 'quorums')
  expect(quorums).toEqual(expect.arrayContaining(kinds))
  expect(quorums).toHaveLength(kinds.length)
  const of = (kind: number): Promise<unknown> =>
    callNode('get_quorum_state', { quorum_type: kind }, 'quorums', 0, 'quorum')
  expect(await of(0)).toMatchObject({ validators: { length: 10 }, workers: { length: 2 } })
  // Checkpoints need twenty nodes.
  expect(await of(1)).toEqual({})
  expect(await of(2)).toMatchObject({ validators: { length: 10 } })
})

it('counts and reports state changes, and blacklists the stakes of a deregistered node', async () => {
  const from = running.node.chain.height
  const keyAt = (i: number): Promise<unknown> =>
    callNode('get_service_nodes', {}, 'service_node_states', i, 'service_node_pubkey')
  const [first, second] = [await keyAt(0), await keyAt(1)]
  const state = (): Promise<unknown> =>
    callNode('get_service_nodes', { service_node_pubkeys: [first] }, 'service_node_states', 0)
  const txid = await callNode('dev_verdict', { service_node_pubkey: first, verdict: 'decommission' }, 'tx_hash')
  const { height } = running.node.chain.tip
  expect(await state()).toMatchObject({ active: false, funded: true, decommission_count: 1, state_height: height })
  expect(await callNode('get_transactions', { txs_hashes: [txid], tx_extra: true }, 'txs', 0)).toMatchObject({
    block_height: height,
    extra: { sn_state_change: { type: 'decom', voters: { length: 7 } } },
  })
  await callNode('dev_verdict', { service_node_pubkey: first, verdict: 'recommission' })
  const toTheBack = { active: true, decommission_count: 1, last_reward_transaction_index: 2 ** 32 - 1 }
  expect(await state()).toMatchObject(toTheBack)
  await callNode('dev_verdict', { service_node_pubkey: second, verdict: 'deregister' })
  expect(await callNode('get_service_node_blacklisted_key_images')).toMatchObject({
    blacklist: [{ amount: STAKE, unlock_height: running.node.chain.tip.height + 30 }],
  })
  expect(await callNode('get_service_nodes_state_changes', { start_height: from })).toMatchObject({
    total_decommission: 1,
    total_recommission: 1,
    total_deregister: 1,
    total_ip_change_penalty: 0,
  })
})

it('is a service node itself, which a wallet can register', async () => {
  const status_line = expect.stringContaining('SN: not registered')
  expect(await callNode('get_info')).toMatchObject({ service_node: true, status_line })
  const key = String(await callNode('get_service_keys', {}, 'service_node_pubkey'))
  expect(running.localServiceNodes?.keys.find(fromHex(key))).toBeDefined()
  const state = { pubkey_ed25519: key, funded: false }
  expect(await callNode('get_service_node_status', {}, 'service_node_state')).toMatchObject(state)
  const command = await callNode(
    'get_service_node_registration_cmd',
    registrationParams(running, STAKE),
    'registration_cmd',
  )
  expect(await sendRegistration(running, String(command), STAKE)).toEqual({ key, expiration: NOW + 14 * 86400 })
  running.miner.mine(1)
  expect(await callNode('get_service_node_status', {}, 'service_node_state')).toMatchObject({
    service_node_pubkey: key,
    active: true,
    total_contributed: STAKE,
  })
  expect(await callNode('get_info')).toMatchObject({ status_line: expect.stringContaining('SN: active, proof: never') })
})

// What a wallet reports of its stake while quorums vote on the service node that it registered.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { encodeSeed } from '../../../../src/coin/seeds/seed.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { NewState } from '../../../../src/devnet/oxen/service-nodes/stateChange.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import {
  callNode,
  isNodeActive,
  isNodeDecommissioned,
  isNodeDeregistered,
  mine,
  mineUntil,
  nodeOf,
  serviceNodeBehaviour,
  serviceNodeOptions,
  stateChanges,
} from '../../../support/devnet/obligations.ts'
import { registrationParams, sendRegistration } from '../../../support/devnet/self-registration.ts'
import { type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'

const STAKE = 100_000_000_000

let running: RunningNode
let owner: Engine
/** key of the node itself */
let key: string
let image: string
let from: number

/** Stakes by the node's own command with the coins of the wallet, which is the faucet's. */
const stake = async (): Promise<void> => {
  const { registration_cmd: command } = await callNode(
    running,
    'get_service_node_registration_cmd',
    registrationParams(running, STAKE),
  )
  await sendRegistration(running, String(command), STAKE)
}

/** Tries to spend the stake. */
const spend = async (): Promise<RpcParams> => {
  await owner.refresh()
  const address = openedIn(owner).addressText({ major: 0, minor: 0 })
  const { tx_blob: blob } = await resultOf(owner, 'sweep_single', {
    ...{ address, key_image: image, do_not_relay: true, get_tx_hex: true, priority: 1 },
  })
  return await callNode(running, 'send_raw_transaction', { tx_as_hex: blob })
}

beforeAll(async () => {
  running = await startWithServiceNodes(serviceNodeOptions(71), 12)
  key = String((await callNode(running, 'get_service_keys'))['service_node_pubkey'])
  await stake()
  from = running.node.chain.height
  await mine(running, 60)
  image = toHex(nodeOf(running, key)?.contributors[0]?.locked[0]?.keyImage ?? new Uint8Array())
  const { chain, rules } = running.node
  const { extra = new Uint8Array() } = chain.blockAt(1)?.block.minerTransaction ?? {}
  const { spendSecret } = generateKeys(
    findField(parseExtra(rules.network, extra), 'nonce')?.nonce ?? new Uint8Array(32),
  )
  const client = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
  // The wallet does not learn of its stake, and the node rejects the payments.
  const silent = { ...client, lockedStakes: () => Promise.resolve([]) }
  owner = await restored(testHost(silent, undefined, 2), rules.network.id, await encodeSeed(spendSecret, 'English'))
})
afterAll(() => owner.closeWallet())

it('has an active service node with all obligations met', async () => {
  expect(stateChanges(running, from)).toEqual([])
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({
    held: true,
    judged: true,
    proofs: true,
    uptime_proved: true,
  })
  expect(await callNode(running, 'get_service_node_status')).toMatchObject({ service_node_state: { active: true } })
  expect(await spend()).toMatchObject({ status: 'Failed', tvc: { m_key_image_locked_by_snode: true } })
})

it('earns nothing while the node is decommissioned, and keeps its stake locked', async () => {
  await serviceNodeBehaviour(running, key, { proofs: false })
  await mineUntil(running, () => isNodeDecommissioned(running, key))
  expect(await callNode(running, 'get_service_node_status')).toMatchObject({
    service_node_state: { active: false, funded: true, decommission_count: 1 },
  })
  const { height } = running.node.chain
  await mine(running, 26)
  const winners = running.node.chain.blocks
    .slice(height)
    .map(({ block }) =>
      findField(parseExtra(running.node.rules.network, block.minerTransaction.extra), 'serviceNodeWinner'),
    )
  // Every other node had two turns.
  expect(winners).toHaveLength(26)
  expect(winners.map((winner) => toHex(winner?.key ?? new Uint8Array()))).not.toContain(key)
  expect(await spend()).toMatchObject({ status: 'Failed', tvc: { m_key_image_locked_by_snode: true } })
})

it('earns rewards again once the node is recommissioned', async () => {
  await serviceNodeBehaviour(running, key, { proofs: true })
  await mineUntil(running, () => isNodeActive(running, key), 20)
  const before = nodeOf(running, key)?.lastReward.height ?? 0
  await mine(running, 14)
  expect(nodeOf(running, key)?.lastReward.height).toBeGreaterThan(before)
})

it('has its stake blacklisted on deregistration, and unlocked thirty blocks later', async () => {
  await serviceNodeBehaviour(running, key, { proofs: false })
  await mineUntil(running, () => isNodeDeregistered(running, key))
  expect(stateChanges(running, from).map(({ state, about }) => [state, about])).toEqual([
    [NewState.decommission, key],
    [NewState.recommission, key],
    [NewState.deregister, key],
  ])
  expect(await callNode(running, 'get_service_node_blacklisted_key_images')).toMatchObject({
    blacklist: [{ key_image: image, unlock_height: running.node.chain.tip.height + 30, amount: STAKE }],
  })
  expect(await spend()).toMatchObject({ status: 'Failed', tvc: { m_key_image_blacklisted: true } })
  await mine(running, 30)
  expect(await spend()).toMatchObject({ status: 'OK' })
  await mine(running, 1)
  await owner.refresh()
  expect(running.node.chain.isSpent(fromHex(image))).toBe(true)
})

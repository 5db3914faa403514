// What peers know of a decommissioned service node, and when it sends its next proof.
import { expect, it } from 'vitest'
import { NewState } from '../../../../src/devnet/oxen/service-nodes/stateChange.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import {
  callNode,
  isNodeActive,
  isNodeDecommissioned,
  isNodeDeregistered,
  keyOf,
  mine,
  mineUntil,
  newStates,
  SPACING,
  serviceNodeBehaviour,
  serviceNodeOptions,
} from '../../../support/devnet/obligations.ts'

const TIMER = 300

const listed = async (running: RunningNode, key: string): Promise<unknown> => {
  const { service_node_states: found } = await callNode(running, 'get_service_nodes', { service_node_pubkeys: [key] })
  return (found as readonly unknown[])[0]
}

it('lists a decommissioned node without its proof time until its next proof', async () => {
  const running = await startWithServiceNodes(serviceNodeOptions(81), 13)
  const key = keyOf(running, 2)
  await serviceNodeBehaviour(running, key, { proofs: false })
  await mineUntil(running, () => isNodeDecommissioned(running, key))
  await mine(running, 5)
  const known = { public_ip: '127.0.0.1', pubkey_ed25519: expect.stringMatching(/^[0-9a-f]{64}$/), active: false }
  expect(await listed(running, key)).toMatchObject({ ...known, last_uptime_proof: 0 })
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({
    uptime_proved: false,
    last_uptime_proof: 0,
    public_ip: '127.0.0.1',
  })
  await serviceNodeBehaviour(running, key, { proofs: true })
  expect(await listed(running, key)).toMatchObject({ ...known, last_uptime_proof: running.node.clock() })
})

it('sends a proof five minutes after a decommission', async () => {
  const running = await startWithServiceNodes(serviceNodeOptions(82), 13)
  const key = keyOf(running, 2)
  await mine(running, 20)
  await callNode(running, 'dev_verdict', { service_node_pubkey: key, verdict: 'decommission' })
  const out = running.node.chain.tip.timestamp
  expect(await serviceNodeBehaviour(running, key, { judged: true })).toMatchObject({
    uptime_proved: false,
    last_uptime_proof: 0,
  })
  await mine(running, 1, TIMER - 1)
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({ uptime_proved: false, last_uptime_proof: 0 })
  await mine(running, 1, 1)
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({
    uptime_proved: true,
    last_uptime_proof: out + TIMER,
  })
  await mine(running, 31)
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({
    uptime_proved: true,
    last_uptime_proof: out + TIMER + 3600,
  })
  expect(isNodeActive(running, key)).toBe(true)
})

it('penalises an IP change also after less than a day of decommission', async () => {
  const running = await startWithServiceNodes(serviceNodeOptions(83), 13)
  const key = keyOf(running, 2)
  // IP addresses are not tested for two hours after a registration.
  await mine(running, 110)
  const from = running.node.chain.height
  await serviceNodeBehaviour(running, key, { proofs: false })
  await mineUntil(running, () => isNodeDecommissioned(running, key))
  await mine(running, 5)
  await serviceNodeBehaviour(running, key, { proofs: true, public_ip: '10.0.0.9' })
  await mineUntil(running, () => isNodeActive(running, key), 10)
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({
    public_ip: '10.0.0.9',
    single_ip: false,
    verdict: 'ip_change',
  })
  await mineUntil(running, () => newStates(running, from).length === 3, 20)
  await mine(running, 30, SPACING)
  expect(newStates(running, from)).toEqual([NewState.decommission, NewState.recommission, NewState.ipChangePenalty])
})

it('is not decommissioned if each state change leaves the pool before the next block', async () => {
  const running = await startWithServiceNodes(serviceNodeOptions(84), 13)
  const key = keyOf(running, 2)
  await serviceNodeBehaviour(running, key, { proofs: false })
  await mine(running, 60, 7201)
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({ uptime_proved: false, verdict: 'decommission' })
  expect(newStates(running)).toEqual([])
  await mineUntil(running, () => isNodeDecommissioned(running, key), 30)
})

it('is reachable after a new registration, whatever was reported before', async () => {
  const running = await startWithServiceNodes(serviceNodeOptions(85), 13)
  const key = keyOf(running, 2)
  const report = { type: 'reachability', pubkey: key, passed: false }
  await callNode(running, 'report_peer_storage_server_status', report)
  await mineUntil(running, () => isNodeDeregistered(running, key))
  expect(await callNode(running, 'dev_service_nodes', { register: 1 })).toMatchObject({ registered: [key] })
  expect(await listed(running, key)).toMatchObject({ storage_server_reachable: true })
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({ storage_server_reachable: true, verdict: '' })
  await callNode(running, 'report_peer_storage_server_status', report)
  expect(await serviceNodeBehaviour(running, key)).toMatchObject({
    storage_server_reachable: false,
    verdict: 'decommission',
  })
})

// Obligations quorums of local service nodes that vote by themselves: nodes that fail are decommissioned, recommissioned and deregistered as
// blocks are made; all others stay active.

import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { registrationHash } from '../../../../src/coin/stakes/registration.ts'
import { STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { signHash } from '../../../../src/crypto/signatures/signature.ts'
import { moneroRules } from '../../../../src/devnet/monero/chains.ts'
import { moneroDialect } from '../../../../src/devnet/monero/rpc/moneroDialect.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { BlinkStatus, blinkObstacle } from '../../../../src/devnet/oxen/local-nodes/blinkApprovals.ts'
import { serviceNodeKeys } from '../../../../src/devnet/oxen/service-nodes/nodeKeys.ts'
import { NewState } from '../../../../src/devnet/oxen/service-nodes/stateChange.ts'
import { type RunningNode, startDevelopmentNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import {
  callNode,
  isNodeActive,
  isNodeDecommissioned,
  isNodeDeregistered,
  keyOf,
  mine,
  mineUntil,
  newStates,
  nodeOf,
  pendingStateChanges,
  SPACING,
  serviceNodeBehaviour,
  serviceNodeOptions,
  stateChanges,
} from '../../../support/devnet/obligations.ts'
import { seededRandom } from '../../../support/random.ts'

type Checkpoint = { readonly height: number; readonly signatures: readonly { readonly voter_index: number }[] }

describe('service nodes that meet their obligations', () => {
  it.each([
    ['at the time of day', 0],
    ['every two minutes', SPACING],
    ['every two weeks', 1_209_600],
  ])('stay active, with blocks %s', async (_when, spacing) => {
    const running = await startWithServiceNodes(serviceNodeOptions(21), 12)
    await mine(running, 90, spacing)
    expect(stateChanges(running)).toEqual([])
    expect(running.node.pool.size).toBe(0)
    for (let nth = 0; nth < 12; nth++)
      expect(await serviceNodeBehaviour(running, keyOf(running, nth))).toMatchObject({
        ...{ held: true, judged: true, proofs: true, votes: true, public_ip: '127.0.0.1', verdict: '' },
        ...{ uptime_proved: true, checkpoint_participation: true, pulse_participation: true, single_ip: true },
      })
  })
})

describe('a service node without uptime proofs', () => {
  let running: RunningNode
  let key: string
  let start: number
  beforeAll(async () => {
    running = await startWithServiceNodes(serviceNodeOptions(22), 13)
    key = keyOf(running, 3)
    start = running.node.chain.height
  })

  it('stays active until its last proof is too old', async () => {
    await mine(running, 20)
    const { last_uptime_proof: last } = await serviceNodeBehaviour(running, key, { proofs: false })
    const { chain } = running.node
    await mineUntil(running, () => pendingStateChanges(running) > 0)
    expect(chain.tip.timestamp - Number(last)).toBeGreaterThan(7500)
    // A quorum that tests it is drawn soon: each quorum tests three of the others.
    expect(chain.tip.timestamp - Number(last)).toBeLessThan(7500 + 30 * SPACING)
    expect(stateChanges(running, start)).toEqual([])
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({
      ...{ proofs: false, uptime_proved: false, last_uptime_proof: last, verdict: 'decommission' },
    })
  })

  it('is decommissioned by the next block, by a quorum twelve blocks older than the one that tested it', async () => {
    const { height } = running.node.chain
    await mine(running, 1)
    expect(stateChanges(running, start)).toEqual([
      { height, state: NewState.decommission, about: key, of: height - 13 },
    ])
    expect(nodeOf(running, key)).toMatchObject({ lastDecommissionHeight: height, decommissionCount: 1 })
  })

  it('stays decommissioned, and its earned downtime decreases', async () => {
    const { earned_downtime_blocks: earned } = await serviceNodeBehaviour(running, key)
    await mine(running, 25)
    expect(newStates(running, start)).toEqual([NewState.decommission])
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({
      ...{ earned_downtime_blocks: Number(earned) - 25, verdict: '', last_uptime_proof: 0, public_ip: '127.0.0.1' },
    })
  })

  it('is recommissioned once it sends proofs again', async () => {
    expect(await serviceNodeBehaviour(running, key, { proofs: true })).toMatchObject({
      ...{ uptime_proved: true, last_uptime_proof: running.node.clock(), verdict: 'recommission' },
    })
    await mineUntil(running, () => isNodeActive(running, key), 10)
    expect(newStates(running, start)).toEqual([NewState.decommission, NewState.recommission])
    expect(nodeOf(running, key)?.recommissionCredit).toBeLessThan(60)
    await mine(running, 80)
    expect(newStates(running, start)).toHaveLength(2)
  })

  it('is deregistered when it stops again, since it has not earned downtime again', async () => {
    await serviceNodeBehaviour(running, key, { proofs: false })
    const images = nodeOf(running, key)?.contributors.flatMap(({ locked }) =>
      locked.map((each) => toHex(each.keyImage)),
    )
    await mineUntil(running, () => isNodeDeregistered(running, key))
    expect(newStates(running, start)).toEqual([NewState.decommission, NewState.recommission, NewState.deregister])
    expect(stateChanges(running, start).every(({ about }) => about === key)).toBe(true)
    expect([...(serviceNodesOf(running.node.chain.state)?.list.blacklist.keys() ?? [])]).toEqual(images)
    await expect(serviceNodeBehaviour(running, key)).rejects.toThrow('no service node with this key is registered')
    expect(await callNode(running, 'get_service_nodes_state_changes', { start_height: start })).toMatchObject({
      ...{ total_decommission: 1, total_recommission: 1, total_deregister: 1, total_ip_change_penalty: 0 },
    })
  })

  it('behaves normally after a new registration', async () => {
    const { registered } = await callNode(running, 'dev_service_nodes', { register: 1 })
    expect(registered).toEqual([key])
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({ proofs: true, uptime_proved: true, judged: true })
    await mine(running, 70)
    expect(newStates(running, start)).toHaveLength(3)
  })

  it('is deregistered once its downtime is used up', async () => {
    const [other, from] = [keyOf(running, 5), running.node.chain.height]
    await serviceNodeBehaviour(running, other, { proofs: false })
    await mineUntil(running, () => isNodeDecommissioned(running, other))
    const { chain } = running.node
    const left = Number((await serviceNodeBehaviour(running, other))['earned_downtime_blocks'])
    expect(left).toBeGreaterThanOrEqual(60)
    const blocks = await mineUntil(running, () => isNodeDeregistered(running, other))
    // Until the credit is negative; then one block for the quorum, and one for its state change.
    expect(blocks).toBeGreaterThanOrEqual(left + 2)
    expect(blocks).toBeLessThan(left + 10)
    expect(newStates(running, from)).toEqual([NewState.decommission, NewState.deregister])
    expect(chain.tip.height).toBe(stateChanges(running, from).at(-1)?.height)
  })
})

describe('other obligations', () => {
  let running: RunningNode
  beforeAll(async () => {
    running = await startWithServiceNodes(serviceNodeOptions(23), 20)
    await mine(running, 70)
  })

  it('include voting: a node that misses more than four of eight blocks or checkpoints is decommissioned', async () => {
    const key = keyOf(running, 2)
    const { chain } = running.node
    const from = chain.height
    expect(await serviceNodeBehaviour(running, key, { votes: false })).toMatchObject({
      votes: false,
      pulse_participation: true,
    })
    await mineUntil(running, () => pendingStateChanges(running) > 0, 60)
    const findings = await serviceNodeBehaviour(running, key)
    expect(findings['pulse_participation'] === false || findings['checkpoint_participation'] === false).toBe(true)
    expect(findings).toMatchObject({ uptime_proved: true, storage_server_reachable: true })
    const turns = nodeOf(running, key)?.pulseTurns ?? []
    for (const { height, hasSigned } of turns) expect([height, hasSigned]).toEqual([height, height < from])
    await mine(running, 1)
    expect(stateChanges(running, from)).toMatchObject([{ state: NewState.decommission, about: key }])
    // Its participation is not counted while decommissioned: its next proof, five minutes later, gets it recommissioned.
    await mineUntil(running, () => isNodeActive(running, key), 15)
    await serviceNodeBehaviour(running, key, { votes: true })
    expect(nodeOf(running, key)?.pulseTurns).toEqual([])
    await mine(running, 60)
    expect(newStates(running, from)).toEqual([NewState.decommission, NewState.recommission])
    for (const { hasSigned } of nodeOf(running, key)?.pulseTurns ?? []) expect(hasSigned).toBe(true)
  })

  it('include signing checkpoints, which the present nodes sign', async () => {
    const key = keyOf(running, 4)
    await serviceNodeBehaviour(running, key, { votes: false, judged: false })
    const { height: from } = running.node.chain
    const places: number[] = []
    for (let i = 0; i < 6; i++) {
      await mine(running, 4)
      const { checkpoints } = await callNode(running, 'get_checkpoints', { count: 1 })
      const [{ height, signatures } = { height: 0, signatures: [] }] = checkpoints as Checkpoint[]
      const { validators = [] } = serviceNodesOf(running.node.chain.state)?.checkpointQuorumAt(height) ?? {}
      const place = validators.findIndex((validator) => toHex(validator) === key)
      expect(signatures).toHaveLength(13)
      expect(signatures.map(({ voter_index: voter }) => voter)).not.toContain(place)
      places.push(place)
    }
    // It would have signed: the first thirteen do.
    expect(Math.min(...places)).toBeLessThan(13)
    await serviceNodeBehaviour(running, key, { votes: true })
    const { height: until } = running.node.chain
    await mine(running, 24)
    const { service_node_states: found } = await callNode(running, 'get_service_nodes', { service_node_pubkeys: [key] })
    const [{ checkpoint_participation: turns } = { checkpoint_participation: [] }] = found as {
      readonly checkpoint_participation: readonly { readonly height: number; readonly voted: boolean }[]
    }[]
    expect(turns).toHaveLength(8)
    expect(new Set(turns.map(({ voted }) => voted))).toEqual(new Set([true, false]))
    for (const { height, voted } of turns) expect(voted).toBe(height + 11 < from || height + 11 >= until)
  })

  it('include a storage server that peers report as reachable', async () => {
    const key = keyOf(running, 7)
    const from = running.node.chain.height
    const report = { type: 'reachability', pubkey: key }
    await callNode(running, 'report_peer_storage_server_status', { ...report, passed: false })
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({
      storage_server_reachable: false,
      verdict: 'decommission',
    })
    await mineUntil(running, () => isNodeDecommissioned(running, key), 20)
    await mine(running, 40)
    await callNode(running, 'report_peer_storage_server_status', { ...report, passed: true })
    await mineUntil(running, () => isNodeActive(running, key), 20)
    await mine(running, 30)
    expect(stateChanges(running, from).map(({ state, about }) => [state, about])).toEqual([
      [NewState.decommission, key],
      [NewState.recommission, key],
    ])
  })

  it('include a constant IP address: each change moves the node to the end of the reward queue', async () => {
    const key = keyOf(running, 9)
    const from = running.node.chain.height
    for (const none of ['10.0.0', '0.0.0.0', '::1'])
      await expect(serviceNodeBehaviour(running, key, { public_ip: none })).rejects.toThrow('Invalid params')
    const moved = await serviceNodeBehaviour(running, key, { public_ip: '10.0.0.7' })
    expect(moved).toMatchObject({ public_ip: '10.0.0.7', single_ip: false, verdict: 'ip_change', uptime_proved: true })
    const { service_node_states: found } = await callNode(running, 'get_service_nodes', { service_node_pubkeys: [key] })
    expect(found).toMatchObject([{ public_ip: '10.0.0.7', last_uptime_proof: running.node.clock() }])
    await mineUntil(running, () => newStates(running, from).length > 0, 20)
    expect(stateChanges(running, from)).toMatchObject([{ state: NewState.ipChangePenalty, about: key }])
    const { height } = running.node.chain.tip
    expect(nodeOf(running, key)).toMatchObject({ lastAddressChangeHeight: height, activeSince: expect.any(Number) })
    expect(isNodeActive(running, key)).toBe(true)
    await mine(running, 90)
    expect(newStates(running, from)).toHaveLength(1)
    await serviceNodeBehaviour(running, key, { public_ip: '10.0.0.8' })
    await mine(running, 40)
    expect(newStates(running, from)).toEqual([NewState.ipChangePenalty, NewState.ipChangePenalty])
  })
})

describe('the nodes that quorums vote on', () => {
  let running: RunningNode
  beforeAll(async () => {
    running = await startWithServiceNodes(serviceNodeOptions(24), 13)
    await mine(running, 70)
  })

  it('exclude a node changed by dev_verdict, until enabled again', async () => {
    const key = keyOf(running, 1)
    const from = running.node.chain.height
    await callNode(running, 'dev_verdict', { service_node_pubkey: key, verdict: 'decommission' })
    await mine(running, 80)
    expect(newStates(running, from)).toEqual([NewState.decommission])
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({ judged: false, verdict: 'recommission' })
    await serviceNodeBehaviour(running, key, { judged: true })
    await mineUntil(running, () => isNodeActive(running, key), 10)
    expect(newStates(running, from)).toEqual([NewState.decommission, NewState.recommission])
  })

  it('exclude nodes without a recent uptime proof unless overridden', async () => {
    const { faucet, node } = running
    const foreign = serviceNodeKeys(new Uint8Array(32).fill(9)).service
    if (foreign === undefined) throw new Error('there are no keys')
    const { spendKey, viewKey } = faucet.address
    const terms = {
      ...{ operatorPortions: 0n, spendKeys: [spendKey], viewKeys: [viewKey], portions: [STAKING_PORTIONS] },
      expiration: BigInt(node.clock() + 86_400),
    }
    const signature = signHash(registrationHash(terms), foreign.publicKey, foreign.secretKey, seededRandom(3))
    await faucet.stake(100_000_000_000n, [
      { field: 'registration', ...terms, signature },
      { field: 'contributor', spendKey, viewKey },
      { field: 'serviceNodeKey', key: foreign.publicKey },
    ])
    const from = node.chain.height
    const key = toHex(foreign.publicKey)
    await mineUntil(running, () => isNodeActive(running, key), 2)
    await mine(running, 90)
    expect(newStates(running, from)).toEqual([])
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({
      ...{ held: false, judged: false, proofs: false, votes: false, last_uptime_proof: 0, uptime_proved: false },
    })
    await expect(serviceNodeBehaviour(running, key, { proofs: true })).rejects.toThrow(
      'does not hold the keys of that service node',
    )
    await serviceNodeBehaviour(running, key, { judged: true })
    await mineUntil(running, () => isNodeDecommissioned(running, key), 20)
    await mineUntil(running, () => isNodeDeregistered(running, key))
    expect(stateChanges(running, from).map(({ state, about }) => [state, about])).toEqual([
      [NewState.decommission, key],
      [NewState.deregister, key],
    ])
  })

  it('do not exist in a family without service nodes', async () => {
    const monero = startDevelopmentNode({ ...serviceNodeOptions(26), rules: moneroRules, dialect: moneroDialect })
    await expect(serviceNodeBehaviour(monero, '00'.repeat(32))).rejects.toThrow('Method not found')
  })

  it('need seven voting members of a quorum', async () => {
    const few = await startWithServiceNodes(serviceNodeOptions(25), 13)
    const key = keyOf(few, 0)
    await mine(few, 20)
    const from = few.node.chain.height
    for (let nth = 1; nth <= 4; nth++) await serviceNodeBehaviour(few, keyOf(few, nth), { votes: false, judged: false })
    // Of thirteen nodes nine are left, and a quorum of ten has at least six of them.
    await serviceNodeBehaviour(few, key, { proofs: false })
    await mineUntil(few, () => isNodeDecommissioned(few, key))
    const [ruling] = stateChanges(few, from)
    const quorum = serviceNodesOf(few.node.chain.state)?.obligationsQuorumAt(ruling?.of ?? 0)
    const absent = [1, 2, 3, 4].map((nth) => keyOf(few, nth))
    const voters = quorum?.validators.filter((validator) => !absent.includes(toHex(validator))) ?? []
    expect(voters.length).toBeGreaterThanOrEqual(7)
    for (let nth = 5; nth <= 9; nth++) await serviceNodeBehaviour(few, keyOf(few, nth), { votes: false, judged: false })
    const { keys, canSign } = few.localServiceNodes ?? {}
    expect(blinkObstacle(few.node.chain, keys)).toBeUndefined()
    expect(blinkObstacle(few.node.chain, keys, canSign)).toMatchObject({ status: BlinkStatus.timeout })
    await expect(mine(few, 1)).rejects.toThrow('of which 7 must sign')
    // Too few are left for pulse blocks; hours later blocks are mined.
    await mine(few, 1, 20_000)
    await serviceNodeBehaviour(few, keyOf(few, 12), { proofs: false })
    await mine(few, 40, 20_000)
    expect(newStates(few, from)).toEqual([NewState.decommission])
  })
})

// Development chains with few and with many service nodes: the features that each number of nodes enables, swarms through all changes of a
// chain, and following nodes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { readPortable } from '../../../../src/bytes/portableStorage.ts'
import { asPacked, asU64, writePortable } from '../../../../src/bytes/portableStorageWriter.ts'
import { ChainStore } from '../../../../src/cli/node/chainStore.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { parseBlocksResponse } from '../../../../src/daemon/binaryResponses.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { DevelopmentOptions } from '../../../../src/devnet/family/developmentOptions.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { blinkObstacle } from '../../../../src/devnet/oxen/local-nodes/blinkApprovals.ts'
import { isPulseBlock } from '../../../../src/devnet/oxen/service-nodes/quorums.ts'
import type { ServiceNodeRegistry } from '../../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import {
  isActive,
  type ServiceNode,
  type ServiceNodes,
} from '../../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { calculateSwarmChanges, UNASSIGNED_SWARM_ID } from '../../../../src/devnet/oxen/service-nodes/swarms.ts'
import { type RunningNode, startDevelopmentNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import type { RpcParams } from '../../../support/rpc/wallet-calls.ts'

const MIN_SWARM = 5

type Turn = {
  readonly height: number
  readonly voted: boolean
  readonly is_pulse: boolean
  readonly pulse_round?: number
}

/** The tested fields of a service node. */
type State = {
  readonly service_node_pubkey: string
  readonly last_uptime_proof: number
  readonly pulse_participation?: readonly Turn[]
  readonly checkpoint_participation?: readonly Turn[]
}

const options = (seed: number): DevelopmentOptions => ({
  clock: () => 1_800_000_000,
  random: seededRandom(seed),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
})

const registryOf = ({ node }: RunningNode): ServiceNodeRegistry => {
  const serviceNodes = serviceNodesOf(node.chain.state)
  if (serviceNodes === undefined) throw new Error('the chain has no service nodes')
  return serviceNodes
}

const nodesOf = (running: RunningNode): ServiceNode[] => [...registryOf(running).list.nodes.values()]

/** Returns the number of nodes in each swarm; checks that exactly the active nodes are in one. */
const swarmsOf = (running: RunningNode): Map<bigint, number> => {
  const sizes = new Map<bigint, number>()
  for (const node of nodesOf(running)) {
    expect(node.swarm === UNASSIGNED_SWARM_ID).toBe(!isActive(node))
    if (node.swarm !== UNASSIGNED_SWARM_ID) sizes.set(node.swarm, (sizes.get(node.swarm) ?? 0) + 1)
  }
  return sizes
}

const checkpointHeights = async (running: RunningNode): Promise<number[]> => {
  const { checkpoints = [] } = await callNode(running, 'get_checkpoints', { start_height: 0, end_height: 100_000 })
  return (checkpoints as { readonly height: number }[]).map(({ height }) => height)
}

/** Returns the features that are available now. */
const powersOf = async (running: RunningNode): Promise<RpcParams> => {
  const { chain } = running.node
  const top = chain.height - 1
  const registry = registryOf(running)
  const { validators = [], workers = [] } = registry.obligationsQuorumAt(top) ?? {}
  return {
    active: nodesOf(running).filter(isActive).length,
    watching: validators.length,
    watched: workers.length,
    blinks: blinkObstacle(chain, running.localServiceNodes?.keys) === undefined,
    pulse: isPulseBlock(chain.tip.block),
    checkpoints: (await checkpointHeights(running)).length > 0,
  }
}

describe('a chain with a growing number of service nodes', () => {
  let running: RunningNode
  beforeAll(async () => {
    running = await startWithServiceNodes(options(41), 1)
  })

  it.each([
    [1, { watching: 1, watched: 0, blinks: false, pulse: false, checkpoints: false }],
    [7, { watching: 7, watched: 0, blinks: true, pulse: false, checkpoints: false }],
    [11, { watching: 10, watched: 1, blinks: true, pulse: false, checkpoints: false }],
    [12, { watching: 10, watched: 2, blinks: true, pulse: true, checkpoints: false }],
    [20, { watching: 10, watched: 10, blinks: true, pulse: true, checkpoints: true }],
    [31, { watching: 10, watched: 21, blinks: true, pulse: true, checkpoints: true }],
  ])('has with %i nodes the features of that number', async (count, powers) => {
    await callNode(running, 'dev_service_nodes', { register: count - nodesOf(running).length })
    // The older of the two blink quorums is up to 39 blocks old.
    await running.miner.mine(45)
    expect(await powersOf(running)).toEqual({ active: count, ...powers })
    const sizes = swarmsOf(running)
    expect(sizes.size).toBe(Math.max(1, Math.floor(count / 7)))
    expect([...sizes.keys()]).toContain(0n)
  })
})

describe('a chain with a hundred service nodes', () => {
  let running: RunningNode
  beforeAll(async () => {
    running = await startWithServiceNodes(options(42), 100)
    await running.miner.mine(50)
  })

  it('has all features', async () => {
    expect(await powersOf(running)).toEqual({
      ...{ active: 100, watching: 10, watched: 50, blinks: true, pulse: true, checkpoints: true },
    })
    const sizes = [...swarmsOf(running).values()]
    expect(sizes).toHaveLength(14)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(MIN_SWARM)
    expect(await callNode(running, 'get_service_node_status')).toMatchObject({ service_node_state: { active: true } })
    await expect(callNode(running, 'dev_service_nodes', { register: 1 })).rejects.toThrow('0 more are possible')
  })

  it('assigns swarms by the id of the block that registered the nodes', () => {
    const { chain } = running.node
    const first = Math.min(...nodesOf(running).map(({ registrationHeight }) => registrationHeight))
    const brought = registryOf(running).listAt(first)?.nodes ?? new Map<string, ServiceNode>()
    expect(brought.size).toBeGreaterThan(14)
    const { id = new Uint8Array(8) } = chain.blockAt(first) ?? {}
    const seed = id.slice(0, 8).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    for (const swarm of calculateSwarmChanges([], [...brought.keys()].sort(), seed))
      for (const member of swarm.members) expect(brought.get(member)?.swarm).toBe(swarm.id)
  })

  it('makes wallets exclude the outputs of stakes from decoys', async () => {
    const { chain } = running.node
    const stakes = chain.blocks.flatMap(({ transactions, outputIndices }) =>
      transactions.flatMap(({ transaction: { type } }, i) =>
        type === TransactionType.stake ? (outputIndices[i] ?? []) : [],
      ),
    )
    expect(stakes).toHaveLength(200)
    const client = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
    expect(await client.outputBlacklist()).toEqual(stakes)
  })

  it('reports the swarms', async () => {
    const { service_node_states: states } = await callNode(running, 'get_service_nodes', {
      fields: { swarm_id: true, service_node_pubkey: true },
    })
    const { as_json: text } = await callNode(running, 'get_service_nodes', { include_json: true })
    for (const { key, swarm } of nodesOf(running)) {
      expect(states).toContainEqual({ service_node_pubkey: toHex(key), swarm_id: Number(swarm) })
      expect(String(text)).toContain(`"swarm_id":${swarm},`)
    }
  })

  it('reports uptime proofs, and participation in pulse blocks and checkpoints', async () => {
    const { chain, clock } = running.node
    const { service_node_states: reported } = await callNode(running, 'get_service_nodes')
    const states = new Map((reported as State[]).map((state) => [state.service_node_pubkey, state]))
    const own = toHex(running.localServiceNodes?.keys.at(99).service?.publicKey ?? new Uint8Array())
    for (const [key, state] of states) {
      // No proof is reported for the node itself.
      if (key === own) expect(state).toMatchObject({ last_uptime_proof: 0, pubkey_x25519: '' })
      else expect(state).toMatchObject({ service_node_version: [8, 1, 6], pubkey_ed25519: key, public_ip: '127.0.0.1' })
      expect(state.checkpoint_participation?.length ?? 0).toBeLessThanOrEqual(8)
      if (key !== own) expect(clock() - state.last_uptime_proof).toBeLessThan(3600)
    }
    const { height } = chain.tip
    const registry = registryOf(running)
    for (const key of registry.pulseQuorumAt(chain.blocks, height, 0)?.validators ?? [])
      expect(states.get(toHex(key))?.pulse_participation?.at(-1)).toEqual({
        ...{ height, voted: true, is_pulse: true, pulse_round: 0 },
      })
    const counts = new Map<string, number>()
    for (const record of chain.blocks.filter(({ block }) => isPulseBlock(block)))
      for (const key of registry.pulseQuorumAt(chain.blocks, record.height, 0)?.validators ?? [])
        counts.set(toHex(key), (counts.get(toHex(key)) ?? 0) + 1)
    for (const [key, state] of states)
      expect(state.pulse_participation?.length ?? 0).toBe(Math.min(8, counts.get(key) ?? 0))
    const checkpoint = height - 12 - ((height - 12) % 4)
    const { validators = [] } = registry.checkpointQuorumAt(checkpoint) ?? {}
    expect(validators).toHaveLength(20)
    for (const key of validators)
      expect(states.get(toHex(key))?.checkpoint_participation?.at(-1)).toEqual({
        ...{ height: checkpoint - 11, voted: true, is_pulse: false },
      })
  })

  it('has blocks with checkpoints, which block pages omit as oxen-core does', async () => {
    const { chain } = running.node
    const [height = 0] = await checkpointHeights(running)
    expect(await callNode(running, 'get_checkpoints', { start_height: height, end_height: height })).toMatchObject({
      checkpoints: [{ version: 0, type: 'ServiceNode', height, prev_height: 0, signatures: { length: 13 } }],
    })
    const { genesisId } = chain.rules.network
    const body = writePortable({ block_ids: asPacked([genesisId]), start_height: asU64(height) })
    const request = new Request('http://devnet.test/get_blocks.bin', { method: 'POST', body: body.slice() })
    const page = new Uint8Array(await (await running.fetch(request)).arrayBuffer())
    const blocks = readPortable(page)['blocks'] as { readonly checkpoint?: Uint8Array }[]
    expect(blocks).toHaveLength(chain.height - height)
    expect(new Set(blocks.map(({ checkpoint }) => checkpoint?.length))).toEqual(new Set([0]))
    expect(parseBlocksResponse(page).blocks).toHaveLength(blocks.length)
  })

  it('returns checkpoints down from the newest, up from a height, and between two heights in either order', async () => {
    const all = await checkpointHeights(running)
    const heights = async (params: RpcParams): Promise<unknown[]> => {
      const { checkpoints = [] } = await callNode(running, 'get_checkpoints', params)
      return (checkpoints as { readonly height: number }[]).map(({ height }) => height)
    }
    const [first = 0, second = 0] = all
    const last = all.at(-1) ?? 0
    expect(await heights({})).toEqual(all.toReversed().slice(0, 6))
    expect(await heights({ count: 2 })).toEqual(all.toReversed().slice(0, 2))
    expect(await heights({ count: 0 })).toEqual(all.toReversed())
    expect(await heights({ start_height: 1, count: 2 })).toEqual([first, second])
    expect(await heights({ end_height: second, count: 9 })).toEqual([second, first])
    expect(await heights({ start_height: last, end_height: 0, count: 1 })).toEqual(all.toReversed())
    expect(await heights({ start_height: last + 1, end_height: last + 9 })).toEqual([last])
  })

  it('removes decommissioned nodes from their swarm, and assigns one again on recommission', async () => {
    const [first, second] = nodesOf(running)
    const [out, gone] = [toHex(first?.key ?? new Uint8Array()), toHex(second?.key ?? new Uint8Array())]
    const swarm = (key: string): bigint | undefined => registryOf(running).list.nodes.get(key)?.swarm
    await callNode(running, 'dev_verdict', { service_node_pubkey: out, verdict: 'decommission' })
    expect(swarm(out)).toBe(UNASSIGNED_SWARM_ID)
    const {
      service_node_states: [reported],
    } = (await callNode(running, 'get_service_nodes', { service_node_pubkeys: [out] })) as {
      readonly service_node_states: readonly State[]
    }
    // It also sends no proof for the first hour.
    expect(reported?.last_uptime_proof).toBe(0)
    expect([...swarmsOf(running).values()].reduce((sum, size) => sum + size)).toBe(99)
    await callNode(running, 'dev_verdict', { service_node_pubkey: gone, verdict: 'deregister' })
    expect([...swarmsOf(running).values()].reduce((sum, size) => sum + size)).toBe(98)
    await callNode(running, 'dev_verdict', { service_node_pubkey: out, verdict: 'recommission' })
    expect(swarmsOf(running).get(swarm(out) ?? UNASSIGNED_SWARM_ID)).toBeGreaterThanOrEqual(MIN_SWARM)
    expect(registryOf(running).list.nodes.get(out)?.pulseTurns).toEqual([])
    // A deregistered node can be registered again.
    expect(await callNode(running, 'dev_service_nodes', { register: 1 })).toMatchObject({ registered: [gone] })
    expect(Math.min(...swarmsOf(running).values())).toBeGreaterThanOrEqual(MIN_SWARM)
  })

  it('restores swarms after popped blocks, from a snapshot, a dump and a folder', async () => {
    const { node } = running
    const now = registryOf(running).list
    const { id } = await callNode(running, 'dev_snapshot')
    await callNode(running, 'pop_blocks', { nblocks: 30 })
    const before = registryOf(running).list
    const places = ({ nodes }: ServiceNodes): bigint[] => [...nodes.values()].map(({ swarm }) => swarm)
    expect(places(before)).not.toEqual(places(now))
    const folder = mkdtempSync(join(tmpdir(), 'faba-many-'))
    try {
      const open = (): ChainStore => new ChainStore(join(folder, 'chain.sqlite'))
      const store = open()
      const restored = startDevelopmentNode({ ...options(43), dump: node.state.dump(), storage: store })
      expect(registryOf(restored).list).toEqual(before)
      await callNode(restored, 'dev_mine', { blocks: 1 })
      const mined = registryOf(restored).list
      restored.close()
      store.close()
      const again = open()
      const reopened = startDevelopmentNode({ ...options(44), storage: again })
      expect(registryOf(reopened).list).toEqual(mined)
      reopened.close()
      again.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
    await callNode(running, 'dev_revert', { id })
    expect(registryOf(running).list).toEqual(now)
  })

  describe('followed by two nodes in a row', () => {
    const followers: RunningNode[] = []
    afterAll(() => {
      for (const follower of followers) follower.close()
    })

    it('keeps both synchronised, including pulse blocks and swarms', async () => {
      for (const i of [0, 1]) {
        const previous = followers[i - 1] ?? running
        const client = createNodeClient({
          url: `http://node${i}`,
          fetch: (request) => previous.fetch(request),
          unpruned: true,
        })
        followers.push(startDevelopmentNode({ ...options(50 + i), follow: client }))
      }
      const inStep = async (): Promise<void> => {
        const tip = toHex(running.node.chain.tip.id)
        while (followers.some(({ node }) => toHex(node.chain.tip.id) !== tip))
          await new Promise((resolve) => setTimeout(resolve, 20))
        for (const follower of followers) expect(registryOf(follower).list).toEqual(registryOf(running).list)
      }
      await inStep()
      await running.miner.mine(8)
      await inStep()
      const [, , third] = nodesOf(running)
      await callNode(running, 'dev_verdict', {
        service_node_pubkey: toHex(third?.key ?? new Uint8Array()),
        verdict: 'deregister',
      })
      await inStep()
      expect(nodesOf(running)).toHaveLength(99)
      // They follow a reorganisation, also below the final block.
      await callNode(running, 'pop_blocks', { nblocks: 20 })
      await running.miner.mine(21)
      await inStep()
    })
  })
})

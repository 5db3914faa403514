// Voting quorums through other changes of a chain: popped and restored blocks, snapshots, dumps, folders, killed processes, mining modes,
// following nodes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { ChainStore } from '../../../../src/cli/node/chainStore.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
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
  serviceNodeBehaviour,
  serviceNodeOptions,
  stateChanges,
} from '../../../support/devnet/obligations.ts'

/** Starts a chain with a node without uptime proofs, up to the block whose pool holds the state change. */
const withStateChange = async (seed: number): Promise<{ running: RunningNode; key: string; from: number }> => {
  const running = await startWithServiceNodes(serviceNodeOptions(seed), 13)
  const key = keyOf(running, 6)
  await mine(running, 10)
  const from = running.node.chain.height
  await serviceNodeBehaviour(running, key, { proofs: false })
  await mineUntil(running, () => pendingStateChanges(running) > 0)
  return { running, key, from }
}

describe('a state change', () => {
  it('is deterministic for the same initial state', async () => {
    const [one, other] = [await withStateChange(51), await withStateChange(51)]
    await Promise.all([mine(one.running, 30), mine(other.running, 30)])
    expect(toHex(other.running.node.chain.tip.id)).toBe(toHex(one.running.node.chain.tip.id))
    expect(stateChanges(other.running, one.from)).toEqual(stateChanges(one.running, one.from))
    expect(newStates(one.running, one.from)).toEqual([NewState.decommission])
  })

  it('is removed with its block, and mined again', async () => {
    const { running, key, from } = await withStateChange(52)
    const before = nodeOf(running, key)
    await mine(running, 1)
    const [first] = stateChanges(running, from)
    await mine(running, 2)
    await callNode(running, 'pop_blocks', { nblocks: 3 })
    expect(nodeOf(running, key)).toEqual(before)
    expect(pendingStateChanges(running)).toBe(1)
    await mine(running, 1)
    expect(stateChanges(running, from)).toEqual([first])
    // Without the transaction another quorum decides the same.
    await callNode(running, 'dev_reorg', { pop: 1, mine: 1, keep_transactions: false })
    expect(nodeOf(running, key)?.decommissionCount).toBe(0)
    await callNode(running, 'flush_txpool')
    await mineUntil(running, () => isNodeDecommissioned(running, key), 30)
    const [second, ...others] = stateChanges(running, from)
    expect(others).toEqual([])
    expect(second).toMatchObject({ state: NewState.decommission, about: key })
    expect(second?.of).toBeGreaterThan(first?.of ?? 0)
  })

  it('is not made if the blocks with its reason are popped', async () => {
    const { running, key, from } = await withStateChange(53)
    await serviceNodeBehaviour(running, key, { proofs: true })
    await callNode(running, 'flush_txpool')
    await callNode(running, 'dev_reorg', { pop: 5 })
    await mine(running, 30)
    expect(newStates(running, from)).toEqual([])
    expect(isNodeActive(running, key)).toBe(true)
  })

  it('does not block another one after a reorganisation drew other quorums', async () => {
    const { running, key, from } = await withStateChange(58)
    const [stale] = running.node.pool.entries
    const height = running.node.chain.height
    await callNode(running, 'dev_reorg', { pop: 20, mine: 20, keep_transactions: false })
    await mine(running, 25, 10)
    expect(running.node.chain.height).toBe(height + 25)
    // It now refers to another node, or its votes are invalid: it stays in the pool.
    expect(running.node.pool.byId.has(toHex(stale?.parsed.id ?? new Uint8Array()))).toBe(true)
    expect(stateChanges(running, from)).toMatchObject([{ state: NewState.decommission, about: key }])
  })

  it('is not prevented by votes withheld on blocks that were popped', async () => {
    const running = await startWithServiceNodes(serviceNodeOptions(59), 13)
    const key = keyOf(running, 2)
    await mine(running, 20)
    await serviceNodeBehaviour(running, key, { votes: false })
    await callNode(running, 'pop_blocks', { nblocks: 10 })
    expect(await serviceNodeBehaviour(running, key, { votes: false })).toMatchObject({ votes: false })
    expect(await serviceNodeBehaviour(running, key, { votes: true })).toMatchObject({ votes: true })
    expect(await serviceNodeBehaviour(running, key, { votes: false })).toMatchObject({ votes: false })
    await mine(running, 15)
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({ votes: false })
  })

  it('is reverted by a snapshot, with the behaviour of its service node', async () => {
    const running = await startWithServiceNodes(serviceNodeOptions(54), 13)
    const key = keyOf(running, 2)
    const from = running.node.chain.height
    const { id } = await callNode(running, 'dev_snapshot')
    await serviceNodeBehaviour(running, key, { proofs: false, public_ip: '10.1.1.1', votes: false })
    await mineUntil(running, () => isNodeDecommissioned(running, key))
    await callNode(running, 'dev_revert', { id })
    expect(await serviceNodeBehaviour(running, key)).toMatchObject({
      proofs: true,
      votes: true,
      public_ip: '127.0.0.1',
      verdict: '',
    })
    await mine(running, 80)
    expect(newStates(running, from)).toEqual([])
  })

  it('is made after a dump is loaded by another node', async () => {
    const { running, key, from } = await withStateChange(55)
    const { dump } = await callNode(running, 'dev_dump')
    const again = startDevelopmentNode(serviceNodeOptions(56))
    await callNode(again, 'dev_load', { dump })
    expect(await serviceNodeBehaviour(again, key)).toEqual(await serviceNodeBehaviour(running, key))
    expect(pendingStateChanges(again)).toBe(1)
    await mine(again, 1)
    expect(stateChanges(again, from)).toMatchObject([{ state: NewState.decommission, about: key }])
    await mine(again, 20)
    await serviceNodeBehaviour(again, key, { proofs: true })
    await mineUntil(again, () => isNodeActive(again, key), 20)
    expect(newStates(again, from)).toEqual([NewState.decommission, NewState.recommission])
  })

  it('is made when the process is killed between any two steps', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'faba-voting-'))
    const stores: ChainStore[] = []
    const open = (seed: number): RunningNode => {
      // Like a killed process, it closes nothing of the previous one.
      const store = new ChainStore(join(folder, 'chain.sqlite'))
      stores.push(store)
      return startDevelopmentNode({ ...serviceNodeOptions(seed), storage: store })
    }
    const killed = (): void => stores.pop()?.close()
    try {
      const { running: first, key, from } = await withStateChange(57)
      await callNode(first, 'flush_txpool')
      const store = new ChainStore(join(folder, 'chain.sqlite'))
      stores.push(store)
      const restored = startDevelopmentNode({
        ...serviceNodeOptions(58),
        dump: first.node.state.dump(),
        storage: store,
      })
      expect(pendingStateChanges(restored)).toBe(0)
      await callNode(restored, 'get_info')
      killed()
      const silent = open(59)
      expect(await serviceNodeBehaviour(silent, key)).toMatchObject({
        proofs: false,
        uptime_proved: false,
        verdict: 'decommission',
      })
      await mineUntil(silent, () => pendingStateChanges(silent) > 0, 30)
      killed()
      const voted = open(60)
      expect(pendingStateChanges(voted)).toBe(1)
      await mine(voted, 1)
      expect(isNodeDecommissioned(voted, key)).toBe(true)
      killed()
      const out = open(61)
      await serviceNodeBehaviour(out, key, { proofs: true })
      killed()
      const back = open(62)
      await mineUntil(back, () => isNodeActive(back, key), 30)
      killed()
      const last = open(63)
      await serviceNodeBehaviour(last, key, { proofs: false })
      await mineUntil(last, () => isNodeDeregistered(last, key))
      expect(newStates(last, from)).toEqual([NewState.decommission, NewState.recommission, NewState.deregister])
    } finally {
      for (const store of stores) store.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('is mined at once with automatic mining, and the caller receives only the requested blocks', async () => {
    const { running, key, from } = await withStateChange(64)
    await callNode(running, 'flush_txpool')
    await callNode(running, 'dev_automine', { mode: 'auto' })
    const before = running.node.chain.height
    const { blocks, height } = await mine(running, 30)
    const { chain } = running.node
    const [ruling] = stateChanges(running, from)
    expect(ruling).toMatchObject({ state: NewState.decommission, about: key })
    expect(isNodeDecommissioned(running, key)).toBe(true)
    expect(pendingStateChanges(running)).toBe(0)
    // One block was not requested.
    expect(height).toBe(before + 31)
    const requested = chain.blocks.slice(before).filter((block) => block.height !== ruling?.height)
    expect(blocks).toEqual(requested.map(({ id }) => toHex(id)))
  })

  it('does not take the timestamp set for the block before', async () => {
    const { running, key } = await withStateChange(67)
    await callNode(running, 'flush_txpool')
    await callNode(running, 'dev_automine', { mode: 'auto' })
    const { node } = running
    for (let left = 40; left > 0 && !isNodeDecommissioned(running, key); left--) {
      await callNode(running, 'dev_next_timestamp', { timestamp: node.clock() + 300 })
      await callNode(running, 'dev_mine')
    }
    const [before, mined] = node.chain.blocks.slice(-2)
    expect(isNodeDecommissioned(running, key)).toBe(true)
    expect(before?.timestamp).toBe(node.clock() + 300)
    expect(mined?.timestamp).toBeLessThanOrEqual(node.clock())
  })

  it('is not derived from a dump with malformed behaviour of service nodes', async () => {
    const { running, key } = await withStateChange(68)
    const dump = running.node.state.dump()
    for (const conduct of ['silent', [[key, { silentSince: -1, restartedAt: 0, absences: [] }]], [[key]]])
      expect(() =>
        startDevelopmentNode(serviceNodeOptions(69)).node.state.loadUntrusted({
          ...dump,
          parts: { ...dump.parts, conduct },
        }),
      ).toThrow('the saved behaviour of service nodes is invalid')
  })

  it('is left to the upstream node', async () => {
    const { running, key, from } = await withStateChange(65)
    const client = createNodeClient({ url: 'http://node', fetch: (request) => running.fetch(request), unpruned: true })
    const follower = startDevelopmentNode({
      ...serviceNodeOptions(66),
      clock: () => running.node.clock(),
      follow: client,
    })
    try {
      const inStep = async (): Promise<void> => {
        while (toHex(follower.node.chain.tip.id) !== toHex(running.node.chain.tip.id))
          await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await inStep()
      await mine(running, 3)
      await inStep()
      expect(stateChanges(follower, from)).toEqual(stateChanges(running, from))
      expect(isNodeDecommissioned(follower, key)).toBe(true)
      // The follower does not know the reason: its own overrides say that the node runs.
      await serviceNodeBehaviour(running, key, { judged: false })
      await mine(running, 40)
      await inStep()
      expect(pendingStateChanges(follower)).toBe(0)
      expect(newStates(follower, from)).toEqual([NewState.decommission])
    } finally {
      follower.close()
    }
  })
})

// Service node rules that no recorded chain covers: which contributions and unlocks count, and which state changes a node can still get.

import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { ServiceNodeRegistry } from '../../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import {
  canBeVotedOn,
  canTransition,
  type ServiceNode,
} from '../../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { NewState } from '../../../../src/devnet/oxen/service-nodes/stateChange.ts'
import { UNASSIGNED_SWARM_ID } from '../../../../src/devnet/oxen/service-nodes/swarms.ts'
import { type RunningNode, startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { serviceNode } from '../../../support/devnet/service-nodes.ts'
import { StakingChain } from '../../../support/devnet/staking-chain.ts'
import { addressOf } from '../../../support/mutations/changed-stakes.ts'
import { seededRandom } from '../../../support/random.ts'

const COIN = 1_000_000_000n
const { deregister, decommission, recommission, ipChangePenalty } = NewState

const active = serviceNode(new Uint8Array(32), {
  registrationHeight: 10,
  lastReward: { height: 10, index: 0 },
  activeSince: 20,
  lastAddressChangeHeight: 25,
  swarm: 0n,
})
const out: ServiceNode = { ...active, activeSince: -20, lastDecommissionHeight: 30, swarm: UNASSIGNED_SWARM_ID }

/** Returns the state changes that a quorum of a height may make. */
const seen = (node: ServiceNode, height: number): number[] =>
  Object.values(NewState).filter((verdict) => canTransition(node, verdict) && canBeVotedOn(node, verdict, height))

describe('state changes', () => {
  it('are voted on by quorums drawn after the node became active', () => {
    expect(seen(active, 20)).toEqual([])
    expect(seen(active, 21)).toEqual([deregister, decommission])
  })

  it('penalise an IP change once', () => {
    expect(seen(active, 25)).toEqual([deregister, decommission])
    expect(seen(active, 26)).toEqual([deregister, decommission, ipChangePenalty])
  })

  it('recommission or deregister a decommissioned node', () => {
    expect(seen(out, 30)).toEqual([])
    expect(seen(out, 31)).toEqual([deregister, recommission])
  })

  it('apply to funded nodes only', () => {
    expect(seen({ ...active, requirement: 101n }, 100)).toEqual([])
  })
})

describe('a service node that awaits contributions', () => {
  let running: RunningNode
  beforeAll(async () => {
    running = startDevelopmentNode({
      clock: () => 1_800_000_000,
      random: seededRandom(31),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    })
    await running.localServiceNodes?.register(1, 40)
  })

  const staked = async (amount: bigint): Promise<bigint[]> => {
    const [node] = running.localServiceNodes?.registered ?? []
    if (node === undefined) throw new Error('no service node is registered')
    await running.faucet.stake(amount, [
      { field: 'contributor', ...running.faucet.address },
      { field: 'serviceNodeKey', key: node.key },
    ])
    await running.miner.mine(1)
    const after = serviceNodesOf(running.node.chain.state)?.list.nodes.get(toHex(node.key))
    return after?.contributors.map((contributor) => contributor.amount) ?? []
  }

  // 60 coins are missing and three more contributions fit, so the minimum is a third; up to 1 % more than the rest is accepted.
  it('accepts neither less than the minimum contribution nor much more than the rest', async () => {
    expect(await staked(20n * COIN - 1n)).toEqual([40n * COIN])
    expect(await staked((60n * COIN * 101n) / 100n + 1n)).toEqual([40n * COIN])
    expect(await staked(20n * COIN)).toEqual([60n * COIN])
    expect(await staked((40n * COIN * 101n) / 100n)).toEqual([100n * COIN])
  })
})

describe('quorums of state changes', () => {
  const QUORUMS = 59

  it('are known after blocks are popped off a chain that was resumed from a saved list', () => {
    const random = seededRandom(77)
    const chain = new StakingChain('7:1,16:60', random)
    const operator = chain.newOwner()
    const shares = [{ address: addressOf(operator), portions: STAKING_PORTIONS }]
    const registration = chain.terms(operator, { shares })
    expect(
      chain.mine(chain.createStake({ contributor: operator, amounts: [100n * COIN], registration })),
    ).toMatchObject({
      accepted: true,
    })
    chain.mineTo(130)
    const { node, registry } = chain
    const mark = registry.mark()
    chain.mineTo(240)
    const again = new ServiceNodeRegistry(node.rules.network)
    const { blocks } = node.chain
    again.resume(blocks, mark === undefined ? [] : [mark])
    expect(again.obligationsQuorumAt(128)).toBeUndefined()
    while (node.chain.height > 140) {
      node.popBlocks(1)
      again.pop(node.chain.blocks)
      const { height } = node.chain
      const recent = Array.from({ length: QUORUMS }, (_, i) => height - 1 - i)
      for (const at of recent)
        expect(again.obligationsQuorumAt(at), `${at} of ${height}`).toEqual(registry.obligationsQuorumAt(at))
    }
    expect(again.obligationsQuorumAt(130)?.validators).toEqual([chain.key])
  })
})

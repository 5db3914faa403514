// Service nodes compared with recorded ones: registrations, stakes and unlocks in blocks, and the payouts and responses of oxen-core.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { blockId, parseBlock } from '../../../../src/coin/blocks/block.ts'
import {
  amountToPortions,
  arePortionsValid,
  portionsToAmount,
  STAKING_PORTIONS,
  stakingRequirement,
} from '../../../../src/coin/stakes/stakingRequirement.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { blockPayout, payoutFault } from '../../../../src/devnet/oxen/blocks/coinbase.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { regtestGovernance } from '../../../../src/devnet/oxen/rules/forks.ts'
import { ServiceNodeRegistry } from '../../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import {
  applyStateChange,
  earnedDowntime,
  isActive,
  isFunded,
  type ServiceNode,
  totalContributed,
  totalReserved,
} from '../../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { NewState } from '../../../../src/devnet/oxen/service-nodes/stateChange.ts'
import { type BlockRecord, type PublicKeys, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import type { JsonObject } from '../../../../src/jsonrpc/json.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'

const data = vector('oxen/staking.json')
const { network } = withForks(regtestRules, parseForks('7:1,11:2,12:3,13:4,14:5,15:6,16:200,17:300', regtestRules))

type RecordedBlock = {
  readonly blob: string
  readonly tx_hashes?: readonly string[]
  readonly block_header: { readonly height: number; readonly service_node_winner: string }
}

const recordOf = ({ blob, tx_hashes: hashes = [], block_header: { height } }: RecordedBlock): BlockRecord => {
  const block = parseBlock(network, fromHex(blob))
  const miner = parseFullTransaction(network, serializeTransaction(block.minerTransaction))
  // The fields of a record that the registry reads.
  return {
    height,
    id: blockId(block),
    block,
    timestamp: block.timestamp,
    transactions: [miner, ...hashes.map((hash) => parseFullTransaction(network, fromHex(entryOf(data.tx_hex, hash))))],
  } as unknown as BlockRecord
}

const recorded: { readonly winner: string; readonly record: BlockRecord }[] = data.blocks.map(
  (block: RecordedBlock) => ({
    winner: block.block_header.service_node_winner,
    record: recordOf(block),
  }),
)

const blocks = recorded.map(({ record }) => record)

/** Returns the registry of a chain with a number of blocks. */
const registryAt = (height: number): ServiceNodeRegistry => {
  const registry = new ServiceNodeRegistry(network)
  for (const record of blocks) if (record.height < height) registry.append(record, [])
  return registry
}

const addressText = ({ spendKey, viewKey }: PublicKeys): string =>
  formatAddress(network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })

/** Returns the fields of a get_service_nodes entry that the chain determines. */
const fieldsOf = (node: ServiceNode, height: number) => ({
  service_node_pubkey: toHex(node.key),
  active: isActive(node),
  funded: isFunded(node),
  operator_address: addressText(node.operator),
  registration_height: node.registrationHeight,
  registration_hf_version: node.registrationFork,
  requested_unlock_height: node.requestedUnlockHeight,
  last_reward_block_height: node.lastReward.height,
  last_reward_transaction_index: node.lastReward.index,
  decommission_count: node.decommissionCount,
  earned_downtime_blocks: earnedDowntime(node, height - 1),
  total_contributed: Number(totalContributed(node)),
  total_reserved: Number(totalReserved(node)),
  staking_requirement: Number(node.requirement),
  state_height: node.activeSince === 0 ? node.lastReward.height : Math.abs(node.activeSince),
  contributors: node.contributors.map(({ address, amount, reserved, locked }) => ({
    address: addressText(address),
    amount: Number(amount),
    reserved: Number(reserved),
    ...(locked.length === 0
      ? {}
      : {
          locked_contributions: locked.map((output) => ({
            amount: Number(output.amount),
            key_image: toHex(output.keyImage),
            key_image_pub_key: toHex(output.key),
          })),
        }),
  })),
})

const listings = data.calls.filter(
  ({ wallet, request, answer }) =>
    wallet === 'node' && request.method === 'get_service_nodes' && answer.result?.['service_node_states'] !== undefined,
)

describe('recorded service nodes', () => {
  it('are paid in turn, each block by the list before it', () => {
    const rules = { network, governance: regtestGovernance, unclaimedReward: 'burn' as const }
    for (const { winner, record } of recorded) {
      const { leader } = registryAt(record.height)
      expect(toHex(leader?.key ?? new Uint8Array(32)), `at ${record.height}`).toBe(winner)
      const { minerTransaction } = record.block
      const paid = minerTransaction.outputs.reduce((sum, { amount }) => sum + amount, 0n)
      const parts = { miner: 0n, fees: paid - 16_500_000_000n, serviceNodes: 16_500_000_000n, governance: 0n }
      const payout = blockPayout(rules, record.height, parts, { leader, producer: undefined })
      expect(payoutFault(network, record.height, minerTransaction, payout), `at ${record.height}`).toBeUndefined()
    }
  })

  it.each(listings.map((call) => [`${call.label}, ${call.node_height} blocks`, call] as const))(
    'are listed as recorded: %s',
    (_, { node_height: height = -1, request, answer }) => {
      const { nodes } = registryAt(height).list
      const requestedKeys = (request.params?.['service_node_pubkeys'] ?? []) as readonly string[] // a list of keys
      const states = (answer.result?.['service_node_states'] ?? []) as readonly JsonObject[] // get_service_nodes returns objects
      for (const state of states) {
        const key = state['service_node_pubkey']
        // Some calls did not request the key; there was one node then.
        const node = key === undefined && nodes.size === 1 ? [...nodes.values()][0] : nodes.get(String(key))
        if (node === undefined) throw new Error(`${String(key)} is not on the list`)
        const own = fieldsOf(node, height)
        for (const [name, value] of Object.entries(own))
          if (name in state) expect({ [name]: value }).toEqual({ [name]: state[name] })
      }
      if (requestedKeys.length === 0) expect(states).toHaveLength(nodes.size)
    },
  )

  it('are restored when blocks are popped', () => {
    const registry = registryAt(Number.MAX_SAFE_INTEGER)
    for (const record of blocks.toReversed()) {
      expect(registry.list).toEqual(registryAt(record.height + 1).list)
      registry.pop([])
    }
  })
})

describe('downtime', () => {
  it('is earned from the first day on, and decreases with every block of decommission', () => {
    let { list } = registryAt(343)
    const [key] = list.nodes.keys()
    const own = (): ServiceNode => {
      const node = list.nodes.get(key ?? '')
      if (node === undefined) throw new Error('the node is gone')
      return node
    }
    const { activeSince } = own()
    expect(earnedDowntime(own(), activeSince + 300)).toBe(70)
    list = applyStateChange(network, list, own(), NewState.decommission, activeSince + 300)
    expect(isActive(own())).toBe(false)
    expect(earnedDowntime(own(), activeSince + 300)).toBe(70)
    expect(earnedDowntime(own(), activeSince + 380)).toBe(-10)
    const down = list
    list = applyStateChange(network, list, own(), NewState.recommission, activeSince + 325)
    expect(earnedDowntime(own(), activeSince + 325)).toBe(20)
    list = applyStateChange(network, down, own(), NewState.deregister, activeSince + 325)
    expect(list.nodes.size).toBe(0)
    expect([...list.blacklist.values()]).toEqual([{ until: activeSince + 355, amount: 100_000_000_000n }])
  })
})

describe('stakes', () => {
  it('have the requirement of oxen-core', () => {
    expect(stakingRequirement(network, 1)).toBe(100_000_000_000n)
    const main = { ...network, netType: 'mainnet', hardForks: [{ version: 16, height: 1 }] }
    expect(stakingRequirement(main, 700_000)).toBe(15_000_000_000_000n)
    expect(stakingRequirement({ ...main, netType: 'devnet' }, 5)).toBe(1_500_000_000_000n)
    const older = { ...main, hardForks: [{ version: 13, height: 1 }] }
    expect(stakingRequirement(older, 385_824)).toBe(20_458_380_815_527n)
    expect(stakingRequirement(older, 645_024)).toBe(16_364_595_203_882n)
    expect(stakingRequirement(older, 900_000)).toBe(16_364_595_203_882n)
    expect([385_825, 400_000, 429_023].map((height) => stakingRequirement(older, height))).toEqual([
      20_458_354_749_299n,
      20_088_865_967_399n,
      19_332_345_832_155n,
    ])
    const falling = (version: number) => (height: number) =>
      stakingRequirement({ ...main, hardForks: [{ version, height: 1 }] }, height)
    expect([1, 150_000, 161_848].map(falling(10))).toEqual([
      45_000_000_000_000n,
      36_967_046_351_967n,
      35_311_232_536_953n,
    ])
    expect([234_767, 300_000, 321_467].map(falling(11))).toEqual([
      27_244_282_426_266n,
      23_637_987_764_646n,
      22_701_048_277_932n,
    ])
    expect(stakingRequirement({ ...main, hardForks: [{ version: 9, height: 1 }] }, 101_250)).toBe(45_000_000_000_000n)
  })

  it('are divided into portions', () => {
    const requirement = 100_000_000_000n
    expect(portionsToAmount(STAKING_PORTIONS, requirement)).toBe(requirement)
    for (const amount of [1n, 25_000_000_000n, 33_333_333_333n, requirement])
      expect(portionsToAmount(amountToPortions(amount, requirement), requirement)).toBe(amount)
    const quarter = STAKING_PORTIONS / 4n
    expect(arePortionsValid(17, [STAKING_PORTIONS])).toBe(true)
    expect(arePortionsValid(17, [quarter, quarter, quarter, quarter])).toBe(true)
    expect(arePortionsValid(17, [quarter - 1n])).toBe(false)
    expect(arePortionsValid(17, [quarter, quarter, quarter, quarter, 1n])).toBe(false)
    expect(arePortionsValid(17, [STAKING_PORTIONS, 1n])).toBe(false)
  })
})

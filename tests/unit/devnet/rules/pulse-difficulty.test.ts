// Adjusted difficulty with pulse blocks: they count a million each, and mined blocks continue from them.
import { beforeAll, expect, it } from 'vitest'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { pulseTimes } from '../../../../src/devnet/oxen/blocks/pulseSchedule.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { isPulseBlock } from '../../../../src/devnet/oxen/service-nodes/quorums.ts'
import { type RunningNode, startDevelopmentNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { seededRandom } from '../../../support/random.ts'

const UNPROVEN = 1_000_000
const rules = { ...developmentRules, difficulty: 'adjusted' } as const
const time = { now: 1_800_000_000 }

let running: RunningNode

const callNode = async (method: string, params: object = {}) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const answer = await running.fetch(new Request('http://devnet.test/json_rpc', { method: 'POST', body }))
  return (await answer.json()).result
}

const difficulties = async (): Promise<readonly number[]> => {
  const { block_header: header } = await callNode('get_last_block_header')
  const before = await callNode('get_block_header_by_height', { height: header.height - 1 })
  return [header.difficulty, header.cumulative_difficulty - before.block_header.cumulative_difficulty]
}

beforeAll(async () => {
  running = await startWithServiceNodes(
    {
      rules,
      clock: () => time.now,
      random: seededRandom(61),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    },
    12,
  )
})

it('is a million for each pulse block, and for the next one while pulse is due', async () => {
  await running.miner.mine(3)
  expect(isPulseBlock(running.node.chain.tip.block)).toBe(true)
  expect(await difficulties()).toEqual([UNPROVEN, UNPROVEN])
  expect((await callNode('get_info')).difficulty).toBe(UNPROVEN)
})

it('is that of a mined block in mining methods', async () => {
  const { nextDifficulty } = running.node.chain
  expect(nextDifficulty).not.toBe(BigInt(UNPROVEN))
  const { network } = running.node.rules
  const address = formatAddress(network, { kind: 'standard', ...running.faucet.address, paymentId: undefined })
  expect((await callNode('get_block_template', { wallet_address: address })).difficulty).toBe(Number(nextDifficulty))
  expect((await callNode('mining_status')).difficulty).toBe(Number(nextDifficulty))
})

it('continues from the pulse blocks when blocks are mined again', async () => {
  await running.miner.mine(60)
  const {
    chain,
    rules: { network },
  } = running.node
  time.now = pulseTimes(network, chain.blocks)?.fallback ?? 0
  const { nextDifficulty } = chain
  // Sixty blocks near the target time count a million each.
  expect(Number(nextDifficulty)).toBeGreaterThan(UNPROVEN / 2)
  expect((await callNode('get_info')).difficulty).toBe(Number(nextDifficulty))
  await running.miner.mine(1)
  expect(isPulseBlock(chain.tip.block)).toBe(false)
  expect(await difficulties()).toEqual([Number(nextDifficulty), Number(nextDifficulty)])
})

it('is reported for alternative chains as the sum of their blocks', async () => {
  const { node } = running
  const apart = startDevelopmentNode({
    ...{
      rules,
      clock: () => time.now,
      random: seededRandom(62),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    },
    dump: node.state.dump(),
  })
  apart.node.popBlocks(1)
  await running.miner.mine(3)
  await apart.miner.mine(1)
  expect(apart.node.chain.tip.id).not.toEqual(node.chain.blockAt(apart.node.chain.height - 1)?.id)
  expect(node.submitBlock(apart.node.chain.tip.blob)).toBe('alternative')
  expect((await callNode('get_alternative_chains')).chains).toMatchObject([
    { length: 1, difficulty: Number(apart.node.chain.tip.cumulativeDifficulty) },
  ])
})

it('is the same for all blocks if it is constant', async () => {
  running = await startWithServiceNodes(
    {
      ...{ clock: () => time.now, random: seededRandom(63), ticker: () => () => undefined, mining: { kind: 'manual' } },
      rules: { ...rules, difficulty: 7n },
    },
    12,
  )
  await running.miner.mine(2)
  expect(isPulseBlock(running.node.chain.tip.block)).toBe(true)
  expect(await difficulties()).toEqual([7, 7])
  expect((await callNode('get_info')).difficulty).toBe(7)
})

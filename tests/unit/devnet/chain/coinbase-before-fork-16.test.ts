// Miner transactions of the forks before 16: which fields the rules mandate, and which are not checked.

import { beforeAll, describe, expect, it } from 'vitest'
import { type Block, parseBlock, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { openAmount } from '../../../../src/coin/transactions/openAmount.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { type Transaction, TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { zeroMaskCommitment } from '../../../../src/crypto/amounts/commitment.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { blockPayout } from '../../../../src/devnet/oxen/blocks/coinbase.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { regtestGovernance } from '../../../../src/devnet/oxen/rules/forks.ts'
import { rewardParts } from '../../../../src/devnet/oxen/rules/reward.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import type { Owner } from '../../../support/devnet/confidential-transfers.ts'
import { serviceNode } from '../../../support/devnet/service-nodes.ts'
import { StakingChain } from '../../../support/devnet/staking-chain.ts'
import { tryBlock } from '../../../support/mutations/changed-blocks.ts'
import { addressOf } from '../../../support/mutations/changed-stakes.ts'
import type { Finding } from '../../../support/mutations/changed-transactions.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(1215)
const COIN = 10n ** 9n
const ACCEPTED = { accepted: true }

const newOwner = (): Owner => ({ spendSecret: randomScalar(random), viewSecret: randomScalar(random) })
const newKey = (): Uint8Array => publicKeyOf(randomScalar(random))
const refused = (reason: RegExp) => ({ accepted: false, reason: expect.stringMatching(reason) })

/** Returns the next block without adding it to the chain. */
const nextBlock = ({ node, miner }: StakingChain): Block => {
  miner.mine(1)
  const { blob } = node.chain.tip
  node.popBlocks(1)
  return parseBlock(node.rules.network, blob)
}

/** Submits the next block with a changed miner transaction. */
const tried = (chain: StakingChain, change: (transaction: Transaction) => Partial<Transaction>): Finding => {
  const block = nextBlock(chain)
  const minerTransaction = { ...block.minerTransaction, ...change(block.minerTransaction) }
  return tryBlock(chain.node, serializeBlock({ ...block, minerTransaction }))
}

/** Converts a miner transaction to a version. */
const inVersion =
  (version: number) =>
  ({ outputs, unlockTime }: Transaction) => ({
    version,
    outputUnlockTimes: version < 3 ? [] : outputs.map(() => unlockTime),
  })

describe.each([7, 8, 9, 10, 11])('at fork %i a miner transaction', (fork) => {
  let chain: StakingChain
  beforeAll(() => {
    chain = new StakingChain(fork === 7 ? '7:1' : `7:1,${fork}:60`, random)
  })

  it('has any version and any type', () => {
    for (const version of [2, 3, 4]) expect(tried(chain, inVersion(version)), `${version}`).toEqual(ACCEPTED)
    const typed = (type: TransactionType) => tried(chain, (old) => ({ ...inVersion(4)(old), type }))
    expect(typed(TransactionType.stake)).toEqual(ACCEPTED)
    expect(typed(TransactionType.stateChange)).toEqual(ACCEPTED)
  })

  it('has the mandated unlock time; those of its outputs are arbitrary', () => {
    const locked = (time: bigint) =>
      tried(chain, (old) => ({ ...inVersion(3)(old), outputUnlockTimes: old.outputs.map(() => time) }))
    for (const time of [0n, 1n, BigInt(chain.height + 31), 2n ** 63n]) expect(locked(time), `${time}`).toEqual(ACCEPTED)
    for (const by of [-1n, 1n])
      expect(tried(chain, ({ unlockTime }) => ({ unlockTime: unlockTime + by }))).toMatchObject(refused(/unlocks at/))
  })
})

it('excludes outputs of a version 1 miner transaction from the outputs available as ring members', () => {
  const chain = new StakingChain('7:1,11:60', random)
  const { node } = chain
  const block = nextBlock(chain)
  const before = node.chain.outputs.length
  const minerTransaction = { ...block.minerTransaction, version: 1, outputUnlockTimes: [], rct: undefined }
  expect(node.submitBlock(serializeBlock({ ...block, minerTransaction }))).toBe('added')
  expect(node.chain.outputs).toHaveLength(before)
  chain.miner.mine(1)
  expect(node.chain.outputs).toHaveLength(before + node.chain.tip.block.minerTransaction.outputs.length)
})

describe.each([12, 13, 14, 15, 16, 17])('at fork %i a miner transaction', (fork) => {
  let chain: StakingChain
  beforeAll(() => {
    chain = new StakingChain(`7:1,${fork}:60`, random)
  })

  it('has version 4 and the standard type', () => {
    expect(tried(chain, inVersion(4))).toEqual(ACCEPTED)
    for (const version of [2, 3]) expect(tried(chain, inVersion(version))).toMatchObject(refused(/has version/))
    expect(tried(chain, () => ({ type: TransactionType.stake }))).toMatchObject(refused(/has type 3/))
  })

  it('has outputs with arbitrary unlock times', () => {
    const times = [0n, 1n, 2n ** 63n]
    for (const time of times)
      expect(tried(chain, ({ outputs }) => ({ outputUnlockTimes: outputs.map(() => time) }))).toEqual(ACCEPTED)
  })
})

it('credits the clear amounts of a miner transaction before fork 16 that also has a confidential part', () => {
  const chain = new StakingChain('7:1,11:60', random)
  const { node } = chain
  const block = nextBlock(chain)
  const { outputs } = block.minerTransaction
  const key = newKey()
  const ecdhInfo = outputs.map(() => ({ mask: undefined, amount: new Uint8Array(8) }))
  const rct = { type: RctType.bulletproof2, fee: 0n, pseudoOuts: [], ecdhInfo, commitments: outputs.map(newKey) }
  const lists = { rangeSignatures: [], bulletproofs: [], bulletproofsPlus: [], clsags: [], pseudoOuts: [key] }
  const prunable = { ...lists, mlsags: [{ ss: [[key, key]], cc: key }] }
  const minerTransaction = { ...block.minerTransaction, rct, prunable }
  expect(node.submitBlock(serializeBlock({ ...block, minerTransaction }))).toBe('added')
  for (const [i, { amount }] of outputs.entries()) {
    expect(node.chain.outputs.at(i - outputs.length)?.commitment).toEqual(zeroMaskCommitment(amount))
    expect(openAmount(node.chain.tip.block.minerTransaction, i, key)).toMatchObject({ amount, commitment: undefined })
  }
})

it('locks each output of a miner transaction by its own unlock time', () => {
  const chain = new StakingChain('7:1,9:60', random)
  const { node, height } = chain
  const block = nextBlock(chain)
  const { minerTransaction: old } = block
  const outputUnlockTimes = old.outputs.map((_, i) => BigInt(height + 5 * i))
  const minerTransaction = { ...old, version: 3, outputUnlockTimes }
  expect(node.submitBlock(serializeBlock({ ...block, minerTransaction }))).toBe('added')
  const times = node.chain.outputs.slice(-old.outputs.length).map(({ unlockTime }) => unlockTime)
  expect(times).toEqual(outputUnlockTimes)
  expect(times.map((time) => node.chain.isUnlocked(time))).toEqual([true, false, false])
})

describe('before fork 9', () => {
  it.each([7, 8])('at %i lets the miner split its reward freely, with the governance output last', (fork) => {
    const chain = new StakingChain(fork === 7 ? '7:1' : `7:1,${fork}:60`, random)
    const own = nextBlock(chain).minerTransaction.outputs
    expect(own).toHaveLength(2)
    const [miner, governance] = own
    if (miner === undefined || governance === undefined) throw new Error('it has no outputs')
    const paying = (outputs: Transaction['outputs']) => tried(chain, () => ({ outputs }))
    const part = (amount: bigint) => ({ ...miner, amount, key: newKey() })
    // The governance key differs by output position.
    expect(paying([part(miner.amount - 2n), governance])).toEqual(ACCEPTED)
    expect(paying([part(miner.amount + 1n), governance])).toEqual(ACCEPTED)
    expect(paying([part(miner.amount + 2n), governance])).toMatchObject(refused(/the reward is/))
    expect(paying([part(1n), part(2n), governance])).toMatchObject(refused(/output 2 .* another key/))
    expect(paying([miner, { ...governance, amount: governance.amount + 1n }])).toMatchObject(
      refused(/output 1 .* pays/),
    )
    expect(paying([miner])).toMatchObject(refused(/output 0 .* pays/))
    expect(paying([])).toMatchObject(refused(/has no outputs/))
  })
})

describe.each([
  { fork: 9, outputs: 5 },
  { fork: 11, outputs: 4 },
  { fork: 15, outputs: 4 },
])('at fork $fork a service node of three', ({ fork, outputs: count }) => {
  let chain: StakingChain
  const [operator, second, third] = [newOwner(), newOwner(), newOwner()]
  const cut = STAKING_PORTIONS / 7n
  const stakes = [33_333_333_333n, 33_333_333_333n, 33_333_333_334n] as const
  beforeAll(() => {
    chain = new StakingChain(`7:1,${fork}:60`, random)
    const shares = [{ address: addressOf(operator), portions: (STAKING_PORTIONS / 100n) * 30n }]
    const registration = chain.terms(operator, { shares, operatorPortions: cut })
    const until = 1_000n
    for (const [i, contributor] of [operator, second, third].entries()) {
      const stake = { contributor, amounts: [stakes[i] ?? 0n], until, ...(i === 0 ? { registration } : {}) }
      expect(chain.mine(chain.createStake(stake))).toMatchObject({ accepted: true })
    }
    expect(chain.registry.leader?.key).toEqual(chain.key)
  })

  const total = (): bigint => {
    if (fork === 15) return 16_500_000_000n
    return BigInt(Math.floor(28e9 + 100e9 / 2 ** (chain.height / 64800))) / 2n
  }

  /** Shares of the contributors; the remainder of the rounding belongs to none of them. */
  const shared = (): bigint[] =>
    stakes.map((staked, i) => {
      const portions = (staked * (STAKING_PORTIONS - cut)) / (100n * COIN) + (i === 0 ? cut : 0n)
      return (total() * portions) / STAKING_PORTIONS
    })

  it('is paid in three outputs; the miner gets the remainder of the rounding', () => {
    const { outputs } = nextBlock(chain).minerTransaction
    expect(outputs).toHaveLength(count)
    expect(outputs.slice(1, 4).map(({ amount }) => amount)).toEqual(shared())
    const lost = total() - shared().reduce((sum, each) => sum + each, 0n)
    expect(lost).toBeGreaterThan(0n)
    const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
    const base = fork === 15 ? 25n * COIN : BigInt(Math.floor(28e9 + 100e9 / 2 ** (chain.height / 64800)))
    // Only at fork 9 governance is paid in every block.
    const kept = fork === 15 ? (25n * COIN) / 10n : base / 20n
    expect(paid).toBe(fork === 9 ? base : base - kept)
  })

  it('is paid its shares to within one atomic unit, to its keys and in its order', () => {
    const paying = (change: (outputs: Transaction['outputs']) => Transaction['outputs']) =>
      tried(chain, ({ outputs }) => ({ outputs: change(outputs) }))
    const with1 = (by: bigint) =>
      paying((outputs) => outputs.map((output, i) => (i === 2 ? { ...output, amount: output.amount + by } : output)))
    expect(with1(1n)).toEqual(ACCEPTED)
    expect(with1(-1n)).toEqual(ACCEPTED)
    expect(with1(2n)).toMatchObject(refused(/output 2 .* pays/))
    expect(with1(-2n)).toMatchObject(refused(/output 2 .* pays/))
    const rekeyed = paying((outputs) => outputs.map((output, i) => (i === 3 ? { ...output, key: newKey() } : output)))
    expect(rekeyed).toMatchObject(refused(/output 3 .* another key/))
    expect(
      tried(chain, (old) => ({
        outputs: old.outputs.slice(0, 2),
        outputUnlockTimes: old.outputUnlockTimes.slice(0, 2),
      })),
    ).toMatchObject(refused(/has 2 outputs instead of/))
  })

  it('lets the miner claim up to its own part of the reward', () => {
    const taking = (by: bigint) =>
      tried(chain, ({ outputs }) => ({
        outputs: outputs.map((output, i) =>
          i === 0 ? { ...output, amount: output.amount + by, key: newKey() } : output,
        ),
      }))
    expect(taking(-COIN)).toEqual(ACCEPTED)
    expect(taking(1n)).toEqual(ACCEPTED)
    expect(taking(2n)).toMatchObject(refused(/the reward is/))
  })
})

describe.each([10, 11, 14])('at fork %i governance', (fork) => {
  /** A block reward is twice the service node reward; governance gets a twentieth of it. */
  const dueOf = ({ node }: StakingChain, from: number): bigint =>
    node.chain.blocks
      .slice(from, node.chain.height)
      .map(({ block }) => (2n * (block.minerTransaction.outputs[1]?.amount ?? 0n)) / 20n)
      .reduce((sum, due) => sum + due, 0n)

  it('is paid every hundred blocks, by the rewards of the service nodes', () => {
    const chain = new StakingChain(`7:1,${fork}:60`, random)
    chain.mineTo(100)
    const { outputs } = nextBlock(chain).minerTransaction
    expect(outputs).toHaveLength(3)
    expect(outputs[2]?.amount).toBe(dueOf(chain, 60))
    const other = tried(chain, () => ({
      outputs: outputs.map((output, i) => (i === 2 ? { ...output, amount: output.amount - 1n } : output)),
    }))
    expect(other).toMatchObject(refused(/output 2 .* pays/))
  })

  it('is paid nothing for a block whose miner claimed less than its reward', () => {
    const chain = new StakingChain(`7:1,${fork}:60`, random)
    chain.mineTo(90)
    const before = dueOf(chain, 60)
    const block = nextBlock(chain)
    const { outputs } = block.minerTransaction
    const modest = outputs.map((output, i) => (i === 0 ? { ...output, amount: output.amount - 3n } : output))
    const minerTransaction = { ...block.minerTransaction, outputs: modest }
    expect(chain.node.submitBlock(serializeBlock({ ...block, minerTransaction }))).toBe('added')
    chain.mineTo(100)
    expect(nextBlock(chain).minerTransaction.outputs[2]?.amount).toBe(before + dueOf(chain, 91))
  })
})

it('pays the remainder of the rounding to the operator from fork 16 on', () => {
  const chain = new StakingChain('7:1,11:60,16:70', random)
  const [operator, second, third] = [newOwner(), newOwner(), newOwner()]
  const shares = [{ address: addressOf(operator), portions: (STAKING_PORTIONS / 100n) * 30n }]
  const registration = chain.terms(operator, { shares, operatorPortions: 0n })
  const staked = [33_333_333_333n, 33_333_333_333n, 33_333_333_334n]
  for (const [i, contributor] of [operator, second, third].entries())
    chain.mine(chain.createStake({ contributor, amounts: [staked[i] ?? 0n], ...(i === 0 ? { registration } : {}) }))
  chain.mineTo(70)
  const amounts = nextBlock(chain).minerTransaction.outputs.map(({ amount }) => amount)
  expect(amounts).toHaveLength(3)
  expect(amounts.reduce((sum, each) => sum + each, 0n)).toBe(16_500_000_000n)
  expect(amounts[0]).toBeGreaterThan(amounts[1] ?? 0n)
})

it('pays an output of zero to a contributor with a share of zero', () => {
  const chain = new StakingChain('7:1,11:60', random)
  const [operator, idle] = [newOwner(), newOwner()]
  const shares = [
    { address: addressOf(operator), portions: STAKING_PORTIONS },
    { address: addressOf(idle), portions: 0n },
  ]
  const registration = chain.terms(operator, { shares })
  chain.mine(chain.createStake({ contributor: operator, amounts: [100n * COIN], registration }))
  expect(chain.shares).toEqual([
    [100, 100],
    [0, 0],
  ])
  const { outputs } = nextBlock(chain).minerTransaction
  expect(outputs.slice(1).map(({ amount }) => amount > 0n)).toEqual([true, false])
  // Its key is not checked.
  const changed = (key: Uint8Array) =>
    tried(chain, (old) => ({ outputs: old.outputs.map((each, i) => (i === 2 ? { ...each, key } : each)) }))
  expect(changed(newKey())).toEqual(ACCEPTED)
  expect(
    tried(chain, (old) => ({ outputs: old.outputs.slice(0, 2), outputUnlockTimes: old.outputUnlockTimes.slice(0, 2) })),
  ).toMatchObject(refused(/has 2 outputs instead of 3/))
})

describe('the reward of a block far above the median weight', () => {
  const { network } = withForks(regtestRules, parseForks('7:1,14:60', regtestRules))
  const rules = { network, governance: regtestGovernance, unclaimedReward: 'burn' } as const
  const request = { height: 61, generated: COIN, median: 300_000, fees: 7n }
  const [first, second, third] = [newOwner(), newOwner(), newOwner()]
  const contributors = [first, second, third].map((owner) => ({
    address: addressOf(owner),
    amount: 33n,
    reserved: 33n,
    locked: [],
  }))
  const operatorPortions = STAKING_PORTIONS / 7n
  const leader = serviceNode(newKey(), { requirement: 99n, contributors, operator: addressOf(first), operatorPortions })

  it('gives the miner the fees, but not the remainder of the rounding when its own part is zero', () => {
    const parts = rewardParts(rules, { ...request, weight: 580_000 })
    if (parts === undefined) throw new Error('it is refused')
    const payout = blockPayout(rules, request.height, parts, { leader, producer: undefined })
    const paid = payout.mandatedOutputs.reduce((sum, { amount }) => sum + amount, 0n)
    expect(parts.serviceNodes - paid).toBeGreaterThan(0n)
    expect(payout.miner).toBe(7n)
    // The remainder goes to the miner up to what is left of the reward.
    const tight = { miner: -1n, fees: 0n, serviceNodes: 101n, governance: 0n }
    expect(blockPayout(rules, request.height, tight, { leader, producer: undefined }).miner).toBe(1n)
  })

  it.each(['7:1,14:60', '7:1,17:60'])('is undefined at twice the median (%s)', (forks) => {
    const heavy = { ...rules, network: withForks(regtestRules, parseForks(forks, regtestRules)).network }
    expect(rewardParts(heavy, { ...request, weight: 599_999 })).toBeDefined()
    expect(rewardParts(heavy, { ...request, weight: 600_000 })).toBeUndefined()
  })
})

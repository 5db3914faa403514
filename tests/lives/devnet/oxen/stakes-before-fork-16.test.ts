// Registrations and stakes of the forks before 16: for each rule one that counts, and one that is mined without effect.

import { beforeAll, describe, expect, it } from 'vitest'
import { STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { stakeAmount } from '../../../../src/devnet/oxen/rpc/extraJson.ts'
import { ServiceNodeRegistry } from '../../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import type { Owner } from '../../../support/devnet/confidential-transfers.ts'
import { type StakeOptions, StakingChain } from '../../../support/devnet/staking-chain.ts'
import { addressOf } from '../../../support/mutations/changed-stakes.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(910)
const COIN = 10n ** 9n
const coins = (...amounts: readonly number[]): bigint[] => amounts.map((amount) => BigInt(amount) * COIN)
const newOwner = (): Owner => ({ spendSecret: randomScalar(random), viewSecret: randomScalar(random) })
const [operator, second, third, fourth, stranger] = [newOwner(), newOwner(), newOwner(), newOwner(), newOwner()]
const share = (owner: Owner, percent: number) => ({
  address: addressOf(owner),
  portions: (STAKING_PORTIONS / 100n) * BigInt(percent) + 100n,
})

/** Number of blocks for which stakes are locked. */
const LOCK = 30

it.each(['7:1', '7:1,8:60'])('ignores stakes before fork 9 (%s)', (forks) => {
  const chain = new StakingChain(forks, random)
  const form = { type: RctType.simple, version: 2 } as const
  const registration = chain.terms(operator)
  const signedStake = chain.createStake({
    contributor: operator,
    amounts: coins(25),
    registration,
    form,
    until: 499_999_999n,
  })
  expect(chain.effect(signedStake)).toBe('ignored')
})

describe('stakes of fork 9', () => {
  let chain: StakingChain
  const registration = (shares = [share(operator, 25)]) => chain.terms(operator, { shares })
  const effect = (stake: StakeOptions) =>
    chain.effect(chain.createStake({ until: BigInt(chain.height + LOCK), ...stake }))
  const take = (stake: StakeOptions): void => {
    expect(chain.mine(chain.createStake({ until: BigInt(chain.height + LOCK), ...stake }))).toMatchObject({
      accepted: true,
    })
  }
  beforeAll(() => {
    chain = new StakingChain('7:1,9:60', random)
  })

  it('are locked by unlock time, for the lifetime of a service node', () => {
    const stake = { contributor: operator, amounts: coins(25), registration: registration() }
    const { height } = chain
    expect(effect({ ...stake, until: BigInt(height + LOCK) })).toBe('counted')
    expect(effect({ ...stake, until: BigInt(height + LOCK - 1) })).toBe('ignored')
    expect(effect({ ...stake, until: 0n })).toBe('ignored')
    expect(effect({ ...stake, until: 499_999_999n })).toBe('counted')
    // Interpreted as seconds.
    expect(effect({ ...stake, until: 500_000_000n })).toBe('ignored')
  })

  it('may have version 2, where one unlock time applies to all outputs', () => {
    const form = { type: RctType.simple, version: 2 } as const
    const stake = { contributor: operator, amounts: coins(25), registration: registration(), form }
    expect(effect(stake)).toBe('counted')
    expect(effect({ ...stake, until: BigInt(chain.height + LOCK - 1) })).toBe('ignored')
  })

  it('count each output by its encrypted amount and unlock time, whoever can spend it', () => {
    const stake = { contributor: operator, registration: registration() }
    expect(effect({ ...stake, amounts: coins(10, 15) })).toBe('counted')
    expect(effect({ ...stake, amounts: coins(10, 14) })).toBe('ignored')
    expect(effect({ ...stake, amounts: coins(25), amountOffset: 1n })).toBe('ignored')
    const { transaction, sign } = chain.createStake({
      ...stake,
      amounts: coins(10, 15),
      until: BigInt(chain.height + LOCK),
    })
    expect(stakeAmount(chain.node.rules, transaction, chain.height)).toBe(25n * COIN)
    expect(stakeAmount(chain.node.rules, transaction, chain.height + 1)).toBeUndefined()
    const oneFree = transaction.outputUnlockTimes.map((time, i) => (i === 1 ? 0n : time))
    expect(chain.effect({ transaction: sign({ ...transaction, outputUnlockTimes: oneFree }) })).toBe('ignored')
    const toOthers = transaction.outputs.map((output) => ({ ...output, key: publicKeyOf(randomScalar(random)) }))
    expect(chain.effect({ transaction: sign({ ...transaction, outputs: toOthers }) })).toBe('counted')
  })

  it('need no key image proofs, and have the standard type', () => {
    const stake = { contributor: operator, amounts: coins(25), registration: registration() }
    const signedStake = chain.createStake({ ...stake, until: BigInt(chain.height + LOCK) })
    const bare = chain.withoutProofs(signedStake)
    expect(chain.effect(bare)).toBe('counted')
    const form = { type: RctType.simple, version: 3 } as const
    const tagged = chain.createStake({ ...stake, form })
    const typed = { ...tagged.transaction, type: TransactionType.stake, version: 4 }
    expect(chain.effect({ transaction: tagged.sign(typed) })).toMatchObject({ accepted: false })
  })

  it('start with at least a quarter, from any of four contributors', () => {
    const four = [operator, second, third, fourth]
      .map((owner) => share(owner, 25))
      .map((each) => ({ ...each, portions: STAKING_PORTIONS / 4n }))
    expect(effect({ contributor: second, amounts: coins(25), registration: registration() })).toBe('counted')
    expect(effect({ contributor: second, amounts: coins(25), registration: registration(four) })).toBe('counted')
    expect(effect({ contributor: stranger, amounts: coins(25), registration: registration(four) })).toBe('ignored')
    expect(effect({ contributor: operator, amounts: coins(24), registration: registration() })).toBe('ignored')
    // Less than the reserved amount.
    expect(
      effect({ contributor: operator, amounts: coins(25), registration: registration([share(operator, 60)]) }),
    ).toBe('counted')
  })

  it('of another contributor need a quarter or the rest, those of the same one any amount', () => {
    const { height } = chain
    take({ contributor: operator, amounts: coins(25), registration: registration([share(operator, 26)]) })
    expect(chain.shares).toEqual([[25, 26]])
    expect(chain.serviceNode).toMatchObject({ registrationFork: 9, activeSince: 0, requestedUnlockHeight: 0 })
    expect(chain.serviceNode?.contributors[0]?.locked).toEqual([])
    expect(effect({ contributor: second, amounts: coins(24) })).toBe('ignored')
    expect(effect({ contributor: second, amounts: coins(25) })).toBe('counted')
    expect(effect({ contributor: operator, amounts: [1n] })).toBe('counted')
    take({ contributor: operator, amounts: coins(35) })
    take({ contributor: second, amounts: coins(30) })
    expect(chain.shares).toEqual([
      [60, 60],
      [30, 30],
    ])
    expect(effect({ contributor: third, amounts: coins(9) })).toBe('ignored')
    expect(effect({ contributor: third, amounts: coins(10) })).toBe('counted')
    chain.popTo(height)
    expect(chain.shares).toEqual([])
  })

  it('come from four contributors at most, any number of times', () => {
    const shares = [operator, second, third, fourth].map((owner) => ({
      ...share(owner, 25),
      portions: STAKING_PORTIONS / 4n,
    }))
    take({ contributor: operator, amounts: coins(25), registration: registration(shares) })
    expect(effect({ contributor: stranger, amounts: coins(25) })).toBe('ignored')
    for (const amount of [10, 10, 2, 2]) take({ contributor: second, amounts: coins(amount) })
    expect(chain.shares[1]).toEqual([24, 25])
    take({ contributor: second, amounts: coins(1) })
    take({ contributor: third, amounts: coins(25) })
    // Any excess over the missing amount.
    take({ contributor: fourth, amounts: coins(80) })
    expect(chain.shares.map(([staked]) => staked)).toEqual([25, 25, 25, 25])
    expect(chain.serviceNode?.activeSince).toBe(chain.height - 1)
    expect(chain.registry.leader?.key).toEqual(chain.key)
    expect(effect({ contributor: second, amounts: coins(1) })).toBe('ignored')
    expect(effect({ contributor: operator, amounts: coins(25), registration: registration() })).toBe('ignored')
  })

  it('expire with their registration, as do registrations without effect', () => {
    const { registrationHeight = 0 } = chain.serviceNode ?? {}
    take({ contributor: operator, amounts: coins(25), registration: registration() })
    const idle = chain.height - 1
    chain.mineTo(registrationHeight + LOCK)
    expect(chain.isRegistered).toBe(true)
    chain.miner.mine(1)
    expect(chain.isRegistered).toBe(false)
    take({ contributor: operator, amounts: coins(25), registration: registration() })
    chain.mineTo(idle + LOCK)
    expect(chain.isRegistered).toBe(true)
    chain.miner.mine(1)
    expect(chain.isRegistered).toBe(false)
  })

  it('are restored from the blocks of the chain', () => {
    take({ contributor: operator, amounts: coins(25), registration: registration() })
    const again = new ServiceNodeRegistry(chain.node.rules.network)
    again.resume(chain.node.chain.blocks)
    expect(again.list).toEqual(chain.registry.list)
    expect(again.list.nodes.size).toBe(1)
  })
})

describe('service nodes of fork 10', () => {
  let chain: StakingChain
  const take = (stake: StakeOptions): void => {
    expect(chain.mine(chain.createStake({ until: BigInt(chain.height + LOCK), ...stake }))).toMatchObject({
      accepted: true,
    })
  }
  const register = (): void => take({ contributor: operator, amounts: coins(25), registration: chain.terms(operator) })
  beforeAll(() => {
    chain = new StakingChain('7:1,9:60,10:70', random)
  })

  it('expire 20 blocks after their period, also those registered before', () => {
    chain.mineTo(69)
    register()
    expect(chain.serviceNode?.registrationFork).toBe(9)
    chain.mineTo(69 + LOCK + 21)
    expect(chain.isRegistered).toBe(true)
    chain.miner.mine(1)
    expect(chain.isRegistered).toBe(false)
  })

  it('can be registered again once their period is over', () => {
    register()
    const first = chain.height - 1
    chain.mineTo(first + LOCK - 1)
    register()
    expect(chain.serviceNode).toMatchObject({ registrationHeight: first })
    // It counted as a stake.
    expect(chain.shares).toEqual([[50, 50]])
    register()
    expect(chain.serviceNode).toMatchObject({ registrationHeight: first + LOCK, registrationFork: 10 })
    expect(chain.shares).toEqual([[25, 25]])
  })
})

it('locks stakes of fork 11 for a node of fork 10 without letting them end it', () => {
  const chain = new StakingChain('7:1,10:60,11:70', random)
  const until = BigInt(chain.height + LOCK)
  const registration = chain.terms(operator)
  chain.mine(chain.createStake({ contributor: operator, amounts: coins(25), registration, until }))
  const { registrationHeight = 0 } = chain.serviceNode ?? {}
  chain.mineTo(70)
  const stake = chain.createStake({ contributor: second, amounts: coins(75) })
  expect(chain.mine(stake)).toMatchObject({ accepted: true })
  expect(chain.serviceNode?.activeSince).toBe(70)
  const order = chain.keyImageUnlock(stake, second)
  expect(chain.mine(order)).toMatchObject({ accepted: true })
  expect(chain.serviceNode?.requestedUnlockHeight).toBe(71 + LOCK / 2)
  chain.mineTo(registrationHeight + LOCK + 21)
  expect(chain.isRegistered).toBe(true)
  expect(chain.node.chain.state.keyImageFault(order.keyImage, chain.height)).toMatchObject({
    flags: ['failed', 'lockedKeyImage'],
  })
  chain.miner.mine(1)
  expect(chain.isRegistered).toBe(false)
  expect(chain.node.chain.state.keyImageFault(order.keyImage, chain.height)).toBeUndefined()
})

it.each([9, 11, 15, 16])('counts a stake of zero for a fully reserved node at fork %i only before fork 16', (fork) => {
  const chain = new StakingChain(`7:1,${fork}:60`, random)
  const shares = [operator, second].map((owner) => ({ ...share(owner, 50), portions: STAKING_PORTIONS / 2n }))
  const until = BigInt(chain.height + LOCK)
  const registration = chain.terms(operator, { shares })
  expect(
    chain.mine(chain.createStake({ contributor: operator, amounts: coins(50), registration, until })),
  ).toMatchObject({
    accepted: true,
  })
  expect(chain.effect(chain.createStake({ contributor: third, amounts: [], until }))).toBe(
    fork < 16 ? 'counted' : 'ignored',
  )
  chain.mine(chain.createStake({ contributor: third, amounts: [], until }))
  expect(chain.shares.slice(2)).toEqual(fork < 16 ? [[0, 0]] : [])
})

describe.each([11, 12, 13, 14, 15])('stakes of fork %i', (fork) => {
  let chain: StakingChain
  const registration = (shares = [share(operator, 25)]) => chain.terms(operator, { shares })
  const effect = (stake: StakeOptions) => chain.effect(chain.createStake(stake))
  const take = (stake: StakeOptions): void => {
    expect(chain.mine(chain.createStake(stake))).toMatchObject({ accepted: true })
  }
  beforeAll(() => {
    chain = new StakingChain(`7:1,${fork}:60`, random)
  })

  it('have the type of the fork', () => {
    const stake = { contributor: operator, amounts: coins(25), registration: registration() }
    expect(effect({ ...stake, kind: TransactionType.standard })).toBe(fork < 14 ? 'counted' : 'ignored')
    const typed = effect({ ...stake, kind: TransactionType.stake })
    if (fork < 14) expect(typed).toMatchObject({ accepted: false, flags: expect.arrayContaining(['invalidType']) })
    else expect(typed).toBe('counted')
  })

  it('are locked by proven key images, and not by unlock time', () => {
    const signedStake = chain.createStake({ contributor: operator, amounts: coins(25), registration: registration() })
    expect(chain.effect(signedStake)).toBe('counted')
    const bare = chain.withoutProofs(signedStake)
    expect(chain.effect(bare)).toBe('ignored')
    const late = { until: BigInt(chain.height + 2 * LOCK) }
    const locked = chain.createStake({
      contributor: operator,
      amounts: coins(25),
      registration: registration(),
      ...late,
    })
    const [key, ...others] = locked.transaction.outputs.map((output) => output)
    if (key === undefined) throw new Error('it has no outputs')
    const foreign = [{ ...key, key: publicKeyOf(randomScalar(random)) }, ...others]
    expect(chain.effect({ transaction: locked.sign({ ...locked.transaction, outputs: foreign }) })).toBe('ignored')
  })

  it("start with a quarter in any number of outputs, of any contributor, regardless of the operator's reserve", () => {
    const four = [operator, second, third, fourth].map((owner) => ({
      ...share(owner, 25),
      portions: STAKING_PORTIONS / 4n,
    }))
    expect(effect({ contributor: operator, amounts: coins(10, 15), registration: registration() })).toBe('counted')
    expect(effect({ contributor: operator, amounts: coins(10, 14), registration: registration() })).toBe('ignored')
    const most = registration([share(operator, 60)])
    expect(effect({ contributor: operator, amounts: coins(25), registration: most })).toBe('counted')
    expect(effect({ contributor: stranger, amounts: coins(25), registration: registration() })).toBe('counted')
    expect(effect({ contributor: stranger, amounts: coins(25), registration: registration(four) })).toBe('ignored')
  })

  it('need a fair part of the open amount, of which reserved amounts take no slots', () => {
    const shares = [share(operator, 25), share(second, 26)]
    take({ contributor: operator, amounts: [25n * COIN], registration: registration(shares) })
    // A third of 49, although one of the three other slots has reserved 26.
    expect(effect({ contributor: third, amounts: coins(16) })).toBe('ignored')
    expect(effect({ contributor: third, amounts: coins(17) })).toBe('counted')
    // A reserved amount may be contributed in parts.
    expect(effect({ contributor: second, amounts: coins(17) })).toBe('counted')
    expect(effect({ contributor: second, amounts: coins(16) })).toBe('ignored')
    expect(effect({ contributor: operator, amounts: coins(17) })).toBe('counted')
    // Any excess over the open amount.
    expect(effect({ contributor: third, amounts: coins(90) })).toBe('counted')
    take({ contributor: third, amounts: coins(90) })
    expect(chain.shares).toEqual([
      [25, 25],
      [0, 26],
      [49, 49],
    ])
    expect(chain.serviceNode?.contributors[2]?.locked.map(({ amount }) => amount)).toEqual(coins(90))
  })

  it('have at most four outputs, also with more reserved contributors', () => {
    const amounts = coins(9, 9, 8)
    expect(effect({ contributor: second, amounts: coins(26) })).toBe('counted')
    expect(effect({ contributor: second, amounts })).toBe('ignored')
    expect(effect({ contributor: second, amounts: coins(13, 13) })).toBe('counted')
    const { height } = chain
    take({ contributor: operator, amounts: coins(1) })
    expect(chain.shares[0]).toEqual([25, 25])
    expect(chain.serviceNode?.contributors[0]?.locked).toHaveLength(2)
    take({ contributor: second, amounts: coins(25) })
    expect(chain.serviceNode?.activeSince).toBe(0)
    // The last contribution is missing, but no slot is left for it.
    expect(effect({ contributor: second, amounts: coins(1) })).toBe('ignored')
    chain.popTo(height)
  })

  it('activate the node once complete, until one of them is unlocked', () => {
    const stake = chain.createStake({ contributor: second, amounts: coins(26) })
    chain.mine(stake)
    expect(chain.serviceNode).toMatchObject({ activeSince: chain.height - 1, registrationFork: fork })
    chain.miner.mine(LOCK + 25)
    expect(chain.isRegistered).toBe(true)
    const again = new ServiceNodeRegistry(chain.node.rules.network)
    again.resume(chain.node.chain.blocks)
    expect(again.list).toEqual(chain.registry.list)
    const requestedAt = chain.height
    const order = chain.keyImageUnlock(stake, second)
    expect(chain.mine(order)).toMatchObject({ accepted: true })
    expect(chain.serviceNode?.requestedUnlockHeight).toBe(requestedAt + LOCK / 2)
    chain.mineTo(requestedAt + LOCK / 2 + 1)
    expect(chain.node.chain.state.keyImageFault(order.keyImage, chain.height)).toMatchObject({
      flags: ['failed', 'lockedKeyImage'],
    })
    chain.miner.mine(1)
    expect(chain.isRegistered).toBe(false)
    expect(chain.node.chain.state.keyImageFault(order.keyImage, chain.height)).toBeUndefined()
  })
})

// Cases that would stop a chain of oxen-core: service nodes with contributors whom no block can pay because their keys are invalid, and
// governance payments when nothing is due.

import { expect, it } from 'vitest'
import { STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { baseReward } from '../../../../src/devnet/oxen/rules/reward.ts'
import { StakingChain } from '../../../support/devnet/staking-chain.ts'
import { addressOf } from '../../../support/mutations/changed-stakes.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(404)
const REQUIREMENT = 100n * 10n ** 9n
const NO_POINT = new Uint8Array(32).fill(0xff)

it.each([9, 11, 17])('accepts invalid keys of a contributor with a share of 0 at fork %i', (fork) => {
  const chain = new StakingChain(`7:1,${fork}:60`, random)
  const operator = chain.newOwner()
  const shares = [
    { address: addressOf(operator), portions: STAKING_PORTIONS },
    { address: { spendKey: NO_POINT, viewKey: NO_POINT }, portions: 0n },
  ]
  const registration = chain.terms(operator, { shares })
  const stake = chain.createStake({ contributor: operator, amounts: [REQUIREMENT], registration, until: 1000n })
  expect(chain.mine(stake)).toMatchObject({ accepted: true })
  expect(chain.shares).toEqual([
    [100, 100],
    [0, 0],
  ])
  const [block] = chain.miner.mine(1)
  expect(block?.block.minerTransaction.outputs.filter(({ amount }) => amount === 0n)).toHaveLength(1)
  expect(chain.registry.leader?.lastReward.height).toBe(chain.height - 1)
})

it('ignores a stake of an invalid key before fork 11', () => {
  const chain = new StakingChain('7:1,9:60', random)
  const { network } = chain.node.rules
  const operator = chain.newOwner()
  const registration = chain.terms(operator)
  const { transaction, sign } = chain.createStake({
    contributor: operator,
    amounts: [REQUIREMENT],
    registration,
    until: 1000n,
  })
  const fields = parseExtra(network, transaction.extra)
  const extra = serializeExtra(
    fields.map((field) => (field.field === 'contributor' ? { ...field, spendKey: NO_POINT } : field)),
  )
  expect(chain.effect({ transaction: sign({ ...transaction, extra }) })).toBe('ignored')
  expect(chain.effect({ transaction })).toBe('counted')
})

it.each([10, 14])('pays no governance if fork %i starts with the block that would pay it', (fork) => {
  const chain = new StakingChain(`7:1,${fork}:100`, random)
  chain.mineTo(102)
  const paid = [99, 100, 101].map((height) => chain.node.chain.blockAt(height)?.block.minerTransaction.outputs.length)
  // Miner and governance; then miner and the leader.
  expect(paid).toEqual([2, 2, 2])
  const [, unclaimed] = chain.node.chain.blockAt(100)?.block.minerTransaction.outputs ?? []
  expect(unclaimed?.amount).toBe(baseReward(fork, 100, 1n) / 2n)
})

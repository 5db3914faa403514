// Reserved portions of a service node by fork.

import { expect, it } from 'vitest'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { arePortionsValid, STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { baseReward } from '../../../../src/devnet/oxen/rules/reward.ts'
import { parseRegistrationTerms } from '../../../../src/devnet/oxen/service-nodes/registrationCommand.ts'
import { StakingChain } from '../../../support/devnet/staking-chain.ts'
import { addressOf } from '../../../support/mutations/changed-stakes.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(911)
const half = STAKING_PORTIONS / 2n

it.each([
  {
    name: 'a quarter each',
    portions: [STAKING_PORTIONS / 4n, STAKING_PORTIONS / 4n, STAKING_PORTIONS / 4n, STAKING_PORTIONS / 4n],
    fits: [9, 11, 16],
  },
  { name: 'less than a quarter', portions: [STAKING_PORTIONS / 4n - 1n], fits: [] },
  { name: 'a third of the other half', portions: [half, STAKING_PORTIONS / 6n], fits: [11, 16] },
  { name: 'a fifth of the other half', portions: [half, STAKING_PORTIONS / 10n], fits: [] },
  {
    name: 'all of little that is left',
    portions: [
      half,
      STAKING_PORTIONS / 4n,
      STAKING_PORTIONS / 8n,
      half - STAKING_PORTIONS / 4n - STAKING_PORTIONS / 8n,
    ],
    fits: [11, 16],
  },
  {
    name: 'one that takes it all',
    portions: [STAKING_PORTIONS - STAKING_PORTIONS / 8n, STAKING_PORTIONS / 8n],
    fits: [9, 11, 16],
  },
  { name: 'more than all', portions: [STAKING_PORTIONS, 1n], fits: [] },
  { name: 'more than all in 64 bits', portions: [2n ** 64n - 1n, STAKING_PORTIONS / 4n], fits: [9] },
  {
    name: 'more than all in 64 bits, and a third of what that seems to leave',
    portions: [2n ** 64n - 1n, STAKING_PORTIONS / 3n],
    fits: [9, 11, 16],
  },
  { name: 'none', portions: [], fits: [] },
])('accepts portions of $name at forks $fits of 9, 11 and 16', ({ portions, fits }) => {
  expect([9, 11, 16].filter((fork) => arePortionsValid(fork, portions))).toEqual(fits)
})

it('wraps a share of more than all to 64 bits at fork 9, and pays no more than the reward', () => {
  const chain = new StakingChain('7:1,9:60', random)
  const owners = [chain.newOwner(), chain.newOwner(), chain.newOwner(), chain.newOwner()] as const
  const shares = owners.map((owner) => ({ address: addressOf(owner), portions: 2n ** 64n - 1n }))
  const registration = chain.terms(owners[0], { shares, operatorPortions: 0n })
  const amounts = [150n * 10n ** 9n, 150n * 10n ** 9n]
  expect(chain.mine(chain.createStake({ contributor: owners[0], amounts, registration, until: 1000n }))).toMatchObject({
    accepted: true,
  })
  expect(chain.shares[0]).toEqual([300, 300])
  const { height } = chain
  const [record] = chain.miner.mine(1)
  const paid = record?.block.minerTransaction.outputs.map(({ amount }) => amount) ?? []
  const reward = baseReward(9, height, 1n)
  expect(paid[1]).toBe(((reward / 2n) * BigInt.asUintN(64, 3n * STAKING_PORTIONS)) / STAKING_PORTIONS)
  expect(paid.reduce((sum, amount) => sum + amount, 0n)).toBe(reward)
})

it('parses registration commands by the rules of the next fork', () => {
  const { network } = regtestRules
  const newKey = () => publicKeyOf(randomScalar(random))
  const newAddress = () =>
    formatAddress(network, { kind: 'standard', spendKey: newKey(), viewKey: newKey(), paymentId: undefined })
  const args = ['0', newAddress(), `${half}`, newAddress(), `${STAKING_PORTIONS / 6n + 1_000_000_000n}`]
  const reservedCount = (fork: number) => parseRegistrationTerms(network, args, 100_000_000_000n, fork).reserved.length
  // A contributor with too small a share is dropped, so that the wallet rejects the command.
  expect([9, 10, 11, 16].map(reservedCount)).toEqual([1, 1, 2, 2])
})

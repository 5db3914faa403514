// Rewards and staking requirements that oxen-core computes in floating point: equal to the atomic unit at all mainnet heights of those
// forks. The checksums are of the results of oxen-core's own functions.

import { expect, it } from 'vitest'
import { powerOfTwo } from '../../../../src/coin/stakes/powerOfTwo.ts'
import { stakingRequirement } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { baseReward } from '../../../../src/devnet/oxen/rules/reward.ts'

/** Returns a 64-bit checksum that detects any single different amount. */
const checksum = (from: number, to: number, amountAt: (height: number) => bigint): bigint => {
  let sum = 0n
  for (let height = from; height < to; height++) sum = BigInt.asUintN(64, sum + amountAt(height) * BigInt(height + 1))
  return sum
}

it('computes powers of two exactly where they are representable', () => {
  expect([0, 1, 7, 30].map(powerOfTwo)).toEqual([1, 2, 128, 2 ** 30])
  expect(powerOfTwo(0.5)).toBe(Math.SQRT2)
})

it('equals the base reward of oxen-core for forks 8 to 14 at each height', () => {
  expect(baseReward(8, 9022, 1n)).toBe(118_800_465_885n)
  expect(checksum(0, 500_000, (height) => baseReward(8, height, 1n))).toBe(12_618_992_675_019_541_840n)
})

it.each([
  { fork: 9, height: 102_266, amount: 44_810_328_192_503n, sum: 6_140_842_511_006_798_112n },
  { fork: 11, height: 101_528, amount: 39_969_846_132_703n, sum: 2_920_183_934_612_035_034n },
])('equals the staking requirement of oxen-core at fork $fork at each height', ({ fork, height, amount, sum }) => {
  const network = { ...regtestRules.network, netType: 'mainnet', hardForks: [{ version: fork, height: 0 }] }
  const requirementAt = (at: number) => stakingRequirement(network, at)
  expect(requirementAt(height)).toBe(amount)
  expect(checksum(101_250, 321_467, requirementAt)).toBe(sum)
})

// The pool's minimum fees by fork, weight and outputs, and the fees that blinks must burn.

import { describe, expect, it } from 'vitest'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import type { Chain } from '../../../../src/devnet/chain/chain.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { burnsEnough } from '../../../../src/devnet/oxen/local-nodes/blinkApprovals.ts'
import { estimateFees, minFee } from '../../../../src/devnet/oxen/rules/fees.ts'
import type { ParsedTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import type { FeeView } from '../../../../src/devnet/rules/consensus.ts'

const FORKS = '7:1,10:10,11:11,12:12,13:13,14:14,15:15,16:16,17:17'
const rules = withForks(regtestRules, parseForks(FORKS, regtestRules))
const { network, consensus } = rules

/** Returns a chain whose next block has a height that equals its fork. */
const at = (height: number, limits: Partial<FeeView['limits']> = {}, weights: readonly number[] = []): FeeView => ({
  height,
  tip: { generated: 22_500_000_000_000_000n },
  limits: { shortMedian: 0, longMedian: 300_000, effectiveMedian: 300_000, limit: 600_000, ...limits },
  weights,
})

describe('fee rates', () => {
  it.each([
    { fork: 10, perByte: 853n, perOutput: 0n },
    { fork: 11, perByte: 853n, perOutput: 0n },
    { fork: 12, perByte: 68_259n, perOutput: 0n },
    { fork: 13, perByte: 853n, perOutput: 20_000_000n },
    { fork: 15, perByte: 166n, perOutput: 20_000_000n },
    { fork: 16, perByte: 166n, perOutput: 20_000_000n },
    { fork: 17, perByte: 122n, perOutput: 20_000_000n },
  ])('are $perByte per byte and $perOutput per output at fork $fork', ({ fork, perByte, perOutput }) => {
    expect(estimateFees(network, at(fork), 0)).toMatchObject({ perByte, perOutput, quantizationMask: 10n })
    expect(minFee(network, at(fork), 10, 0)).toBe(perByte * 10n - (perByte * 10n) / 50n)
  })

  it('decrease with the long-term median; before fork 11 with the short-term median', () => {
    const large = { limit: 1_200_000 }
    const lasting = { ...large, longMedian: 450_000 }
    // From 122.22 per byte at 300,000.
    expect(minFee(network, at(17, large), 10, 0)).toBe(1_220n - 24n)
    expect(minFee(network, at(17, lasting), 10, 0)).toBe(810n - 16n)
    expect(minFee(network, at(10, large), 10, 0)).toBe(4_260n - 85n)
  })

  it('are estimated for the height after full blocks', () => {
    const longMedian = 900_000
    const heavy = Array<number>(100).fill(600_000)
    const perByte = (grace: number, weights: readonly number[] = heavy): bigint =>
      estimateFees(network, at(17, { longMedian, limit: 1_200_000 }, weights), grace).perByte
    expect([0, 10, 49].map((grace) => perByte(grace))).toEqual([61n, 61n, 61n])
    // At half of the window the median is between the two. Counts beyond the window are reduced to one less than its length.
    expect([50, 51, 99, 100, 1000].map((grace) => perByte(grace))).toEqual([81n, 122n, 122n, 122n, 122n])
    expect(perByte(0, [...heavy, ...Array<number>(51).fill(1)])).toBe(122n)
    expect(perByte(0, [...Array<number>(51).fill(1), ...heavy])).toBe(61n)
    expect(estimateFees(network, at(17, {}, heavy), 0).perByte).toBe(122n)
  })
})

it('rounds a fee up to tens, minus two percent', () => {
  expect(minFee(network, at(17), 2000, 2)).toBe(40_244_000n - 804_880n)
  expect(minFee(network, at(17), 2001, 2)).toBe(40_244_130n - 804_882n)
  expect(minFee(network, at(17), 2001, 3)).toBe(60_244_130n - 1_204_882n)
})

describe('the burned fee', () => {
  const burning = (burn: bigint, fee: bigint): Transaction => {
    const fields: ExtraField[] = [{ field: 'burn', amount: burn }]
    // Only fee, outputs and extra are read.
    return { version: 4, extra: serializeExtra(fields), outputs: [{}, {}], rct: { fee } } as unknown as Transaction
  }

  it('counts from fork 14 on, up to the fee', () => {
    expect([13, 14, 17].map((fork) => consensus.burnedFee(burning(30n, 100n), fork))).toEqual([0n, 30n, 30n])
    expect(consensus.burnedFee(burning(101n, 100n), 17)).toBe(100n)
    // An extra with an unreadable part has no fields.
    const cut = burning(30n, 100n)
    expect(consensus.burnedFee({ ...cut, extra: Uint8Array.of(...cut.extra, 0xff) }, 17)).toBe(0n)
  })

  it.each([
    { fork: 14, percent: 400n },
    { fork: 15, percent: 150n },
    { fork: 17, percent: 150n },
  ])('is $percent percent of the minimum fee for a blink at fork $fork', ({ fork, percent }) => {
    const needed = (minFee(network, at(fork), 2000, 2) * percent) / 100n
    // The parts of a chain that fees depend on.
    const chain = { ...at(fork), rules } as unknown as Chain
    const enough = (burn: bigint): boolean =>
      burnsEnough(chain, { transaction: burning(burn, 10n * needed), weight: 2000 } as unknown as ParsedTransaction)
    expect([enough(needed - 1n), enough(needed)]).toEqual([false, true])
  })
})

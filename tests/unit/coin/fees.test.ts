// Fees of recorded transfers, and of each priority, kind and hard fork.

import { describe, expect, it } from 'vitest'
import { type FeeRequest, oxenFees, roundUpToMultiple } from '../../../src/coin/networks/fees.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { vector } from '../../support/data/vectors.ts'

const FOUR_PRIORITIES = [
  { value: 1, name: 'unimportant' },
  { value: 2, name: 'normal' },
  { value: 3, name: 'elevated' },
  { value: 4, name: 'priority' },
]

/** The recorded transfer of weight 2071 with 3 outputs, which paid 0.060252670. */
const REQUEST: FeeRequest = { weight: 2071, outputs: 3, priority: 1, kind: 'standard', hardFork: 17, fixedBurn: 0n }
const PRICE = 15_000_000_000n

const errorOf = (action: () => unknown): unknown => {
  try {
    return action()
  } catch (error) {
    return error
  }
}

const NO_FEE = { name: 'FeeError', code: 'fee' }

it.each([
  [100n, 10n, 100n],
  [101n, 10n, 110n],
  [109n, 10n, 110n],
  [7n, 1n, 7n],
  [7n, 0n, 7n],
])('rounds %i up to a multiple of %i: %i', (amount, mask, rounded) => {
  expect(roundUpToMultiple(amount, mask)).toBe(rounded)
})

describe('an oxen fee', () => {
  const estimate = { perByte: 122n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
  const fee = (changes: Partial<FeeRequest>) => oxenFees.fee(estimate, { ...REQUEST, ...changes })

  it('has the priorities unimportant and blink, which is the default', () => {
    expect(oxenFees.priorities).toEqual([
      { value: 1, name: 'unimportant' },
      { value: 5, name: 'blink' },
    ])
    expect(oxenFees.defaultPriority).toBe(5)
    expect(oxenFees.orderPriorities).toEqual(FOUR_PRIORITIES)
    expect(oxenFees.levels(estimate)).toEqual([])
  })

  it('of an unimportant transfer is that of weight and outputs', () => {
    expect(fee({})).toEqual({ total: 60_252_670n, burn: 0n, blink: false })
  })

  it('of any other transfer is 250 % of it, of which 150 % are burnt', () => {
    for (const priority of [0, 2, 3, 4, 5])
      expect(fee({ priority })).toEqual({ total: 150_631_660n, burn: 90_378_996n, blink: true })
  })

  it('of a blink is 500 % of it at hard fork 14, of which 400 % are burnt', () => {
    const blink = { priority: 5, hardFork: 14 }
    expect(fee(blink)).toEqual({ total: 301_263_310n, burn: 241_010_648n, blink: true })
    expect(fee({ ...blink, hardFork: 15 }).total).toBe(150_631_660n)
  })

  it.each([
    [0, 60_252_670n],
    [1, 60_252_670n],
    [2, 301_263_310n],
    [3, 1_506_316_550n],
    [4, 7_531_582_750n],
  ])('of a stake or a name with priority %i is %i, and never burnt beyond the price of the name', (priority, total) => {
    for (const hardFork of [12, 17]) {
      expect(fee({ kind: 'stake', priority, hardFork })).toEqual({ total, burn: 0n, blink: false })
      expect(fee({ kind: 'name', priority, hardFork, fixedBurn: PRICE })).toEqual({
        total: total + PRICE,
        burn: PRICE,
        blink: false,
      })
    }
  })

  it('does not exist for other priorities, nor for a blink before hard fork 14', () => {
    for (const request of [
      { priority: 6 },
      { kind: 'stake', priority: 5 },
      { kind: 'name', priority: 6 },
      { priority: 5, hardFork: 13 },
      { priority: 0, hardFork: 13 },
    ] as const)
      expect(errorOf(() => fee(request))).toMatchObject(NO_FEE)
  })
})

describe('a monero fee', () => {
  const { fees } = moneroRegtest
  const levels = [1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n]
  const estimate = { perByte: 1_200_000n, perOutput: 0n, perByteLevels: levels, quantizationMask: 10_000n }
  const fee = (changes: Partial<FeeRequest>, perByteLevels: readonly bigint[] = levels) =>
    fees.fee({ ...estimate, perByteLevels }, { ...REQUEST, weight: 1517, ...changes })

  it('has four priorities; the lowest is the default', () => {
    expect(fees.priorities).toEqual(FOUR_PRIORITIES)
    expect(fees.orderPriorities).toEqual([])
    expect(fees.defaultPriority).toBe(1)
  })

  it('is that of the recorded transfers', () => {
    for (const { fee: total, weight } of Object.values(vector('monero/scan_chain.json').sent))
      expect(fee({ weight, priority: 0 })).toEqual({ total: BigInt(total), burn: 0n, blink: false })
  })

  it.each([
    [0, 1_820_400_000n, 1_820_400_000n],
    [1, 1_820_400_000n, 1_820_400_000n],
    [2, 7_129_900_000n, 9_102_000_000n],
    [3, 28_823_000_000n, 45_510_000_000n],
    [4, 364_080_000_000n, 1_820_400_000_000n],
  ])(
    'with priority %i has the fee per byte of the node, or a multiple of its only one',
    (priority, total, multiple) => {
      expect(fee({ priority }).total).toBe(total)
      expect(fee({ priority }, []).total).toBe(multiple)
    },
  )

  it('is rounded up to a multiple of the mask', () => {
    expect(fees.fee({ ...estimate, perByteLevels: [1_200_001n] }, { ...REQUEST, weight: 1517 }).total).toBe(
      1_820_410_000n,
    )
  })

  it('does not exist for other priorities and kinds', () => {
    for (const request of [{ priority: 5 }, { kind: 'stake' }, { kind: 'name' }] as const)
      expect(errorOf(() => fee(request))).toMatchObject(NO_FEE)
  })
})

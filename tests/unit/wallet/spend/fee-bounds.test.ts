// The ceiling of a node's fee estimate: the ordinary fees of each network, and a node that lies about each of them.

import { describe, expect, it } from 'vitest'
import type { FeeEstimate } from '../../../../src/coin/networks/fees.ts'
import { moneroMainnet, moneroRegtest, moneroStagenet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet, oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { checkFeeEstimate, FeeEstimateError, feeCeiling } from '../../../../src/wallet/spend/feeBounds.ts'
import { MONERO_ESTIMATE, OXEN_ESTIMATE } from '../../../support/wallet/spend/payment-sides.ts'

/** What a monerod on mainnet estimates while blocks are not full. */
const MONERO_TODAY: FeeEstimate = {
  perByte: 20_000n,
  perOutput: 0n,
  perByteLevels: [20_000n, 80_000n, 320_000n, 4_000_000n],
  quantizationMask: 10_000n,
}

const multiply = (estimate: FeeEstimate, factor: bigint): FeeEstimate => ({
  perByte: estimate.perByte * factor,
  perOutput: estimate.perOutput * factor,
  perByteLevels: estimate.perByteLevels.map((level) => level * factor),
  quantizationMask: estimate.quantizationMask * factor,
})

const refusal = (...check: Parameters<typeof checkFeeEstimate>): unknown => {
  try {
    checkFeeEstimate(...check)
    return undefined
  } catch (error) {
    return error
  }
}

const WEIGHT = 2200

/** Returns the fee of a payment with two inputs and two outputs. */
const feeAt = (estimate: FeeEstimate, priority: number): bigint =>
  moneroMainnet.fees.fee(estimate, {
    ...{ weight: WEIGHT, outputs: 2, priority, kind: 'standard', hardFork: 16, fixedBurn: 0n },
  }).total

describe('the fees that a node may request', () => {
  it.each([
    ['monero mainnet', moneroMainnet, MONERO_TODAY],
    ['monero stagenet', moneroStagenet, MONERO_TODAY],
    ['monero regtest', moneroRegtest, MONERO_ESTIMATE],
    ['oxen mainnet', oxenMainnet, OXEN_ESTIMATE],
    ['oxen regtest', oxenRegtest, OXEN_ESTIMATE],
  ] as const)('are those that real nodes estimate, and up to nine times as much, on %s', (_, network, estimate) => {
    for (const factor of [1n, 2n, 9n]) expect(refusal(network, multiply(estimate, factor), 10)).toBeUndefined()
    expect(refusal(network, multiply(estimate, 11n), 10)).toBeInstanceOf(FeeEstimateError)
  })

  it('are, on monero mainnet, at most ten times the fees of blocks that are not full', () => {
    expect(feeCeiling(moneroMainnet, 10)).toEqual(multiply(MONERO_TODAY, 10n))
    expect(feeCeiling(moneroMainnet, 10).perByteLevels).toEqual([200_000n, 800_000n, 3_200_000n, 40_000_000n])
  })

  it('are, on oxen, at most ten times the fees of the present block reward', () => {
    expect(feeCeiling(oxenMainnet, 10)).toEqual({
      perByte: 1220n,
      perOutput: 200_000_000n,
      perByteLevels: [],
      quantizationMask: 100n,
    })
  })

  it('do not let priority 4 cost 42 coins', () => {
    const lie = { ...MONERO_TODAY, perByteLevels: [3_000_000n, 24_000_000n, 192_000_000n, 19_200_000_000n] }
    expect(feeAt(lie, 4)).toBe(42_240_000_000_000n)
    expect(refusal(moneroMainnet, lie, 10)).toBeInstanceOf(FeeEstimateError)
    expect(feeAt(feeCeiling(moneroMainnet, 10), 4)).toBe(88_000_000_000n)
  })

  it.each([
    ['a fee per byte', moneroMainnet, { ...MONERO_TODAY, perByte: 200_001n }],
    ['a fee per output', moneroMainnet, { ...MONERO_TODAY, perOutput: 1n }],
    ['a rounding of fees to multiples', moneroMainnet, { ...MONERO_TODAY, quantizationMask: 100_001n }],
    ...[200_001n, 800_001n, 3_200_001n, 40_000_001n].map(
      (raised, i) =>
        [
          `a fee per byte at priority ${i + 1}`,
          moneroMainnet,
          { ...MONERO_TODAY, perByteLevels: MONERO_TODAY.perByteLevels.with(i, raised) },
        ] as const,
    ),
    ['a fee per byte', oxenMainnet, { ...OXEN_ESTIMATE, perByte: 1221n }],
    ['a fee per output', oxenMainnet, { ...OXEN_ESTIMATE, perOutput: 200_000_001n }],
    ['a rounding of fees to multiples', oxenMainnet, { ...OXEN_ESTIMATE, quantizationMask: 101n }],
  ] as const)('exclude a lie about %s alone, on $1.id', (what, network, lie) => {
    expect(refusal(network, lie, 10)).toMatchObject({
      name: 'FeeEstimateError',
      message: expect.stringContaining(`the node requests ${what} of `),
    })
  })

  it('are checked at each priority also if the node returns one fee per byte only', () => {
    const single = { ...MONERO_TODAY, perByteLevels: [] }
    expect(refusal(moneroMainnet, single, 10)).toBeUndefined()
    // wallet2 multiplies it by 1000 for priority 4.
    expect(refusal(moneroMainnet, { ...single, perByte: 40_000n }, 10)).toBeUndefined()
    expect(refusal(moneroMainnet, { ...single, perByte: 40_001n }, 10)).toMatchObject({
      message: expect.stringContaining('priority 4 of 40001000 atomic units'),
    })
  })

  it('are limited by the given ratio, which the error states with the amounts', () => {
    expect(refusal(moneroMainnet, multiply(MONERO_TODAY, 11n), 11)).toBeUndefined()
    expect(refusal(moneroMainnet, multiply(MONERO_TODAY, 2n), 1)).toMatchObject({
      code: 'fee-estimate',
      message: expect.stringMatching(/a fee per byte of 40000 atomic units; this wallet accepts 1 to 20000.* 1 times/),
      details: { requested: 40_000n, ceiling: 20_000n },
    })
  })

  it('are positive, and never lower at a higher priority', () => {
    for (const lie of [
      { ...MONERO_TODAY, perByte: 0n },
      { ...MONERO_TODAY, perByte: -1n },
      { ...MONERO_TODAY, quantizationMask: 0n },
      { ...MONERO_TODAY, perOutput: -1n },
      { ...MONERO_TODAY, perByteLevels: [0n, 1n, 1n, 1n] },
      { ...MONERO_TODAY, perByteLevels: [20_000n, 19_999n, 320_000n, 4_000_000n] },
    ])
      expect(refusal(moneroMainnet, lie, 10)).toBeInstanceOf(FeeEstimateError)
  })
})

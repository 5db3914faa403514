// Fees of recorded transfers, and of each priority, kind and hard fork.

import { describe, expect, it } from 'vitest'
import { FeeError, type FeeRequest, oxenFees } from '../../../src/coin/networks/fees.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { vector } from '../../support/data/vectors.ts'

describe('fees', () => {
  const estimate = { perByte: 122n, perOutput: 20000000n, perByteLevels: [], quantizationMask: 10n }
  const request: FeeRequest = {
    weight: 2071,
    outputs: 3,
    priority: 1,
    kind: 'standard',
    hardFork: 17,
    fixedBurn: 0n,
  }
  it('are computed for oxen priorities', () => {
    // A recorded transfer of weight 2071 with 3 outputs paid 0.060252670.
    expect(oxenFees.fee(estimate, request)).toEqual({ total: 60252670n, burn: 0n, blink: false })
    const blink = oxenFees.fee(estimate, { ...request, priority: 5 })
    expect(blink).toEqual({ total: 150631660n, burn: 90378996n, blink: true })
    for (const priority of [0, 2, 3, 4]) expect(oxenFees.fee(estimate, { ...request, priority })).toEqual(blink)
    const name = { ...request, kind: 'name', fixedBurn: 15000000000n } as const
    expect(oxenFees.fee(estimate, { ...name, priority: 0 }).total).toBe(15060252670n)
    expect(oxenFees.fee(estimate, { ...name, priority: 2 })).toEqual({
      total: 15000000000n + 301263310n,
      burn: 15000000000n,
      blink: false,
    })
  })
  it('are rejected for invalid priorities and kinds', () => {
    expect(() => oxenFees.fee(estimate, { ...request, priority: 6 })).toThrow(FeeError)
    expect(() => oxenFees.fee(estimate, { ...request, kind: 'stake', priority: 5 })).toThrow(FeeError)
    expect(() => oxenFees.fee(estimate, { ...request, priority: 5, hardFork: 13 })).toThrow(FeeError)
    expect(oxenFees.fee(estimate, { ...request, priority: 5, hardFork: 14 }).total).toBe(301263310n)
    expect(() => moneroRegtest.fees.fee(estimate, { ...request, priority: 5 })).toThrow(FeeError)
    expect(() => moneroRegtest.fees.fee(estimate, { ...request, kind: 'stake' })).toThrow(FeeError)
  })
  it('are computed as in recorded monero transfers', () => {
    const levels = [1200000n, 4700000n, 19000000n, 240000000n]
    const monero = { perByte: 1200000n, perOutput: 0n, perByteLevels: levels, quantizationMask: 10000n }
    for (const { fee, weight } of Object.values(vector('monero/scan_chain.json').sent))
      expect(moneroRegtest.fees.fee(monero, { ...request, weight, priority: 0 }).total).toBe(BigInt(fee))
    expect(moneroRegtest.fees.fee(monero, { ...request, weight: 1517, priority: 4 }).total).toBe(364080000000n)
    const nameless = { ...monero, perByteLevels: [] }
    expect(moneroRegtest.fees.fee(nameless, { ...request, weight: 1517, priority: 3 }).total).toBe(45510000000n)
  })
})

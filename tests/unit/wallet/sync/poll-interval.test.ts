// How often a node is polled: at random around one of wallet2's intervals, except on private chains.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneroMainnet, moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet, oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { defaultPollInterval, restTime } from '../../../../src/wallet/sync/pollInterval.ts'
import { seededRandom } from '../../../support/random.ts'

describe('the poll of a node', () => {
  it('has the default interval of wallet2’s API, and a shorter one on private chains', () => {
    expect([moneroMainnet, oxenMainnet].map(defaultPollInterval)).toEqual([10_000, 10_000])
    expect([moneroRegtest, oxenRegtest].map(defaultPollInterval)).toEqual([3000, 3000])
  })

  it('comes after a rest that differs by up to a quarter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 100_000 }), fc.nat(), (interval, seed) => {
        const sampler = createSampler(seededRandom(seed))
        const rests = Array.from({ length: 20 }, () => restTime(moneroMainnet, interval, sampler))
        for (const rest of rests) {
          expect(rest).toBeGreaterThanOrEqual(Math.floor(0.75 * interval))
          expect(rest).toBeLessThanOrEqual(Math.ceil(1.25 * interval))
        }
        expect(new Set(rests).size).toBeGreaterThan(10)
      }),
    )
  })

  it('comes after exactly the interval on private chains, without drawing a random number', () => {
    const sampler = createSampler(() => {
      throw new Error('drawn')
    })
    expect(restTime(oxenRegtest, 3000, sampler)).toBe(3000)
  })
})

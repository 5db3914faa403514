// The node's blacklist of outputs: requested on oxen networks only, and believed only as far as the chain allows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networks } from '../../../../src/coin/networks/networks.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { drawCandidates } from '../../../../src/wallet/rings/decoys.ts'
import { OutputBlacklistError, verifyBlacklist } from '../../../../src/wallet/rings/outputBlacklist.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'
import { honestNode, outputChain, ringContext, ringsOf } from '../../../support/wallet/spend/ring-node.ts'

describe('the blacklist of outputs', () => {
  it('is requested once per payment on oxen, and never on monero', async () => {
    for (const network of networks) {
      const { node, real, blacklistRequests } = honestNode(outputChain(300, () => 2))
      await ringsOf(ringContext(node, network, 1), [real(123), real(200)])
      expect(blacklistRequests()).toBe(network.familyName === 'Oxen' ? 1 : 0)
    }
  })

  it('is rejected if it contains outputs that do not exist, or one twice', () => {
    const distribution = outputChain(100, () => 3)
    expect(verifyBlacklist([0, 299], distribution)).toEqual(new Set([0, 299]))
    for (const wrong of [[300], [-1], [0.5], [Number.NaN], [2 ** 53], [7, 8, 7]])
      expect(() => verifyBlacklist(wrong, distribution)).toThrow(OutputBlacklistError)
  })

  it('is rejected if it leaves fewer outputs than the chain has coinbases', () => {
    const distribution = outputChain(100, (height) => (height % 2 === 0 ? 3 : 0))
    const all = Array.from({ length: 150 }, (_, i) => i)
    expect(verifyBlacklist(all.slice(50), distribution).size).toBe(100)
    expect(() => verifyBlacklist(all.slice(49), distribution)).toThrow(OutputBlacklistError)
  })

  it('is rejected if it contains most outputs that are drawn from a mature chain', async () => {
    const distribution = outputChain(20_000, () => 4)
    const recent = Array.from({ length: 59_000 }, (_, i) => 79_999 - i)
    const { node, real, requests } = honestNode(distribution, { blacklist: recent })
    await expect(ringsOf(ringContext(node, oxenMainnet, 2), [real(50_000)])).rejects.toThrow(OutputBlacklistError)
    expect(requests).toEqual([])
  })

  it('is rejected if it contains three of four outputs of a mature chain', async () => {
    const distribution = outputChain(20_000, () => 4)
    const blacklist = Array.from({ length: 80_000 }, (_, i) => i).filter((i) => i % 4 !== 0)
    const { node, real } = honestNode(distribution, { blacklist })
    for (let seed = 0; seed < 10; seed++)
      await expect(ringsOf(ringContext(node, oxenMainnet, seed), [real(50_000)])).rejects.toThrow(OutputBlacklistError)
  })

  it('may contain a fifth of the outputs', async () => {
    const distribution = outputChain(20_000, () => 4)
    const blacklist = Array.from({ length: 16_000 }, (_, i) => 5 * i)
    for (let seed = 0; seed < runs(50); seed++) {
      const { node, real, requests } = honestNode(distribution, { blacklist })
      await ringsOf(ringContext(node, oxenMainnet, seed), [real(50_001)])
      for (const index of requests.flat()) expect(index % 5).not.toBe(0)
    }
  })

  it('is used only if a young chain has no other outputs', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 60, max: 400 }), (seed, blocks) => {
        const sampler = createSampler(seededRandom(seed))
        const distribution = outputChain(blocks, () => 2)
        const usable = distribution.at(blocks - 10) ?? 0
        const blacklist = new Set(Array.from({ length: blocks }, () => sampler.below(2 * blocks)))
        const real = sampler.below(usable)
        const source = { distribution, rules: oxenMainnet, blacklist, sampler }
        const candidates = drawCandidates(source, real, [], 36)
        expect(candidates).toHaveLength(36)
        const others = Array.from({ length: usable }, (_, i) => i).filter((i) => i !== real && !blacklist.has(i))
        const listed = candidates.filter((index) => index !== real && blacklist.has(index))
        expect(listed).toHaveLength(Math.max(0, 35 - others.length))
      }),
      { numRuns: runs(60) },
    )
  })
})

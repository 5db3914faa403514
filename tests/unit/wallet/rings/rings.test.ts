// Rings from a node: drawn as by wallet2, remembered, and never such that requests or rings single out the real output.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { networks } from '../../../../src/coin/networks/networks.ts'
import { oxenMainnet, oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { addPoints, arePoints, arePrimePoints, decodePoint, encodePoint } from '../../../../src/crypto/curve/point.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { RingOutput } from '../../../../src/daemon/nodeClient.ts'
import type { OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import { drawCandidates, requestCount } from '../../../../src/wallet/rings/decoys.ts'
import { OutputDistributionError } from '../../../../src/wallet/rings/outputDistribution.ts'
import { areRingsSane, ChainTooYoungError, OutputIndexError, type Ring } from '../../../../src/wallet/rings/ring.ts'
import { RingResponseError } from '../../../../src/wallet/rings/ringMembers.ts'
import { type RingContext, type RingSource, selectRings } from '../../../../src/wallet/rings/rings.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'
import { honestNode, outputChain, ringContext, ringsOf, somePoint } from '../../../support/wallet/spend/ring-node.ts'

const FAMILIES = [
  ['oxen', oxenMainnet],
  ['monero', moneroMainnet],
] as const

const indicesOf = (ring: Ring | undefined): number[] => (ring?.members ?? []).map(({ globalIndex }) => globalIndex)

/** A point of order 2: (0, -1). */
const TORSION = decodePoint(fromHex(`ec${'ff'.repeat(30)}7f`))
const torsioned = (key: Uint8Array): Uint8Array => encodePoint(addPoints(decodePoint(key), TORSION))

/** A node that returns changed outputs. */
const changing = (
  node: RingSource,
  change: (output: RingOutput, index: number) => RingOutput | undefined,
): RingSource => ({
  ...node,
  outputs: async (indices) =>
    (await node.outputs(indices)).flatMap((output, i) => change(output, indices[i] ?? 0) ?? []),
})

describe('candidates', () => {
  it('include the real output and earlier candidates, none of them twice', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(oxenMainnet, moneroMainnet),
        fc.integer({ min: 200, max: 3000 }),
        fc.integer({ min: 1, max: 5 }),
        (seed, rules, blocks, perBlock) => {
          const sampler = createSampler(seededRandom(seed))
          const distribution = outputChain(blocks, (height) => (height % 3 === 0 ? perBlock : 1))
          const usable = distribution.at(blocks - 10) ?? 0
          const [real = 0, ...earlier] = Array.from({ length: 5 }, () => sampler.below(usable))
          const source = { distribution, rules, blacklist: new Set<number>(), sampler }
          const candidates = drawCandidates(source, real, earlier, requestCount(rules))
          expect(candidates).toHaveLength(requestCount(rules))
          expect(new Set(candidates).size).toBe(candidates.length)
          expect(candidates.slice(0, 2)).toEqual([...new Set([real, ...earlier])].slice(0, 2))
          for (const index of earlier) expect(candidates).toContain(index)
          for (const index of candidates) expect(index).toBeLessThan(usable)
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('are all outputs of a chain that has no more', () => {
    const source = {
      distribution: outputChain(40, () => 1),
      rules: oxenMainnet,
      blacklist: new Set<number>(),
      sampler: createSampler(seededRandom(7)),
    }
    const candidates = drawCandidates(source, 5, [], 36)
    expect([...candidates].sort((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, i) => i))
  })
})

describe.each(FAMILIES)('rings of the %s family', (_, network) => {
  it('contain the real output among unlocked others, in ascending order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 3 }), async (seed, inputs) => {
        const sampler = createSampler(seededRandom(seed))
        const locked = new Set(Array.from({ length: 60 }, () => sampler.below(600)))
        const chosen = Array.from({ length: inputs }, (_, i) => 100 + 7 * i + sampler.below(7))
        for (const index of chosen) locked.delete(index)
        const { node, real, requests } = honestNode(
          outputChain(300, () => 2),
          { locked },
        )
        const rings = await ringsOf(ringContext(node, network, seed, 300), chosen.map(real))
        for (const [i, ring] of rings.entries()) {
          const indices = indicesOf(ring)
          expect(indices).toHaveLength(network.ringSize)
          expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b))
          expect(indices[ring.realPosition]).toBe(chosen[i])
          for (const index of indices) expect(locked.has(index)).toBe(false)
        }
        const request = requests[0] ?? []
        expect(request).toEqual([...new Set(request)].sort((a, b) => a - b))
        for (const index of chosen) expect(request).toContain(index)
      }),
      { numRuns: runs(15) },
    )
  })

  it('have the real output at every position', async () => {
    const { node, real } = honestNode(outputChain(400, () => 2))
    const places = new Set<number>()
    for (let seed = 0; seed < 100 && places.size < network.ringSize - 2; seed++) {
      const [ring] = await ringsOf(ringContext(node, network, seed), [real(100 + 6 * seed)])
      places.add(ring?.realPosition ?? -1)
    }
    expect(places.size).toBeGreaterThanOrEqual(network.ringSize - 2)
  })

  it('consist of the candidates in the order of the reference wallet', async () => {
    const locked = new Set([205, 211])
    const { node, real } = honestNode(
      outputChain(300, () => 2),
      { locked },
    )
    const candidates = [123, ...Array.from({ length: 74 }, (_, i) => 200 + ((i * 29) % 75))]
    const first = candidates.filter((index) => !locked.has(index)).slice(0, network.ringSize)
    let inOrder = 0
    for (let seed = 0; seed < 20; seed++) {
      const context = ringContext(node, network, seed)
      await context.rings.put(new Map([[toHex(real(123).keyImage), { candidates, members: [], height: 0 }]]))
      const [ring] = await ringsOf(context, [real(123)])
      if (indicesOf(ring).join() === first.sort((a, b) => a - b).join()) inOrder++
    }
    // wallet2 takes them as drawn, oxen-core at random.
    expect(inOrder).toBe(network.familyName === 'Monero' ? 20 : 0)
  })

  it('are the same when an output is spent again, by any node', async () => {
    const distribution = outputChain(300, () => 2)
    const { node, real } = honestNode(distribution)
    const context = ringContext(node, network, 10, 300)
    const first = await ringsOf(context, [real(123), real(400)])
    const grown = honestNode(outputChain(420, () => 2))
    const again = { ...ringContext(grown.node, network, 11, 310), rings: context.rings }
    expect(await ringsOf(again, [real(123), real(222), real(400)])).toEqual([first[0], expect.anything(), first[1]])
  })

  it('keep the members of a ring of which nothing else is known', async () => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    const members = Array.from({ length: network.ringSize }, (_, i) => 100 + 23 * i)
    const context = ringContext(node, network, 12, 300)
    const keyImage = toHex(real(123).keyImage)
    await context.rings.put(new Map([[keyImage, { candidates: [], members, height: 250 }]]))
    const [ring] = await ringsOf(context, [real(123)])
    expect(indicesOf(ring)).toEqual(members)
    expect(await context.rings.get(keyImage)).toMatchObject({ members, height: 250 })
  })

  it('fill up a smaller ring used before', async () => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    const members = Array.from({ length: network.ringSize - 3 }, (_, i) => 100 + 23 * i)
    const context = ringContext(node, network, 12)
    await context.rings.put(new Map([[toHex(real(123).keyImage), { candidates: [], members, height: 0 }]]))
    const [ring] = await ringsOf(context, [real(123)])
    expect(indicesOf(ring)).toEqual(expect.arrayContaining(members))
    expect(new Set(indicesOf(ring)).size).toBe(network.ringSize)
  })

  it('are the same if two payments draw them at once', async () => {
    const { node, real, requests } = honestNode(outputChain(300, () => 2))
    const context = ringContext(node, network, 20)
    const [first, second] = await Promise.all([ringsOf(context, [real(123)]), ringsOf(context, [real(123)])])
    expect(second).toEqual(first)
    expect(requests[1]).toEqual(requests[0])
  })

  it('are drawn anew for an output that a reorganisation has moved', async () => {
    const { node, real, requests } = honestNode(outputChain(300, () => 2))
    const members = Array.from({ length: network.ringSize }, (_, i) => 100 + 23 * i)
    const context = ringContext(node, network, 13)
    await context.rings.put(new Map([[toHex(real(124).keyImage), { candidates: members, members, height: 0 }]]))
    const [ring] = await ringsOf(context, [real(124)])
    expect(indicesOf(ring)).toContain(124)
    expect(members.every((index) => requests[0]?.includes(index))).toBe(false)
  })

  it('are refused if a node excludes a member of the ring used before', async () => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    const context = ringContext(node, network, 14)
    const [first] = await ringsOf(context, [real(123)])
    const excluded = indicesOf(first).find((index) => index !== 123)
    for (const change of [{ unlocked: false }, { key: new Uint8Array(32).fill(0xff) }]) {
      const liar = changing(node, (output, index) => (index === excluded ? { ...output, ...change } : output))
      await expect(ringsOf({ ...context, node: liar }, [real(123)])).rejects.toThrow(RingResponseError)
    }
    expect(await ringsOf(context, [real(123)])).toEqual([first])
  })

  it('are found although most candidates are locked', async () => {
    for (let seed = 0; seed < 8; seed++) {
      const locked = new Set(Array.from({ length: 600 }, (_, i) => i).filter((i) => i % 8 !== 0))
      const { node, real, requests } = honestNode(
        outputChain(300, () => 2),
        { locked },
      )
      const [ring] = await ringsOf(ringContext(node, network, seed), [real(160)])
      for (const index of indicesOf(ring)) expect(index % 8).toBe(0)
      for (const request of requests.slice(1)) expect(request).toEqual(expect.arrayContaining(requests[0] ?? []))
    }
  })

  it('fail on a chain that has too few outputs', async () => {
    const { node, real } = honestNode(outputChain(network.ringSize + 5, () => 1))
    await expect(ringsOf(ringContext(node, network, 8), [real(2)])).rejects.toThrow('needs 4 more spendable outputs')
    const empty = honestNode(outputChain(10, () => 1))
    await expect(ringsOf(ringContext(empty.node, network, 8), [empty.real(2)])).rejects.toThrow(ChainTooYoungError)
  })

  it('contain no commitment and, on mainnet, no key outside the prime-order subgroup', async () => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    const bad = changing(node, (output, index) => {
      if (index === 123 || index % 4 !== 0) return output
      return index % 8 === 0
        ? { ...output, key: torsioned(output.key) }
        : { ...output, commitment: torsioned(output.commitment) }
    })
    expect(arePoints([torsioned(somePoint(0))])).toEqual([true])
    expect(arePrimePoints([torsioned(somePoint(0))])).toEqual([false])
    for (let seed = 0; seed < 10; seed++) {
      const [ring] = await ringsOf(ringContext(bad, network, seed), [real(123)])
      for (const index of indicesOf(ring)) expect(index === 123 || index % 4 !== 0).toBe(true)
    }
  })

  it('contain no key or commitment that is not a point', async () => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    const wrong = new Uint8Array(32).fill(0xff)
    const bad = changing(node, (output, index) => {
      if (index === 123 || index % 4 !== 0) return output
      return index % 8 === 0 ? { ...output, key: wrong } : { ...output, commitment: wrong }
    })
    for (const rules of networks.filter(({ familyName }) => familyName === network.familyName)) {
      const [ring] = await ringsOf(ringContext(bad, rules, 15), [real(123)])
      for (const index of indicesOf(ring)) expect(index === 123 || index % 4 !== 0).toBe(true)
    }
  })

  it('may contain equal keys', async () => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    const same = changing(node, (output, index) => (index === 123 ? output : { ...output, key: somePoint(0) }))
    const [ring] = await ringsOf(ringContext(same, network, 16), [real(123)])
    expect(new Set(ring?.members.map(({ key }) => toHex(key)))).toHaveLength(2)
  })
})

it('allows keys outside the prime-order subgroup on the test networks of oxen, as oxen-core does', async () => {
  const { node, real } = honestNode(outputChain(300, () => 2))
  const bad = changing(node, (output, index) => (index === 123 ? output : { ...output, key: torsioned(output.key) }))
  for (const network of networks) {
    const isAllowed = network.familyName === 'Oxen' && network.netType !== 'mainnet'
    const rings = ringsOf(ringContext(bad, network, 17), [real(123)])
    if (isAllowed) expect(indicesOf((await rings)[0])).toHaveLength(network.ringSize)
    else await expect(rings).rejects.toThrow(ChainTooYoungError)
  }
  expect(oxenRegtest.netType).toBe('fakechain')
})

describe('a false response', () => {
  const attempt = (change: (output: RingOutput, index: number) => RingOutput | undefined): Promise<readonly Ring[]> => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    return ringsOf(ringContext(changing(node, change), oxenMainnet, 12), [real(123)])
  }

  it('about the real output is rejected', async () => {
    const lies: [(output: RingOutput) => RingOutput | undefined, typeof OutputIndexError | typeof RingResponseError][] =
      [
        [(output) => ({ ...output, key: somePoint(1) }), OutputIndexError],
        [(output) => ({ ...output, commitment: somePoint(1) }), OutputIndexError],
        [(output) => ({ ...output, unlocked: false }), RingResponseError],
        [() => undefined, RingResponseError],
      ]
    for (const [lie, type] of lies)
      await expect(attempt((output, index) => (index === 123 ? lie(output) : output))).rejects.toThrow(type)
  })

  it('about the height of a decoy is rejected', async () => {
    await expect(
      attempt((output, index) => (index === 123 ? output : { ...output, height: output.height + 1 })),
    ).rejects.toThrow(RingResponseError)
  })

  it('leads to another node, which is asked for the same candidates', async () => {
    const { node, real, requests } = honestNode(outputChain(300, () => 2))
    const liar = changing(node, (output) => ({ ...output, height: output.height + 1 }))
    const reasons: string[] = []
    const pool: RingSource = {
      ...node,
      outputs: (indices) => (reasons.length === 0 ? liar : node).outputs(indices),
      distrust: (reason) => {
        reasons.push(reason)
      },
    }
    const [ring] = await ringsOf(ringContext(pool, oxenMainnet, 12), [real(123)])
    expect(indicesOf(ring)).toContain(123)
    expect(reasons).toEqual([expect.stringContaining('its distribution has')])
    expect(requests).toHaveLength(2)
    expect(requests[1]).toEqual(requests[0])
  })
})

describe('all requests for an output together', () => {
  /** A node's view of one payment attempt. */
  type Attempt = { readonly blocks: number; readonly locked: number; readonly fails: boolean }

  const attempts = fc.array(
    fc.record({
      blocks: fc.integer({ min: 300, max: 340 }),
      locked: fc.integer({ min: 0, max: 9 }),
      fails: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  )

  const run = async (context: RingContext, list: readonly Attempt[], real: number): Promise<number[][]> => {
    const seen: number[][] = []
    for (const { blocks, locked, fails } of list) {
      const distribution = outputChain(blocks, () => 2)
      const hidden = new Set(Array.from({ length: 700 }, (_, i) => i).filter((i) => i !== real && i % 10 < locked))
      const honest = honestNode(distribution, { locked: hidden })
      const node: RingSource = {
        ...honest.node,
        outputs: async (indices) => {
          seen.push([...indices])
          if (fails) throw new Error('down')
          return honest.node.outputs(indices)
        },
      }
      await ringsOf({ ...context, node }, [honest.real(real)]).catch((error: unknown) => {
        const isExpected = error instanceof RingResponseError || error instanceof ChainTooYoungError
        if (!isExpected && String(error) !== 'Error: down') throw error
      })
    }
    return seen
  }

  it('have a whole set of candidates in common, whatever nodes respond', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.constantFrom(oxenMainnet, moneroMainnet),
        attempts,
        fc.integer({ min: 0, max: 570 }),
        async (seed, network, list, real) => {
          const { node } = honestNode(outputChain(300, () => 2))
          const seen = await run(ringContext(node, network, seed, 300), list, real)
          const common = (seen[0] ?? []).filter((index) => seen.every((request) => request.includes(index)))
          // A node cannot return outputs of blocks that its chain does not have.
          expect(common).toEqual(expect.arrayContaining((seen[0] ?? []).filter((index) => index < 2 * 300)))
          expect(common.length).toBeGreaterThan(network.ringSize)
          expect(common).toContain(real)
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('are the same while nothing is lacking', async () => {
    const { node } = honestNode(outputChain(300, () => 2))
    const list = Array.from({ length: 5 }, (_, i) => ({ blocks: 300 + i, locked: 0, fails: i < 2 }))
    const seen = await run(ringContext(node, moneroMainnet, 3, 300), list, 123)
    expect(seen).toHaveLength(5)
    for (const request of seen) expect(request).toEqual(seen[0])
  })

  it('are remembered before a node sees them', async () => {
    const { node, real } = honestNode(outputChain(300, () => 2))
    const context = ringContext(node, oxenMainnet, 4)
    const order: string[] = []
    const rings: RingContext['rings'] = {
      ...context.rings,
      put: async (news) => {
        await context.rings.put(news)
        order.push('remembered')
      },
    }
    const watched: RingSource = {
      ...node,
      outputs: async (indices) => {
        order.push('requested')
        return node.outputs(indices)
      },
    }
    await ringsOf({ ...context, node: watched, rings }, [real(123)])
    expect(order).toEqual(['remembered', 'requested', 'remembered'])
  })
})

describe('the sanity check of nodes', () => {
  const ring = (indices: readonly number[]): Ring => ({
    members: indices.map((globalIndex) => ({ globalIndex, key: somePoint(0), commitment: somePoint(0) })),
    realPosition: 0,
  })

  it('requires different and recent rings', () => {
    const recent = Array.from({ length: 16 }, (_, i) => 90_000 + i)
    const old = Array.from({ length: 16 }, (_, i) => 100 + i)
    expect(areRingsSane([ring(recent)], 100_000)).toBe(true)
    expect(areRingsSane([ring(old)], 100_000)).toBe(false)
    expect(areRingsSane([ring(recent), ring(recent)], 100_000)).toBe(false)
    expect(areRingsSane([ring(old)], 9999)).toBe(true)
    expect(areRingsSane([ring(old.slice(0, 10))], 100_000)).toBe(true)
  })

  it('takes the median of distinct members', () => {
    const low = Array.from({ length: 11 }, (_, i) => i)
    const high = Array.from({ length: 12 }, (_, i) => 60_000 + i)
    // Counted twice, the shared low members would make the median too low.
    expect(
      areRingsSane([ring([...low.slice(8), ...high]), ring([...low.slice(8), ...high.map((i) => i + 50)])], 100_000),
    ).toBe(true)
    expect(areRingsSane([ring([...low, ...high.slice(1)])], 100_000)).toBe(false)
    expect(areRingsSane([ring([...low, ...high])], 100_000)).toBe(true)
  })

  it('leads to another ring of the same candidates if the one drawn fails it', async () => {
    const distribution: OutputDistribution = outputChain(20_000, () => 2)
    const { node, real, requests } = honestNode(distribution)
    const context = ringContext(node, moneroMainnet, 18)
    const old = Array.from({ length: 40 }, (_, i) => 10 * i)
    const recent = Array.from({ length: 60 }, (_, i) => 39_000 - 7 * i)
    const candidates = [30_000, ...old, ...recent]
    await context.rings.put(new Map([[toHex(real(30_000).keyImage), { candidates, members: [], height: 0 }]]))
    const rings = await ringsOf(context, [real(30_000)])
    expect(areRingsSane(rings, 39_982)).toBe(true)
    expect(requests).toEqual([candidates.sort((a, b) => a - b)])
  })

  it('leads to another ring than the one used before only if the wallet has seen the chain grow', async () => {
    const perBlock = (height: number): number => (height < 20_000 ? 2 : 5000)
    const { node, real } = honestNode(outputChain(20_000, perBlock))
    const context = ringContext(node, moneroMainnet, 21, 20_000)
    const first = await ringsOf(context, [real(20_000)])
    // The node claims 50,000 outputs in ten blocks, after which the ring looks too old.
    const liar = honestNode(outputChain(20_020, perBlock))
    await expect(ringsOf({ ...context, node: liar.node }, [real(20_000)])).rejects.toThrow(OutputDistributionError)
    expect(await ringsOf({ ...context, height: 21_999 }, [real(20_000)]).catch(String)).toMatch(/knows 21999 blocks/)
    expect(await ringsOf(context, [real(20_000)])).toEqual(first)
    const grown = honestNode(outputChain(22_010, (height) => (height < 20_000 ? 2 : 40)))
    const old = { ...context, node: grown.node }
    await expect(ringsOf({ ...old, height: 21_999 }, [real(20_000)])).rejects.toThrow(OutputDistributionError)
    const later = await ringsOf({ ...old, height: 22_000 }, [real(20_000)])
    expect(indicesOf(later[0])).not.toEqual(indicesOf(first[0]))
    expect(areRingsSane(later, 120_000)).toBe(true)
    for (const request of grown.requests.slice(1))
      expect(request).toEqual(expect.arrayContaining(grown.requests[0] ?? []))
    expect(await ringsOf({ ...old, height: 22_010 }, [real(20_000)])).toEqual(later)
  })

  it('never replaces the ring of a recent transaction, although its candidates have others', async () => {
    const { node, real } = honestNode(outputChain(20_000, () => 2))
    const members = [...Array.from({ length: 15 }, (_, i) => 10 * i), 30_000]
    const candidates = [...members, ...Array.from({ length: 60 }, (_, i) => 39_000 - 7 * i)]
    const attempt = async (height: number): Promise<readonly Ring[]> => {
      const context = ringContext(node, moneroMainnet, 22, 20_000)
      await context.rings.put(new Map([[toHex(real(30_000).keyImage), { candidates, members, height }]]))
      return ringsOf(context, [real(30_000)])
    }
    await expect(attempt(19_000)).rejects.toThrow(OutputDistributionError)
    expect(areRingsSane(await attempt(18_000), 39_982)).toBe(true)
  })

  it('is made of each transaction apart, so that a large sweep passes', async () => {
    const { node, real } = honestNode(outputChain(5100, () => 2))
    const transactions = Array.from({ length: 30 }, (_, t) =>
      Array.from({ length: 20 }, (_, i) => real(9000 + 20 * t + i)),
    )
    const rings = await selectRings(ringContext(node, moneroMainnet, 23), transactions)
    expect(rings.map(({ length }) => length)).toEqual(transactions.map(({ length }) => length))
    for (const [t, ofOne] of rings.entries()) {
      expect(areRingsSane(ofOne, 10_182)).toBe(true)
      for (const [i, { members, realPosition }] of ofOne.entries())
        expect(members[realPosition]?.globalIndex).toBe(9000 + 20 * t + i)
    }
    // The rings of all transactions together would be too alike.
    expect(areRingsSane(rings.flat(), 10_182)).toBe(false)
  })

  it('fails a payment if no ring passes it', async () => {
    const { node, real } = honestNode(outputChain(20_000, () => 2))
    const context = ringContext(node, moneroMainnet, 19)
    const candidates = Array.from({ length: 2000 }, (_, i) => 10 * i)
    await context.rings.put(new Map([[toHex(real(50).keyImage), { candidates, members: [], height: 0 }]]))
    await expect(ringsOf(context, [real(50)])).rejects.toThrow(OutputDistributionError)
  })
})

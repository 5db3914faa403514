// The members of one ring: what a node's responses must be, which outputs are sound, and in which order they become members.
import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import type { RingOutput } from '../../../../src/daemon/nodeClient.ts'
import { areRingsSane, ChainTooYoungError, OutputIndexError } from '../../../../src/wallet/rings/ring.ts'
import {
  assembleRing,
  checkAnswers,
  createSoundnessCheck,
  RingResponseError,
} from '../../../../src/wallet/rings/ringMembers.ts'
import { ringOf } from '../../../support/wallet/spend/prepared.ts'
import { honestNode, outputChain, somePoint } from '../../../support/wallet/spend/ring-node.ts'

const distribution = outputChain(300, () => 2)
const { answer, real } = honestNode(distribution)
const NO_POINT = new Uint8Array(32).fill(0xff)

const answersOf = (
  indices: readonly number[],
  change: (output: RingOutput, index: number) => RingOutput | undefined = (output) => output,
) =>
  new Map(
    indices.flatMap((index) => {
      const output = change(answer(index), index)
      return output === undefined ? [] : [[index, output] as const]
    }),
  )

describe('the check of a node’s responses', () => {
  const check = (change?: (output: RingOutput, index: number) => RingOutput | undefined): unknown => {
    try {
      checkAnswers(distribution, real(123), [50, 123, 400], answersOf([50, 123, 400], change))
    } catch (error) {
      return error
    }
    return undefined
  }

  it('accepts honest ones', () => {
    expect(check()).toBeUndefined()
  })

  it.each<[string, (output: RingOutput, index: number) => RingOutput | undefined, string]>([
    ['the real output is missing', (output, i) => (i === 123 ? undefined : output), 'omitted output 123 (key '],
    ['a candidate is missing', (output, i) => (i === 400 ? undefined : output), 'omitted the requested output 400'],
    [
      'the real output is locked',
      (output, i) => ({ ...output, unlocked: i !== 123 }),
      'is still locked; wait for the next block',
    ],
    [
      'a candidate is in another block',
      (output, i) => ({ ...output, height: output.height + (i === 50 ? 1 : 0) }),
      'places output 50 at height 26, but its distribution has 25',
    ],
    [
      'the real output is in another block',
      (output, i) => ({ ...output, height: output.height - (i === 123 ? 1 : 0) }),
      'places output 123 at height 60, but its distribution has 61',
    ],
  ])('rejects them if %s', (_, change, words) => {
    const error = check(change)
    expect(error).toBeInstanceOf(RingResponseError)
    expect(error).toMatchObject({ message: expect.stringContaining(words) })
  })

  it.each<[string, Partial<RingOutput>]>([
    ['key', { key: somePoint(1) }],
    ['commitment', { commitment: somePoint(1) }],
  ])('takes the index for false if the real output has another %s', (_, change) => {
    const error = check((output, i) => (i === 123 ? { ...output, ...change } : output))
    expect(error).toBeInstanceOf(OutputIndexError)
    expect(error).toMatchObject({
      message: expect.stringContaining('the node returned another key or commitment for output 123'),
      details: { globalIndex: 123 },
    })
  })

  it('accepts locked candidates, which do not become members', () => {
    expect(check((output, i) => ({ ...output, unlocked: i === 123 }))).toBeUndefined()
  })
})

describe('the check of soundness', () => {
  it('requires unlocked points, and remembers each key', () => {
    const isSound = createSoundnessCheck(moneroMainnet)
    const good = answer(5)
    const outputs = [
      good,
      { ...good, unlocked: false },
      { ...good, key: NO_POINT },
      { ...good, commitment: NO_POINT },
      good,
    ]
    const expected = [true, false, false, false, true]
    expect(isSound(outputs)).toEqual(expected)
    expect(isSound(outputs)).toEqual(expected)
    expect(isSound([...outputs, answer(6)].toReversed())).toEqual([true, ...expected.toReversed()])
    expect(isSound([])).toEqual([])
  })
})

describe('a ring', () => {
  const assemble = (
    ringSize: number,
    order: readonly number[],
    isSound: (indices: number) => boolean = () => true,
  ): { readonly ring: unknown; readonly checked: number[][] } => {
    const checked: number[][] = []
    const indexOf = new Map([50, 60, 70, 80, 90, 123, 200].map((index) => [answer(index).key, index]))
    const ring = assembleRing(ringSize, real(123), order, answersOf(order), (outputs) => {
      const indices = outputs.map(({ key }) => indexOf.get(key) ?? -1)
      checked.push(indices)
      return indices.map(isSound)
    })
    return {
      ring: 'missing' in ring ? ring : [ring.members.map(({ globalIndex }) => globalIndex), ring.realPosition],
      checked,
    }
  }

  it('has the first sound outputs of the order, sorted, around the real one', () => {
    expect(assemble(4, [200, 123, 60, 50, 70, 80])).toEqual({ ring: [[50, 60, 123, 200], 2], checked: [[200, 60, 50]] })
    expect(assemble(4, [200, 60, 50, 70, 80, 90], (index) => index !== 60 && index !== 70)).toEqual({
      ring: [[50, 80, 123, 200], 2],
      checked: [[200, 60, 50], [70], [80]],
    })
  })

  it('keeps keys and commitments of its members', () => {
    const ring = assembleRing(3, real(123), [50, 200], answersOf([50, 200]), (outputs) => outputs.map(() => true))
    expect(ring).toEqual({
      members: [50, 123, 200].map((globalIndex) => {
        const { key, commitment } = answer(globalIndex)
        return { globalIndex, key, commitment }
      }),
      realPosition: 1,
    })
  })

  it('lacks members if too few are sound', () => {
    expect(assemble(4, [200, 123, 60]).ring).toEqual({ missing: 1 })
    expect(assemble(4, [200, 60, 50, 70], (index) => index === 70)).toEqual({
      ring: { missing: 2 },
      checked: [[200, 60, 50], [70]],
    })
    expect(assemble(4, [])).toEqual({ ring: { missing: 3 }, checked: [] })
  })

  it('has no member that the node omitted', () => {
    const answers = answersOf([50, 60, 70], (output, index) => (index === 60 ? undefined : output))
    const ring = assembleRing(3, real(123), [50, 60, 70], answers, (outputs) => outputs.map(() => true))
    expect('members' in ring && ring.members.map(({ globalIndex }) => globalIndex)).toEqual([50, 70, 123])
  })

  it('of the real output only needs no others', () => {
    expect(assemble(1, [200, 60])).toEqual({ ring: [[123], 0], checked: [] })
  })
})

describe('the sanity check of nodes, at its limits', () => {
  const range = (count: number, from: number): number[] => Array.from({ length: count }, (_, i) => from + i)

  it.each<[string, readonly (readonly number[])[], number, boolean]>([
    ['checks eleven members', [range(11, 0)], 100_000, false],
    ['does not check ten members', [range(10, 0)], 100_000, true],
    ['checks a chain of 10000 outputs', [range(11, 0)], 10_000, false],
    ['does not check a chain of 9999 outputs', [range(11, 0)], 9999, true],
    // Of 20 members 16 must differ.
    ['accepts sixteen different ones of twenty', [range(10, 60_000), range(10, 60_006)], 100_000, true],
    ['rejects fifteen different ones of twenty', [range(10, 60_000), range(10, 60_005)], 100_000, false],
    // Of 11 members 8.8, rounded down, must differ.
    ['accepts eight different ones of eleven', [range(8, 60_000), range(3, 60_000)], 100_000, true],
    ['rejects seven different ones of eleven', [range(7, 60_000), range(4, 60_000)], 100_000, false],
    ['accepts a median of six tenths', [[...range(5, 0), 60_000, ...range(5, 90_000)]], 100_000, true],
    ['rejects a lower median', [[...range(5, 0), 59_999, ...range(5, 90_000)]], 100_000, false],
    ['rounds six tenths down', [[...range(5, 0), 60_000, ...range(5, 90_000)]], 100_001, true],
    [
      'takes the mean of the two middle members',
      [[...range(5, 0), 59_000, 61_000, ...range(5, 90_000)]],
      100_000,
      true,
    ],
    ['rounds that mean down', [[...range(5, 0), 59_000, 60_999, ...range(5, 90_000)]], 100_000, false],
    ['sorts by number', [[...range(5, 90_000).toReversed(), ...range(5, 7), 60_000]], 100_000, true],
  ])('%s', (_, rings, outputs, isSane) => {
    expect(areRingsSane(rings.map(ringOf), outputs)).toBe(isSane)
  })

  it('is passed by no rings', () => {
    expect(areRingsSane([], 100_000)).toBe(true)
  })
})

it('counts missing outputs of a young chain in words', () => {
  const one = new ChainTooYoungError(1, 'why')
  expect(one).toMatchObject({ message: expect.stringContaining('needs 1 more spendable output (why)') })
  expect(new ChainTooYoungError(2, 'why')).toMatchObject({
    message: expect.stringContaining('needs 2 more spendable outputs (why)'),
    details: { missing: 2 },
  })
})

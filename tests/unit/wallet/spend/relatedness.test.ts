// How related outputs appear, and which of them are taken first (wallet2: get_output_relatedness, pop_best_value_from).
import { describe, expect, it } from 'vitest'
import type { RandomSampler } from '../../../../src/crypto/random/randomSampler.ts'
import {
  createCandidates,
  leastRelated,
  relatedness,
  relateTo,
  removeAt,
  type Spendable,
  takeLeastRelated,
} from '../../../../src/wallet/spend/relatedness.ts'

const output = (height: number, tx = height): Spendable => ({
  amount: 1n,
  height,
  txid: new Uint8Array(32).fill(tx),
  subaddress: { major: 0, minor: 0 },
})

/** Always draws the first, and notes of how many. */
const firstOf = (bounds: number[] = []): RandomSampler => ({
  unit: () => 0.5,
  below: (bound) => {
    bounds.push(bound)
    return 0
  },
})

it.each([
  ['of one transaction', output(100, 1), output(100, 1), 1],
  ['of two transactions of one block', output(100, 1), output(100, 2), 0.9],
  ['of neighbouring blocks', output(100), output(101), 0.8],
  ['two blocks apart', output(100), output(102), 0.2],
  ['nine blocks apart', output(100), output(109), 0.2],
  ['ten blocks apart', output(100), output(110), 0],
])('are related as by wallet2: outputs %s', (_, a, b, expected) => {
  expect(relatedness(a, b)).toBe(expected)
  expect(relatedness(b, a)).toBe(expected)
})

describe('candidates', () => {
  it('are as related as the most related output chosen so far', () => {
    const candidates = createCandidates([output(100), output(110), output(300)], [output(101), output(105)])
    expect(candidates.related).toEqual([0.8, 0.2, 0])
    relateTo(candidates, output(300, 7))
    expect(candidates.related).toEqual([0.8, 0.2, 0.9])
    relateTo(candidates, output(500))
    expect(candidates.related).toEqual([0.8, 0.2, 0.9])
    expect(leastRelated(candidates)).toEqual([1])
  })

  it('are unrelated before any is chosen', () => {
    const candidates = createCandidates([output(100), output(100)])
    expect(candidates.related).toEqual([0, 0])
    expect(leastRelated(candidates)).toEqual([0, 1])
  })

  it('are replaced by the last one when they are removed', () => {
    const [a, b, c] = [output(100), output(200), output(300)]
    const candidates = createCandidates([a, b, c], [output(301), output(105)])
    removeAt(candidates, 0)
    expect(candidates).toEqual({ outputs: [c, b], related: [0.8, 0] })
    removeAt(candidates, 1)
    expect(candidates).toEqual({ outputs: [c], related: [0.8] })
    removeAt(candidates, 0)
    expect(candidates).toEqual({ outputs: [], related: [] })
  })

  it('are taken at random among the least related ones, and raise the relatedness of the others', () => {
    const [a, b, c, d] = [output(100), output(101), output(300), output(305)]
    const candidates = createCandidates([a, b, c, d])
    const bounds: number[] = []
    const taken = Array.from({ length: 5 }, () => takeLeastRelated(candidates, firstOf(bounds)))
    // After a, only b is related to it; the last one takes the place of the one that was taken.
    expect(taken).toEqual([a, d, c, b, undefined])
    expect(bounds).toEqual([4, 2, 1, 1])
  })

  it('leave those given as they are', () => {
    const outputs = [output(100), output(200)]
    takeLeastRelated(createCandidates(outputs), firstOf())
    expect(outputs).toEqual([output(100), output(200)])
  })
})

// The sanity check of rings: the number of different members, and their age.
import { expect, it, vi } from 'vitest'
import { absoluteOffsets, type Transaction } from '../../../../src/coin/transactions/transaction.ts'
import type { BlockRecord } from '../../../../src/devnet/records/chainRecords.ts'
import { haveSaneMembers, passesSanityCheck } from '../../../../src/devnet/txpool/sanityCheck.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)

it('accepts a single ring, or few outputs, without a check', () => {
  expect(haveSaneMembers(from(0, 10), 10_000)).toBe(true)
  expect(haveSaneMembers(from(0, 11), 10_000)).toBe(false)
  expect(haveSaneMembers(from(0, 11), 9_999)).toBe(true)
})

it('requires four fifths of the members to differ, rounded down', () => {
  const recent = (different: number, all: number): number[] => [
    ...from(9_000, different),
    ...from(9_000, all - different),
  ]
  expect(haveSaneMembers(recent(16, 20), 10_000)).toBe(true)
  expect(haveSaneMembers(recent(15, 20), 10_000)).toBe(false)
  expect(haveSaneMembers(recent(8, 11), 10_000)).toBe(true)
  expect(haveSaneMembers(recent(7, 11), 10_000)).toBe(false)
})

it('requires the median of the different members to be at least six tenths of the spendable outputs', () => {
  const around = (low: number, high: number): number[] => [...from(1, 9), low, high, ...from(9_900, 9)]
  expect(haveSaneMembers(around(5_999, 6_001), 10_000)).toBe(true)
  expect(haveSaneMembers(around(5_999, 6_000), 10_000)).toBe(false)
  expect(haveSaneMembers(around(6_000, 6_000), 10_000)).toBe(true)
  // Six tenths of 10,001 are rounded down.
  expect(haveSaneMembers(around(6_000, 6_000), 10_001)).toBe(true)
  // Repeated members count once.
  expect(haveSaneMembers([...from(1, 10), ...from(9_900, 11), 1, 1, 1, 1], 10_000)).toBe(true)
})

it('treats an output as spendable with ten blocks on the chain from its own on', () => {
  const { chain } = replayNode().node
  const heights: number[] = []
  const spied = vi.spyOn(chain, 'blockAt').mockImplementation((height) => {
    heights.push(height)
    const record = chain.blocks[height]
    // Only this field is read.
    return record === undefined ? undefined : ({ outputsSoFar: 10_000 } as BlockRecord)
  })
  const ring = (keyOffsets: readonly bigint[], amount = 0n) => ({
    ...{ kind: 'key' as const, amount, keyImage: new Uint8Array(32) },
    keyOffsets,
  })
  // Only its inputs are read.
  const spending = (...inputs: Transaction['inputs']) => ({ inputs }) as Transaction
  const old = [1n, ...from(0, 9).map(() => 1n)]
  expect(absoluteOffsets(old)).toEqual(from(1, 10))
  expect(passesSanityCheck(chain, spending(ring(old), ring([20n, ...old])))).toBe(false)
  expect(heights).toEqual([chain.height - 10])
  // Outputs with clear amounts are counted separately.
  expect(passesSanityCheck(chain, spending(ring(old), ring([20n, ...old], 5n)))).toBe(true)
  expect(passesSanityCheck(chain, spending({ kind: 'gen', height: 5 }))).toBe(false)
  spied.mockRestore()
})

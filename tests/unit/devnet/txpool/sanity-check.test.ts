// Whether rings look like those of honest wallets: how many members differ, and how old they are.
import { expect, it, vi } from 'vitest'
import { absoluteOffsets, type Transaction } from '../../../../src/coin/transactions/transaction.ts'
import type { BlockRecord } from '../../../../src/devnet/chain/chainRecords.ts'
import { haveSaneMembers, passesSanityCheck } from '../../../../src/devnet/txpool/sanityCheck.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)

it('nothing is asked of a single ring, nor where there are few outputs', () => {
  expect(haveSaneMembers(from(0, 10), 10_000)).toBe(true)
  expect(haveSaneMembers(from(0, 11), 10_000)).toBe(false)
  expect(haveSaneMembers(from(0, 11), 9_999)).toBe(true)
})

it('four of five members differ, rounded down', () => {
  const recent = (different: number, all: number): number[] => [
    ...from(9_000, different),
    ...from(9_000, all - different),
  ]
  expect(haveSaneMembers(recent(16, 20), 10_000)).toBe(true)
  expect(haveSaneMembers(recent(15, 20), 10_000)).toBe(false)
  expect(haveSaneMembers(recent(8, 11), 10_000)).toBe(true)
  expect(haveSaneMembers(recent(7, 11), 10_000)).toBe(false)
})

it('the median of those that differ is not below six tenths of all that can be spent', () => {
  const around = (low: number, high: number): number[] => [...from(1, 9), low, high, ...from(9_900, 9)]
  expect(haveSaneMembers(around(5_999, 6_001), 10_000)).toBe(true)
  expect(haveSaneMembers(around(5_999, 6_000), 10_000)).toBe(false)
  expect(haveSaneMembers(around(6_000, 6_000), 10_000)).toBe(true)
  // Six tenths of 10,001 are rounded down.
  expect(haveSaneMembers(around(6_000, 6_000), 10_001)).toBe(true)
  // One that is there many times counts once.
  expect(haveSaneMembers([...from(1, 10), ...from(9_900, 11), 1, 1, 1, 1], 10_000)).toBe(true)
})

it('an output can be spent once ten blocks are on top of it, its own included', () => {
  const { chain } = replayNode().node
  const asked: number[] = []
  const spied = vi.spyOn(chain, 'blockAt').mockImplementation((height) => {
    asked.push(height)
    const record = chain.blocks[height]
    // Nothing else of it is looked at.
    return record === undefined ? undefined : ({ outputsSoFar: 10_000 } as BlockRecord)
  })
  const ring = (keyOffsets: readonly number[], amount = 0n) => ({
    ...{ kind: 'key' as const, amount, keyImage: new Uint8Array(32) },
    keyOffsets,
  })
  // Its inputs are all that is looked at.
  const spending = (...inputs: Transaction['inputs']) => ({ inputs }) as Transaction
  const old = [1, ...from(0, 9).map(() => 1)]
  expect(absoluteOffsets(old)).toEqual(from(1, 10))
  expect(passesSanityCheck(chain, spending(ring(old), ring([20, ...old])))).toBe(false)
  expect(asked).toEqual([chain.height - 10])
  // Outputs whose amount shows are others.
  expect(passesSanityCheck(chain, spending(ring(old), ring([20, ...old], 5n)))).toBe(true)
  expect(passesSanityCheck(chain, spending({ kind: 'gen', height: 5 }))).toBe(false)
  spied.mockRestore()
})

// Balances of addresses: what is spent, frozen, locked, pending or approved, and the time until it is unlocked.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import {
  addressBalances,
  blocksOfUnlockTime,
  blocksToUnlock,
  isFree,
  isUnlocked,
  pendingChange,
  type Strictness,
  sumBalances,
} from '../../../../src/wallet/state/balance.ts'
import { Ledger, type OwnedOutput, type Payment } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { NO_STAKE_LOCKS, type StakeLocks } from '../../../../src/wallet/state/stakeLocks.ts'
import { bytesOf, keyHex, numberedOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'

/** Outputs of height 90 are spendable at the height 100, after ten blocks. */
const MOMENT = { height: 100, now: 1_600_000_000, stakeLocks: NO_STAKE_LOCKS }

/** An output that is old enough to be spent. */
const old = (number: number, fields: Partial<OutputFields> = {}) => numberedOutput(number, { height: 50, ...fields })

const balancesOf = (
  outputs: readonly OwnedOutput[],
  {
    payments = [],
    strictness,
    approved,
    stakeLocks = NO_STAKE_LOCKS,
  }: {
    readonly payments?: readonly Payment[]
    readonly strictness?: Strictness
    readonly approved?: readonly OwnedOutput[]
    readonly stakeLocks?: StakeLocks
  } = {},
) =>
  addressBalances(
    oxenRegtest,
    pendingChange(new Ledger(outputs, payments)),
    outputs,
    { ...MOMENT, stakeLocks },
    strictness,
    approved,
  )

const OPEN_ENDED = { unlockHeight: undefined, serviceNodeKey: undefined }

const EMPTY = { major: 0, minor: 0, total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0n, unspentOutputs: 0 }

const spent = (height: number | undefined) => ({ spent: { txid: bytesOf(9), height } })

describe('an output', () => {
  it.each([
    [90, 0n, true, 0],
    [91, 0n, false, 1],
    [50, 100n, true, 0],
    [50, 130n, false, 30],
    [50, 1_600_009_999n, false, 0],
  ])('of height %i with unlock time %i is unlocked: %s, after %i blocks', (height, unlockTime, expected, blocks) => {
    const output = { height, unlockTime }
    expect(isUnlocked(oxenRegtest, output, MOMENT)).toBe(expected)
    expect(blocksToUnlock(oxenRegtest, output, MOMENT)).toBe(blocks)
  })

  it('is free if it is unlocked and no locked stake', () => {
    const stakeLocks = new Map([[keyHex(101), OPEN_ENDED]])
    expect(isFree(oxenRegtest, old(1), MOMENT)).toBe(true)
    expect(isFree(oxenRegtest, old(1), { ...MOMENT, stakeLocks })).toBe(false)
    expect(isFree(oxenRegtest, old(2), { ...MOMENT, stakeLocks })).toBe(true)
    expect(isFree(oxenRegtest, old(2, { height: 91 }), { ...MOMENT, stakeLocks })).toBe(false)
    expect(isFree(oxenRegtest, old(1, { keyImage: undefined }), { ...MOMENT, stakeLocks })).toBe(true)
  })
})

describe('the balance of an address', () => {
  it('is the sum of its unspent outputs', () => {
    expect(balancesOf([old(1), old(2, { amount: 5n })])).toEqual([
      { ...EMPTY, total: 105n, unlocked: 105n, unspentOutputs: 2 },
    ])
    expect(balancesOf([])).toEqual([])
  })

  it('is listed by account and address index', () => {
    const at = (number: number, major: number, minor: number) => old(number, { subaddress: { major, minor } })
    const balances = balancesOf([at(1, 1, 0), at(2, 0, 10), at(3, 0, 9), at(4, 1, 0)])
    expect(balances.map(({ major, minor, total }) => [major, minor, total])).toEqual([
      [0, 9, 100n],
      [0, 10, 100n],
      [1, 0, 200n],
    ])
  })

  it('lists locked outputs, with the longest wait by the unlock time of their transactions', () => {
    const locked = [
      old(1, { height: 97 }),
      old(2, { unlockTime: 200n, prefixUnlockTime: 130n }),
      old(3, { unlockTime: 1_600_009_999n, prefixUnlockTime: 1_600_000_500n }),
      old(4, { unlockTime: 1_600_009_999n, prefixUnlockTime: 1_600_000_400n }),
      old(5, { height: 98 }),
    ]
    expect(balancesOf(locked)).toEqual([
      { ...EMPTY, total: 500n, blocksToUnlock: 30, timeToUnlock: 500n, unspentOutputs: 5 },
    ])
  })

  it('does not lock by the unlock time of the transaction alone', () => {
    expect(balancesOf([old(1, { prefixUnlockTime: 130n })])).toEqual([
      { ...EMPTY, total: 100n, unlocked: 100n, unspentOutputs: 1 },
    ])
  })

  it('contains locked stakes, but not as unlocked', () => {
    const stakeLocks = new Map([[keyHex(101), { ...OPEN_ENDED, unlockHeight: 500 }]])
    expect(balancesOf([old(1), old(2)], { stakeLocks })).toEqual([
      { ...EMPTY, total: 200n, unlocked: 100n, unspentOutputs: 2 },
    ])
  })

  it('does not contain frozen outputs, which are still unspent', () => {
    expect(balancesOf([old(1, { frozen: true }), old(2)])).toEqual([
      { ...EMPTY, total: 100n, unlocked: 100n, unspentOutputs: 2 },
    ])
  })

  it('contains the outputs of pending payments only if it is strict', () => {
    const outputs = [old(1, { ...spent(undefined), amount: 5n }), old(2, spent(60)), old(3)]
    expect(balancesOf(outputs)).toEqual([{ ...EMPTY, total: 100n, unlocked: 100n, unspentOutputs: 1 }])
    expect(balancesOf(outputs, { strictness: 'strict' })).toEqual([
      { ...EMPTY, total: 105n, unlocked: 105n, unspentOutputs: 1 },
    ])
  })

  it('contains the change of pending payments at the base address, unless it is strict', () => {
    const payments = [
      samplePayment({ account: 2 }),
      samplePayment({ txid: bytesOf(8), account: 3, change: 0n }),
      samplePayment({ txid: bytesOf(7), account: 4, state: 'confirmed' }),
    ]
    expect(balancesOf([], { payments })).toEqual([{ ...EMPTY, major: 2, total: 40n }])
    expect(balancesOf([], { payments, strictness: 'strict' })).toEqual([])
  })

  it('contains approved outputs as if they were in the next block, unless it is strict', () => {
    const approved = [old(1, { height: 0 })]
    expect(balancesOf([], { approved })).toEqual([{ ...EMPTY, total: 100n, blocksToUnlock: 10, unspentOutputs: 1 }])
    expect(balancesOf([], { approved, strictness: 'strict' })).toEqual([])
  })
})

it('adds balances, and waits for the longest', () => {
  const first = { total: 5n, unlocked: 3n, blocksToUnlock: 4, timeToUnlock: 90n }
  const second = { total: 7n, unlocked: 2n, blocksToUnlock: 6, timeToUnlock: 80n }
  expect(sumBalances([first, second])).toEqual({ total: 12n, unlocked: 5n, blocksToUnlock: 6, timeToUnlock: 90n })
  expect(sumBalances([])).toEqual({ total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0n })
})

it.each([
  // A height, below 500,000,000; a time above, in blocks of 120 seconds.
  [90n, 0n],
  [100n, 0n],
  [101n, 1n],
  [499_999_999n, 499_999_899n],
  [500_000_000n, 0n],
  [1_600_000_000n, 0n],
  [1_600_000_001n, 1n],
  [1_600_000_120n, 1n],
  [1_600_000_121n, 2n],
  [2n ** 64n - 1n, (2n ** 64n - 1n - 1_600_000_000n + 119n) / 120n],
])('counts the blocks until the unlock time %s', (unlockTime, blocks) => {
  expect(blocksOfUnlockTime({ blockTarget: 120 }, unlockTime, MOMENT)).toBe(blocks)
})

// Coins that cannot be spent yet: change, received coins and stakes, by the number of blocks that they wait for.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdingsOf } from '../../../../src/app/state/wallet/holdings.ts'
import { sumAmounts } from '../../../../src/coin/amount.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { addCoinSums, coinSumsByAccount, NO_COIN_SUMS } from '../../../../src/wallet/funds/coinSums.ts'
import { waitingCoins } from '../../../../src/wallet/funds/waitingCoins.ts'
import { addressBalances, pendingChange, sumBalances } from '../../../../src/wallet/state/balance.ts'
import { Ledger } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import { bytesOf, keyHex, numberedOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'

/** Outputs of height 90 are spendable at the height 100, after ten blocks. */
const MOMENT = { height: 100, now: 1_600_000_000, stakeLocks: NO_STAKE_LOCKS }

const at = (height: number, number: number, fields: Partial<OutputFields> = {}) =>
  numberedOutput(number, { height, ...fields })

describe('waiting coins', () => {
  it('are grouped by account, kind and blocks, soonest first', () => {
    const outputs = [
      at(50, 1),
      at(99, 2),
      at(95, 3, { change: true }),
      at(95, 4, { change: true }),
      at(95, 5, { subaddress: { major: 1, minor: 2 } }),
      at(50, 6, { unlockTime: 1_600_009_999n }),
    ]
    expect(waitingCoins(oxenRegtest, [], outputs, MOMENT)).toEqual([
      { account: 0, kind: 'change', blocks: 5, amount: 200n },
      { account: 1, kind: 'received', blocks: 5, amount: 100n },
      { account: 0, kind: 'received', blocks: 9, amount: 100n },
      { account: 0, kind: 'received', blocks: 0, amount: 100n },
    ])
  })

  it('include the change of a pending payment, which waits for all its blocks', () => {
    const payment = samplePayment({ state: 'pending', account: 2, change: 70n })
    expect(waitingCoins(oxenRegtest, pendingChange(new Ledger([], [payment])), [], MOMENT)).toEqual([
      { account: 2, kind: 'change', blocks: oxenRegtest.spendableAge, amount: 70n },
    ])
  })

  it('include locked stakes, with the blocks to their unlock height if it was requested', () => {
    const stakeLocks = new Map([
      [keyHex(101), { unlockHeight: 130, serviceNodeKey: undefined }],
      [keyHex(102), { unlockHeight: undefined, serviceNodeKey: undefined }],
    ])
    expect(waitingCoins(oxenRegtest, [], [at(50, 1), at(50, 2), at(50, 3)], { ...MOMENT, stakeLocks })).toEqual([
      { account: 0, kind: 'stake', blocks: 30, amount: 100n },
      { account: 0, kind: 'stake', blocks: 0, amount: 100n },
    ])
  })

  it('sum up to the total balance less the unlocked one', () => {
    const output = fc.record({
      height: fc.integer({ min: 80, max: 100 }),
      amount: fc.bigInt({ min: 0n, max: 1000n }),
      unlockTime: fc.constantFrom(0n, 95n, 120n, 1_600_009_999n),
      change: fc.boolean(),
      frozen: fc.boolean(),
      spent: fc.constantFrom(undefined, { txid: bytesOf(9), height: 99 }, { txid: bytesOf(9), height: undefined }),
      subaddress: fc.record({ major: fc.nat(2), minor: fc.nat(2) }),
    })
    fc.assert(
      fc.property(fc.array(output), fc.bigInt({ min: 0n, max: 50n }), (fields, change) => {
        const outputs = fields.map((each, i) => numberedOutput(i + 1, each))
        const coming = pendingChange(new Ledger([], [samplePayment({ state: 'pending', account: 0, change })]))
        const { total, unlocked } = sumBalances(addressBalances(oxenRegtest, coming, outputs, MOMENT))
        const waiting = waitingCoins(oxenRegtest, coming, outputs, MOMENT)
        expect(sumAmounts(waiting)).toBe(total - unlocked)
        // What the page shows adds up to all that is unspent, frozen coins included.
        const { frozen } = [...coinSumsByAccount(outputs).values()].reduce(addCoinSums, NO_COIN_SUMS)
        const { total: owned, ...parts } = holdingsOf({ total, unlocked, frozen }, waiting)
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0n)).toBe(owned)
        expect(owned).toBe(sumAmounts(outputs.filter(({ spent }) => spent === undefined)) + change)
      }),
    )
  })
})

describe('the sums of unspent coins', () => {
  it('separate frozen coins, and coins without a key image, by account', () => {
    const other = { major: 1, minor: 3 }
    const outputs = [
      at(50, 1, { frozen: true }),
      at(51, 2, { keyImage: undefined }),
      at(52, 3, { keyImage: undefined, spent: { txid: bytesOf(9), height: undefined } }),
      at(53, 4, { frozen: true, subaddress: other }),
      at(54, 5, { keyImage: undefined, frozen: true, subaddress: other }),
      at(55, 6),
    ]
    expect([...coinSumsByAccount(outputs)]).toEqual([
      [0, { frozen: 100n, unverified: 100n }],
      [1, { frozen: 200n, unverified: 0n }],
    ])
  })
})

// The months of a history: each between the first and the last, and none for times that a node invented.
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { historyEntries } from '../../../../src/wallet/history/history.ts'
import { monthsOf } from '../../../../src/wallet/history/historyMonths.ts'
import { Ledger } from '../../../../src/wallet/state/ledger.ts'
import { TxpoolView } from '../../../../src/wallet/state/txpoolView.ts'
import { numberedOutput } from '../../../support/wallet/ledger-samples.ts'

const monthsWith = (...timestamps: readonly number[]) => {
  const outputs = timestamps.map((timestamp, i) => numberedOutput(i + 1, { timestamp, amount: BigInt(i + 1) }))
  return monthsOf(historyEntries(oxenRegtest, { ledger: new Ledger(outputs), pool: new TxpoolView() }))
}

it('has every month from the first transfer to the last', () => {
  expect(monthsWith(1_700_000_000, 1_706_000_000).map(({ received }) => received)).toEqual([1n, 0n, 2n])
  expect(monthsWith()).toEqual([])
})

it('has no month for a time that no transfer can have', () => {
  for (const time of [10_000_000_001, 8_640_000_000_000, 8_640_000_000_001, Number.MAX_SAFE_INTEGER])
    expect(monthsWith(1_700_000_000, time)).toEqual(monthsWith(1_700_000_000))
})

// The addresses that a wallet paid last, which the Send screen offers.
import { expect, it } from 'vitest'
import { recentRecipients } from '../../../../src/app/state/recipients/recentRecipients.ts'

const paid = (timestamp: number, ...addresses: readonly string[]) => ({
  direction: 'out' as const,
  destinations: addresses.map((address) => ({ address, amount: 1n })),
  timestamp,
  note: `note ${timestamp}`,
})

it('lists each address once, by its latest payment, without contacts and incoming payments', () => {
  const transfers = [
    paid(9, 'A', 'B'),
    { ...paid(8, 'C'), direction: 'in' as const },
    paid(7, 'B', 'D'),
    paid(6, 'Friend'),
  ]
  expect(recentRecipients(transfers, [{ address: 'Friend' }])).toEqual([
    { address: 'A', timestamp: 9, note: 'note 9' },
    { address: 'B', timestamp: 9, note: 'note 9' },
    { address: 'D', timestamp: 7, note: 'note 7' },
  ])
})

it('lists five at most', () => {
  const transfers = [paid(1, ...'ABCDEFG')]
  expect(recentRecipients(transfers, []).map(({ address }) => address)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

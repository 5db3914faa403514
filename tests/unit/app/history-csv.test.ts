// Payments as CSV: spreadsheets read back the same values, and no text becomes a formula.
import { expect, it } from 'vitest'
import { historyCsv } from '../../../src/app/format/historyCsv.ts'
import type { TransferView } from '../../../src/wallet/engine/engineViews.ts'

const received: TransferView = {
  id: '1',
  txid: 'ab'.repeat(32),
  direction: 'in',
  kind: 'transfer',
  state: 'confirmed',
  failure: undefined,
  relayed: true,
  reverted: false,
  amount: 18_446_744_073_709_551_615n,
  fee: 40_171_540n,
  height: 1042,
  timestamp: 1_700_000_000,
  blockTimestamp: 1_700_000_000,
  confirmations: 3,
  blocksToUnlock: 0,
  stakeLock: undefined,
  account: 0,
  subaddresses: [0],
  addresses: ['L9first'],
  paymentId: '0000000000000000',
  note: '',
  destinations: [],
  txKey: '',
  doubleSpendSeen: false,
}

const sent: TransferView = {
  ...received,
  id: '2',
  direction: 'out',
  state: 'pool',
  amount: 12_500_000_000n,
  fee: 100_431_580n,
  height: 0,
  timestamp: 0,
  addresses: [],
  destinations: [
    { address: 'L9one', amount: 12_000_000_000n },
    { address: 'L9two', amount: 500_000_000n },
  ],
  paymentId: '00000000000000ff',
  note: 'Lunch, with "Ann"\nand Ben',
}

const lines = (...transfers: readonly TransferView[]): readonly string[] =>
  historyCsv(transfers, 9, 'OXEN').split('\r\n').slice(1, -1)

it('keeps every digit of amounts and exact dates; omits the fee of a received payment', () => {
  expect(lines(received)).toEqual([
    `2023-11-14T22:13:20.000Z,in,transfer,confirmed,18446744073.709551615,,OXEN,1042,,L9first,${'ab'.repeat(32)},`,
  ])
})

it('writes outgoing amounts as negative, unknown values as empty, and quotes texts', () => {
  expect(lines(sent)).toEqual([
    `,out,transfer,pool,-12.5,0.10043158,OXEN,,"Lunch, with ""Ann""\nand Ben",L9one L9two,${'ab'.repeat(32)},00000000000000ff`,
  ])
})

it.each(['=1+1', '+1', '-1', '@sum', '\tx'])('the note %j is no formula', (note) => {
  expect(lines({ ...received, note })[0]).toContain(`,'${note},`)
})

it('has a heading for each column', () => {
  const [headings = '', line = ''] = historyCsv([received], 9, 'OXEN').split('\r\n')
  expect(headings.split(',')).toHaveLength(line.split(',').length)
})

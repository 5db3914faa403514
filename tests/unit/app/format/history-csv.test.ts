// The history as CSV: spreadsheets read back the same values, no text becomes a formula, and each recipient has a row.
import { expect, it } from 'vitest'
import { HISTORY_HEADINGS, historyRows } from '../../../../src/app/format/historyCsv.ts'
import { exportHistory } from '../../../../src/app/state/history/historyTable.ts'
import { ALL_TRANSFERS, type HistoryLine } from '../../../../src/wallet/history/historyViews.ts'
import { historyLine } from '../../../support/wallet/history-line.ts'

const destinations = [
  { address: 'L9one', amount: 12_000_000_000n },
  { address: 'L9two', amount: 500_000_000n },
]

const sent: HistoryLine = {
  ...historyLine,
  id: '2',
  direction: 'out',
  state: 'pending',
  amount: 12_500_000_000n,
  fee: 100_431_580n,
  height: 0,
  timestamp: 0,
  addresses: [],
  destinations,
  parts: 2,
  paymentId: '00000000000000ff',
  note: 'Lunch, with "Ann"\nand Ben',
}

const wallet = {
  accounts: [
    { index: 0, label: '' },
    { index: 1, label: 'Shop' },
  ],
  decimals: 9,
  ticker: 'OXEN',
  name: 'Savings',
}

const contacts = [
  { index: 0, name: 'Ben', address: 'L9two', paymentId: '', note: '' },
  { index: 1, name: 'Carl', address: 'L9first', paymentId: '', note: '' },
]

const rows = (...lines: readonly HistoryLine[]): readonly string[] =>
  historyRows(lines, wallet, contacts).split('\r\n').slice(0, -1)

it('keeps every digit of amounts and exact dates; omits the fee and the contacts of a received payment', () => {
  expect(rows({ ...historyLine, account: 1 })).toEqual([
    `2023-11-14T22:13:20.000Z,in,transfer,confirmed,18446744073.709551615,,20,OXEN,1042,Shop,,,L9first,${'ab'.repeat(32)},`,
  ])
})

it('writes one row per recipient of a payment, with the fee and the balance in the first only', () => {
  const line = (part: number): HistoryLine => {
    const destination = destinations[part]
    if (destination === undefined) throw new Error('there is no such recipient')
    return { ...sent, note: '', part, recipient: { ...destination, returns: false } }
  }
  expect(rows(line(0), line(1))).toEqual([
    `,out,transfer,pending,-12,0.10043158,20,OXEN,,0,,,L9one,${'ab'.repeat(32)},00000000000000ff`,
    `,out,transfer,pending,-0.5,,,OXEN,,0,,Ben,L9two,${'ab'.repeat(32)},00000000000000ff`,
  ])
})

it('writes 0 for a recipient whose coins stayed in the account', () => {
  const [, own = { address: '', amount: 0n }] = destinations
  expect(rows({ ...sent, part: 1, recipient: { ...own, returns: true } })[0]).toContain(
    ',out,transfer,pending,0,,,OXEN',
  )
})

it('quotes texts, and joins the contacts and addresses of a payment without lines of its own', () => {
  expect(rows({ ...sent, parts: 1 })).toEqual([
    `,out,transfer,pending,-12.5,0.10043158,20,OXEN,,0,"Lunch, with ""Ann""\nand Ben",Ben,L9one L9two,${'ab'.repeat(32)},00000000000000ff`,
  ])
})

it.each(['=1+1', '+1', '-1', '@sum', '＝1'])('escapes the note %j, which is no formula', (note) => {
  expect(rows({ ...historyLine, note })[0]).toContain(`,'${note},`)
})

it('escapes formulas behind a separator within a note', () => {
  expect(rows({ ...historyLine, note: '\tx' })[0]).toContain(`,"'\tx",`)
  expect(rows({ ...historyLine, note: 'rent;=1+1' })[0]).toContain(`,"rent;'=1+1",`)
})

it('has a heading for each column', () => {
  expect(HISTORY_HEADINGS.split(',')).toHaveLength((rows(historyLine)[0] ?? '').split(',').length)
})

it('fetches a long history in parts', async () => {
  const lines = Array.from({ length: 2500 }, (_, i): HistoryLine => ({ ...historyLine, note: `number ${i}` }))
  const limits: number[] = []
  const table = await exportHistory(
    {
      history: async (_, { offset, limit }) => {
        limits.push(limit)
        return { lines: lines.slice(offset, offset + limit), lineCount: lines.length, transferCount: lines.length }
      },
      transferLines: async () => [],
    },
    { form: 'csv', payments: ALL_TRANSFERS, withWaiting: true, withFailed: true },
    wallet,
    contacts,
  )
  expect(limits).toEqual([1000, 1000, 1000])
  const tableLines = table.split('\r\n')
  expect(tableLines).toHaveLength(2502)
  expect(tableLines[2500]).toContain('number 2499')
})

it('saves the payments with some ids, without those that failed or wait if these are not wanted', async () => {
  const states = ['confirmed', 'pool', 'pending', 'failed'] as const
  const engine = {
    history: async () => ({ lines: [], lineCount: 0, transferCount: 0 }),
    transferLines: async (id: string) => [{ ...historyLine, state: states[Number(id)] ?? 'confirmed' }],
  }
  const saved = async (withWaiting: boolean, withFailed: boolean): Promise<readonly (string | undefined)[]> => {
    const options = { form: 'csv', payments: ['0', '1', '2', '3'], withWaiting, withFailed } as const
    const table = await exportHistory(engine, options, wallet, contacts)
    return table
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',')[3])
  }
  expect(await saved(true, true)).toEqual(['confirmed', 'pool', 'pending', 'failed'])
  expect(await saved(true, false)).toEqual(['confirmed', 'pool', 'pending'])
  expect(await saved(false, false)).toEqual(['confirmed'])
})

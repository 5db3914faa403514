// The forms of tax programs: one row for a confirmed transfer, with its fee where each program expects it.
import { expect, it } from 'vitest'
import { type TaxForm, taxHeadings, taxRows } from '../../../../src/app/format/taxCsv.ts'
import type { HistoryLine } from '../../../../src/wallet/history/historyViews.ts'
import { historyLine } from '../../../support/wallet/history-line.ts'

const wallet = { name: 'Savings', decimals: 9, ticker: 'OXEN' }

const received: HistoryLine = { ...historyLine, amount: 1_500_000_000n, txid: 'ab', note: 'Invoice 17' }
const sent: HistoryLine = {
  ...historyLine,
  direction: 'out',
  amount: 12_500_000_000n,
  fee: 250_000_000n,
  txid: 'cd',
  note: '=1+1',
  parts: 2,
}

const rows = (form: TaxForm, ...lines: readonly HistoryLine[]): readonly string[] =>
  taxRows(form, lines, wallet).split('\r\n').slice(0, -1)

it('has the headings that the programs expect', () => {
  expect(taxHeadings('koinly')).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\r\n',
  )
  expect(taxHeadings('cointracking')).toBe(
    'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Trade-Group,Comment,Date,Tx-ID\r\n',
  )
})

it('writes the fee of a payment apart for Koinly, and within the amount for CoinTracking', () => {
  expect(rows('koinly', received, sent)).toEqual([
    '2023-11-14 22:13:20 UTC,,,1.5,OXEN,,,,,,Invoice 17,ab',
    "2023-11-14 22:13:20 UTC,12.5,OXEN,,,0.25,OXEN,,,,'=1+1,cd",
  ])
  expect(rows('cointracking', received, sent)).toEqual([
    'Deposit,1.5,OXEN,,,,,Savings,,Invoice 17,2023-11-14 22:13:20,ab',
    "Withdrawal,,,12.75,OXEN,0.25,OXEN,Savings,,'=1+1,2023-11-14 22:13:20,cd",
  ])
})

it.each([
  ['miner', 'in', 'mining', 'Mining'],
  ['service node', 'in', 'reward', 'Masternode'],
  ['self', 'out', 'cost', 'Other Fee'],
  ['stake', 'out', 'cost', 'Other Fee'],
  ['name', 'out', 'cost', 'Spend'],
  ['transfer', 'out', '', 'Withdrawal'],
] as const)('says what a transfer of the kind %s is', (kind, direction, label, type) => {
  const line: HistoryLine = { ...sent, kind, direction }
  expect(rows('koinly', line)[0]?.split(',')[9]).toBe(label)
  expect(rows('cointracking', line)[0]?.split(',')[0]).toBe(type)
})

it('writes only the fee of what stays in the wallet', () => {
  const stake: HistoryLine = { ...sent, kind: 'stake', note: '' }
  expect(rows('koinly', stake)).toEqual(['2023-11-14 22:13:20 UTC,0.25,OXEN,,,,,,,cost,,cd'])
  expect(rows('cointracking', stake)).toEqual(['Other Fee,,,0.25,OXEN,,,Savings,,,2023-11-14 22:13:20,cd'])
})

it('leaves out what is not confirmed, and the other lines of a payment to several', () => {
  expect(rows('koinly', { ...received, state: 'pool' }, { ...sent, state: 'failed' }, { ...sent, part: 1 })).toEqual([])
})

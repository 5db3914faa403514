// The history in parts: its lines, its filters, the balance after each transfer, and its months.
import { describe, expect, it } from 'vitest'
import { formatAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import {
  ALL_TRANSFERS,
  type HistoryArrangement,
  type HistoryFilter,
} from '../../../../src/wallet/history/historyViews.ts'
import { transferView } from '../../../../src/wallet/history/transferView.ts'
import { type HistorySource, WalletHistory } from '../../../../src/wallet/open/walletHistory.ts'
import { Ledger, type OwnedOutput, type Payment } from '../../../../src/wallet/state/ledger.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import { TxpoolView } from '../../../../src/wallet/state/txpoolView.ts'
import { bytesOf, keyHex, numberedOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'

const own = subaddressAt(generateKeys(bytesOf(21)), 0, 0)
const ownAddress = formatAddress(oxenRegtest, own)
const otherAddress = formatAddress(oxenRegtest, subaddressAt(generateKeys(bytesOf(22)), 0, 0))

type Sample = {
  readonly outputs?: readonly OwnedOutput[]
  readonly payments?: readonly Payment[]
  readonly notes?: ReadonlyMap<string, string>
  readonly contacts?: readonly { readonly address: string; readonly description: string }[]
}

const sourceOf = ({ outputs = [], payments = [], notes = new Map(), contacts = [] }: Sample): HistorySource => {
  const ledger = new Ledger(outputs, payments)
  const addressBook = contacts.map((contact) => ({ ...contact, paymentId: new Uint8Array() }))
  return {
    network: oxenRegtest,
    state: { ledger, pool: new TxpoolView(), revision: 1, notes, labels: [['Main', 'Till'], ['Shop']], addressBook },
    addressText: ({ major, minor }) => `L${major + 1}address${minor + 1}`,
    indexOf: (spendKey) => (spendKey.every((byte, i) => byte === own.spendKey[i]) ? { major: 0, minor: 0 } : undefined),
    transferView: (entry) =>
      transferView(entry, {
        network: oxenRegtest,
        moment: { height: 1000, now: 1_700_000_000, stakeLocks: NO_STAKE_LOCKS },
        note: '',
        stakeLock: undefined,
        failure: undefined,
        approval: undefined,
        staked: undefined,
        belongsTo: () => false,
        nameOf: () => 'ann',
        addressText: ({ major, minor }) => `${major}/${minor}`,
      }),
  }
}

const ALL = { offset: 0, limit: 1000 }

const pageOf = (sample: Sample, filter: Partial<HistoryFilter> = {}) =>
  new WalletHistory(sourceOf(sample)).page({ ...ALL_TRANSFERS, ...filter }, ALL)

const mined = (fields: Partial<Payment>): Payment =>
  samplePayment({ state: 'confirmed', height: 45, timestamp: 1_600_000_500, ...fields })

describe('the lines of the history', () => {
  const twice = mined({
    amountIn: 100n,
    change: 40n,
    destinations: [
      { address: otherAddress, amount: 29n },
      { address: 'no address', amount: 30n },
    ],
  })

  it('are one per recipient of a payment, and one per other transfer', () => {
    const { lines, lineCount, transferCount } = pageOf({ outputs: [numberedOutput(1)], payments: [twice] })
    expect({ lineCount, transferCount }).toEqual({ lineCount: 3, transferCount: 2 })
    expect(lines.map(({ lineId, recipient, part, parts }) => [lineId, recipient?.amount, part, parts])).toEqual([
      [`out/${keyHex(9)}/0`, 29n, 0, 2],
      [`out/${keyHex(9)}/1`, 30n, 1, 2],
      [`in/${keyHex(201)}/0/0`, undefined, 0, 1],
    ])
  })

  it('mark a recipient that belongs to the paying account', () => {
    const mixed = { ...twice, destinations: [twice.destinations[0], { address: ownAddress, amount: 8n }] }
    const { lines } = pageOf({ payments: [mixed as Payment] })
    expect(lines.map(({ recipient }) => recipient?.returns)).toEqual([false, true])
    // Paid from another account, the coins leave that account.
    expect(pageOf({ payments: [{ ...(mixed as Payment), account: 1 }] }).lines[1]?.recipient?.returns).toBe(false)
  })

  it('are one for a payment whose coins all returned', () => {
    const { lines } = pageOf({ payments: [{ ...twice, change: 99n }] })
    expect(lines.map(({ recipient, parts }) => [recipient, parts])).toEqual([[undefined, 1]])
  })

  it('are given out in parts, and by the id of a transfer', () => {
    const outputs = Array.from({ length: 50 }, (_, i) => numberedOutput(i + 1))
    const history = new WalletHistory(sourceOf({ outputs, payments: [twice] }))
    expect(history.page(ALL_TRANSFERS, { offset: 10, limit: 3 })).toMatchObject({
      lines: [{ height: 42 }, { height: 41 }, { height: 40 }],
      lineCount: 52,
      transferCount: 51,
    })
    expect(history.page(ALL_TRANSFERS, { offset: 60, limit: 3 }).lines).toEqual([])
    expect(history.linesOf(`out/${keyHex(9)}`).map(({ part }) => part)).toEqual([0, 1])
    expect(history.linesOf(`in/${keyHex(201)}/0`)).toHaveLength(1)
    expect(history.linesOf('in/nothing/0')).toEqual([])
  })
})

describe('the balance after a transfer', () => {
  it('is of the whole wallet, or of the account that the filter selects', () => {
    const outputs = [
      numberedOutput(1, { amount: 100n }),
      numberedOutput(2, { amount: 50n, subaddress: { major: 1, minor: 0 } }),
    ]
    const payments = [mined({ amountIn: 100n, change: 40n, fee: 1n })]
    expect(pageOf({ outputs, payments }).lines.map(({ balance }) => balance)).toEqual([90n, 150n, 100n])
    expect(pageOf({ outputs, payments }, { account: 1 }).lines.map(({ balance }) => balance)).toEqual([50n])
    expect(pageOf({ outputs, payments }, { account: 0 }).lines.map(({ balance }) => balance)).toEqual([40n, 100n])
    // Other filters do not change it.
    expect(pageOf({ outputs, payments }, { show: 'outgoing' }).lines.map(({ balance }) => balance)).toEqual([90n])
  })

  it('counts a pending payment, but neither a failed one nor a stake beyond its fee', () => {
    const outputs = [numberedOutput(1, { amount: 100n })]
    const balances = (fields: Partial<Payment>) =>
      pageOf({ outputs, payments: [samplePayment(fields)] }).lines.map(({ balance }) => balance)
    expect(balances({})).toEqual([40n, 100n])
    expect(balances({ state: 'failed' })).toEqual([undefined, 100n])
    expect(balances({ kind: 'stake' })).toEqual([99n, 100n])
  })

  it('is never negative: what was received before the first scanned block is unknown', () => {
    expect(pageOf({ payments: [mined({})] }).lines.map(({ balance }) => balance)).toEqual([0n])
  })
})

describe('a filter', () => {
  const outputs = [
    numberedOutput(1, { amount: 100n, timestamp: 1_600_000_100 }),
    numberedOutput(2, { amount: 200n, timestamp: 1_600_000_200, coinbase: true }),
    numberedOutput(3, { amount: 300n, timestamp: 1_600_000_300, coinbase: true, indexInTx: 1 }),
    numberedOutput(4, { amount: 400n, timestamp: 1_600_000_400, subaddress: { major: 1, minor: 0 } }),
    numberedOutput(5, { amount: 500n, timestamp: 1_600_000_500, subaddress: { major: 0, minor: 1 } }),
  ]
  const payment = samplePayment({
    amountIn: 700n,
    change: 40n,
    created: 1_600_000_600,
    destinations: [{ address: otherAddress, amount: 659n }],
  })
  const sample: Sample = {
    outputs,
    payments: [payment],
    notes: new Map([[keyHex(201), 'For the Piano']]),
    contacts: [{ address: otherAddress, description: 'Ben Bean' }],
  }
  const amountsOf = (filter: Partial<HistoryFilter>) => pageOf(sample, filter).lines.map(({ amount }) => Number(amount))

  it.each([
    [{}, [659, 500, 400, 300, 200, 100]],
    [{ show: 'incoming' }, [500, 400, 300, 200, 100]],
    [{ show: 'outgoing' }, [659]],
    [{ show: 'unconfirmed' }, [659]],
    [{ kind: 'miner' }, [200]],
    [{ kind: 'service node' }, [300]],
    [{ kind: 'stake' }, []],
    [{ account: 1 }, [400]],
    [{ account: 0, address: 1 }, [500]],
    [{ from: 1_600_000_400 }, [659, 500, 400]],
    [{ until: 1_600_000_200 }, [100]],
    [{ minAmount: 300n, maxAmount: 500n }, [500, 400, 300]],
    [{ search: 'piano ' }, [100]],
    [{ search: 'bean' }, [659]],
    [{ search: 'TILL' }, [500]],
    [{ search: '2ADDRESS1' }, [400]],
    [{ search: keyHex(202).slice(4) }, [200]],
    [{ search: otherAddress.slice(20).toLowerCase() }, [659]],
    [{ search: 'organ' }, []],
    [{ search: 'bean', show: 'incoming' }, []],
  ] as const)('%o selects %j', (filter, expected) => {
    expect(amountsOf(filter)).toEqual(expected)
  })
})

describe('the months', () => {
  const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day, 12).getTime() / 1000
  const start = (year: number, month: number): number => new Date(year, month - 1, 1).getTime() / 1000

  it('sum what was received and sent, fees included, without gaps', () => {
    const outputs = [
      numberedOutput(1, { amount: 100n, timestamp: at(2023, 11, 1) }),
      numberedOutput(2, { amount: 20n, timestamp: at(2023, 11, 30) }),
      numberedOutput(3, { amount: 7n, timestamp: at(2024, 1, 2) }),
    ]
    const history = new WalletHistory(
      sourceOf({ outputs, payments: [mined({ created: at(2024, 1, 31), amountIn: 100n, change: 40n, fee: 1n })] }),
    )
    expect(history.months(ALL_TRANSFERS)).toEqual([
      { start: start(2023, 11), received: 120n, sent: 0n },
      { start: start(2023, 12), received: 0n, sent: 0n },
      { start: start(2024, 1), received: 7n, sent: 60n },
    ])
    expect(history.months({ ...ALL_TRANSFERS, show: 'outgoing' })).toEqual([
      { start: start(2024, 1), received: 0n, sent: 60n },
    ])
  })

  it('are none for an empty history, and leave failed payments out', () => {
    const history = new WalletHistory(sourceOf({ payments: [samplePayment({ state: 'failed' })] }))
    expect(history.months(ALL_TRANSFERS)).toEqual([])
  })
})

describe('the rows of a table', () => {
  const at = (month: number, day: number): number => new Date(2024, month - 1, day, 12).getTime() / 1000
  const start = (month: number): number => new Date(2024, month - 1, 1).getTime() / 1000
  const twice = mined({
    created: at(3, 5),
    amountIn: 100n,
    change: 40n,
    fee: 1n,
    destinations: [
      { address: otherAddress, amount: 29n },
      { address: 'no address', amount: 30n },
    ],
  })
  const sample: Sample = {
    outputs: [
      numberedOutput(1, { amount: 100n, timestamp: at(2, 1) }),
      numberedOutput(2, { amount: 7n, timestamp: at(3, 2), subaddress: { major: 0, minor: 1 } }),
      // The clock of its miner is behind: it belongs to the month of the blocks around it.
      numberedOutput(3, { amount: 20n, timestamp: at(2, 29) }),
    ],
    payments: [twice],
  }
  const NEWEST: HistoryArrangement = { order: { by: 'date', isDescending: true }, opened: [], withMonths: true }
  const rowsOf = (arrangement: Partial<HistoryArrangement> = {}, filter: Partial<HistoryFilter> = {}) =>
    new WalletHistory(sourceOf(sample)).rows(
      { ...ALL_TRANSFERS, ...filter },
      { ...NEWEST, ...arrangement },
      { offset: 0, limit: 100 },
    )
  const shown = (page: ReturnType<typeof rowsOf>): readonly (string | number)[] =>
    page.rows.map((row) =>
      row.kind === 'month' ? `month ${new Date(row.month.start * 1000).getMonth() + 1}` : Number(row.line.amount),
    )

  it('are one per transfer, with a row before each month that sums up those below it', () => {
    const page = rowsOf()
    expect(shown(page)).toEqual(['month 3', 59, 'month 2', 20, 7, 100])
    expect(page).toMatchObject({ rowCount: 6, transferCount: 4 })
    const months = page.rows.flatMap((row) => (row.kind === 'month' ? [row.month] : []))
    expect(months).toEqual([
      { start: start(3), received: 0n, sent: 60n },
      { start: start(2), received: 127n, sent: 0n },
    ])
  })

  it('have the recipients of an opened payment below it', () => {
    const id = `out/${keyHex(9)}`
    const { rows, rowCount } = rowsOf({ opened: [id], withMonths: false })
    expect(
      rows.slice(0, 3).map((row) => row.kind !== 'month' && [row.kind, row.id, row.line.recipient?.amount]),
    ).toEqual([
      ['payment', id, undefined],
      ['recipient', `${id}/0`, 29n],
      ['recipient', `${id}/1`, 30n],
    ])
    expect(rowCount).toBe(6)
  })

  it('name the addresses that received', () => {
    const { rows } = rowsOf({ withMonths: false })
    expect(rows.map((row) => row.kind !== 'month' && row.line.labels)).toEqual([[], ['Main'], ['Till'], ['Main']])
  })

  it.each([
    [{ by: 'date', isDescending: false }, ['month 2', 100, 'month 3', 7, 20, 59]],
    [{ by: 'amount', isDescending: true }, [100, 59, 20, 7]],
    [{ by: 'amount', isDescending: false }, [7, 20, 59, 100]],
    // What has no fee is last.
    [{ by: 'fee', isDescending: true }, [59, 20, 7, 100]],
    [{ by: 'fee', isDescending: false }, [59, 20, 7, 100]],
  ] as const)('are sorted by %o', (order, expected) => {
    expect(shown(rowsOf({ order }))).toEqual(expected)
  })

  it('are those of the filter, and given out in parts', () => {
    expect(shown(rowsOf({}, { show: 'outgoing' }))).toEqual(['month 3', 59])
    const history = new WalletHistory(sourceOf(sample))
    const part = history.rows(ALL_TRANSFERS, NEWEST, { offset: 2, limit: 2 })
    expect(shown(part)).toEqual(['month 2', 20])
    expect(part.rowCount).toBe(6)
  })
})

// Lists of coins: where each comes from, its state, and the orders and filters of a list.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { CoinLists, type CoinSource, coinDetails, coinsWithIds } from '../../../../src/wallet/funds/coins.ts'
import type { CoinQuery } from '../../../../src/wallet/funds/fundsViews.ts'
import { Ledger } from '../../../../src/wallet/state/ledger.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import { bytesOf, keyHex, numberedOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'

const MOMENT = { height: 100, now: 1_600_000_000, stakeLocks: NO_STAKE_LOCKS }

const OUTPUTS = [
  numberedOutput(1, { amount: 30n, subaddress: { major: 0, minor: 2 } }),
  numberedOutput(2, { amount: 10n, change: true }),
  numberedOutput(3, { amount: 20n, frozen: true, subaddress: { major: 0, minor: 10 } }),
  numberedOutput(4, { amount: 50n, spent: { txid: bytesOf(202), height: 40 } }),
  numberedOutput(5, { amount: 40n, height: 95, coinbase: true }),
  numberedOutput(6, { amount: 60n, unlockTime: 1_700_000_000n }),
  numberedOutput(7, { amount: 70n, subaddress: { major: 1, minor: 0 } }),
]

const sourceOf = (change: Partial<CoinSource['state']> = {}): CoinSource => {
  const payment = samplePayment({ txid: bytesOf(202), destinations: [{ address: 'Ben', amount: 5n }] })
  const ledger = new Ledger(OUTPUTS, [payment])
  const labels = [['', '', 'Shop 2', '', '', '', '', '', '', '', 'shop 10']]
  return {
    network: oxenRegtest,
    moment: MOMENT,
    state: {
      ...{ ledger, labels, revision: 1, height: 100 },
      notes: new Map([[keyHex(202), 'Piano']]),
      coinLabels: new Map([[keyHex(6), 'Rent']]),
      shownOutputs: () => [...ledger.countedOutputs()],
      shownOutput: (key) => ledger.countedWithKey(key),
      ...change,
    },
  }
}

const QUERY: CoinQuery = { account: 0, show: 'all', order: { by: 'amount', isDescending: true }, search: '' }
const ALL = { offset: 0, limit: 99 }

const listed = (change: Partial<CoinQuery>) => new CoinLists(sourceOf()).page({ ...QUERY, ...change }, ALL)
const amounts = (change: Partial<CoinQuery>) => listed(change).coins.map(({ amount }) => Number(amount))
const ordered = (by: CoinQuery['order']['by'], isDescending: boolean) => amounts({ order: { by, isDescending } })

describe('a list of coins', () => {
  it('shows those of a state, and counts all of them', () => {
    expect(amounts({})).toEqual([60, 40, 30, 20, 10])
    expect(amounts({ show: 'available' })).toEqual([30, 10])
    expect(amounts({ show: 'waiting' })).toEqual([60, 40])
    expect(amounts({ show: 'frozen' })).toEqual([20])
    expect(amounts({ show: 'spent' })).toEqual([50])
    expect(amounts({ account: 1 })).toEqual([70])
    const { sum, coinCount, counts } = listed({ show: 'waiting' })
    expect([sum, coinCount]).toEqual([100n, 2])
    expect(counts).toEqual({ all: 5, available: 2, waiting: 2, frozen: 1, spent: 1 })
  })

  it('has an order; coins without a text come after those with one', () => {
    expect(ordered('amount', false)).toEqual([10, 20, 30, 40, 60])
    expect(ordered('date', true)).toEqual([40, 60, 20, 10, 30])
    // The number in a label counts as a number.
    expect(ordered('address', false).slice(0, 2)).toEqual([30, 20])
    expect(ordered('address', true).slice(0, 2)).toEqual([20, 30])
    expect([ordered('name', false).slice(0, 2), ordered('name', true).slice(0, 2)]).toEqual([
      [10, 60],
      [60, 10],
    ])
    // Available, in blocks, locked until a date, frozen.
    expect(ordered('state', false)).toEqual([10, 30, 40, 60, 20])
  })

  it('is searched by labels, note, amount, transaction id and key image', () => {
    expect(amounts({ search: ' SHOP ' })).toEqual([30, 20])
    expect(amounts({ search: 'piano' })).toEqual([10])
    expect(amounts({ search: 'rent' })).toEqual([60])
    expect(amounts({ search: '0,00000006' })).toEqual([60])
    expect(amounts({ search: keyHex(203).slice(0, 9) })).toEqual([20])
    expect(amounts({ search: keyHex(101) })).toEqual([30])
    expect(amounts({ search: 'nowhere' })).toEqual([])
  })

  it('is made anew when locks end, without another change of the wallet', () => {
    const source = { ...sourceOf() }
    const lists = new CoinLists(source)
    const available = (): number => lists.page({ ...QUERY, show: 'available' }, ALL).coinCount
    expect(available()).toBe(2)
    Object.assign(source, { moment: { ...MOMENT, now: 1_700_000_000 } })
    expect(available()).toBe(3)
  })
})

it('says of a coin where it comes from, and which payment spent it', () => {
  const ids = [2, 1, 5].map(keyHex)
  expect(coinsWithIds(sourceOf(), ids)).toMatchObject([
    { kind: 'change', payment: `out/${keyHex(202)}`, note: 'Piano', paidTo: ['Ben'], state: 'available', spentBy: '' },
    { kind: 'received', payment: `in/${keyHex(201)}/0`, note: '', paidTo: [], label: 'Shop 2' },
    { kind: 'mined', payment: `in/${keyHex(205)}/0`, state: 'waiting', blocks: expect.any(Number) },
  ])
  expect(listed({ show: 'spent' }).coins).toMatchObject([{ spentBy: `out/${keyHex(202)}`, state: 'spent' }])
  expect(coinsWithIds(sourceOf(), [keyHex(4)])).toEqual([])
  // The history of a watch-only wallet does not have payments that another copy made.
  const watching = sourceOf()
  const unknown = { ...watching, state: { ...watching.state, ledger: new Ledger(OUTPUTS) } }
  expect(coinsWithIds(unknown, [keyHex(2)])).toMatchObject([{ kind: 'change', payment: '', paidTo: [] }])
})

it('returns all that is known of a coin, spent or not', () => {
  const wallet = { ...sourceOf(), addressText: ({ minor }: { minor: number }) => `address ${minor}` }
  const details = { address: 'address 2', globalIndex: OUTPUTS[0]?.globalIndex, name: '', amount: 30n }
  expect(coinDetails(wallet, keyHex(1))).toMatchObject(details)
  expect(coinDetails(wallet, keyHex(4))).toMatchObject({ state: 'spent', spentBy: `out/${keyHex(202)}` })
  expect(coinDetails(wallet, keyHex(6))).toMatchObject({ name: 'Rent' })
  expect(coinDetails(wallet, keyHex(99))).toBeUndefined()
})

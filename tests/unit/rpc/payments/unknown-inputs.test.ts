// Wallets restored above height 0 do not know all inputs of their payments: no amount is negative or wraps, and the lists still add up.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import type { WalletName } from '../../../support/data/schemas.ts'
import { amountIn, amountsIn, expectSums, listIn } from '../../../support/rpc/history-sums.ts'
import { stringIn } from '../../../support/rpc/response.ts'
import { call } from '../../../support/rpc/wallet-calls.ts'
import { mineOn, minePaying } from '../../../support/wallet/chain-builder.ts'
import { newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { oneTimeKey, oxenFamily, sharedKeyWords, spendOf } from '../../../support/wallet/shared-key-chain.ts'
import { chain, NETWORK, wallets } from '../../../support/wallet/small-chain.ts'

/** Amounts of answers, by the names of their fields. */
const AMOUNT_FIELDS = ['amount', 'fee', 'balance', 'unlocked_balance', 'total_balance', 'total_unlocked_balance']
const MAX_U64 = 2n ** 64n - 1n
/** More coins than any of the test chains has; a wrapped amount is larger. */
const MAX_PLAUSIBLE = 2n ** 62n

const amountsWithin = (value: unknown): bigint[] => {
  if (Array.isArray(value)) return value.flatMap(amountsWithin)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    AMOUNT_FIELDS.includes(name) ? [BigInt(String(member))] : amountsWithin(member),
  )
}

const QUESTIONS = ['get_balance', 'get_accounts', 'get_transfers', 'get_bulk_payments'] as const

const expectPlausibleAmounts = async (engine: Engine, min_height: number): Promise<void> => {
  const answers = [
    ...(await Promise.all(QUESTIONS.map((method) => call(engine, method, { all_accounts: true })))),
    await call(engine, 'incoming_transfers', { transfer_type: 'all' }),
    await call(engine, 'get_transfers', { all_accounts: true, filter_by_height: true, min_height }),
    { transfers: openedIn(engine).transfers({}), balance: openedIn(engine).balance().total },
  ]
  for (const amount of answers.flatMap(amountsWithin)) {
    expect(amount).toBeGreaterThanOrEqual(0n)
    expect(amount).toBeLessThan(MAX_PLAUSIBLE)
  }
  for (const filter of [
    { min_height, filter_by_height: true },
    { in: false, coinbase: false },
  ]) {
    const csv = stringIn(await call(engine, 'get_transfers_csv', { all_accounts: true, ...filter }), 'csv')
    for (const row of csv.trimEnd().split('\r\n').slice(1)) {
      expect(row).not.toContain('-0.')
      expect(Number(row.split(',')[6])).toBeLessThan(Number(MAX_U64) / 1e9 / 4)
    }
  }
}

const restoredAt = async (node: FakeNode, words: string, height: number): Promise<Engine> => {
  const engine = createEngine(testHost(node))
  await engine.restoreFromWords(newWallet(NETWORK), { words, offset: '' }, { from: 'height', height })
  await engine.refresh()
  return engine
}

it.each(['A', 'B', 'C'] as const)(
  'returns plausible amounts that add up for wallet %s, restored at any height',
  async (name: WalletName) => {
    const node = new FakeNode(oxenRegtest, chain)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: chain.length - 1 }), async (height) => {
        const engine = await restoredAt(node, wallets[name].keys.mnemonic, height)
        await expectPlausibleAmounts(engine, height + 20)
        await expectSums(engine)
        await engine.closeWallet()
      }),
      { numRuns: 8 },
    )
  },
)

it('lists what returned of a payment with unknown inputs as received', async () => {
  const family = oxenFamily()
  const [first, second] = [oneTimeKey({ major: 0, minor: 0 }), oneTimeKey({ major: 0, minor: 0 })]
  const start = [...family.start]
  const blocks = minePaying(oxenRegtest, minePaying(oxenRegtest, start, { ...first, amount: 900n }), {
    ...second,
    amount: 50n,
  })
  const indexAt = (height: number): number => blocks[height]?.outputIndices[0]?.[0] ?? -1
  const spent = [
    { keyImage: first.keyImage, globalIndex: indexAt(start.length) },
    { keyImage: second.keyImage, globalIndex: indexAt(start.length + 1) },
  ].sort((a, b) => a.globalIndex - b.globalIndex)
  // The fee exceeds the only input that the wallet knows.
  const node = new FakeNode(oxenRegtest, mineOn(oxenRegtest, blocks, [spendOf(family, spent, 70n)]))
  const engine = await restoredAt(node, sharedKeyWords, start.length + 1)
  await expectPlausibleAmounts(engine, start.length + 1)
  const transfers = await call(engine, 'get_transfers', {})
  expect(amountsIn(transfers, 'in')).toEqual([50n])
  expect(listIn(transfers, 'out').map((entry) => [amountIn(entry, 'amount'), amountIn(entry, 'fee')])).toEqual([
    [0n, 70n],
  ])
  expect(openedIn(engine).balance().total).toBe(0n)
  await engine.closeWallet()
})

// The burning bug: several outputs to one one-time key, of which only one can be spent. Every list adds up to the balance.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../../src/engine/engine.ts'
import { amountIn, amountsIn, expectSums, listIn } from '../../../support/rpc/history-sums.ts'
import { call } from '../../../support/rpc/wallet-calls.ts'
import { mineOn, minePaying } from '../../../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import type { ChainBlock } from '../../../support/wallet/recorded-chains.ts'
import {
  type Family,
  moneroFamily,
  type OneTimeKey,
  oneTimeKey,
  oxenFamily,
  sharedKeyWords,
  spendOf,
} from '../../../support/wallet/shared-key-chain.ts'

const oxen = oxenFamily()
const monero = moneroFamily()
const FEE = 7n

/** A chain under construction, with the outputs that each key received. */
class KeyChain {
  readonly #family: Family
  readonly node: FakeNode
  readonly #received: { readonly key: OneTimeKey; readonly amount: bigint; readonly block: ChainBlock }[] = []

  constructor(family: Family) {
    this.#family = family
    this.node = new FakeNode(family.network, family.start)
  }

  pay(key: OneTimeKey, amount: bigint): void {
    const chain = minePaying(this.#family.network, this.node.chain, { ...key, amount })
    const block = chain.at(-1)
    if (block !== undefined) this.#received.push({ key, amount, block })
    this.node.setChain(chain)
  }

  /** Outputs of the present chain to a key, smallest first. */
  outputs(key: OneTimeKey) {
    const present = new Set(this.node.chain)
    return this.#received
      .filter((one) => one.key === key && present.has(one.block))
      .map(({ amount, block }) => ({ amount, globalIndex: block.outputIndices[0]?.[0] ?? -1 }))
      .sort((a, b) => Number(a.amount - b.amount))
  }

  /** Returns a transaction that spends an output of each key: the largest or the smallest. */
  spend(keys: readonly OneTimeKey[], which: 'largest' | 'smallest' = 'largest'): Uint8Array {
    const spent = keys.map((key) => {
      const output = this.outputs(key).at(which === 'largest' ? -1 : 0)
      return { keyImage: key.keyImage, globalIndex: output?.globalIndex ?? -1 }
    })
    return spendOf(this.#family, spent, FEE)
  }

  mine(blobs: readonly Uint8Array[] = []): void {
    this.node.setChain(mineOn(this.#family.network, this.node.chain, blobs))
  }

  minePool(): void {
    const blobs = [...this.node.pool.values()].map(({ blob }) => blob)
    this.node.pool.clear()
    this.mine(blobs)
  }

  /** Replaces the newest blocks, but none of the start, by empty ones; the chain becomes longer. */
  reorganise(depth: number): void {
    const { start } = this.#family
    const kept = Math.max(start.length, this.node.chain.length - depth)
    const length = this.node.chain.length
    this.node.setChain(this.node.chain.slice(0, kept))
    while (this.node.chain.length <= length) this.mine()
  }
}

const open = (chain: KeyChain, { network }: Family): Promise<Engine> =>
  restored(testHost(chain.node), network.id, sharedKeyWords)

const PRIMARY = { major: 0, minor: 0 }

describe.each([
  ['oxen', oxen],
  ['monero', monero],
] as const)('outputs to one one-time key, on %s', (name, family) => {
  it('list only what each adds to the balance', async () => {
    const key = oneTimeKey(PRIMARY)
    const chain = new KeyChain(family)
    for (const amount of [1000n, 1001n, 1001n, 1002n]) chain.pay(key, amount)
    const engine = await open(chain, family)
    await expectSums(engine)
    chain.mine([chain.spend([key])])
    chain.pay(key, 5000n)
    await engine.refresh()
    const transfers = await call(engine, 'get_transfers', { in: true, out: true })
    const entries = listIn(transfers, 'in')
    const byAmount = entries.map((entry) => ({ amount: amountIn(entry, 'amount'), amounts: entry['amounts'] }))
    const counted = byAmount.filter(({ amount }) => amount > 0n)
    expect(counted.map(({ amount }) => amount)).toEqual(name === 'monero' ? [1n, 1n, 1000n] : [1000n, 1n, 1n])
    // `amounts` are what each output adds since 0.18.5, before it the amounts of the outputs.
    if (name === 'monero') expect(counted.map(({ amounts }) => amounts)).toEqual([[1], [1], [1000]])
    // monero-wallet-rpc lists the others with amount 0 and without `amounts` (tests/interop/payments/shared-keys.test.ts).
    expect(byAmount.length - counted.length).toBe(name === 'monero' ? 2 : 0)
    expect(byAmount.filter(({ amount }) => amount === 0n).every(({ amounts }) => amounts === undefined)).toBe(true)
    expect(amountsIn(transfers, 'out')).toEqual([1002n - FEE])
    await expectSums(engine)
    expect(openedIn(engine).balance().total).toBe(0n)
    expect(
      openedIn(engine)
        .transfers({})
        .map(({ amount }) => amount),
    ).toEqual([1002n - FEE, 1n, 1n, 1000n])
    await engine.closeWallet()
  })

  it('count the spent one if a larger one arrives before the spend is mined', async () => {
    const key = oneTimeKey(PRIMARY)
    const chain = new KeyChain(family)
    chain.pay(key, 1000n)
    const engine = await open(chain, family)
    chain.node.addToPool(chain.spend([key]))
    await engine.refresh()
    await expectSums(engine)
    chain.pay(key, 5000n)
    await engine.refresh()
    await expectSums(engine)
    chain.minePool()
    await engine.refresh()
    await expectSums(engine)
    expect(amountsIn(await call(engine, 'get_transfers', { out: true }), 'out')).toEqual([1000n - FEE])
    await engine.closeWallet()
    const second = await open(chain, family)
    await expectSums(second)
    expect(amountsIn(await call(second, 'get_transfers', { out: true }), 'out')).toEqual([1000n - FEE])
    await second.closeWallet()
  })
})

type Step =
  | { readonly do: 'pay'; readonly key: number; readonly amount: bigint }
  | { readonly do: 'spend' | 'announce'; readonly keys: readonly number[]; readonly which: 'largest' | 'smallest' }
  | { readonly do: 'mine' }
  | { readonly do: 'reorganise'; readonly depth: number }

const keyIndex = fc.nat({ max: 1 })
const keyIndices = fc.uniqueArray(keyIndex, { minLength: 1, maxLength: 2 })
const which = fc.constantFrom('largest' as const, 'smallest' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pay' as const), key: keyIndex, amount: fc.bigInt({ min: 8n, max: 12n }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spend' as const), keys: keyIndices, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('announce' as const), keys: keyIndices, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mine' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: 6 }) }),
  },
)

describe.each([
  ['oxen', oxen],
  ['monero', monero],
] as const)('lists, on %s', (_, family) => {
  it('add up to the balance after any outputs, spends, blocks and reorganisations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const keys = [oneTimeKey(PRIMARY), oneTimeKey({ major: 1, minor: 2 })]
        const chain = new KeyChain(family)
        const engine = await open(chain, family)
        const { ledger } = openedIn(engine).state
        const isSpendable = (key: OneTimeKey): boolean =>
          chain.outputs(key).length > 0 &&
          [...ledger.outputs.values()].every(
            ({ key: one, spent }) => one.join() !== key.key.join() || spent === undefined,
          )
        for (const one of steps) {
          if (one.do === 'pay')
            chain.pay(keys[one.key] as OneTimeKey, one.amount) // an index below the length
          else if (one.do === 'mine') chain.minePool()
          else if (one.do === 'reorganise') {
            // A reorganisation may take the outputs of a spend in the pool, which leaves a payment of nothing.
            if (chain.node.pool.size > 0) chain.minePool()
            else chain.reorganise(one.depth)
          } else {
            const spent = keys.filter((key, i) => one.keys.includes(i) && isSpendable(key))
            if (spent.length === 0) continue
            const blob = chain.spend(spent, one.which)
            if (one.do === 'spend') chain.mine([blob])
            else chain.node.addToPool(blob)
          }
          await engine.refresh()
          await expectSums(engine)
        }
        await engine.closeWallet()
      }),
      { numRuns: 15 },
    )
  })
})

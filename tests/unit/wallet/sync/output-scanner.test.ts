// Unusual receipts: on addresses that only enter the lookahead by other payments, and twice on the same one-time key.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { encodeSeed } from '../../../../src/coin/seeds/seed.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import {
  deriveOutputKey,
  generateKeys,
  keyDerivation,
  multiplyKey,
  publicKeyOf,
  subaddressSpendKey,
} from '../../../../src/crypto/keys/keys.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import type { SubaddressIndex } from '../../../../src/wallet/state/outputFields.ts'
import { seededRandom } from '../../../support/random.ts'
import { minePaying } from '../../../support/wallet/chain-builder.ts'
import { BEGINNING, newWallet, openedIn, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { type ChainBlock, smallChain } from '../../../support/wallet/recorded-chains.ts'

const NETWORK = 'oxen-regtest'
const random = seededRandom(7)
const keys = generateKeys(random(32))
const words = await encodeSeed(keys.spendSecret, 'English')
const start = smallChain().slice(0, 20)

/** A payment to an address of the wallet with the transaction secret key `secret`. */
const payment = ({ major, minor }: SubaddressIndex, amount: bigint, secret = randomScalar(random)) => {
  const spendKey = subaddressSpendKey(keys.viewSecret, keys.spendPublic, major, minor)
  const txPublicKey = major === 0 && minor === 0 ? publicKeyOf(secret) : multiplyKey(spendKey, secret)
  const derivation = keyDerivation(txPublicKey, keys.viewSecret)
  return { txPublicKey, key: deriveOutputKey(derivation, 0, spendKey), amount }
}

const chainOf = (payments: readonly ReturnType<typeof payment>[]): ChainBlock[] => {
  let chain: ChainBlock[] = start
  for (const paid of payments) chain = minePaying(oxenRegtest, chain, paid)
  return chain
}

const restoredState = async (node: FakeNode) => {
  const engine = await restored(testHost(node), NETWORK, words)
  const { state } = openedIn(engine)
  await engine.closeWallet()
  return state
}

const indicesOf = ({ ledger }: Awaited<ReturnType<typeof restoredState>>) =>
  [...ledger.countedOutputs()].map(({ subaddress: { major, minor } }) => `${major}/${minor}`)

describe('outputs to addresses beyond the initial lookahead', () => {
  const indices = [
    { major: 0, minor: 150 },
    { major: 0, minor: 340 },
    { major: 0, minor: 530 },
    { major: 45, minor: 0 },
    { major: 90, minor: 3 },
  ]

  it.each([1, 2, 1000])(
    'are found if earlier payments extend the lookahead, in pages of %i new blocks',
    async (size) => {
      const node = new FakeNode(oxenRegtest, chainOf(indices.map((index) => payment(index, 5n))))
      node.pageSize = size + 1
      const state = await restoredState(node)
      expect(indicesOf(state)).toEqual(indices.map(({ major, minor }) => `${major}/${minor}`))
      expect(state.labels).toHaveLength(91)
      expect(state.labels[0]).toHaveLength(531)
      expect(state.labels[90]).toEqual(['Untitled account', '', '', ''])
    },
  )

  it('are not found without earlier payments', async () => {
    const node = new FakeNode(
      oxenRegtest,
      chainOf([payment({ major: 0, minor: 700 }, 5n), payment({ major: 0, minor: 1 }, 6n)]),
    )
    expect(indicesOf(await restoredState(node))).toEqual(['0/1'])
  })

  it.each([1000, 100_000])('are found after a gap of %i addresses with a lookahead beyond it', async (gap) => {
    const far = [
      { major: 0, minor: gap },
      { major: 0, minor: 2 * gap },
    ]
    const node = new FakeNode(oxenRegtest, chainOf(far.map((index) => payment(index, 5n))))
    const engine = createEngine(testHost(node))
    const lookAhead = { majors: 1, minors: gap + 1 }
    await engine.restoreFromWords({ ...newWallet(NETWORK), lookAhead }, { words, offset: '' }, BEGINNING)
    await engine.refresh()
    const { state } = openedIn(engine)
    expect(indicesOf(state)).toEqual([`0/${gap}`, `0/${2 * gap}`])
    expect(state.labels.map(({ length }) => length)).toEqual([2 * gap + 1])
    await engine.closeWallet()
  })

  it('are found by a rescan with a longer lookahead, and also later with a shorter one', async () => {
    const [near, far, later] = [payment({ major: 0, minor: 1 }, 6n), payment({ major: 0, minor: 700 }, 5n), 900]
    const node = new FakeNode(oxenRegtest, chainOf([near, far]))
    const host = testHost(node)
    const engine = await restored(host, NETWORK, words)
    const balance = () => openedIn(engine).balance().total
    expect(balance()).toBe(6n)
    const [{ id = '' } = {}] = engine.wallets
    await engine.setLookAhead({ majors: 2, minors: 1000 })
    await openedIn(engine).rescan({ from: 'beginning' })
    await engine.refresh()
    expect(balance()).toBe(11n)
    await engine.setLookAhead({ majors: 1, minors: 1 })
    await engine.closeWallet()
    await engine.openWallet(id, PASSWORD)
    node.setChain(chainOf([near, far, payment({ major: 0, minor: later }, 7n), payment({ major: 1, minor: 999 }, 1n)]))
    await engine.refresh()
    expect(balance()).toBe(19n)
    await engine.closeWallet()
  })

  it('are found on listed addresses, which are not extended if there is a gap before them', async () => {
    const alone = { major: 3, minor: 3_000_000_000 }
    const node = new FakeNode(
      oxenRegtest,
      chainOf([payment(alone, 5n), payment({ ...alone, minor: alone.minor + 1 }, 6n)]),
    )
    const engine = createEngine(testHost(node))
    await engine.restoreFromWords(newWallet(NETWORK), { words, offset: '' }, { from: 'height', height: 1000 })
    const [{ id = '' } = {}] = engine.wallets
    await openedIn(engine).state.update('strict', () => ({ watched: [{ ...alone, count: 1 }] }))
    await engine.closeWallet()
    await engine.openWallet(id, PASSWORD)
    await openedIn(engine).rescan({ from: 'beginning' })
    await engine.refresh()
    const { state } = openedIn(engine)
    expect(indicesOf(state)).toEqual(['3/3000000000'])
    expect(state.labels).toHaveLength(1)
    expect((await engine.addresses(0))[0]?.balance).toBe(0n)
    await engine.closeWallet()
  })

  it('are found once the accounts are created', async () => {
    const node = new FakeNode(oxenRegtest, start)
    const engine = await restored(testHost(node), NETWORK, words)
    for (let i = 0; i < 60; i++) await engine.createAccount('')
    node.setChain(chainOf([payment({ major: 100, minor: 0 }, 5n), payment({ major: 60, minor: 199 }, 6n)]))
    await engine.refresh()
    expect(openedIn(engine).balance().total).toBe(11n)
    await engine.closeWallet()
  })
})

describe('two outputs with the same one-time key', () => {
  const secret = randomScalar(random)
  const small = payment({ major: 0, minor: 0 }, 5n, secret)
  const large = payment({ major: 0, minor: 0 }, 9n, secret)

  it.each([
    ['the larger last', [small, large]],
    ['the larger first', [large, small]],
  ])('count as one, the larger, with %s', async (_, payments) => {
    const state = await restoredState(new FakeNode(oxenRegtest, chainOf(payments)))
    expect(state.ledger.outputs.size).toBe(2)
    expect([...state.ledger.countedOutputs()].map(({ amount }) => amount)).toEqual([9n])
  })

  it('count once if they are equal: the older one', async () => {
    const node = new FakeNode(oxenRegtest, chainOf([small, { ...small, amount: 3n }, small, small]))
    const engine = await restored(testHost(node), NETWORK, words)
    const { ledger } = openedIn(engine).state
    expect(ledger.outputs.size).toBe(4)
    expect([...ledger.countedOutputs()].map(({ amount, height }) => [amount, height])).toEqual([[5n, 20]])
    expect(openedIn(engine).balance().total).toBe(5n)
    await engine.closeWallet()
  })

  it('count as the smaller after a reorganisation removes the larger', async () => {
    const node = new FakeNode(oxenRegtest, chainOf([small, large]))
    const engine = await restored(testHost(node), NETWORK, words)
    expect(openedIn(engine).balance().total).toBe(9n)
    node.setChain(chainOf([small, payment({ major: 0, minor: 2 }, 100n), payment({ major: 0, minor: 3 }, 1000n)]))
    await engine.refresh()
    expect(openedIn(engine).balance().total).toBe(1105n)
    await engine.closeWallet()
  })
})

it('ignores an output with amount 0', async () => {
  const state = await restoredState(new FakeNode(oxenRegtest, chainOf([payment({ major: 0, minor: 0 }, 0n)])))
  expect(state.ledger.outputs.size).toBe(0)
})

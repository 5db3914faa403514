// Receiving in unusual ways: on addresses that only come into view by others, and twice on the same one-time key.
import { describe, expect, test } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { encodeSeed } from '../../../../src/coin/seeds/seed.ts'
import { randomScalar } from '../../../../src/crypto/curve/scalar.ts'
import {
  deriveOutputKey,
  generateKeys,
  keyDerivation,
  multiplyKey,
  publicKeyOf,
  subaddressSpendKey,
} from '../../../../src/crypto/keys/keys.ts'
import type { SubaddressIndex } from '../../../../src/wallet/state/ledger.ts'
import { seededRandom } from '../../../support/random.ts'
import { type ChainBlock, ChainNode, minePaying, smallChain } from '../../../support/wallet/chain-node.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'

const NETWORK = 'oxen-regtest'
const random = seededRandom(7)
const keys = generateKeys(random(32))
const words = await encodeSeed(keys.spendSecret, 'English')
const start = smallChain().slice(0, 20)

/** A payment to an address of ours, with transaction secret `secret`. */
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

const found = async (node: ChainNode) => {
  const engine = await restored(testHost(node), NETWORK, words)
  const { state } = openedIn(engine)
  await engine.closeWallet()
  return state
}

const indicesOf = ({ ledger }: Awaited<ReturnType<typeof found>>) =>
  [...ledger.countedOutputs()].map(({ subaddress: { major, minor } }) => `${major}/${minor}`)

describe('addresses beyond those watched at first', () => {
  const reaching = [
    { major: 0, minor: 150 },
    { major: 0, minor: 340 },
    { major: 0, minor: 530 },
    { major: 45, minor: 0 },
    { major: 90, minor: 3 },
  ]

  test.each([1, 2, 1000])('come into view by payments before, in pages of %i new blocks', async (size) => {
    const node = new ChainNode(oxenRegtest, chainOf(reaching.map((index) => payment(index, 5n))))
    node.pageSize = size + 1
    const state = await found(node)
    expect(indicesOf(state)).toEqual(reaching.map(({ major, minor }) => `${major}/${minor}`))
    expect(state.labels).toHaveLength(91)
    expect(state.labels[0]).toHaveLength(531)
    expect(state.labels[90]).toEqual(['Untitled account', '', '', ''])
  })

  test('are not found without', async () => {
    const node = new ChainNode(
      oxenRegtest,
      chainOf([payment({ major: 0, minor: 700 }, 5n), payment({ major: 0, minor: 1 }, 6n)]),
    )
    expect(indicesOf(await found(node))).toEqual(['0/1'])
  })

  test('are watched once they are handed out', async () => {
    const node = new ChainNode(oxenRegtest, start)
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

  test.each([
    ['the larger last', [small, large]],
    ['the larger first', [large, small]],
  ])('count as one, the larger: %s', async (_, payments) => {
    const state = await found(new ChainNode(oxenRegtest, chainOf(payments)))
    expect(state.ledger.outputs.size).toBe(2)
    expect([...state.ledger.countedOutputs()].map(({ amount }) => amount)).toEqual([9n])
  })

  test('the smaller counts again when the larger is taken back', async () => {
    const node = new ChainNode(oxenRegtest, chainOf([small, large]))
    const engine = await restored(testHost(node), NETWORK, words)
    expect(openedIn(engine).balance().total).toBe(9n)
    node.setChain(chainOf([small, payment({ major: 0, minor: 2 }, 100n), payment({ major: 0, minor: 3 }, 1000n)]))
    await engine.refresh()
    expect(openedIn(engine).balance().total).toBe(1105n)
    await engine.closeWallet()
  })
})

test('an output of nothing is nothing', async () => {
  const state = await found(new ChainNode(oxenRegtest, chainOf([payment({ major: 0, minor: 0 }, 0n)])))
  expect(state.ledger.outputs.size).toBe(0)
})

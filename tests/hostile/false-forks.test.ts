// A node that serves a false fork takes neither history nor privacy: the wallet goes back a bounded number of blocks only, to a longer
// chain only, and never submits again what was confirmed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromHex } from '../../src/bytes/hex.ts'
import { forkChain } from '../support/wallet/chain-builder.ts'
import { openedIn } from '../support/wallet/engine-host.ts'
import type { ChainBlock } from '../support/wallet/recorded-chains.ts'
import { contentOf } from '../support/wallet/small-chain.ts'
import { chainOf, mineBlocks, type PaidWallet, paidWallet } from './support/development-chain.ts'
import { chainLies } from './support/false-chains.ts'

let paid: PaidWallet
let chain: readonly ChainBlock[]

beforeAll(async () => {
  paid = await paidWallet(3, 60)
  chain = await chainOf(paid.running, paid.honest)
})

afterAll(async () => {
  await paid?.engine.closeWallet()
})

beforeEach(async () => {
  paid.liar.repent()
  await paid.engine.refresh()
  paid.liar.requests.length = 0
})

const network = () => paid.running.node.rules.network
const submissions = () => paid.liar.requests.filter(({ call }) => call === 'submit')
const fork = (depth: number, length: number) => forkChain(network(), chain, chain.length - depth, length)
const ownStates = () =>
  paid.txids.map((txid) => {
    const payment = openedIn(paid.engine).state.ledger.payments.get(txid)
    return { state: payment?.state, reverted: payment?.reverted }
  })
const CONFIRMED = { state: 'confirmed', reverted: false }

describe('a false fork', () => {
  it.each([
    ['of one block that claims to be longer', 193, 1, 1_000_000],
    ['that is longer and deeper than the limit', 120, 130, undefined],
    ['that is not longer', 20, 20, undefined],
  ])('%s changes nothing', async (_, depth, length, height) => {
    const before = contentOf(openedIn(paid.engine))
    paid.liar.lies = chainLies(fork(depth, length), height === undefined ? {} : { height })
    await paid.engine.refresh()
    expect(contentOf(openedIn(paid.engine))).toEqual(before)
    expect(ownStates()).toEqual(paid.txids.map(() => CONFIRMED))
    expect(submissions()).toEqual([])
  })

  it('deeper than the limit is reported, and followed after a rescan from the split height', async () => {
    const before = contentOf(openedIn(paid.engine))
    paid.liar.lies = chainLies(fork(120, 130))
    await paid.engine.refresh()
    const { phase, problem, splitHeight } = openedIn(paid.engine).sync.state
    expect({ phase, splitHeight }).toEqual({ phase: 'offline', splitHeight: chain.length - 120 })
    expect(problem).toContain(`leaves ours at block ${chain.length - 120} and would replace 120 blocks`)
    expect(paid.liar.distrusted.at(-1)).toBe(problem)

    await paid.engine.rescan({ from: 'height', height: chain.length - 120 })
    await paid.engine.refresh()
    expect(openedIn(paid.engine).state.height).toBe(chain.length + 10)
    expect(openedIn(paid.engine).sync.state.splitHeight).toBeUndefined()
    expect(ownStates().map(({ state }) => state)).toEqual(['confirmed', 'failed', 'failed'])

    paid.liar.repent()
    await paid.engine.rescan({ from: 'height', height: chain.length - 120 })
    await paid.engine.refresh()
    expect(contentOf(openedIn(paid.engine))).toEqual(before)
    expect(submissions()).toEqual([])
  })

  it('within the limit removes payments from the history without submitting them again', async () => {
    const before = contentOf(openedIn(paid.engine))
    paid.liar.lies = chainLies(fork(70, 75))
    await paid.engine.refresh()
    expect(openedIn(paid.engine).state.height).toBe(chain.length + 5)
    expect(ownStates()).toEqual([CONFIRMED, CONFIRMED, { state: 'failed', reverted: true }])
    paid.host.time.advance(60_000)
    await paid.engine.refresh()
    expect(submissions()).toEqual([])

    await mineBlocks(paid.running, 6)
    paid.liar.repent()
    await paid.engine.refresh()
    expect(ownStates()).toEqual(paid.txids.map(() => CONFIRMED))
    expect(contentOf(openedIn(paid.engine)).balances.map(({ total }) => total)).toEqual(
      before.balances.map(({ total }) => total),
    )
    expect(submissions()).toEqual([])
    chain = await chainOf(paid.running, paid.honest)
  })

  it('leaves payments that the user can submit again', async () => {
    paid.liar.lies = { ...chainLies(fork(70, 75)), submit: () => ({ accepted: true }) }
    await paid.engine.refresh()
    const reverted = paid.txids.filter((_, i) => ownStates()[i]?.reverted)
    expect(reverted).toHaveLength(1)
    for (const txid of reverted) {
      const [shown] = openedIn(paid.engine).transfersOf([fromHex(txid)])
      expect(shown).toMatchObject({ state: 'failed', failure: 'reverted', relayed: false })
      await paid.engine.resendPayment(txid)
    }
    expect(submissions()).toHaveLength(1)
    expect(ownStates().map(({ reverted: isReverted }) => isReverted)).toEqual(paid.txids.map(() => false))
    await mineBlocks(paid.running, 6)
    chain = await chainOf(paid.running, paid.honest)
  })

  it('with less cumulative difficulty is followed only when it is longer by ten blocks', async () => {
    const { height } = openedIn(paid.engine).state
    paid.liar.lies = chainLies(fork(5, 14), { work: 1n })
    await paid.engine.refresh()
    expect(openedIn(paid.engine).state.height).toBe(height)
    paid.liar.lies = chainLies(fork(5, 15), { work: 1n })
    await paid.engine.refresh()
    expect(openedIn(paid.engine).state.height).toBe(height + 10)
    await mineBlocks(paid.running, 11)
    chain = await chainOf(paid.running, paid.honest)
  })
})

it('allows deeper reorganisations by its settings', async () => {
  const { height } = openedIn(paid.engine).state
  await paid.engine.changeSettings({ maxReorgDepth: 150 })
  paid.liar.lies = chainLies(fork(130, 132))
  await paid.engine.refresh()
  expect(openedIn(paid.engine).state.height).toBe(height + 2)
  await mineBlocks(paid.running, 3)
  paid.liar.repent()
  await paid.engine.refresh()
  expect(openedIn(paid.engine).state.height).toBe(height + 3)
  expect(ownStates()).toEqual(paid.txids.map(() => CONFIRMED))
  expect(submissions()).toEqual([])
})

// Claims that nothing proves: final blocks, cumulative difficulty and output indices of a node bind no other node.
import { afterEach, expect, it } from 'vitest'
import { createNodePool } from '../../src/daemon/nodeFailover.ts'
import { resultOf } from '../support/rpc/wallet-calls.ts'
import { forkChain } from '../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../support/wallet/engine-host.ts'
import { chainOf, mineBlocks, type PaidWallet, paidWallet } from './support/development-chain.ts'
import { chainLies } from './support/false-chains.ts'
import { type Lies, LyingNode } from './support/lying-node.ts'

let paid: PaidWallet

afterEach(async () => {
  await paid?.engine.closeWallet()
})

const network = () => paid.running.node.rules.network

it('does not let one node’s final blocks prevent a reorganisation to another’s chain', async () => {
  paid = await paidWallet(1, 12)
  const { engine, liar, honest } = paid
  const chain = await chainOf(paid.running, honest)
  liar.lies = {
    ...chainLies(forkChain(network(), chain, chain.length - 5, 8)),
    info: async () => ({
      ...(await honest.info()),
      height: chain.length + 3,
      topHash: forkChain(network(), chain, chain.length - 5, 8).at(-1)?.id ?? new Uint8Array(32),
      immutableHeight: chain.length + 2,
      cumulativeDifficulty: 2n ** 127n,
    }),
  }
  await engine.refresh()
  expect(openedIn(engine).state.height).toBe(chain.length + 3)
  expect(openedIn(engine).state.immutableHeight).toBe(chain.length + 2)

  await mineBlocks(paid.running, 20)
  await openedIn(engine).sync.follow(new LyingNode(honest, {}, 'http://another-node'))
  await engine.refresh()
  expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', problem: '' })
  expect(openedIn(engine).state.height).toBe(chain.length + 20)
  expect(openedIn(engine).state.immutableHeight).toBeLessThan(chain.length + 2)
})

it('refuses a reorganisation by a node that reported the replaced blocks as final', async () => {
  paid = await paidWallet(1, 12)
  const { engine, liar, honest } = paid
  const chain = await chainOf(paid.running, honest)
  liar.lies = { info: async (answer) => ({ ...(await answer()), immutableHeight: chain.length - 3 }) }
  await engine.refresh()
  liar.lies = chainLies(forkChain(network(), chain, chain.length - 5, 8))
  await engine.refresh()
  expect(openedIn(engine).sync.state.problem).toContain(`blocks up to ${chain.length - 3} are final`)
  expect(openedIn(engine).state.height).toBe(chain.length)
})

/** Moves the output indices of all blocks. */
const falseIndices = (offset: number): Lies => ({
  blocks: async (honest) => {
    const page = await honest()
    const moved = page.blocks.map((block) => ({
      ...block,
      outputIndices: block.outputIndices.map((indices) => indices.map((index) => index + offset)),
    }))
    return { ...page, blocks: moved }
  },
})

it.each([1, -1, 40])('repairs output indices that a node moved by %i before it pays', async (offset) => {
  paid = await paidWallet(1, 12)
  const words = (await resultOf(paid.engine, 'query_key', { key_type: 'mnemonic' }))['key']
  const liar = new LyingNode(paid.honest, falseIndices(offset))
  const engine = await restored(testHost(liar, undefined, 3), network().id, String(words))
  const before = [...openedIn(paid.engine).state.ledger.outputs.values()].map(({ globalIndex }) => globalIndex)
  const indices = () => [...openedIn(engine).state.ledger.outputs.values()].map(({ globalIndex }) => globalIndex)
  expect(indices()).toEqual(before.map((index) => index + offset))
  liar.repent()
  const address = openedIn(engine).addressText({ major: 0, minor: 1 })
  const { tx_hash: id } = await resultOf(engine, 'transfer', { destinations: [{ amount: 1_000_000_000, address }] })
  expect(String(id)).toMatch(/^[0-9a-f]{64}$/)
  expect(indices()).toEqual(before)
  await engine.closeWallet()
})

it('says that the index or the node is wrong when no node proves it', async () => {
  paid = await paidWallet(1, 12)
  const { engine, honest } = paid
  const address = openedIn(engine).addressText({ major: 0, minor: 1 })
  const liar = new LyingNode(honest, {
    outputs: async (answer) => (await answer()).map((output) => ({ ...output, key: new Uint8Array(32).fill(1) })),
  })
  await openedIn(engine).sync.follow(createNodePool([liar]))
  await expect(resultOf(engine, 'transfer', { destinations: [{ amount: 1_000_000_000, address }] })).rejects.toThrow(
    /this node, or the one that reported the index, is wrong/,
  )
})

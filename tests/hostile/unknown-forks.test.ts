// A node that claims a hard fork which the program does not know delays payments as long as it is used. It changes nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serializeBlock } from '../../src/coin/blocks/block.ts'
import { failure } from '../support/rpc/wallet-calls.ts'
import { forkChain } from '../support/wallet/chain-builder.ts'
import { openedIn } from '../support/wallet/engine-host.ts'
import { chainBlock } from '../support/wallet/recorded-chains.ts'
import { contentOf } from '../support/wallet/small-chain.ts'
import { chainOf, mineBlocks, type PaidWallet, paidWallet, payItself } from './support/development-chain.ts'
import { chainLies } from './support/false-chains.ts'

const VERSION = 18

let paid: PaidWallet

beforeAll(async () => {
  paid = await paidWallet(1, 12)
})

afterAll(async () => {
  await paid?.engine.closeWallet()
})

const pay = () => {
  const address = openedIn(paid.engine).addressText({ major: 0, minor: 1 })
  return failure(paid.engine, 'transfer', { destinations: [{ amount: 1_000_000_000, address }] })
}

it('in its answer only delays payments, while its blocks are scanned', async () => {
  const { engine, liar, running } = paid
  liar.lies = { hardFork: () => VERSION }
  await mineBlocks(running, 12)
  await engine.refresh()
  expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', problem: '', unknownFork: undefined })
  expect(openedIn(engine).state.height).toBe(running.node.chain.height)
  const submitted = liar.requests.filter(({ call }) => call === 'submit').length
  expect(await pay()).toEqual({ code: -1, message: expect.stringContaining('the node follows hard fork 18') })
  expect(liar.requests.filter(({ call }) => call === 'submit')).toHaveLength(submitted)
  liar.repent()
  await payItself(engine, 1_000_000_000n)
  expect(liar.requests.filter(({ call }) => call === 'submit').length).toBeGreaterThan(submitted)
  await mineBlocks(running, 12)
  await engine.refresh()
})

it('in its blocks stops the scan before them, until an honest node is used', async () => {
  const { engine, liar, running, honest } = paid
  const { network } = running.node.rules
  const chain = await chainOf(running, honest)
  const [next] = forkChain(network, chain, chain.length, 1).slice(-1)
  if (next === undefined) throw new RangeError('no block follows the chain')
  const block = serializeBlock({ ...next.parsed, majorVersion: VERSION, minorVersion: VERSION })
  const before = contentOf(openedIn(engine))
  liar.lies = chainLies([...chain, chainBlock(network, { ...next, block })])
  await engine.refresh()
  expect(openedIn(engine).sync.state.unknownFork).toEqual({ version: VERSION, height: chain.length })
  expect(contentOf(openedIn(engine))).toEqual(before)
  expect(liar.distrusted).toEqual([])
  expect(await pay()).toEqual({
    code: -1,
    message: expect.stringContaining(`block ${chain.length} follows hard fork 18`),
  })
  liar.repent()
  await engine.refresh()
  expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', unknownFork: undefined })
  await payItself(engine, 1_000_000_000n)
})

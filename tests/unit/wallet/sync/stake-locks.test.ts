// Locked stakes are requested at the same heights by all wallets with stakes, without naming own key images, and a lying node cannot do more than show coins as
// locked or free.
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeResponseError } from '../../../../src/daemon/errors.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { call, failure } from '../../../support/rpc/wallet-calls.ts'
import { mineOn } from '../../../support/wallet/chain-builder.ts'
import { openedIn, PASSWORD, restored, testHost, viewOf } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain as smallChain, wallets } from '../../../support/wallet/small-chain.ts'
import { isSnapshot, StakeLifeNode, stakeLife } from '../../../support/wallet/stake-life.ts'

const words = stakeLife.keys.A.mnemonic
/** Number of blocks at which wallet A has one locked stake of 100 coins, and no unlock was requested. */
const STAKED = 110

const stakedNode = async (): Promise<FakeNode> => {
  const chain = new StakeLifeNode()
  chain.mine(STAKED - 1)
  const snapshot = stakeLife.timeline.filter(isSnapshot).find(({ height }) => height === STAKED)
  if (snapshot !== undefined) await chain.lock(snapshot)
  return chain.node
}

const requestsOf = ({ calls }: FakeNode): number => calls.filter((name) => name === 'lockedStakes').length
const lockedOf = (engine: Engine): bigint => openedIn(engine).balance().total - openedIn(engine).balance().unlocked

const mine = async (node: FakeNode, engine: Engine, blocks: number): Promise<void> => {
  for (let i = 0; i < blocks; i++) {
    node.setChain(mineOn(oxenRegtest, node.chain))
    await engine.refresh()
  }
}

it('asks about stakes once, then every ten blocks, and before a payment', async () => {
  const node = await stakedNode()
  const engine = await restored(testHost(node), oxenRegtest.id, words)
  expect(requestsOf(node)).toBe(1)
  await engine.refresh()
  await mine(node, engine, 9)
  expect(requestsOf(node)).toBe(1)
  await mine(node, engine, 1)
  expect(requestsOf(node)).toBe(2)
  const destinations = [{ address: stakeLife.keys.B.address, amount: 10n ** 15n }]
  await mine(node, engine, 1)
  expect(await failure(engine, 'transfer', { destinations })).toMatchObject({ code: -17 })
  expect(await failure(engine, 'transfer', { destinations })).toMatchObject({ code: -17 })
  expect(requestsOf(node)).toBe(3)
  await engine.closeWallet()
})

it('asks once at each tenth height, whatever the locks are', async () => {
  const node = await stakedNode()
  node.stakes = node.stakes.map(({ keyImage }) => ({ keyImage, unlockHeight: STAKED + 5 }))
  const engine = await restored(testHost(node), oxenRegtest.id, words)
  await mine(node, engine, 9)
  await engine.refresh()
  expect(requestsOf(node)).toBe(1)
  node.stakes = []
  await mine(node, engine, 1)
  expect(requestsOf(node)).toBe(2)
  expect(openedIn(engine).state.stakeLocks.size).toBe(0)
  await mine(node, engine, 10)
  await engine.refresh()
  expect(requestsOf(node)).toBe(3)
  await engine.closeWallet()
})

it('never asks in a wallet that has not staked', async () => {
  const node = new FakeNode(oxenRegtest, smallChain)
  const engine = await restored(testHost(node), oxenRegtest.id, wallets.B.keys.mnemonic)
  await mine(node, engine, 3)
  const destinations = [{ address: wallets.C.keys.address, amount: 1n }]
  await call(engine, 'transfer', { destinations, do_not_relay: true })
  expect(requestsOf(node)).toBe(0)
  await engine.closeWallet()
})

it('keeps the locks over a restart, and while the node does not answer', async () => {
  const node = await stakedNode()
  const store = openMemoryStore()
  const first = await restored(testHost(node, store), oxenRegtest.id, words)
  const locked = lockedOf(first)
  const [summary] = (await viewOf(first)).wallets
  await first.closeWallet()
  node.lockedStakes = () => Promise.reject(new NodeResponseError('too long', { details: { url: 'memory:' } }))
  const second = createEngine(testHost(node, store))
  await second.openWallet(summary?.id ?? '', PASSWORD)
  await second.refresh()
  expect(lockedOf(second)).toBe(locked)
  expect(openedIn(second).state.stakeLocks.size).toBe(1)
  expect(openedIn(second).sync.state.phase).toBe('synced')
  await second.closeWallet()
})

it('locks outputs of stakes only, whatever the node lists', async () => {
  const node = await stakedNode()
  const honest = await restored(testHost(node), oxenRegtest.id, words)
  const { outputs } = openedIn(honest).state.ledger
  const { total, unlocked } = openedIn(honest).balance()
  await honest.closeWallet()
  // A liar that knows the key images of all outputs.
  node.stakes = [...outputs.values()].flatMap(({ keyImage }) =>
    keyImage === undefined ? [] : [{ keyImage, unlockHeight: undefined }],
  )
  const deceived = await restored(testHost(node), oxenRegtest.id, words)
  const stakes = [...outputs.values()].filter(({ stake, spent }) => stake && spent === undefined)
  expect(stakes.length).toBeLessThan(outputs.size / 10)
  expect(openedIn(deceived).balance().total).toBe(total)
  const lockable = stakes.reduce((sum, { amount }) => sum + amount, 0n)
  expect(openedIn(deceived).balance().unlocked).toBeGreaterThanOrEqual(unlocked - lockable)
  // Another node is asked at once.
  const other = await stakedNode()
  await openedIn(deceived).sync.follow(Object.assign(other, { url: 'memory:other' }))
  await deceived.refresh()
  expect(openedIn(deceived).balance()).toMatchObject({ total, unlocked })
  await deceived.closeWallet()
})

// The memory that a service returns after it opened a wallet, and after a sync.
import { getHeapSpaceStatistics } from 'node:v8'
import { expect, it, vi } from 'vitest'
import { collectAfterSyncs, collectGarbage, collectGarbageSoon } from '../../../src/cli/rpc/collectGarbage.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../../support/wallet/small-chain.ts'

const MEBIBYTE = 2 ** 20
const PAGE = 65_536

/** Makes garbage as a check of a password does. */
const fillMemory = (): void => {
  const memory = new WebAssembly.Memory({ initial: (64 * MEBIBYTE) / PAGE })
  new Uint8Array(memory.buffer).fill(1)
}

it('returns the memory in which a password was checked', async () => {
  collectGarbage()
  const before = process.memoryUsage().external
  fillMemory()
  expect(process.memoryUsage().external).toBeGreaterThan(before + 60 * MEBIBYTE)
  // V8 frees what it found in a later turn.
  const collected = (): number => {
    collectGarbage()
    return process.memoryUsage().external
  }
  await expect.poll(collected).toBeLessThan(before + 10 * MEBIBYTE)
})

/** Bytes of memory that the space for new objects takes. */
const newSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0

it('gives up the space for new objects that a burst of work left', async () => {
  // The space grows with what survives in it.
  const kept: object[][] = []
  for (let i = 0; i < 200 && newSpace() < 12 * MEBIBYTE; i++)
    kept.push(Array.from({ length: 10_000 }, (_, number) => ({ number })))
  expect(newSpace()).toBeGreaterThan(8 * MEBIBYTE)
  kept.length = 0
  collectGarbage()
  expect(newSpace()).toBeLessThan(4 * MEBIBYTE)
})

it('collects after a sync of many blocks, not after single ones', async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 150))
  const engine = await restored(testHost(node), NETWORK, wallets.A.keys.mnemonic)
  let collections = 0
  await collectAfterSyncs(engine, () => collections++)
  await engine.refresh()
  expect([openedIn(engine).state.height, collections]).toEqual([150, 1])
  for (const height of [151, 152, 153]) {
    node.setChain(chain.slice(0, height))
    await engine.refresh()
  }
  expect([openedIn(engine).state.height, collections]).toEqual([153, 1])
  await engine.closeWallet()
})

it('collects once for all requests of a moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    collectGarbageSoon()
    collectGarbageSoon()
    expect(vi.getTimerCount()).toBe(1)
    vi.runAllTimers()
    collectGarbageSoon()
    expect(vi.getTimerCount()).toBe(1)
    vi.runAllTimers()
  } finally {
    vi.useRealTimers()
  }
})

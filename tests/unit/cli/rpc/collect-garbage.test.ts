// The memory that a service returns after it opened a wallet.
import { expect, it, vi } from 'vitest'
import { collectGarbage, collectGarbageSoon } from '../../../../src/cli/rpc/wallets/collectGarbage.ts'

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

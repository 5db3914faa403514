// The memory that a service returns after it opened a wallet.
import { expect, it } from 'vitest'
import { collectGarbage } from '../../../src/cli/rpc/collectGarbage.ts'

const MEBIBYTE = 2 ** 20
const PAGE = 65_536

/** Makes garbage as a check of a password does. */
const fillMemory = (): void => {
  const memory = new WebAssembly.Memory({ initial: (64 * MEBIBYTE) / PAGE })
  new Uint8Array(memory.buffer).fill(1)
}

it('returns the memory in which a password was checked', async () => {
  collectGarbage()
  const before = process.memoryUsage().rss
  fillMemory()
  expect(process.memoryUsage().rss).toBeGreaterThan(before + 50 * MEBIBYTE)
  // Not in the turn that made it, whose stack may still refer to it.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(process.memoryUsage().rss).toBeLessThan(before + 20 * MEBIBYTE)
})

// Scanners of many wallets in few threads: each finds its own outputs, and they survive the end of a thread.
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { ScannerThreads } from '../../../../src/cli/rpc/threads/scannerThreads.ts'
import { ScannerStateError } from '../../../../src/crypto/scan/scanner.ts'
import { ScannerWorkerError } from '../../../../src/crypto/scan/scannerPool.ts'
import { batchOf, spendKeyOf, viewSecretOf } from '../../../support/crypto/scan-batch.ts'

const threads: Worker[] = []
process.on('worker', (thread) => {
  threads.push(thread)
})

/** Number of running threads. */
const runningThreads = (): number => threads.filter(({ threadId }) => threadId !== -1).length

afterEach(() => {
  expect(runningThreads()).toBe(0)
  threads.length = 0
})

it('finds the outputs of each of ten wallets, in two threads', async () => {
  const batch = batchOf(300)
  const host = new ScannerThreads(2)
  const scanners = await Promise.all(Array.from({ length: 10 }, host.createScanner))
  try {
    for (const [wallet, scanner] of scanners.entries()) {
      const viewSecret = viewSecretOf(wallet)
      await scanner.watch(viewSecret, spendKeyOf(batch, 20 * wallet, viewSecret))
    }
    const found = await Promise.all(scanners.map((scanner) => scanner.scan(batch)))
    expect(found.map((hits) => hits.map(({ output }) => output))).toEqual(scanners.map((_, wallet) => [20 * wallet]))
    expect([host.count, threads.length]).toEqual([2, 2])
  } finally {
    await Promise.all(scanners.map((scanner) => scanner.close()))
  }
  expect(host.count).toBe(0)
})

it('goes on for the other wallets when one closes, and begins anew after the last', async () => {
  const batch = batchOf(300)
  const host = new ScannerThreads(1)
  const [one, other] = [await host.createScanner(), await host.createScanner()]
  for (const scanner of [one, other]) await scanner.watch(viewSecretOf(0), spendKeyOf(batch, 5, viewSecretOf(0)))
  await one.close()
  await expect(one.scan(batch)).rejects.toThrow(ScannerStateError)
  expect((await other.scan(batch)).map(({ output }) => output)).toEqual([5])
  await other.close()
  const third = await host.createScanner()
  await third.watch(viewSecretOf(1), spendKeyOf(batch, 6, viewSecretOf(1)))
  expect((await third.scan(batch)).map(({ output }) => output)).toEqual([6])
  expect(threads.length).toBe(2)
  await third.close()
})

it('rejects the scans that a thread was working on when it died, and scans again in another', async () => {
  const batch = batchOf(4000)
  const host = new ScannerThreads(1)
  const scanners = [await host.createScanner(), await host.createScanner()]
  try {
    for (const scanner of scanners) {
      await scanner.watch(viewSecretOf(0), spendKeyOf(batch, 5, viewSecretOf(0)))
      await scanner.scan(batch)
    }
    const scans = Promise.allSettled(scanners.map((scanner) => scanner.scan(batch)))
    // The scans are sent once both have begun.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(threads.map((thread) => thread.terminate()))
    const [first, second] = await scans
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(ScannerWorkerError) })
    // What was not sent yet is scanned by the next thread.
    if (second?.status === 'fulfilled') expect(second.value.map(({ output }) => output)).toEqual([5])
    else expect(second?.reason).toBeInstanceOf(ScannerWorkerError)
    for (const scanner of scanners) expect((await scanner.scan(batch)).map(({ output }) => output)).toEqual([5])
    expect(host.count).toBe(1)
  } finally {
    await Promise.all(scanners.map((scanner) => scanner.close()))
  }
})

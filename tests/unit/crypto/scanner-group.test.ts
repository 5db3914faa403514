// The scanners of many wallets on shared workers: what is sent together, and what each wallet gets.
import { describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { keyDerivation } from '../../../src/crypto/keys/keys.ts'
import { OwnerFinder } from '../../../src/crypto/scan/ownerFinder.ts'
import { type OwnerJob, SECRETS_LENGTH } from '../../../src/crypto/scan/ownerScan.ts'
import type { OwnerWorker } from '../../../src/crypto/scan/ownerWorkers.ts'
import { type ScanBatch, ScannerStateError } from '../../../src/crypto/scan/scanner.ts'
import { ScannerGroup } from '../../../src/crypto/scan/scannerGroup.ts'
import { ScannerWorkerError } from '../../../src/crypto/scan/scannerPool.ts'
import { SpendKeyIndex } from '../../../src/crypto/scan/spendKeyIndex.ts'
import { batchOf, spendKeyOf, viewSecretOf } from '../../support/crypto/scan-batch.ts'
import { seededRandom } from '../../support/random.ts'

type SentJob = { readonly outputs: number; readonly wallets: number; readonly secrets: Uint8Array }

/** A group with workers in this process, and the jobs that they got. `state.fails`: the next job is the last of its worker. */
const workshop = (size: number) => {
  const jobs: SentJob[] = []
  const state = { started: 0, closed: 0, fails: false }
  const start = (): OwnerWorker => {
    state.started++
    const finder = new OwnerFinder()
    return {
      find: async (job: OwnerJob) => {
        const { batch, secrets } = job
        jobs.push({ outputs: batch.outputIndexes.length, wallets: secrets.length / SECRETS_LENGTH, secrets })
        if (!state.fails) return await finder.find(job)
        state.fails = false
        throw new ScannerWorkerError('the worker died')
      },
      close: async () => {
        state.closed++
      },
    }
  }
  const group = new ScannerGroup({ size, start, now: () => performance.now(), defer: setImmediate })
  return { group, jobs, state }
}

/** Scanners of wallets of which each owns one output of the batch: the one in the row of its number. */
const ownersOf = async (group: ScannerGroup, batch: ScanBatch, count: number) =>
  await Promise.all(
    Array.from({ length: count }, async (_, wallet) => {
      const scanner = group.createScanner()
      const viewSecret = viewSecretOf(wallet)
      const strangers = batch.keys.subarray(0, 64)
      await scanner.watch(viewSecret, concat(strangers, spendKeyOf(batch, wallet, viewSecret)))
      return scanner
    }),
  )

describe('a group', () => {
  it('sends a batch once for all wallets that scan it, and wipes their secrets', async () => {
    const batch = batchOf(20)
    const { group, jobs } = workshop(1)
    const scanners = await ownersOf(group, batch, 10)
    const found = await Promise.all(scanners.map((scanner) => scanner.scan(batch)))
    expect(found.map((hits) => hits.map(({ output, key, spendKey }) => [output, key, spendKey]))).toEqual(
      scanners.map((_, wallet) => [[wallet, wallet, 2]]),
    )
    for (const [wallet, [hit]] of found.entries())
      expect(hit?.derivation).toEqual(
        keyDerivation(batch.keys.subarray(32 * wallet, 32 * wallet + 32), viewSecretOf(wallet)),
      )
    expect(jobs.map(({ outputs, wallets }) => [outputs, wallets])).toEqual([[20, 10]])
    for (const { secrets } of jobs) expect(secrets.every((byte) => byte === 0)).toBe(true)
  })

  it('divides wallets, or the transactions of one, between all workers', async () => {
    const batch = batchOf(100)
    const { group, jobs, state } = workshop(2)
    const scanners = await ownersOf(group, batch, 2)
    await Promise.all(scanners.map((scanner) => scanner.scan(batch)))
    expect(jobs.map(({ outputs, wallets }) => [outputs, wallets])).toEqual([
      [100, 1],
      [100, 1],
    ])
    const [first] = scanners
    expect((await first?.scan(batch))?.map(({ output }) => output)).toEqual([0])
    expect(jobs.slice(2).map(({ outputs, wallets }) => [outputs, wallets])).toEqual([
      [50, 1],
      [50, 1],
    ])
    expect(state.started).toBe(2)
  })

  it('finds outputs in later parts of a batch in the right rows', async () => {
    const batch = batchOf(100)
    const { group } = workshop(2)
    const scanner = group.createScanner()
    await scanner.watch(viewSecretOf(1), spendKeyOf(batch, 77, viewSecretOf(1)))
    expect((await scanner.scan(batch)).map(({ output, key }) => [output, key])).toEqual([[77, 77]])
  })

  it('scans for keys that are watched while a scan waits, and scans before with the earlier ones', async () => {
    const batch = batchOf(20)
    const { group } = workshop(1)
    const scanner = group.createScanner()
    await scanner.watch(viewSecretOf(0), spendKeyOf(batch, 3, viewSecretOf(0)))
    const before = scanner.scan(batch)
    const watching = scanner.watch(viewSecretOf(1), spendKeyOf(batch, 4, viewSecretOf(1)))
    const after = scanner.scan(batch)
    await watching
    expect([await before, await after].map((hits) => hits.map(({ output }) => output))).toEqual([[3], [4]])
  })

  it('rejects the scans of all wallets of a job whose worker dies, and starts another', async () => {
    const batch = batchOf(20)
    const { group, state } = workshop(1)
    const scanners = await ownersOf(group, batch, 3)
    state.fails = true
    for (const result of await Promise.allSettled(scanners.map((scanner) => scanner.scan(batch))))
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(ScannerWorkerError) })
    const found = await Promise.all(scanners.map((scanner) => scanner.scan(batch)))
    expect(found.map(([hit]) => hit?.output)).toEqual([0, 1, 2])
    expect([state.started, state.closed]).toEqual([2, 1])
  })

  it('ends its workers with the last scanner, and the scans that are running', async () => {
    const batch = batchOf(20)
    const { group, state } = workshop(1)
    const [one, other] = await ownersOf(group, batch, 2)
    const scanning = [one, other].map((scanner) => scanner?.scan(batch))
    const results = Promise.allSettled(scanning)
    await one?.close()
    await one?.close()
    expect(group.workers).toBe(0)
    const [first, second] = await results
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(ScannerStateError) })
    expect(second).toMatchObject({ status: 'fulfilled', value: [{ output: 1 }] })
    await other?.close()
    expect([group.workers, state.closed]).toEqual([0, 1])
    await expect(other?.scan(batch)).rejects.toThrow(ScannerStateError)
    await expect(other?.watch(viewSecretOf(0), new Uint8Array(32))).rejects.toThrow(ScannerStateError)
  })

  it('needs keys to scan for, and finds nothing with none', async () => {
    const { group, jobs } = workshop(1)
    const scanner = group.createScanner()
    await expect(scanner.scan(batchOf(1))).rejects.toThrow(ScannerStateError)
    await scanner.watch(viewSecretOf(0), new Uint8Array())
    expect(await scanner.scan(batchOf(1))).toEqual([])
    expect(jobs).toEqual([])
  })
})

describe('an index of spend keys', () => {
  it.each([0, 1, 1000, 70_000])('finds each of %i keys, and no other', (count) => {
    const keys = seededRandom(count + 1)(32 * count)
    const index = new SpendKeyIndex(keys)
    for (let i = 0; i < count; i += Math.max(1, count >> 6)) expect(index.positionOf(keys, i)).toBe(i)
    expect(index.positionOf(seededRandom(5)(32))).toBe(undefined)
  })

  it('finds keys that are appended in steps', () => {
    const keys = seededRandom(3)(32 * 40_000)
    const index = new SpendKeyIndex(keys.subarray(0, 32))
    for (const count of [1, 2, 3, 100, 101, 30_000, 40_000]) {
      index.extend(keys.slice(0, 32 * count))
      for (let i = 0; i < count; i += Math.max(1, count >> 5)) expect(index.positionOf(keys, i)).toBe(i)
      if (count < 40_000) expect(index.positionOf(keys, count)).toBe(undefined)
    }
  })

  it('finds the first of equal keys, and distinguishes keys with a common prefix', () => {
    const [a, b] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(1)]
    b[31] = 2
    const index = new SpendKeyIndex(concat(a, b, a, b))
    expect([index.positionOf(a), index.positionOf(b), index.positionOf(concat(a, b), 1)]).toEqual([0, 1, 1])
    a[4] = 9
    expect(index.positionOf(a)).toBe(undefined)
  })
})

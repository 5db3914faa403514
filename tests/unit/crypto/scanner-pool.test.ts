// The scanner pool: the parts of a batch have the same hits as the batch; workers start on demand, hold few parts, and close again.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { type BatchPart, joinHits, splitBatch } from '../../../src/crypto/scan/batchParts.ts'
import { createCanary, type ScanCanary } from '../../../src/crypto/scan/scanCanary.ts'
import { type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from '../../../src/crypto/scan/scanner.ts'
import { createScannerPool, ScannerWorkerError, scannerCount } from '../../../src/crypto/scan/scannerPool.ts'

type Drawn = { readonly outputs: number; readonly keys: number; readonly additional: boolean }

/** Builds a batch of transactions with given numbers of outputs and keys, optionally with additional keys; all rows differ. */
const batchOf = (transactions: readonly Drawn[]): ScanBatch => {
  const rows: number[] = []
  const outputIndexes: number[] = []
  const firstKeys: number[] = []
  const keyCounts: number[] = []
  const additionalKeys: number[] = []
  for (const { outputs, keys, additional } of transactions) {
    const first = rows.length
    for (let i = 0; i < keys + (additional ? outputs : 0); i++) rows.push(rows.length)
    for (let i = 0; i < outputs; i++) {
      outputIndexes.push(i)
      firstKeys.push(first)
      keyCounts.push(keys)
      additionalKeys.push(additional ? first + keys + i : -1)
    }
  }
  const named = (count: number, salt: number): Uint8Array => {
    const bytes = new Uint8Array(32 * count)
    const view = new DataView(bytes.buffer)
    for (let i = 0; i < count; i++) view.setUint32(32 * i, i + salt)
    return bytes
  }
  return {
    keys: named(rows.length, 1_000_000),
    outputs: named(outputIndexes.length, 2_000_000),
    outputIndexes: Uint32Array.from(outputIndexes),
    firstKeys: Uint32Array.from(firstKeys),
    keyCounts: Uint32Array.from(keyCounts),
    additionalKeys: Int32Array.from(additionalKeys),
    viewTags: Int16Array.from(outputIndexes, (_, i) => i % 256),
  }
}

/** A scanner that reports every output with each of its keys; the derivation identifies the scanned rows. */
const findAll = (batch: ScanBatch): ScanHit[] => {
  const hits: ScanHit[] = []
  batch.outputIndexes.forEach((index, output) => {
    const first = batch.firstKeys[output] ?? 0
    const rows = Array.from({ length: batch.keyCounts[output] ?? 0 }, (_, i) => first + i)
    const additional = batch.additionalKeys[output] ?? -1
    for (const key of additional < 0 ? rows : [...rows, additional]) {
      const derivation = Uint8Array.of(
        ...batch.keys.subarray(32 * key, 32 * key + 4),
        ...batch.outputs.subarray(32 * output, 32 * output + 4),
      )
      hits.push({ output, key, derivation, spendKey: 1000 * index + (batch.viewTags[output] ?? 0) })
    }
  })
  return hits
}

const transaction = fc.record({
  outputs: fc.integer({ min: 1, max: 40 }),
  keys: fc.integer({ min: 0, max: 3 }),
  additional: fc.boolean(),
})

it('finds the same in the parts of a batch as in the batch', () => {
  fc.assert(
    fc.property(fc.array(transaction, { maxLength: 40 }), fc.integer({ min: 1, max: 99 }), (drawn, size) => {
      const batch = batchOf(drawn)
      const parts = splitBatch(batch, size)
      const found = parts.flatMap((part: BatchPart) => joinHits(part, findAll(part.batch)))
      expect(found).toEqual(findAll(batch))
      for (const { batch: cut } of parts.slice(0, -1)) expect(cut.outputIndexes.length).toBeGreaterThanOrEqual(size)
    }),
  )
})

it('gives each part its own memory, so that it can be transferred', () => {
  const batch = batchOf(Array.from({ length: 50 }, () => ({ outputs: 2, keys: 1, additional: false })))
  for (const part of splitBatch(batch, 33))
    for (const rows of Object.values(part.batch)) expect(rows.buffer.byteLength).toBe(rows.byteLength)
})

/** Builds transactions with two outputs each. */
const plain = (outputs: number): ScanBatch =>
  batchOf(Array.from({ length: outputs / 2 }, () => ({ outputs: 2, keys: 1, additional: false })))

/** Workers that the test controls: each completes its oldest part on request, after `pace` milliseconds per output. */
const workshop = (size: number) => {
  const workers: Worker[] = []
  const timers = new Set<{ readonly callback: () => void; readonly dueAt: number }>()
  let time = 0
  class Worker implements Scanner {
    readonly parts: { readonly batch: ScanBatch; answer(hits: readonly ScanHit[]): void; fail(error: Error): void }[] =
      []
    readonly watched: [Uint8Array, Uint8Array][] = []
    readonly canaries: (ScanCanary | undefined)[] = []
    readonly sizes: number[] = []
    closed = 0

    async watch(viewSecret: Uint8Array, spendKeys: Uint8Array, canary?: ScanCanary): Promise<void> {
      this.watched.push([viewSecret.slice(), spendKeys])
      this.canaries.push(canary)
    }

    scan(batch: ScanBatch): Promise<readonly ScanHit[]> {
      this.sizes.push(batch.outputIndexes.length)
      return new Promise((answer, fail) => this.parts.push({ batch, answer, fail }))
    }

    async close(): Promise<void> {
      this.closed++
    }

    async finish(pace = 0.016): Promise<void> {
      const part = this.parts.shift()
      if (part === undefined) return
      time += pace * part.batch.outputIndexes.length
      part.answer(findAll(part.batch))
      await settled()
    }
  }
  const pool = createScannerPool({
    size,
    start: () => {
      const worker = new Worker()
      workers.push(worker)
      return worker
    },
    now: () => time,
    schedule: (callback, delay) => {
      const timer = { callback, dueAt: time + delay }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  /** Lets time pass. */
  const wait = (milliseconds: number): void => {
    const end = time + milliseconds
    for (;;) {
      const [next] = [...timers].filter(({ dueAt }) => dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)
      if (next === undefined) break
      timers.delete(next)
      time = next.dueAt
      next.callback()
    }
    time = end
  }
  return { pool, workers, timers, wait }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Completes all parts of all workers, one after the other. */
const finishAll = async (
  workers: readonly { parts: readonly unknown[]; finish(pace?: number): Promise<void> }[],
  pace?: number,
) => {
  while (workers.some(({ parts }) => parts.length > 0)) for (const worker of workers) await worker.finish(pace)
}

const SECRET = new Uint8Array(32).fill(7)
const KEYS = new Uint8Array(64).fill(9)

describe('a pool', () => {
  it('leaves one of more than two cores free, and has at least one worker', () => {
    expect([1, 2, 3, 4, 8, 64, Number.NaN, 0].map(scannerCount)).toEqual([1, 2, 2, 3, 7, 16, 1, 1])
  })

  it('finds the same in several concurrent batches as one scanner, in any order of responses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(transaction, { maxLength: 30 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.nat()),
        async (drawn, size, choices) => {
          const { pool, workers } = workshop(size)
          await pool.watch(SECRET, KEYS)
          const batches = drawn.map(batchOf)
          const found = Promise.all(batches.map((batch) => pool.scan(batch)))
          await settled()
          for (;;) {
            const busy = workers.filter(({ parts }) => parts.length > 0)
            const chosen = busy[(choices.next().value ?? 0) % Math.max(busy.length, 1)]
            if (chosen === undefined) break
            await chosen.finish()
          }
          expect(await found).toEqual(batches.map(findAll))
          expect(workers.length).toBeLessThanOrEqual(size)
          await pool.close()
        },
      ),
      { numRuns: 60 },
    )
  })

  it('starts two workers, and more when there is work, each with the keys to watch', async () => {
    const { pool, workers } = workshop(3)
    await pool.watch(SECRET, KEYS)
    const small = pool.scan(plain(20))
    await finishAll(workers)
    await small
    expect(workers).toHaveLength(2)
    const large = pool.scan(plain(2000))
    await settled()
    expect(workers).toHaveLength(3)
    await finishAll(workers)
    await large
    for (const { watched } of workers) expect(watched).toEqual([[SECRET, KEYS]])
    await pool.watch(SECRET, KEYS.slice(32))
    for (const { watched } of workers) expect(watched).toHaveLength(2)
  })

  it('computes the canary of the keys once for all workers, and wipes it with the secret', async () => {
    const { pool, workers } = workshop(3)
    const spendKey = publicKeyOf(Uint8Array.of(5, ...new Uint8Array(31)))
    await pool.watch(SECRET, spendKey)
    const large = pool.scan(plain(2000))
    await settled()
    await finishAll(workers)
    await large
    const expected = createCanary(SECRET, spendKey)
    expect(expected).toBeDefined()
    expect(workers.map(({ canaries }) => canaries)).toEqual([[expected], [expected], [expected]])
    await pool.watch(SECRET, new Uint8Array())
    expect(workers.map(({ canaries }) => canaries[1])).toEqual([undefined, undefined, undefined])
    expect(workers[0]?.canaries[0]?.derivation).toEqual(new Uint8Array(32))
    await pool.close()
  })

  it('gives a worker at most two parts', async () => {
    const { pool, workers } = workshop(2)
    await pool.watch(SECRET, KEYS)
    const found = pool.scan(plain(5000))
    await settled()
    for (let i = 0; i < 5; i++) {
      for (const { parts } of workers) expect(parts).toHaveLength(2)
      await workers[i % 2]?.finish()
    }
    await finishAll(workers)
    expect(await found).toEqual(findAll(plain(5000)))
  })

  it.each([
    ['a slow machine', 0.5, 50],
    ['a usual one', 0.016, 1563],
    ['a fast one', 0.0001, 8192],
  ])('splits into parts of about 25 milliseconds on %s', async (_, pace, expected) => {
    const { pool, workers } = workshop(1)
    await pool.watch(SECRET, KEYS)
    for (let i = 0; i < 12; i++) {
      const found = pool.scan(plain(20_000))
      await settled()
      await finishAll(workers, pace)
      await found
    }
    const last = workers[0]?.sizes.at(-2) ?? 0
    expect(last / expected).toBeGreaterThan(0.9)
    expect(last / expected).toBeLessThan(1.1)
  })

  it('neither starts parts nor returns hits after it closes', async () => {
    const { pool, workers } = workshop(2)
    await pool.watch(SECRET, KEYS)
    const found = pool.scan(plain(5000))
    found.catch(() => undefined)
    await settled()
    const before = workers.map(({ sizes }) => sizes.length)
    const hits = findAll(plain(2))
    await pool.close()
    await expect(found).rejects.toThrow(ScannerStateError)
    expect(workers.map(({ closed }) => closed)).toEqual([1, 1])
    workers[0]?.parts.shift()?.answer(hits)
    await settled()
    expect(workers.map(({ sizes }) => sizes.length)).toEqual(before)
    // Late results are wiped.
    for (const { derivation } of hits) expect(derivation).toEqual(new Uint8Array(derivation.length))
    await expect(pool.scan(plain(2))).rejects.toThrow(ScannerStateError)
    await expect(pool.watch(SECRET, KEYS)).rejects.toThrow(ScannerStateError)
  })

  it('rejects a scan before watch', async () => {
    await expect(workshop(1).pool.scan(plain(2))).rejects.toThrow(ScannerStateError)
  })

  it('continues with another worker if one dies', async () => {
    const { pool, workers } = workshop(1)
    await pool.watch(SECRET, KEYS)
    const lost = pool.scan(plain(20))
    lost.catch(() => undefined)
    await settled()
    workers[0]?.parts.shift()?.fail(new ScannerWorkerError('it died'))
    await expect(lost).rejects.toThrow(ScannerWorkerError)
    const found = pool.scan(plain(20))
    await settled()
    expect(workers.map(({ closed }) => closed)).toEqual([1, 0])
    expect(workers[1]?.watched).toEqual([[SECRET, KEYS]])
    await finishAll(workers)
    expect(await found).toEqual(findAll(plain(20)))
  })

  it('closes workers that are not needed and starts them again on demand', async () => {
    const { pool, workers } = workshop(3)
    await pool.watch(SECRET, KEYS)
    const scan = async (outputs: number): Promise<void> => {
      const found = pool.scan(plain(outputs))
      await settled()
      await finishAll(workers)
      await found
    }
    await scan(2000)
    for (let i = 0; i < 31; i++) await scan(2)
    expect(workers.map(({ closed }) => closed)).toEqual([0, 0, 0])
    await scan(2)
    expect(workers.map(({ closed }) => closed)).toEqual([0, 1, 1])
    await scan(2000)
    expect(workers.map(({ closed }) => closed)).toEqual([0, 1, 1, 0, 0])
    await pool.close()
    expect(workers.map(({ closed }) => closed)).toEqual([1, 1, 1, 1, 1])
  })

  it('closes workers after 45 seconds without work and starts them again on demand', async () => {
    const { pool, workers, wait } = workshop(2)
    await pool.watch(SECRET, KEYS)
    const scan = async (): Promise<void> => {
      const found = pool.scan(plain(2000))
      await settled()
      await finishAll(workers, 0)
      expect(await found).toEqual(findAll(plain(2000)))
    }
    await scan()
    wait(44_999)
    expect(workers.map(({ closed }) => closed)).toEqual([0, 0])
    wait(1)
    expect(workers.map(({ closed }) => closed)).toEqual([1, 1])
    wait(1_000_000)
    await scan()
    expect(workers.map(({ closed }) => closed)).toEqual([1, 1, 0, 0])
    for (const { watched } of workers) expect(watched).toEqual([[SECRET, KEYS]])
    wait(45_000)
    expect(workers.map(({ closed }) => closed)).toEqual([1, 1, 1, 1])
  })

  it('starts workers with the newest keys after all were closed', async () => {
    const { pool, workers, wait } = workshop(1)
    await pool.watch(SECRET, KEYS)
    wait(45_000)
    await pool.watch(SECRET, KEYS.slice(32))
    const found = pool.scan(plain(2))
    await settled()
    await finishAll(workers)
    await found
    expect(workers.map(({ closed }) => closed)).toEqual([1, 0])
    expect(workers[1]?.watched).toEqual([[SECRET, KEYS.slice(32)]])
  })

  it('keeps a worker that scans or has received work since, and closes the idle one', async () => {
    const { pool, workers, wait } = workshop(2)
    await pool.watch(SECRET, KEYS)
    const found = pool.scan(plain(2))
    await settled()
    wait(600_000)
    expect(workers.map(({ closed }) => closed)).toEqual([0, 1])
    await finishAll(workers)
    expect(await found).toEqual(findAll(plain(2)))
    wait(44_000)
    expect(workers.map(({ closed }) => closed)).toEqual([0, 1])
    wait(1_000)
    expect(workers.map(({ closed }) => closed)).toEqual([1, 1])
  })

  it('has no timer while no worker runs', async () => {
    const { pool, timers, wait } = workshop(2)
    expect(timers.size).toBe(1)
    wait(45_000)
    expect(timers.size).toBe(0)
    await pool.watch(SECRET, KEYS)
    pool.scan(plain(2)).catch(() => undefined)
    expect(timers.size).toBe(1)
    await pool.close()
    expect(timers.size).toBe(0)
  })
})

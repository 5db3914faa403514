// Slow hashes in a thread: equal to those of this thread, one at a time, and another thread after the death of one.
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SlowHashThreadError, ThreadedSlowHashes } from '../../../../src/cli/rpc/threads/threadedSlowHashes.ts'
import { slowHashesHere } from '../../../../src/crypto/hash/slowHashes.ts'
import { TestTime } from '../../../support/wallet/engine-host.ts'

const threads: Worker[] = []
process.on('worker', (thread) => {
  threads.push(thread)
})
const runningThreads = (): number => threads.filter(({ threadId }) => threadId !== -1).length

let time: TestTime
let hashes: ThreadedSlowHashes
beforeEach(() => {
  threads.length = 0
  time = new TestTime()
  hashes = new ThreadedSlowHashes(time.schedule)
})
afterEach(async () => {
  await hashes.close()
  expect(runningThreads()).toBe(0)
})

const INPUT = {
  password: Uint8Array.of(1, 2, 3),
  salt: new Uint8Array(20).fill(7).subarray(4),
  memoryKiB: 1024,
  iterations: 2,
  parallelism: 1,
}

it('returns the same hashes and leaves the inputs as they are', async () => {
  expect(await hashes.argon2id(INPUT)).toEqual(await slowHashesHere.argon2id(INPUT))
  const data = Uint8Array.of(4, 5)
  expect(await hashes.cryptonight(data)).toEqual(await slowHashesHere.cryptonight(data))
  expect([INPUT.password, data]).toEqual([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)])
})

it('computes hashes that are requested at the same time in one thread, in their order', async () => {
  const order: number[] = []
  await Promise.all(
    [0, 1, 2].map(async (i) => {
      // The first one takes the longest.
      await hashes.argon2id({ ...INPUT, memoryKiB: i === 0 ? 16_384 : 1024 })
      order.push(i)
    }),
  )
  expect(order).toEqual([0, 1, 2])
  expect(threads).toHaveLength(1)
})

it('rejects the hash whose thread dies, and starts another thread for the next one', async () => {
  const hash = hashes.argon2id({ ...INPUT, memoryKiB: 65_536, iterations: 9 })
  const failed = expect(hash).rejects.toThrow(SlowHashThreadError)
  while (threads[0] === undefined) await new Promise(setImmediate)
  await threads[0].terminate()
  await failed
  expect(await hashes.argon2id(INPUT)).toHaveLength(32)
  expect(threads).toHaveLength(2)
})

it('ends a thread without work', async () => {
  await hashes.argon2id(INPUT)
  expect(runningThreads()).toBe(1)
  time.advance(4999)
  expect(await hashes.argon2id(INPUT)).toHaveLength(32)
  expect(threads).toHaveLength(1)
  time.advance(5000)
  while (runningThreads() > 0) await new Promise(setImmediate)
  expect(await hashes.argon2id(INPUT)).toHaveLength(32)
  expect(threads).toHaveLength(2)
})

// The memory of an engine's thread after a lock: no live string and no live bytes, kernels' memories included, contain a key, the seed
// words or the password. Before the lock, the same search finds the keys.

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { encodeSeed } from '../../../src/coin/seeds/seed.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { seededRandom } from '../../support/random.ts'

const keys = generateKeys(seededRandom(160)(32))
const words = await encodeSeed(keys.spendSecret, 'English')
const password = 'a password that occurs nowhere else'

const folder = mkdtempSync(join(tmpdir(), 'faba-heap-'))
const worker = new Worker(new URL('../../support/wallet/heap-worker.ts', import.meta.url))

const call = async (message: { readonly call: string }): Promise<void> => {
  worker.postMessage({ ...message })
  const [answer] = await once(worker, 'message')
  expect(answer).toBe(message.call)
}

/** Returns the names of the secrets that the worker's memory contains. */
const secretsInMemory = async (): Promise<string[]> => {
  const [strings, bytes] = [join(folder, 'strings'), join(folder, 'bytes')]
  await call({ call: 'dump', ...{ strings, bytes } })
  const [text, memory] = [readFileSync(strings), readFileSync(bytes)]
  expect(text.length).toBeGreaterThan(1_000_000)
  expect(text.includes('faba: key of sealed payments') || text.includes('restoreFromWords')).toBe(true)
  expect(memory.length).toBeGreaterThan(1_000_000)
  const [spend, view] = [keys.spendSecret, keys.viewSecret]
  const inText = { 'spend key': toHex(spend), 'view key': toHex(view), words: words.slice(0, 40), password }
  const inBytes = { 'spend key': spend, 'view key': view, words: utf8(words.slice(0, 40)), password: utf8(password) }
  return [
    ...Object.entries(inText).flatMap(([name, secret]) => (text.includes(secret) ? [`${name}, text`] : [])),
    ...Object.entries(inBytes).flatMap(([name, secret]) =>
      memory.includes(Buffer.from(secret)) ? [`${name}, bytes`] : [],
    ),
  ]
}

beforeAll(async () => {
  await once(worker, 'online')
})

afterAll(async () => {
  await worker.terminate()
  rmSync(folder, { recursive: true })
})

it('holds no key, words or password', async () => {
  await call({ call: 'restore', ...{ words, password } })
  const open = await secretsInMemory()
  expect(open).toContain('spend key, bytes')
  expect(open).toContain('view key, bytes')
  await call({ call: 'lock' })
  expect(await secretsInMemory()).toEqual([])
}, 120_000)

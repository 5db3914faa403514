// Message ports of threads as comlink uses them: calls, transferred buffers and errors, without Node's HTTP client in the thread.

import { MessageChannel, Worker } from 'node:worker_threads'
import { type Remote, transfer, wrap } from 'comlink'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portEndpoint } from '../../../../src/cli/rpc/threads/portEndpoint.ts'
import type { AnsweringThread } from '../../../support/rpc/answering-thread.ts'

const { port1, port2 } = new MessageChannel()
let thread: Worker
let remote: Remote<AnsweringThread>

beforeAll(() => {
  const module = new URL('../../../support/rpc/answering-thread.ts', import.meta.url)
  thread = new Worker(module, { workerData: port2, transferList: [port2] })
  remote = wrap<AnsweringThread>(portEndpoint(port1))
})

afterAll(async () => {
  port1.close()
  await thread.terminate()
})

describe('a thread behind a message port', () => {
  it('returns what it computes from transferred bytes', async () => {
    const bytes = new Uint8Array(1000)
    expect(
      await Promise.all([remote.sizeOf(transfer(bytes, [bytes.buffer])), remote.sizeOf(new Uint8Array(3))]),
    ).toEqual([1000, 3])
    expect(bytes.length).toBe(0)
  })

  it('throws what the thread throws', async () => {
    await expect(remote.fail()).rejects.toThrow('no')
  })

  it('does not load the HTTP client of Node', async () => {
    const loaded = await remote.loaded()
    expect(loaded).toContain('NativeModule internal/worker/io')
    expect(loaded.filter((name) => name.includes('undici'))).toEqual([])
  })
})

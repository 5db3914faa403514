// Limits of size, time and speed for responses of nodes.
import { describe, expect, it, vi } from 'vitest'
import { asBlob, asSections, asU64, writePortable } from '../../../src/bytes/portableStorageWriter.ts'
import { createNodeClient, type NodeClientOptions } from '../../../src/daemon/calls/httpNodeClient.ts'
import {
  NodeRefusedError,
  NodeResponseError,
  NodeTimeoutError,
  NodeUnreachableError,
} from '../../../src/daemon/errors.ts'
import { RequestSlots } from '../../../src/daemon/requestSlots.ts'
import { reply, scriptedNode } from '../../support/peers/scripted-node.ts'

const url = 'http://node:1234'
const id = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const client = (body: Uint8Array | string, status = 200, options: Partial<NodeClientOptions> = {}) =>
  createNodeClient({ url, ...scriptedNode(() => reply(body, status)), ...options })

describe('response limits', () => {
  const stream = (
    pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
    cancel?: () => void,
  ) => new ReadableStream<Uint8Array>({ pull, ...(cancel === undefined ? {} : { cancel }) })

  it('stop a response with many small items before it fills the memory', async () => {
    const empty = (count: number) => asSections(Array.from({ length: count }, () => ({})))
    for (const answer of [
      { blocks: empty(20_001) },
      { output_indices: empty(20_001) },
      { output_indices: asSections([{ indices: empty(2_000_001) }]) },
    ])
      await expect(client(writePortable(answer)).blocks([id(1)])).rejects.toThrow(/more than \d+ (blocks|transactions)/)
    const distributions = asSections([{ amount: asU64(0), compressed_data: asBlob(new Uint8Array(10_000_001)) }])
    await expect(client(writePortable({ distributions })).outputDistribution()).rejects.toThrow('more than 10000000')
    const odd = asSections([{ amount: asU64(0), distribution: asBlob(new Uint8Array(12)) }])
    await expect(client(writePortable({ distributions: odd })).outputDistribution()).rejects.toThrow(NodeResponseError)
  })

  it('allow the ids of a full txpool of transactions of minimum size', async () => {
    const hash = `"${'ab'.repeat(32)}"`
    const answer = `{"status":"OK","tx_hashes":[${new Array(440_000).fill(hash).join()}]}`
    expect(await client(answer).poolHashes()).toHaveLength(440_000)
  })

  it('stop an endless response', async () => {
    let sent = 0
    let cancelled = false
    const endless = () =>
      new Response(
        stream(
          (controller) => {
            sent += 100_000
            controller.enqueue(new Uint8Array(100_000))
          },
          () => {
            cancelled = true
          },
        ),
      )
    await expect(createNodeClient({ url, ...scriptedNode(endless) }).info()).rejects.toThrow(NodeResponseError)
    expect(sent).toBeLessThan(2 ** 21)
    expect(cancelled).toBe(true)
    await expect(
      createNodeClient({ url, ...scriptedNode(() => new Response(endless().body, { status: 500 })) }).info(),
    ).rejects.toThrow(NodeRefusedError)
  })

  it('reject a response with a too large Content-Length before reading it', async () => {
    const answer = () =>
      new Response(
        stream(() => undefined),
        { headers: { 'content-length': '10000000' } },
      )
    await expect(createNodeClient({ url, ...scriptedNode(answer) }).info()).rejects.toThrow(NodeResponseError)
  })

  it('time out on a response that never starts, stalls or is too slow', async () => {
    vi.useFakeTimers()
    try {
      const drip = () =>
        new Response(
          stream(async (controller) => {
            await new Promise((resolve) => setTimeout(resolve, 500))
            controller.enqueue(new TextEncoder().encode(' '))
          }),
        )
      const hanging = [
        () => new Promise<Response>(() => undefined),
        () => new Response(stream(() => new Promise(() => undefined))),
        drip,
      ]
      for (const answer of hanging) {
        const clock = () => Date.now()
        // A slot of the node would be freed by a timer of the faked time.
        const slots = new RequestSlots(1)
        const outcome = createNodeClient({ url, ...scriptedNode(answer), timeoutMs: 5000, clock, slots })
          .info()
          .catch((error: unknown) => error)
        await vi.advanceTimersByTimeAsync(4900)
        expect(await Promise.race([outcome, Promise.resolve('waiting')])).toBe('waiting')
        await vi.advanceTimersByTimeAsync(200)
        expect(await outcome).toBeInstanceOf(NodeTimeoutError)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it("abort at the caller's signal", async () => {
    const stop = new AbortController()
    const waiting = createNodeClient({ url, fetch: () => new Promise(() => undefined) })
    const signal = stop.signal
    const answers = [
      waiting.info(signal),
      waiting.blocks([id(1)], signal),
      waiting.submit(id(1), { signal }),
      waiting.outputs([1], signal),
    ].map((answer) => answer.catch((error: unknown) => error))
    stop.abort(new Error('enough'))
    for (const answer of await Promise.all(answers)) expect(answer).toEqual(new Error('enough'))
  })

  it('report a connection that breaks during the response', async () => {
    const broken = () => new Response(stream((controller) => controller.error(new TypeError('terminated'))))
    await expect(createNodeClient({ url, ...scriptedNode(broken) }).info()).rejects.toThrow(NodeUnreachableError)
  })
})

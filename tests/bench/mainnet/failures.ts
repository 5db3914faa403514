// Failures of a node, as wallets meet them: for a while it refuses, stalls, closes connections or sends half of its answers.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchHandler } from '../support/listen.ts'

const FAILURES = ['refuses', 'stalls', 'breaks off', 'sends no answer of a node'] as const
export type Failure = (typeof FAILURES)[number]

/** Returns a failure by number. */
export const failureOf = (number: number): Failure => FAILURES[number % FAILURES.length] ?? 'refuses'

/** How long a stalled node lets a wallet wait. */
const STALL_MS = 60_000

const brokenOff = async (response: Response): Promise<Response> => {
  const body = new Uint8Array(await response.arrayBuffer())
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(body.subarray(0, body.length >> 1)),
    pull: (controller) => controller.error(new Error('the connection is gone')),
  })
  return new Response(stream, response)
}

/** Returns the handler of a node that fails as `failure` says at the time of each request; undefined: not at all. */
export const failing =
  (handler: FetchHandler, failure: () => Failure | undefined): FetchHandler =>
  async (request) => {
    switch (failure()) {
      case undefined:
        return await handler(request)
      case 'refuses':
        return new Response('busy', { status: 503 })
      case 'stalls':
        await sleep(STALL_MS)
        return await handler(request)
      case 'breaks off':
        return await brokenOff(await handler(request))
      case 'sends no answer of a node':
        return new Response('<html>this is a portal</html>', { headers: { 'content-type': 'text/html' } })
    }
  }

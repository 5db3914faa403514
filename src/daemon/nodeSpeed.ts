// How fast a node is, and when a request to it is given up because another one is ready: within two seconds if the node stalls or is much
// slower than another.

import type { Clock, Milliseconds, Schedule } from '../async/time.ts'
import { NodeTimeoutError } from './errors.ts'
import type { NodeClient } from './nodeClient.ts'
import { orAborted } from './responseBody.ts'

/** Bytes of responses per millisecond. */
export type NodeRate = number

/** A request is judged each time it has taken so long. */
export const JUDGED_AFTER_MS: Milliseconds = 2000
/** A node that sends this much (2 Mbit/s) is not left for one whose rate is unknown. */
const FAST_RATE: NodeRate = 250
/** A node is left for one that sends so many times as much. */
const MUCH_FASTER = 4
/** Shorter responses say nothing about the rate. */
const MEASURED_BYTES = 100_000

/** What is known of a node's speed. */
export type NodeSpeed = {
  /** of the last `info`; undefined before the first one */
  latency: Milliseconds | undefined
  /** undefined until a request showed it */
  rate: NodeRate | undefined
}

/** Returns whether a node that sends at `rate` is much slower than one of the others. An unknown rate may be high. */
export const isSlowBeside = (rate: NodeRate, others: readonly NodeSpeed[]): boolean =>
  others.some((other) => rate < (other.rate === undefined ? FAST_RATE : other.rate / MUCH_FASTER))

/** Records a whole response. */
const recordResponse = (speed: NodeSpeed, bytes: number, time: Milliseconds): void => {
  if (bytes < MEASURED_BYTES || time <= 0) return
  const rate = bytes / time
  speed.rate = speed.rate === undefined ? rate : (speed.rate + rate) / 2
}

export type NodeCall<T> = (client: NodeClient, signal: AbortSignal | undefined) => Promise<T>

type CalledNode = { readonly client: NodeClient; readonly speed: NodeSpeed }

/** Measures a call of a node. */
export const callMeasured = async <T>(
  { client, speed }: CalledNode,
  call: NodeCall<T>,
  signal: AbortSignal | undefined,
  clock: Clock,
): Promise<T> => {
  const start = clock()
  const before = client.receivedBytes?.() ?? 0
  const result = await call(client, signal)
  recordResponse(speed, (client.receivedBytes?.() ?? 0) - before, clock() - start)
  return result
}

type Judgement = { readonly clock: Clock; readonly schedule: Schedule; readonly onGivenUp: () => void }

/**
 * Calls a node, and gives up when it has sent nothing or little for a while.
 * @param others the nodes that can be called instead
 * @throws NodeTimeoutError if the call is given up; what `call` throws
 */
export const callWhileFast = async <T>(
  node: CalledNode,
  call: NodeCall<T>,
  outer: AbortSignal | undefined,
  others: readonly NodeSpeed[],
  { clock, schedule, onGivenUp }: Judgement,
): Promise<T> => {
  const { client, speed } = node
  const givenUp = new AbortController()
  const received = (): number => client.receivedBytes?.() ?? 0
  let before = received()
  const judge = (): void => {
    const bytes = received() - before
    before += bytes
    const rate = bytes / JUDGED_AFTER_MS
    if (isSlowBeside(rate, others)) {
      speed.rate = rate
      onGivenUp()
      const { url } = client
      const text = bytes === 0 ? 'did not respond for' : 'sent little in'
      givenUp.abort(new NodeTimeoutError(`${url} ${text} ${JUDGED_AFTER_MS / 1000} seconds`, { details: { url } }))
    } else cancel = schedule(judge, JUDGED_AFTER_MS)
  }
  let cancel = schedule(judge, JUDGED_AFTER_MS)
  try {
    const signal = outer === undefined ? givenUp.signal : AbortSignal.any([outer, givenUp.signal])
    return await orAborted(callMeasured(node, call, signal, clock), givenUp.signal)
  } finally {
    cancel()
  }
}

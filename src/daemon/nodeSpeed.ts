// Measures how fast nodes are. A request to a node that stalls, or is much slower than another one, is abandoned within two seconds.

import type { Clock, Milliseconds, Schedule } from '../async/time.ts'
import { NodeTimeoutError } from './errors.ts'
import type { NodeClient } from './nodeClient.ts'
import { orAborted } from './responseBody.ts'

/** Bytes of responses per millisecond. */
export type NodeRate = number

/** Interval at which the rate of a running request is checked. */
const STALL_TIMEOUT_MS: Milliseconds = 2000
/** A node with at least this rate (2 Mbit/s) is not replaced by one whose rate is unknown. */
const FAST_RATE: NodeRate = 250
/** A node is replaced by one whose rate is at least this many times as high. */
const MIN_SPEED_RATIO = 4
/** Shorter responses are not measured. */
const MIN_MEASURED_BYTES = 100_000

/** The measured speed of a node. */
export type NodeSpeed = {
  /** of the last `info`; undefined before the first one */
  latency: Milliseconds | undefined
  /** undefined until a long response was measured, or a request was abandoned */
  rate: NodeRate | undefined
}

/** Returns whether a node that sends at `rate` is much slower than one of the others. An unknown rate may be high. */
export const isSlowBeside = (rate: NodeRate, others: readonly NodeSpeed[]): boolean =>
  others.some((other) => rate < (other.rate === undefined ? FAST_RATE : other.rate / MIN_SPEED_RATIO))

/** Records a whole response. */
const recordResponse = (speed: NodeSpeed, bytes: number, time: Milliseconds): void => {
  if (bytes < MIN_MEASURED_BYTES || time <= 0) return
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

type WatchOptions = { readonly clock: Clock; readonly schedule: Schedule; readonly onAbandoned: () => void }

/**
 * Calls a node. Abandons the call if the node stalls, or is much slower than another one.
 * @param others the nodes that can be called instead
 * @throws NodeTimeoutError if the call is abandoned; what `call` throws
 */
export const callWhileFast = async <T>(
  node: CalledNode,
  call: NodeCall<T>,
  outer: AbortSignal | undefined,
  others: readonly NodeSpeed[],
  { clock, schedule, onAbandoned }: WatchOptions,
): Promise<T> => {
  const { client, speed } = node
  const abandoned = new AbortController()
  const received = (): number => client.receivedBytes?.() ?? 0
  let before = received()
  const check = (): void => {
    const bytes = received() - before
    before += bytes
    const rate = bytes / STALL_TIMEOUT_MS
    if (isSlowBeside(rate, others)) {
      speed.rate = rate
      onAbandoned()
      const { url } = client
      const text = bytes === 0 ? 'did not respond for' : 'sent little in'
      abandoned.abort(new NodeTimeoutError(`${url} ${text} ${STALL_TIMEOUT_MS / 1000} seconds`, { details: { url } }))
    } else cancel = schedule(check, STALL_TIMEOUT_MS)
  }
  let cancel = schedule(check, STALL_TIMEOUT_MS)
  try {
    const signal = outer === undefined ? abandoned.signal : AbortSignal.any([outer, abandoned.signal])
    return await orAborted(callMeasured(node, call, signal, clock), abandoned.signal)
  } finally {
    cancel()
  }
}

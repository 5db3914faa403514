// Submission of transactions by a client of several nodes: to the first node that responds, or to all of them.

import { type Milliseconds, type Schedule, scheduleTimer } from '../async/time.ts'
import { equalBytes } from '../bytes/bytes.ts'
import { NodeBusyError, NodeError, NodeRefusedError } from './errors.ts'
import type { NodeClient, SubmitResult } from './nodeClient.ts'
import type { SubmitFailure } from './nodeHealth.ts'
import type { NodeCall } from './nodeSpeed.ts'

type Signal = AbortSignal | undefined

/** What a submission needs of the nodes. */
export type SubmissionNodes = {
  /** calls the nodes one after the other until one responds, the one in use last where another is preferred */
  callOther<T>(call: NodeCall<T>, signal: Signal, skipped: number): Promise<T>
  /** calls all usable nodes at once */
  callEach<T>(call: NodeCall<T>, signal: Signal): readonly { readonly url: string; readonly response: Promise<T> }[]
}

/** Time after the first node accepted a transaction in which the other ones can respond. */
const LATE_TIMEOUT_MS: Milliseconds = 5000

/** Returns whether a node may have a transaction although its submission failed. */
const mayHaveArrivedAfter = (error: unknown): boolean =>
  !(error instanceof NodeBusyError || error instanceof NodeRefusedError)

/**
 * Creates what submits to the first node that responds; the result of a rejection includes whether a node that failed before may have the
 * transaction. A transaction that is submitted again goes to another node first, since one may keep it for itself.
 */
export const createSubmit = (nodes: SubmissionNodes): NodeClient['submit'] => {
  let last: Uint8Array = new Uint8Array()
  let repetitions = 0
  return async (blob, options) => {
    repetitions = equalBytes(blob, last) ? repetitions + 1 : 0
    last = blob
    let mayHaveArrived = false
    const call = async (client: NodeClient): Promise<SubmitResult> => {
      try {
        return await client.submit(blob, options)
      } catch (error) {
        mayHaveArrived ||= mayHaveArrivedAfter(error)
        throw error
      }
    }
    const result = await nodes.callOther(call, options?.signal, repetitions)
    return result.accepted || !mayHaveArrived ? result : { ...result, mayHaveArrived }
  }
}

/** Returns whether a node has a transaction; false if it does not respond. */
const isKnown = async (client: NodeClient, id: Uint8Array, signal: Signal): Promise<boolean> => {
  try {
    return (await client.transactions([id], signal)).length > 0
  } catch (error) {
    if (error instanceof NodeError) return false
    throw error
  }
}

/** Submits to one of several nodes: it may have received the transaction from another one before, and refuse it for that. */
const submitAmongOthers = async (
  client: NodeClient,
  ...[blob, options]: Parameters<NodeClient['submit']>
): Promise<SubmitResult> => {
  const result = await client.submit(blob, options)
  if (result.accepted || options?.id === undefined) return result
  return (await isKnown(client, options.id, options.signal)) ? { accepted: true } : result
}

/** What is known of a submission to one node; undefined while it has not responded. */
type Outcome = { readonly result: SubmitResult } | { readonly error: NodeError } | undefined

const failureOf = (url: string, outcome: Outcome): readonly SubmitFailure[] => {
  if (outcome === undefined) return [{ url, kind: 'late', reason: '' }]
  if ('error' in outcome) return [{ url, kind: 'failed', reason: outcome.error.message }]
  return outcome.result.accepted ? [] : [{ url, kind: 'refused', reason: outcome.result.reason }]
}

/** Waits until all nodes have responded; if one accepted, at most `LATE_TIMEOUT_MS` from then on. */
const outcomesOf = async (
  responses: readonly Promise<SubmitResult>[],
  schedule: Schedule,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = responses.map(() => undefined)
  const { promise: isOver, resolve, reject } = Promise.withResolvers<void>()
  let cancel: (() => void) | undefined
  const follow = async (response: Promise<SubmitResult>, i: number): Promise<void> => {
    try {
      const result = await response
      outcomes[i] = { result }
      if (result.accepted) cancel ??= schedule(resolve, LATE_TIMEOUT_MS)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      outcomes[i] = { error }
    }
  }
  Promise.all(responses.map(follow)).then(() => resolve(), reject)
  await isOver
  cancel?.()
  // A late response changes nothing any more.
  return [...outcomes]
}

/**
 * Returns the result for a transaction that no node accepted.
 * @throws NodeError if a node failed that may have it: a rejection would free coins that it may already spend
 */
const rejectionOf = (outcomes: readonly Outcome[]): SubmitResult => {
  const errors = outcomes.flatMap((outcome) => (outcome !== undefined && 'error' in outcome ? [outcome.error] : []))
  const results = outcomes.flatMap((outcome) => (outcome !== undefined && 'result' in outcome ? [outcome.result] : []))
  const rejections = results.filter((result) => !result.accepted)
  const [first] = rejections
  const unknown = errors.find(mayHaveArrivedAfter) ?? (first === undefined ? errors.at(-1) : undefined)
  if (unknown !== undefined) throw unknown
  if (first === undefined) throw new Error('no node was called')
  return { ...first, doubleSpend: rejections.some(({ doubleSpend }) => doubleSpend) }
}

/**
 * Creates what submits to all usable nodes at once. One that accepts is enough: the result then names the nodes that did not. A transaction for
 * a blink quorum goes to one node, as `createSubmit` does, because the quorum spreads it.
 */
export const createSubmitToAll = (nodes: SubmissionNodes, schedule: Schedule = scheduleTimer): NodeClient['submit'] => {
  const submitToOne = createSubmit(nodes)
  return async (blob, options) => {
    if (options?.blink === true) return await submitToOne(blob, options)
    const calls = nodes.callEach((client) => submitAmongOthers(client, blob, options), options?.signal)
    const outcomes = await outcomesOf(
      calls.map(({ response }) => response),
      schedule,
    )
    const isAccepted = outcomes.some(
      (outcome) => outcome !== undefined && 'result' in outcome && outcome.result.accepted,
    )
    if (!isAccepted) return rejectionOf(outcomes)
    return { accepted: true, failures: calls.flatMap(({ url }, i) => failureOf(url, outcomes[i])) }
  }
}

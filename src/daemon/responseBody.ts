// Reads the body of a response within a size limit, and waits for promises until a signal.

import { join } from '../bytes/bytes.ts'

/**
 * Settles like a promise, or rejects with the signal's reason once the signal fires. Does not rely on the promise to observe the signal.
 */
export const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: raced, resolve, reject } = Promise.withResolvers<T>()
  const abort = (): void => reject(signal.reason)
  promise.then(resolve, reject)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return raced.finally(() => signal.removeEventListener('abort', abort))
}

/** Receives a chunk of a body; the next one is read when it resolves. */
export type OnChunk = (chunk: Uint8Array) => void | Promise<void>

/**
 * Reads a body in chunks. Stops at once and returns false if it is longer than `maxBytes`.
 * @throws the reason of `signal`
 */
export const readChunks = async (
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onChunk: OnChunk,
): Promise<boolean> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return true
  let length = 0
  let isComplete = false
  const cancel = (): void => {
    // The rest of an incomplete body is not needed, and neither are errors of the cancellation.
    reader.cancel().catch(() => undefined)
  }
  // A cancelled reader ends at once; thousands of chunks share one listener.
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    if (Number(response.headers.get('content-length')) > maxBytes) return false
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) break
      length += value.length
      if (length > maxBytes) return false
      const taken = onChunk(value)
      if (taken !== undefined) await orAborted(taken, signal)
    }
    isComplete = true
    return true
  } finally {
    signal.removeEventListener('abort', cancel)
    if (!isComplete) cancel()
  }
}

/**
 * Reads a body. Stops at once and returns undefined if it is longer than `maxBytes`.
 * @param onReceived receives each chunk
 * @throws the reason of `signal`
 */
export const readBody = async (
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onReceived: (chunk: Uint8Array) => void,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const chunks: Uint8Array[] = []
  const isWhole = await readChunks(response, maxBytes, signal, (chunk) => {
    chunks.push(chunk)
    onReceived(chunk)
  })
  return isWhole ? join(chunks) : undefined
}

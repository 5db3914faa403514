// Reads the body of a response within a size limit, and waits for promises until a signal.

import { concat } from '../bytes/bytes.ts'

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

/**
 * Reads a body. Stops at once and returns undefined if it is longer than `maxBytes`.
 * @param onReceived receives the size of each chunk
 * @throws the reason of `signal`
 */
export const readBody = async (
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
): Promise<Uint8Array | undefined> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const chunks: Uint8Array[] = []
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
    if (Number(response.headers.get('content-length')) > maxBytes) return undefined
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) break
      length += value.length
      if (length > maxBytes) return undefined
      chunks.push(value)
      onReceived(value.length)
    }
    isComplete = true
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : concat(...chunks)
  } finally {
    signal.removeEventListener('abort', cancel)
    if (!isComplete) cancel()
  }
}

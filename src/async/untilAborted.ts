// Waiting that ends when the sync is stopped.

/** The sync was stopped while it waited. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/**
 * Waits for an answer, or until the signal.
 * @throws StoppedError
 */
export const untilAborted = <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> => {
  if (signal.aborted) {
    answer.catch(() => undefined)
    return Promise.reject(new StoppedError('the sync was stopped'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = (): void => reject(new StoppedError('the sync was stopped'))
  signal.addEventListener('abort', stop, { once: true })
  answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  return promise
}

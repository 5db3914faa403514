// Waiting for a promise until an AbortSignal fires.

import { FabaError } from '../errors/fabaError.ts'

/** The wait ended because the work it belongs to was stopped. */
export class StoppedError extends FabaError {
  override readonly name = 'StoppedError'
  readonly code = 'stopped'
}

/**
 * Settles like `promise`, or rejects as soon as `signal` fires; a later rejection of the promise is ignored.
 * @throws StoppedError
 */
export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  if (signal.aborted) {
    promise.catch(() => undefined)
    return Promise.reject(new StoppedError('the sync was stopped'))
  }
  const { promise: result, resolve, reject } = Promise.withResolvers<T>()
  const stop = (): void => reject(new StoppedError('the sync was stopped'))
  signal.addEventListener('abort', stop, { once: true })
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  return result
}

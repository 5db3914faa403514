// Internal errors of the page, for its developers.

import { FabaError } from '../../../errors/fabaError.ts'

/** Writes an internal error to the console. Expected errors are not reported; a worker has reported its internal errors. */
export const reportInternal = (error: unknown): void => {
  if (!(error instanceof FabaError)) console.error(error)
}

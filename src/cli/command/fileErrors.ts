// Errors of files and folders that the user names.

import { FabaError } from '../../errors/fabaError.ts'
import { describeFileError } from '../../errors/systemErrors.ts'
import { UsageError } from './command.ts'

/**
 * Runs an action on a value that a flag names. Errors of the file system and expected failures (`FabaError`) become a UsageError
 * that begins with `subject`; other errors pass unchanged.
 * @param subject the flag, with its value unless that is secret
 * @throws UsageError
 */
export const withUsageErrors = async <T>(subject: string, action: () => T | Promise<T>): Promise<T> => {
  try {
    return await action()
  } catch (error) {
    throw toUsageError(subject, error)
  }
}

/** Returns the error that `withUsageErrors` throws in place of `error`. For actions that must run synchronously. */
export const toUsageError = (subject: string, error: unknown): unknown => {
  const reason = error instanceof FabaError ? error.message : describeFileError(error)
  return reason === undefined ? error : new UsageError(`${subject}: ${reason}`, { cause: error })
}

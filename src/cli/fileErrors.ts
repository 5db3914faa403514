// Messages for errors of files and folders that the user names.

import { FabaError } from '../errors/fabaError.ts'
import { UsageError } from './command.ts'

/** Messages by the error codes of the operating system. */
const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

/** Codes of the operating system (ENOENT), and of OpenSSL for the content of a file. Other codes of Node are those of defects. */
const FILE_ERROR = /^(E[A-Z0-9]+|ERR_OSSL_\w+)$/

/** Returns the message of an error of a file; undefined for other errors. */
export const describeFileError = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return MESSAGES[error.code] ?? (FILE_ERROR.test(error.code) ? error.message : undefined)
}

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

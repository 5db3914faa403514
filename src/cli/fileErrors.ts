// Messages for errors of files and folders that the user names.

import { NodeUrlError } from '../daemon/errors.ts'
import { DumpError } from '../devnet/node/nodeDump.ts'
import { ForkScheduleError } from '../devnet/rules/chainRules.ts'
import { FabaError } from '../errors/fabaError.ts'
import { DaemonChoiceError } from '../rpc/walletRpcContext.ts'
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

/** Returns the message of an error of the file system; undefined for other errors. */
const describeFileError = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return MESSAGES[error.code] ?? error.message
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

/** Expected failures that do not extend FabaError yet. */
const EXPECTED = [NodeUrlError, DumpError, ForkScheduleError, DaemonChoiceError]

const isExpected = (error: unknown): error is Error =>
  error instanceof FabaError || EXPECTED.some((type) => error instanceof type)

/** Returns the error that `withUsageErrors` throws in place of `error`. For actions that must run synchronously. */
export const toUsageError = (subject: string, error: unknown): unknown => {
  const reason = isExpected(error) ? error.message : describeFileError(error)
  return reason === undefined ? error : new UsageError(`${subject}: ${reason}`, { cause: error })
}

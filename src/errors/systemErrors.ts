// Messages for errors of files and folders.

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
  EDQUOT: 'the disk quota of this user is used up',
  EFBIG: 'a file must not become that large here',
  EIO: 'the disk cannot be read or written',
  ENAMETOOLONG: 'the name or the path is too long for this file system: choose a shorter one',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'this process has too many open files: raise its limit (ulimit -n)',
  ENFILE: 'the system has too many open files',
}

/** Codes of the operating system (ENOENT), and of OpenSSL for the content of a file. Other codes of Node are those of defects. */
const FILE_ERROR = /^(E[A-Z0-9]+|ERR_OSSL_\w+)$/

/** Returns the message of an error of a file; undefined for other errors. */
export const describeFileError = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return MESSAGES[error.code] ?? (FILE_ERROR.test(error.code) ? error.message : undefined)
}

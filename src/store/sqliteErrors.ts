// Errors of SQLite, by their primary result codes, in words of files.

/** What prevents the use of a database file. */
export type SqliteFault = 'locked' | 'full' | 'unusable'

/** https://www.sqlite.org/rescode.html */
const [BUSY, LOCKED, FULL, CANTOPEN] = [5, 6, 13, 14]

/** Longest path of a database file, in bytes, which leaves room for the names of the files beside it (SQLite: MAX_PATHNAME). */
const MAX_PATH_BYTES = 500

const REASONS: Readonly<Record<number, string>> = {
  3: 'permission denied',
  8: 'it can only be read, not written',
  10: 'the disk cannot be read or written; it may be full, or have a quota',
  11: 'it is damaged: use a copy',
  [FULL]: 'the disk is full',
  [CANTOPEN]: 'it cannot be opened: check the folder, its permissions and the number of open files',
  26: 'it is no file of this program, or damaged',
}

/** Returns the primary result code of an error of SQLite; undefined for other errors. */
const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/**
 * Returns what an error of SQLite means for a file, and a reason for messages; undefined for other errors.
 * @param path absolute or relative, as it was opened
 */
export const describeSqliteError = (
  error: unknown,
  path: string,
): { readonly fault: SqliteFault; readonly reason: string } | undefined => {
  const code = codeOf(error)
  if (code === undefined || !(error instanceof Error)) return undefined
  const reason =
    code === CANTOPEN && Buffer.byteLength(path) > MAX_PATH_BYTES
      ? `its path has more than ${MAX_PATH_BYTES} bytes: choose a shorter one`
      : (REASONS[code] ?? error.message)
  return { fault: code === BUSY || code === LOCKED ? 'locked' : code === FULL ? 'full' : 'unusable', reason }
}

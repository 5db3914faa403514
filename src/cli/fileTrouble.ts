// What is wrong with a file or folder that a person named, in words.

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not open it',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
}

/** Words for an error of the file system; undefined for any other. */
export const fileTrouble = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return WORDS[error.code] ?? error.message
}

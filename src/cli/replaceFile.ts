// Replacing a file so that an interruption leaves the old one or the new one, whole.

import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/**
 * Replaces the file at a path, or creates it, readable by its owner only. It is on the disk when this returns.
 * @throws errors of the file system
 */
export const replaceFile = (path: string, content: Uint8Array): void => {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}

// Replacing a file so that an interruption or a full disk leaves the old one or the new one, whole.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const syncToDisk = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Replaces the file at a path, or creates it, readable by its owner only. It is on the disk when this returns.
 * @throws errors of the file system; the old file is unchanged then
 */
export const replaceFile = (path: string, content: Uint8Array): void => {
  const temporary = `${path}.new`
  try {
    // Unlike writeSync, it repeats writes that take a part only, and fails if the disk is full.
    writeFileSync(temporary, content, { mode: 0o600, flush: true })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  // Windows cannot open folders.
  if (process.platform !== 'win32') syncToDisk(dirname(path))
}

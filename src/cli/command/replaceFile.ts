// Replacing files so that an interruption or a full disk leaves the old ones or the new ones, whole.

import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { FabaError } from '../../errors/fabaError.ts'
import { describeFileError } from '../../errors/systemErrors.ts'

/** A file cannot be replaced, and is unchanged. `cause` is the error of the file system. */
export class FileWriteError extends FabaError {
  override readonly name = 'FileWriteError'
  readonly code = 'file-write'
}

const syncToDisk = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * What a file will contain. `keptAs`: where a copy of what it contains now stays, in place of an earlier copy. `mode`: its permissions; its owner alone
 * reads it when left out.
 */
export type FileContent = {
  readonly path: string
  readonly content: Uint8Array | string
  readonly keptAs?: string
  readonly mode?: number
}

// An ending that no other program's file has: NAME.new may be the cache of a wallet of wallet2.
const temporaryOf = ({ path }: FileContent): string => `${path}.faba-new`

/** Runs `work` on a file; errors of the file system become a FileWriteError. */
const attempt = (path: string, work: () => void): void => {
  try {
    work()
  } catch (error) {
    const reason = describeFileError(error)
    throw reason === undefined ? error : new FileWriteError(`${path} cannot be written: ${reason}`, { cause: error })
  }
}

const writeTemporary = (file: FileContent): void => {
  // Of an interrupted replacement. A new file follows no link that another user has put there.
  rmSync(temporaryOf(file), { force: true })
  // Unlike writeSync, it repeats writes that take a part only, and fails if the disk is full.
  writeFileSync(temporaryOf(file), file.content, { mode: file.mode ?? 0o600, flag: 'wx', flush: true })
}

/** Copies a file as it is now. The copy needs no temporary file: until it is whole, the file itself is unchanged. */
const keepCopy = (path: string, copy: string): void => {
  rmSync(copy, { force: true })
  try {
    copyFileSync(path, copy, constants.COPYFILE_EXCL)
    syncToDisk(copy)
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}

/**
 * Replaces files, or creates them. All are written before the first one is replaced. They are on the disk when
 * this returns.
 * @throws FileWriteError; the file that it names is unchanged, and those after it
 */
export const replaceFiles = (files: readonly FileContent[]): void => {
  try {
    for (const file of files) attempt(file.path, () => writeTemporary(file))
    for (const { path, keptAs } of files)
      if (keptAs !== undefined && existsSync(path)) attempt(keptAs, () => keepCopy(path, keptAs))
    for (const file of files) attempt(file.path, () => renameSync(temporaryOf(file), file.path))
  } catch (error) {
    for (const temporary of files.map(temporaryOf)) if (existsSync(temporary)) rmSync(temporary)
    throw error
  }
  // Windows cannot open folders.
  if (process.platform !== 'win32')
    for (const folder of new Set(files.map(({ path }) => dirname(path)))) syncToDisk(folder)
}

/**
 * Replaces one file like `replaceFiles`, readable by its owner only.
 * @throws FileWriteError; the old file is unchanged then
 */
export const replaceFile = (path: string, content: FileContent['content']): void => replaceFiles([{ path, content }])

// A folder of a compact chain on a disk, whose files a web server reads.

import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ChunkFolder } from '../../compact/chunkFolder.ts'
import { replaceFiles } from '../command/replaceFile.ts'

const READABLE_BY_ALL = 0o644

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Returns the files below a folder, which is created when the first one is written. */
export const createDiskFolder = (folder: string): ChunkFolder => ({
  read: async (name) => {
    try {
      return new Uint8Array(readFileSync(join(folder, name)))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  write: async (name, content) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    replaceFiles([{ path, content, mode: READABLE_BY_ALL }])
  },
  remove: async (name) => rmSync(join(folder, name), { force: true }),
})

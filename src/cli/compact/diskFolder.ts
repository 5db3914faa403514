// A folder of a compact chain on a disk, whose files a web server reads.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ChunkFolder } from '../../compact/chunkFolder.ts'

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
    const temporary = `${path}.faba-new`
    mkdirSync(dirname(path), { recursive: true })
    // On the disk before it has its name: what is interrupted leaves no part of a file.
    writeFileSync(temporary, content, { flush: true })
    renameSync(temporary, path)
  },
  remove: async (name) => rmSync(join(folder, name), { force: true }),
})

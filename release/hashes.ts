// The hashes of the package's files, in the form that `sha256sum --check` reads.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Returns a line for each file, sorted by path. Paths are relative to `root`. */
export const hashFiles = (root: string, paths: readonly string[]): string =>
  [...paths]
    .sort()
    .map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`)
    .join('')

/** Returns the hash of a list of hashes, which stands for all files. */
export const hashOfHashes = (list: string): string => sha256(list)

// A library that takes the place of librandomx in a monerod: hashes are most of what mining and verifying blocks cost it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, 'no-proof-of-work.c')
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/faba')

/** Returns the path of the compiled library. */
const compile = (path: string): string => {
  mkdirSync(FOLDER, { recursive: true })
  const part = `${path}.${process.pid}`
  const flags = ['-shared', '-fPIC', '-O1', '-nostdlib', '-ffreestanding']
  const { status, stderr } = spawnSync('cc', [...flags, '-o', part, SOURCE], { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`cc is missing or cannot compile ${SOURCE} (Debian: apt-get install gcc): ${stderr}`)
  renameSync(part, path) // another process loads all of it
  return path
}

/** Returns the variables of a monerod that computes no proof of work. */
export const withoutProofOfWork = (): { readonly LD_PRELOAD: string } => {
  const hash = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 16)
  const path = join(FOLDER, `no-proof-of-work-${hash}.so`)
  return { LD_PRELOAD: existsSync(path) ? path : compile(path) }
}

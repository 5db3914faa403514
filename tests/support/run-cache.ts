// Values that are slow to compute and the same for the same input: computed once in a run of all tests.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const nameOf = (parts: readonly (string | number | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'number' ? String(part) : part
    hash.update(createHash('sha256').update(bytes).digest())
  }
  return hash.digest('hex')
}

/**
 * Returns what `compute` returned for the same parts in this run, in this test file or another. Mutants compute everything themselves.
 * @param parts the name of the function and its input
 */
export const computedOnce = async (
  parts: readonly (string | number | Uint8Array)[],
  compute: () => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const { FABA_RUN_CACHE: folder, FABA_MUTANT_TESTS: mutant } = process.env
  if (folder === undefined || mutant !== undefined) return await compute()
  const path = join(folder, nameOf(parts))
  try {
    return new Uint8Array(readFileSync(path))
  } catch {
    const value = await compute()
    const part = `${path}.${process.pid}`
    writeFileSync(part, value)
    renameSync(part, path) // another file reads all of it or nothing
    return value
  }
}

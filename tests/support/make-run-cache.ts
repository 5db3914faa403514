// A folder for values that all test files of a run share. It lives as long as the run, so that no value outlives the code that computed it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-run-'))
  process.env['FABA_RUN_CACHE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

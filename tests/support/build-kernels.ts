// Builds the kernels before a test run if their sources have changed. After a change of branch, old kernels would fail tests in odd ways.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const setup = (): void => {
  const build = fileURLToPath(new URL('../../wasm/build.ts', import.meta.url))
  execFileSync(process.execPath, [build], { stdio: 'inherit' })
}

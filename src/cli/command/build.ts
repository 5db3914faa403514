// Builds the missing parts of a fresh checkout: the WASM kernels that every command needs, and the page. An installed package contains both.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'

/** The checkout, or the installed package. */
const ROOT = dirname(findPackageJSON('.', import.meta.url) ?? '')

/** Folder of the built page. */
export const DIST = join(ROOT, 'dist')

/**
 * Runs a script of the project.
 * @throws UsageError in an installed package, which has no scripts; with the script's standard error when it fails
 */
const runScript = async (script: string, ...args: readonly string[]): Promise<void> => {
  if (!existsSync(join(ROOT, script)))
    throw new UsageError('only a checkout can be built; an installed package that lacks a part must be installed again')
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject)
  child.on('close', (code) => resolve(code ?? 1))
  const [code, output] = await Promise.all([promise, text(child.stderr)])
  if (code !== 0)
    throw new UsageError(`building failed (${script} exited with ${code}); npm run build repeats it\n\n${output}`)
}

/** The last file that the kernel build writes: if it exists, the build is complete. */
const LAST_KERNEL = join(ROOT, 'wasm/build/points-simd.wasm')

/** Builds the kernels if they are missing, and prints a notice. */
export const ensureKernels = async (): Promise<void> => {
  if (existsSync(LAST_KERNEL)) return
  console.log('building the kernels, which takes a moment ...')
  await runScript('wasm/build.ts')
}

/** Builds the kernels and the page. */
export const buildPage = async (): Promise<void> => {
  await runScript('wasm/build.ts')
  await runScript('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
}

/** Returns whether a built page exists. */
export const isPageBuilt = (): boolean => existsSync(join(DIST, 'index.html'))

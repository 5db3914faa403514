// Builds the page, for who starts it from a fresh checkout.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from './command.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where the built page lies. */
export const DIST = join(ROOT, 'dist')

const run = async (script: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject)
  child.on('exit', (code) => resolve(code ?? 1))
  const code = await promise
  if (code !== 0)
    throw new UsageError(`building the page failed (${script} ended with ${code}); run npm run build to see why`)
}

/** Builds kernels and page. */
export const buildPage = async (): Promise<void> => {
  await run('wasm/build.ts')
  await run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
}

/** Whether there is a built page to serve. */
export const isPageBuilt = (): boolean => existsSync(join(DIST, 'index.html'))

// Builds what a fresh checkout lacks: the kernels that every command computes with, and the page.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from './command.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where the built page lies. */
export const DIST = join(ROOT, 'dist')

/** Runs a script of the project; what it has to say is told when it fails. */
const run = async (script: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject)
  child.on('close', (code) => resolve(code ?? 1))
  const code = await promise
  if (code !== 0)
    throw new UsageError(`building failed (${script} ended with ${code}); npm run build does it again\n\n${said}`)
}

/** What is made last of the kernels: where it is, all of them are. */
const LAST_KERNEL = join(ROOT, 'wasm/build/points-lanes.wasm')

/** Builds the kernels where they are missing, and says so. */
export const ensureKernels = async (): Promise<void> => {
  if (existsSync(LAST_KERNEL)) return
  console.log('building the kernels, which takes a moment ...')
  await run('wasm/build.ts')
}

/** Builds kernels and page. */
export const buildPage = async (): Promise<void> => {
  await run('wasm/build.ts')
  await run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
}

/** Whether there is a built page to serve. */
export const isPageBuilt = (): boolean => existsSync(join(DIST, 'index.html'))

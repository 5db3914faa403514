#!/usr/bin/env node
// The executable, in plain JavaScript: an older Node starts the Node version that the project's packages contain.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const MIN_NODE_VERSION = 24

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const packagedNode = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

// The cache of compiled code is inside the project: only users who can change the sources can change it.
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/faba', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_VERSION) {
  module.enableCompileCache(compileCache)
  await import('./main.ts')
} else if (existsSync(packagedNode)) {
  const child = spawn(packagedNode, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  console.error(
    `faba requires Node ${MIN_NODE_VERSION} or newer, this is ${process.versions.node}. npm ci in the project's folder installs one.`,
  )
  process.exit(1)
}

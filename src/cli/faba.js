#!/usr/bin/env node
// The command's door, in plain JavaScript so that an older Node opens it too: Faba runs on the Node its own packages bring.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NEEDED = 24

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const pinned = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  await import('./main.ts')
} else if (existsSync(pinned)) {
  const child = spawn(pinned, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  console.error(
    `faba needs Node ${NEEDED} or newer, this is ${process.versions.node}. Run npm ci in the project's folder: it brings one.`,
  )
  process.exit(1)
}

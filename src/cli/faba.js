#!/usr/bin/env node
// The executable, in plain JavaScript. A checkout runs the sources, an installed package the program built from them. In a checkout, an older
// Node starts the Node version that the project's packages contain.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const MIN_NODE_VERSION = 24

/** Arguments by the name of a link to this file, so that it takes the place of the wallet RPC that it is named after. */
const LINKS = {
  'monero-wallet-rpc': ['rpc', '--network', 'monero'],
  'oxen-wallet-rpc': ['rpc', '--network', 'oxen'],
}
process.argv.splice(2, 0, ...(LINKS[basename(process.argv[1] ?? '')] ?? []))

const source = fileURLToPath(new URL('./main.ts', import.meta.url))
const isCheckout = existsSync(source)
const packagedNode = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

// The cache of compiled code is inside the project or package: only users who can change the program can change it.
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/faba', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_VERSION) {
  module.enableCompileCache(compileCache)
  await import(isCheckout ? './main.ts' : '../../build/cli/main.js')
} else if (isCheckout && existsSync(packagedNode)) {
  const child = spawn(packagedNode, [source, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  const advice = isCheckout ? " npm ci in the project's folder installs one." : ''
  console.error(`faba requires Node ${MIN_NODE_VERSION} or newer, this is ${process.versions.node}.${advice}`)
  process.exit(1)
}

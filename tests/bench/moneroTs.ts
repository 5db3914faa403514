// monero-ts (a full wallet compiled to WASM, what browser wallets run): installed beside the benches on first use, and made ready for
// Node and for a page.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Respond } from './browser.ts'

const PEERS = fileURLToPath(new URL('./peers', import.meta.url))
const BUILT = fileURLToPath(new URL('./build/monero-ts', import.meta.url))
const PACKAGE = `${PEERS}/node_modules/monero-ts/dist`

/** What benches use of a wallet of monero-ts. */
export type MoneroTsWallet = {
  sync(): Promise<unknown>
  getBalance(): Promise<bigint>
  close(): Promise<void>
}

/** What benches use of monero-ts itself. */
export type MoneroTs = { createWalletFull(options: Record<string, unknown>): Promise<MoneroTsWallet> }

const install = (): void => {
  if (existsSync(PACKAGE)) return
  const { status } = spawnSync('npm', ['ci'], { cwd: PEERS, stdio: 'inherit' })
  if (status !== 0) throw new Error('monero-ts could not be installed in tests/bench/peers')
}

/** monero-ts in this process, its WASM compiled. */
export const loadMoneroTs = async (): Promise<MoneroTs> => {
  install()
  // It has types of its own, which are not installed with the project.
  const loaded = (await import(`${PACKAGE}/index.js`)) as {
    default: MoneroTs & { LibraryUtils: { loadWasmModule(): Promise<void> } }
  }
  await loaded.default.LibraryUtils.loadWasmModule()
  return loaded.default
}

const readText = (path: string): Response =>
  new Response(readFileSync(path), { headers: { 'content-type': 'text/javascript' } })

/**
 * Builds monero-ts for pages, where it runs in its own worker, and serves it: a page imports `/monero-ts.js`. What it asks of Node is
 * left out of a browser's build; only `assert` is called there.
 */
export const serveMoneroTs = async (): Promise<Respond> => {
  install()
  await build({
    configFile: false,
    root: PEERS,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { assert: join(PEERS, 'assert.js') } },
    build: {
      target: 'esnext',
      outDir: BUILT,
      emptyOutDir: true,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: join(PACKAGE, 'index.js'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'monero-ts.js' },
      },
    },
  })
  return (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/monero.worker.js') return readText(`${PACKAGE}/monero.worker.js`)
    if (pathname === '/monero-ts.js') return readText(`${BUILT}/monero-ts.js`)
    return undefined
  }
}

// Loads monero-ts, a full wallet compiled to WASM as browser wallets run it, in Node and in a page.

import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Respond } from './browser.ts'

const PACKAGE = dirname(fileURLToPath(import.meta.resolve('monero-ts')))
const ASSERT = fileURLToPath(new URL('./assert.js', import.meta.url))
const BUILT = fileURLToPath(new URL('../build/monero-ts', import.meta.url))

/** The part of a monero-ts wallet that benches use. */
export type MoneroTsWallet = {
  sync(): Promise<unknown>
  getBalance(): Promise<bigint>
  close(): Promise<void>
}

/** The part of monero-ts that benches use. */
export type MoneroTs = { createWalletFull(options: Record<string, unknown>): Promise<MoneroTsWallet> }

/** Returns monero-ts in this process, with its WASM compiled. */
export const loadMoneroTs = async (): Promise<MoneroTs> => {
  // Only the part of its types that benches use.
  const loaded = (await import(`${PACKAGE}/index.js`)) as {
    default: MoneroTs & { LibraryUtils: { loadWasmModule(): Promise<void> } }
  }
  await loaded.default.LibraryUtils.loadWasmModule()
  return loaded.default
}

const readText = (path: string): Response =>
  new Response(readFileSync(path), { headers: { 'content-type': 'text/javascript' } })

/**
 * Builds monero-ts for pages, where it runs in its own worker, and serves it: a page imports `/monero-ts.js`. Node modules that it imports
 * are omitted from the browser build; it calls only `assert`.
 */
export const serveMoneroTs = async (): Promise<Respond> => {
  await build({
    configFile: false,
    root: PACKAGE,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { assert: ASSERT } },
    build: {
      target: 'esnext',
      outDir: BUILT,
      emptyOutDir: true,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: `${PACKAGE}/index.js`,
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

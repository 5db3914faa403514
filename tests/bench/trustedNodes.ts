// Lets the engine of a bench page trust its nodes: recorded blocks contain no proofs of their transactions, and the peers request none.

import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const TRUSTING = fileURLToPath(new URL('./pages/trustingClient.ts', import.meta.url))

/** Replaces the client of nodes of the engine worker by one that trusts them. */
export const trustedNodes = (): Plugin => ({
  name: 'bench:trusted-nodes',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    source.endsWith('/daemon/httpNodeClient.ts') && importer.endsWith('/workers/browserEngine.ts')
      ? TRUSTING
      : undefined,
})

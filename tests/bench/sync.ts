// Whole syncs of the recorded chains, from an HTTP node on this machine, in one process on one core: Faba's engine beside
// monero-ts (a full wallet compiled to WASM, what browser wallets run). The monero chain is the same for both; monero-ts cannot
// read the oxen chain, so there the cost per output is compared.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { LEAST_PASSWORD_PARAMETERS } from '../../src/crypto/password.ts'
import { createScanner } from '../../src/crypto/scan.ts'
import { createNodeClient } from '../../src/daemon/client.ts'
import { openMemoryStore } from '../../src/store/memory.ts'
import { Engine } from '../../src/wallet/engine.ts'
import { freePort } from '../support/monero.ts'
import { moneroPagesNode, oxenPagesNode } from '../support/pages-node.ts'
import { vector } from '../support/vectors.ts'
import { type Figure, race, timed } from './measure.ts'
import { peerNode } from './peerNode.ts'

const ROUNDS = 3
const MONERO_OUTPUTS = 13_527
const OXEN_OUTPUTS = 6875 + 2158
const PEERS = fileURLToPath(new URL('./peers', import.meta.url))

type FetchHandler = (request: Request) => Promise<Response>

const listen = async (handler: FetchHandler): Promise<{ url: string; close: () => void }> => {
  const port = await freePort()
  const server = serve({ fetch: handler, port, hostname: '127.0.0.1' })
  // monero-ts takes a connection that was closed while it worked for a node that is gone.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 600_000
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** Milliseconds from words to a synced wallet. */
const syncFaba = async (url: string, networkId: string, words: string): Promise<number> => {
  const engine = new Engine({
    store: openMemoryStore(),
    createNode: () => createNodeClient({ url, fetch }),
    createScanner,
    clock: Date.now,
    schedule: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    passwordCost: { parameters: LEAST_PASSWORD_PARAMETERS, floor: LEAST_PASSWORD_PARAMETERS },
  })
  const wallet = { name: 'bench', password: 'bench', networkId, nodes: { urls: [url] } }
  const took = await timed(async () => {
    await engine.restoreFromWords(wallet, { words, offset: '' }, { from: 'beginning' })
    await engine.refresh()
  })
  await engine.closeWallet()
  return took
}

type PeerWallet = { sync(): Promise<unknown>; close(): Promise<void> }
type Peer = { createWalletFull(options: Record<string, unknown>): Promise<PeerWallet> }

/** monero-ts, installed beside the bench on first use. */
const loadPeer = async (): Promise<Peer> => {
  if (!existsSync(`${PEERS}/node_modules/monero-ts`)) {
    const { status } = spawnSync('npm', ['ci'], { cwd: PEERS, stdio: 'inherit' })
    if (status !== 0) throw new Error('monero-ts could not be installed in tests/bench/peers')
  }
  // It has types of its own, which are not installed with the project.
  const loaded = (await import(`${PEERS}/node_modules/monero-ts/dist/index.js`)) as {
    default: Peer & { LibraryUtils: { loadWasmModule(): Promise<void>; setLogLevel(level: number): Promise<void> } }
  }
  await loaded.default.LibraryUtils.loadWasmModule()
  return loaded.default
}

const syncPeer = async (peer: Peer, url: string, seed: string): Promise<number> => {
  let wallet: PeerWallet | undefined
  const took = await timed(async () => {
    wallet = await peer.createWalletFull({
      path: '',
      password: '',
      networkType: 0,
      seed,
      restoreHeight: 0,
      server: url,
      proxyToWorker: false,
    })
    await wallet.sync()
  })
  await wallet?.close()
  return took
}

type OxenOwners = { readonly owner: { readonly mnemonic: string }; readonly stranger: { readonly mnemonic: string } }

const moneroWords = (): string => vector('monero/bench-chain/wallets.json').wallets.A.mnemonic

/** Sync times and ratios. */
export const syncBench = async (): Promise<readonly Figure[]> => {
  const moneroA = moneroWords()
  const oxen: OxenOwners = vector('oxen/bench-chain/owner.json')
  const monero = await listen(moneroPagesNode().fetch)
  const oxenNode = await listen(oxenPagesNode().fetch)
  const peerServer = await listen(peerNode())
  const peer = await loadPeer()
  try {
    const medians = await race(ROUNDS, [
      { name: 'monero A', run: async () => await syncFaba(monero.url, 'monero-regtest', moneroA) },
      { name: 'monero-ts A', run: async () => await syncPeer(peer, peerServer.url, moneroA) },
      { name: 'monero nothing', run: async () => await syncFaba(monero.url, 'monero-regtest', oxen.owner.mnemonic) },
      { name: 'monero-ts nothing', run: async () => await syncPeer(peer, peerServer.url, oxen.owner.mnemonic) },
      { name: 'oxen owner', run: async () => await syncFaba(oxenNode.url, 'oxen-regtest', oxen.owner.mnemonic) },
      { name: 'oxen nothing', run: async () => await syncFaba(oxenNode.url, 'oxen-regtest', oxen.stranger.mnemonic) },
    ])
    const of = (name: string): number => medians.get(name) ?? Number.NaN
    const perOutput = (name: string, outputs: number): number => of(name) / outputs
    return [
      ...[...medians].map(([name, value]): Figure => ({ name: `sync ${name}`, value, unit: 'ms' })),
      { name: 'wallet A, monero-ts / faba', value: of('monero-ts A') / of('monero A'), unit: '×' },
      {
        name: 'wallet owning nothing, monero-ts / faba',
        value: of('monero-ts nothing') / of('monero nothing'),
        unit: '×',
      },
      {
        name: 'oxen owning nothing, per output, monero-ts / faba',
        value: perOutput('monero-ts nothing', MONERO_OUTPUTS) / perOutput('oxen nothing', OXEN_OUTPUTS),
        unit: '×',
      },
    ]
  } finally {
    for (const server of [monero, oxenNode, peerServer]) server.close()
  }
}

/** Heap after each of ten syncs of the monero chain, in megabytes; needs node --expose-gc. */
export const memoryBench = async (): Promise<readonly Figure[]> => {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('run with --expose-gc, as npm run bench does')
  const words = moneroWords()
  const monero = await listen(moneroPagesNode().fetch)
  const figures: Figure[] = []
  try {
    for (let round = 1; round <= 10; round++) {
      await syncFaba(monero.url, 'monero-regtest', words)
      gc()
      const { heapUsed, external } = process.memoryUsage()
      figures.push({ name: `heap and buffers after sync ${round}`, value: (heapUsed + external) / 1e6, unit: 'MB' })
    }
  } finally {
    monero.close()
  }
  return figures
}

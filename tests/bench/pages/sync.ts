// Whole syncs in the page: the product's engine worker with its scanners and its store, as the product's page starts them.

import type { MoneroTs } from '../support/moneroTs.ts'
import { currentEngine, startBenchEngine, syncedView } from './engine.ts'

export const start = startBenchEngine

/** `restore`: milliseconds until the wallet is stored and open; `sync`: from then until it has caught up with the node. */
export type SyncTimes = { readonly restore: number; readonly sync: number; readonly balance: string }

/** `restoreHeight` is omitted for the whole chain. */
export type SyncRequest = {
  readonly url: string
  /** the node is marked as the user's own, and need not prove transactions */
  readonly trusted: boolean
  readonly networkId: string
  readonly words: string
  readonly restoreHeight?: number
}

let wallets = 0

let openWallet = ''

/** Restores a wallet from words in the running engine, and syncs it. `balance` is in atomic units. */
export const sync = async ({ url, trusted, networkId, words, restoreHeight }: SyncRequest): Promise<SyncTimes> => {
  const engine = currentEngine()
  wallets += 1
  const name = `Bench ${wallets}`
  const before = performance.now()
  await engine.restoreFromWords(
    { name, password: 'bench', networkId, nodes: { urls: [url], choice: 'order', trusted: trusted ? [url] : [] } },
    { words, offset: '' },
    restoreHeight === undefined ? { from: 'beginning' } : { from: 'height', height: restoreHeight },
  )
  const restored = performance.now()
  await engine.refresh()
  const synced = performance.now()
  const { id, balance } = await syncedView(name)
  openWallet = id
  return { restore: restored - before, sync: synced - restored, balance: balance.total.toString() }
}

/** Removes the wallet that was synced last. */
export const remove = async (): Promise<void> => {
  await currentEngine().removeWallet(openWallet, 'bench')
}

/** Syncs with monero-ts in its own worker. */
export const syncPeer = async ({ url, words }: Pick<SyncRequest, 'url' | 'words'>): Promise<SyncTimes> => {
  // Served beside the page; its worker and its WASM stay loaded between calls.
  const path = '/monero-ts.js'
  const { default: moneroTs } = (await import(/* @vite-ignore */ path)) as { default: { default: MoneroTs } | MoneroTs }
  const peer = 'default' in moneroTs ? moneroTs.default : moneroTs
  const before = performance.now()
  const wallet = await peer.createWalletFull({
    path: '',
    password: '',
    networkType: 0,
    seed: words,
    restoreHeight: 0,
    server: url,
  })
  const restored = performance.now()
  await wallet.sync()
  const synced = performance.now()
  const balance = await wallet.getBalance()
  await wallet.close()
  return { restore: restored - before, sync: synced - restored, balance: balance.toString() }
}

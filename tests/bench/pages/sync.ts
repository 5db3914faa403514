// Whole syncs in the page: the product's engine worker with its scanners and its store, as a visitor's page starts them.

import { proxy } from 'comlink'
import { type Connection, startEngine } from '../../../src/app/host/connection.ts'
import type { EngineView, WalletView } from '../../../src/wallet/api.ts'

/** `restore`: milliseconds until the wallet is stored and open; `sync`: from then until it has caught up with the node. */
export type SyncTimes = { readonly restore: number; readonly sync: number; readonly balance: string }

export type SyncRequest = { readonly url: string; readonly networkId: string; readonly words: string }

let running: { readonly connection: Connection; view: EngineView } | undefined

/** Starts an engine, in the place of one that runs. */
export const start = async (): Promise<void> => {
  running?.connection.stop()
  const connection = startEngine((reason) => console.error(reason))
  await new Promise<void>((resolve) => {
    void connection.engine.subscribe(
      proxy((view) => {
        running = { connection, view }
        resolve()
      }),
    )
  })
}

/** What the engine tells of a wallet that is synced; its news come a few times per second. */
const syncedView = async (name: string): Promise<WalletView> => {
  for (;;) {
    const wallet = running?.view.wallet
    if (wallet?.name === name) {
      if (wallet.sync.problem !== '') throw new Error(wallet.sync.problem)
      if (wallet.sync.phase === 'synced') return wallet
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

let wallets = 0

/** Restores a wallet from words in the running engine, syncs it, and removes it. `balance` is in atomic units. */
export const sync = async ({ url, networkId, words }: SyncRequest): Promise<SyncTimes> => {
  const engine = running?.connection.engine
  if (engine === undefined) throw new Error('start an engine first')
  wallets += 1
  const name = `Bench ${wallets}`
  const before = performance.now()
  await engine.restoreFromWords(
    { name, password: 'bench', networkId, nodes: { urls: [url] } },
    { words, offset: '' },
    { from: 'beginning' },
  )
  const restored = performance.now()
  await engine.refresh()
  const synced = performance.now()
  const { id, balance } = await syncedView(name)
  await engine.removeWallet(id, 'bench')
  return { restore: restored - before, sync: synced - restored, balance: balance.total.toString() }
}
